/** What the site's configuration and the account mean for the coupon. */
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { taxTermsAt } from '#modules/payout/rules/tax.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { kindsOfTypes, optionsOfTypes, type Setup } from '../rules/state/index.ts'

export function setupOf(config: SiteConfig, country: string, code: string, own: Setup['currency'] | null, nowMs: number): Setup {
  const known = own ?? currencyByCode(code)
  const { amountTemplate, maxBets, maxBetsSystem, types, boost } = config.coupon
  const { vip } = config.betting
  return {
    currency: known ? { code: known.code, exponent: known.exponent, symbol: known.symbol } : { code, exponent: 2, symbol: '' },
    template: amountTemplate.byCurrency[code] ?? amountTemplate.default,
    maxLegs: maxBets,
    maxSystemLegs: maxBetsSystem,
    kinds: kindsOfTypes(types),
    options: optionsOfTypes(types),
    boost: boost ? { kind: 'boost', ...boost } : null,
    tax: taxTermsAt(config.taxes ?? [], country, nowMs),
    vip: vip.default || vip.countries.some((listed) => listed.toUpperCase() === country.toUpperCase()),
  }
}
