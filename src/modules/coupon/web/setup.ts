/** What the site's configuration and the account mean for the coupon. */
import { withDecimalSign } from '#lib/number-format.ts'
import { DAY } from '#lib/time.ts'
import { currencyByCode, minorOfEuro } from '#modules/ledger/rules/currency.ts'
import { inForceAt } from '#modules/payout/rules/in-force.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { readyAmount } from '../rules/ready-amount.ts'
import { kindsOfTypes, optionsOfTypes, type Setup } from '../rules/state/index.ts'
import { taxOf } from '../rules/tax-of.ts'

export interface Visitor {
  lng: string
  country: string
  /** Code of the currency, and what the account says of it. */
  code: string
  own: Setup['currency'] | null
}

export function setupOf(config: SiteConfig, { lng, country, code, own }: Visitor, nowMs: number): Setup {
  const known = own ?? currencyByCode(code)
  const { amountTemplate, maxBets, maxBetsSystem, types, boost } = config.coupon
  const { vip } = config.betting
  return {
    lng,
    currency: known ? { code: known.code, exponent: known.exponent, symbol: known.symbol } : { code, exponent: 2, symbol: '' },
    template: withDecimalSign(amountTemplate.byCurrency[code] ?? readyAmount(amountTemplate.default, currencyByCode(code)), lng),
    maxLegs: maxBets,
    maxSystemLegs: maxBetsSystem,
    kinds: kindsOfTypes(types),
    options: optionsOfTypes(types),
    boost: boost ? { kind: 'boost', ...boost } : null,
    tax: taxOf(config.taxes ?? [], country, nowMs, currencyByCode(code)),
    early: inForceAt(config.betting.earlyPayout ?? [], nowMs),
    insurance: insuranceAt(config, code, nowMs),
    vipFactor: vip.default || vip.countries.some((listed) => listed.toUpperCase() === country.toUpperCase()) ? vip.factor : 0,
  }
}

/** Since when the dated rules are those of now, Unix ms: the last moment at which one of them began or ended. */
export function rulesSince({ taxes, betting }: SiteConfig, nowMs: number): number {
  const dated = [...(betting.earlyPayout ?? []), ...(betting.expressInsurance ?? [])]
  const moments = [
    ...(taxes ?? []).map(({ validFrom }) => validFrom),
    ...dated.flatMap(({ from, to }) => [Date.parse(from), ...(to === undefined ? [] : [Date.parse(to) + DAY])]),
  ]
  return Math.max(0, ...moments.filter((at) => at <= nowMs))
}

/** With the most that comes back in the currency of the account; nothing in one that the house does not know. */
function insuranceAt(config: SiteConfig, code: string, nowMs: number): Setup['insurance'] {
  const rule = inForceAt(config.betting.expressInsurance ?? [], nowMs)
  const currency = currencyByCode(code)
  return rule && currency ? { ...rule, mostMinor: minorOfEuro(rule.maxEur, currency) } : null
}
