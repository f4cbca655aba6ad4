/** What an information page says beside its text: facts of the brand's configuration, and where it leads on to (IN-01, IN-02). */
import { moneyInSentence } from '#lib/number-format.ts'
import type { Millis } from '#lib/time.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { currencyByCode, minorOf } from '#modules/ledger/rules/currency.ts'
import { rateShare } from '#modules/payout/rules/rate-text.ts'
import { taxRuleAt, transferTaxAt } from '#modules/payout/rules/tax.ts'

/** Pages that are text; the others of the menu have a screen of their own. */
export const PAGES = [
  'about',
  'howbet',
  'payment',
  'cookies',
  'ussdinstruction',
  'points',
  'taxes',
  'consent',
  'licenses',
  'amlkyc',
  'amlpolicy',
  'kycpolicy',
  'disputeresolution',
  'smsbets',
  'confirmTerms',
  'sources',
] as const
export type InformationPage = (typeof PAGES)[number]

interface Onward {
  to: string
  /** The text of its name. */
  key: string
}

const RULES: Onward = { to: '/information/regRules', key: 'regRules_title' }
const POLITICS: Onward = { to: '/information/regPolitics', key: 'regPolitics_title' }
const IDENTIFICATION: Onward = { to: '/office/identification', key: 'link_identification' }
const DATA: Onward = { to: '/office/privacy', key: 'link_privacy' }
const SUPPORT: Onward = { to: '/support', key: 'info_support' }
const RECHARGE: Onward = { to: '/office/recharge', key: 'link_recharge' }

const ONWARD: Readonly<Record<InformationPage, readonly Onward[]>> = {
  about: [RULES, { to: '/information/contacts', key: 'info_contacts' }],
  howbet: [RULES, { to: '/information/calc', key: 'info_calc' }],
  payment: [RECHARGE, { to: '/office/withdraw', key: 'link_withdraw' }, { to: '/information/cashTerminals', key: 'info_cashTerminals' }],
  cookies: [POLITICS],
  ussdinstruction: [RECHARGE],
  points: [{ to: '/office/rewards', key: 'link_rewards' }],
  taxes: [{ to: '/office/history/statement', key: 'link_statement' }],
  consent: [POLITICS, DATA],
  licenses: [SUPPORT],
  amlkyc: [
    { to: '/information/amlpolicy', key: 'amlpolicy_title' },
    { to: '/information/kycpolicy', key: 'kycpolicy_title' },
  ],
  amlpolicy: [{ to: '/information/kycpolicy', key: 'kycpolicy_title' }, RULES],
  kycpolicy: [IDENTIFICATION, POLITICS],
  disputeresolution: [{ to: '/office/support/dispute', key: 'link_dispute' }, SUPPORT],
  smsbets: [{ to: '/mobile', key: 'info_mobile' }],
  confirmTerms: [RULES, POLITICS, DATA],
  sources: [{ to: '/information/about', key: 'about_title' }, RULES],
}

export type PageTexts = Readonly<Record<string, string>>

/** The page of a brand's menu that is text; null for what the brand does not keep or what has a screen of its own. */
export function pageOf({ information }: Pick<SiteConfig, 'information'>, name: string): InformationPage | null {
  const page = PAGES.find((one) => one === name)
  return page && information.some(({ menu_key }) => menu_key === page) ? page : null
}

/** Where a page leads on to; pages of the menu only as far as the brand keeps them. */
export function onwardOf({ information }: Pick<SiteConfig, 'information'>, page: InformationPage): readonly Onward[] {
  const kept = new Set(information.map(({ menu_key, prop_link }) => prop_link ?? `/information/${menu_key}`))
  return ONWARD[page].filter(({ to }) => !to.startsWith('/information/') || kept.has(to))
}

interface Given {
  config: SiteConfig
  texts: PageTexts
  country: string
  lng: string
  now: Millis
}

/** What the configuration says to the matter of a page, as lines; none: nothing is added. */
export function factsOf(page: InformationPage, given: Given): string[] {
  const { config, texts, lng } = given
  switch (page) {
    case 'licenses':
      // What the feed in use adds to the foot has no title: it is no licence.
      return config.footer.licences.filter(({ title }) => title).map(({ title, text }) => `${title}. ${texts[text] ?? text}`)
    case 'kycpolicy':
      return (config.identification?.docTypes ?? []).map(({ key, title }) => title[lng] ?? texts[`doc_${key}`] ?? title['en'] ?? key)
    case 'confirmTerms':
      return config.registration.terms.map(
        ({ id, version }) => `${texts[`${id}_title`] ?? id}. ${(texts['version'] ?? '').replace('{{version}}', version)}`,
      )
    case 'taxes':
      return taxLines(given)
    default:
      return []
  }
}

/** What is held back of bets today, and of what comes and goes (rules 5). */
function taxLines({ config, texts, country, lng, now }: Given): string[] {
  const share = (rate: string) => rateShare(rate, lng)
  const line = (key: string, value: string) => (texts[key] ?? '').replace(/\{\{\w+\}\}/, value)
  const { stake, payout, threshold, currency } = taxRuleAt(config.taxes, country, now) ?? {}
  const payoutRate = !payout ? '' : 'brackets' in payout ? line('tax_steps', share(payout.brackets.at(-1)!.rate)) : share(payout.rate)
  const transfers = (['deposit', 'withdrawal'] as const).flatMap((way) => {
    const tax = transferTaxAt(config.taxes, country, now, way)
    return tax ? [line(`tax_${way}`, share(tax.rate))] : []
  })
  return [
    ...(stake || payout ? [] : [texts['tax_none'] ?? '']),
    ...(stake ? [line('tax_stake', share(stake.rate))] : []),
    ...(payout ? [line(`tax_payout_${payout.base}`, payoutRate)] : []),
    ...(payout && threshold && currency ? [line(`tax_threshold_${payout.base}`, lawSum(threshold, currency, lng))] : []),
    ...transfers,
  ]
}

/** A sum of the law, in the law's own currency: "2 280,00 zł". */
function lawSum(amount: string, code: string, lng: string): string {
  const currency = currencyByCode(code)
  return currency ? moneyInSentence(minorOf(amount, currency.rate, currency), currency, lng) : amount
}

/** The brand's menu with its names, in its order. */
export function menuOf({ information }: Pick<SiteConfig, 'information'>, nameOf: (key: string) => string) {
  return information.map(({ menu_key: key, tag, icon, prop_link: link, dict_key: name }) => ({
    tag,
    icon,
    title: nameOf(name),
    link: link ?? `/information/${key}`,
  }))
}
