/** The resolved configuration of a visit: brand × host × country × language × partner × group (design §4). */

export interface MenuItem {
  id: string
  langKey: string
  actionType: 'link' | 'modal' | 'group'
  link?: string
  icon?: string
  text?: string
  /** Feature that must be on for the item to be shown. */
  feature?: string
  subMenuItems?: MenuItem[]
}

export interface RouteRule {
  /** Path below /{lng}, `*` at the end for everything under it. */
  path: string
  signedOut?: boolean
  signedIn?: boolean
  languages?: string[]
  blockedCountries?: string[]
  /** Hidden (404) for signed-in players outside these countries. */
  onlyCountriesSignedIn?: string[]
}

export interface Customize {
  name: string
  logo: { mark: 'stripes' | 'bars'; word: string }
  accent: string
  onAccent: string
  stripeDeg: number
  /** Hue of the neutral ramp in degrees, null = the house's warm paper. */
  neutralHue: number | null
  radiusScale: number
  density: 'default' | 'compact' | 'comfortable'
  font: { family: string; package: string | null }
  defaultTheme: 'paper' | 'flood' | 'system'
  promoTheme: 'dark' | 'light'
}

/** Kinds of coupons that a brand may offer, in the order in which the site shows them (rules 2.1). */
export const COUPON_KINDS = [
  'single',
  'express',
  'system',
  'chain',
  'multi',
  'condition',
  'antiExpress',
  'lucky',
  'patent',
  'multiSingle',
] as const
/** Ways of betting that a brand may offer beside the kinds (specification 7). */
export const COUPON_OPTIONS = [
  'autoBet',
  'promo',
  'bid',
  'powerBet',
  'advance',
  'vip',
  'insurance',
  'cashOut',
  'autoSale',
  'editBet',
  'expressBoost',
  'sameGame',
  'oneClick',
  'generate',
] as const
export type CouponType = (typeof COUPON_KINDS)[number] | (typeof COUPON_OPTIONS)[number]

/** A tax on bets as the configuration has it: what module payout calls a tax rule. Rates are "0.05" or "5/105". */
export interface TaxRuleConfig {
  /** ISO 3166 alpha-2. */
  country: string
  /** ms; the newest rule that has begun is in force. */
  validFrom: number
  /** Name for receipts and screens: "KE-2025-07". */
  rule: string
  stake?: { mode: 'included' | 'excluded'; rate: string }
  payout?:
    | { base: 'gross' | 'net'; rate: string }
    | { base: 'gross' | 'net'; mode: 'slab' | 'progressive'; brackets: readonly { from: string; rate: string }[] }
  /** Payout tax only when its base is above it, major units. */
  threshold?: string
  /** Smallest total coefficient that is accepted, thousandths. */
  minPrice?: number
  returnsStakeTax: boolean
}

/** What may be staked and lost, in euro; null = no such limit, missing = the house's own (limits/README.md). */
export interface SiteLimits extends LegLimits {
  minStakeEur: string
  maxPayoutEur: string | null
  playerEur?: string | null | undefined
  brandEur?: string | null | undefined
  /** A higher total coefficient is cut to it, thousandths. */
  maxCoefSingle?: number | null | undefined
  maxCoefMulti?: number | null | undefined
  bySport?: Record<string, Partial<LegLimits>> | undefined
  byMarket?: Record<string, Partial<LegLimits>> | undefined
}

interface LegLimits {
  liabilityEur: string | null
  maxStakeEur: string | null
  marketEur?: string | null | undefined
  gameEur?: string | null | undefined
}

/** Who answers players, and when. */
export interface SupportConfig {
  /** "09:00" to "21:00" in the zone; the same time twice = round the clock. */
  hours: { start: string; end: string; timeZone: string }
  consultants: { id: number; name: string; color: string }[]
  /** Numbers of consultants by language; `default` for all others. */
  byLanguage: Record<string, number[]>
  /** Whether players are called back. */
  callback: boolean
}

export interface SiteConfig {
  id: string
  /** partner / ref of the wire. */
  number: number
  group: number
  hosts: string[]
  global: { homeType: 'sport' | 'casino' | 'mixed'; redirects: Record<string, string>; routes: RouteRule[]; supportEmail: string }
  languages: { default: string; offered: string[]; hidden: string[] }
  countries: { default: string; blocked: string[] }
  currencies: { default: string; byCountry: Record<string, string>; offered: string[] }
  header: { menu: MenuItem[]; bonus: boolean }
  footer: {
    menu: MenuItem[]
    licences: { title: string; text: string }[]
    payments: string[]
    questions: { section: string; items: { key: string }[] }[]
  }
  registration: {
    types: ('fast' | 'full')[]
    sort: Record<'fast' | 'phone' | 'full' | 'social' | 'short' | 'full_v1', string[]>
    fullRow: string[]
    compact: string[]
    min_age: number | string | null
    terms: { id: string; version: string }[]
  }
  auth: { loginTypes: ('email' | 'id')[]; twoFactorSms: boolean; lastSessionNotice: boolean }
  betting: {
    oddsFormat: { default: number; byCountry: Record<string, number>; byLanguage: Record<string, number> }
    sportsOrder: number[]
    liveDelayMs: { default: number; bySport: Record<string, number> }
    limits: SiteLimits
    vip: { countries: string[]; default: boolean; domain: boolean; authCountries: string[] }
    /** Dated events with a page of their own. */
    hubs?:
      | {
          id: string
          name: Record<string, string>
          sports: number[]
          champs: string[]
          from?: string | undefined
          to?: string | undefined
        }[]
      | undefined
  }
  coupon: {
    /** Kinds and options in the order in which they are offered. */
    types: CouponType[]
    /** Percent of net winnings by number of legs; legs count from this price, thousandths. Null = no boost. */
    boost: { minPrice: number; table: Record<number, number> } | null
    /** What the house keeps of a sale and of an insurance, and the smallest sale. */
    cashOut: { commissionPercent: number; minSaleEur: string; insuranceMarginPercent: number }
    maxBets: number
    maxBetsSystem: number
    historyDays: number | string
    hiddenBetStatuses: number[]
    amountTemplate: { default: string; byCurrency: Record<string, string> }
    presets: { default: string[]; byCurrency: Record<string, string[]> }
    teamLogos: boolean
  }
  /** Of the visitor's country only, old and coming ones too. */
  taxes: TaxRuleConfig[]
  responsible: {
    autoLogoff: boolean
    autoLogoffMinutes: number
    casinoMinAge: Record<string, number>
    /** Jurisdiction profile; left out: standard. */
    profile?: 'standard' | 'strict'
    /** Minutes between reality checks; 0 = none. */
    realityCheckMinutes?: number
  }
  /** Sums in euro, turned into the account's currency. */
  withdrawals: { autoMaxEur: string; fourEyesFromEur: string; holdMinutes: number; playerCanCancel: boolean }
  captcha: { type: 'google' | 'hunt' | 'puzzle' | 'hcaptcha' | 'custom' | 'disabled' }
  /** Without it support answers by mail and questions only, round the clock. */
  support?: SupportConfig | undefined
  /** How a press opens the statistics, and which other origins may frame them. */
  statistics: { opens: 'popup' | 'window'; frameOrigins: string[] }
  time: { hour12Countries: string[]; weekStart: Record<string, number> }
  telemetry: { projectHash: string }
  customize: Customize
  /** Switches of sections and abilities; a key that is missing is off. */
  /** Rates for transfers between own accounts: units for one euro, by code. */
  transfers?: { perEuro: Record<string, string>; feePermille: number } | undefined
  features: Record<string, boolean>
}

export function featureOn(config: Pick<SiteConfig, 'features'>, feature: string | undefined): boolean {
  return feature === undefined || config.features[feature] === true
}

/** Whether the brand offers a kind of coupon or a way of betting. */
export function couponOffers(config: Pick<SiteConfig, 'coupon'>, type: CouponType): boolean {
  return config.coupon.types.includes(type)
}
