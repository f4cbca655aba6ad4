/** The resolved configuration of a visit: brand × host × country × language × partner × group (design §4). */
import type { TaxRuleConfig } from './tax-rule-config.ts'

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
  logo: { mark: 'stripes' | 'bars' | 'file'; word: string }
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
/** Kinds of coupons that early payout may go with (features XT-21). */
export const EARLY_KINDS = ['single', 'express'] as const
export type EarlyKind = (typeof EARLY_KINDS)[number]

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
  'eachWay',
  'oneClick',
  'generate',
] as const
export type CouponType = (typeof COUPON_KINDS)[number] | (typeof COUPON_OPTIONS)[number]

/** Ways of registering; short and full_v1 are other cuts of the one by e-mail. */
export const REGISTRATION_KINDS = ['fast', 'phone', 'full', 'social', 'short', 'full_v1'] as const
export type RegistrationKind = (typeof REGISTRATION_KINDS)[number]

export interface AppsConfig {
  android: { type: 0 | 1 | 2; link: string; version: string }[]
  ios: { link: string; version: string } | null
  /** Countries whose Android app is the Asian one. */
  asia: string[]
}

/** Services whose word about a person may be taken (specification 1). */
export const SOCIAL_PROVIDERS = [
  'vk',
  'ok',
  'yandex',
  'mailru',
  'telegram',
  'google',
  'fb',
  'kakaotalk',
  'itsme',
  'twitch',
  'metamask',
  'line',
  'linkedin',
  'discord',
] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** What a program of others may be let see. */
export const OAUTH_SCOPES = ['profile', 'email', 'balance'] as const
export type OauthScope = (typeof OAUTH_SCOPES)[number]

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
  /** Ways to reach the house by place of the site: 1 the page of contacts, 2 support, 3 protection of players. */
  contacts?: SupportContact[] | undefined
}

export interface SupportContact {
  placementTypeId: number
  kind: 'email' | 'phone' | 'telegram' | 'whatsapp' | 'address' | 'site'
  /** By language; `en` for all others. */
  title: Record<string, string>
  /** One for all, or by language with `en` for those that are not named. */
  value: string | Record<string, string>
}

/** What a brand changes of a way to pay: keys as in the house's table. */
export interface MethodChange {
  off?: boolean | undefined
  countries?: string[] | undefined
  currencies?: string[] | undefined
  minEur?: string | undefined
  maxEur?: string | undefined
  feeInPermille?: number | undefined
  outMinEur?: string | undefined
  outMaxEur?: string | undefined
  feeOutPermille?: number | undefined
  payoutHours?: number | undefined
  depositMinutes?: number | undefined
}

export interface CashierConfig {
  methods?: Record<string, MethodChange> | undefined
  terminals?:
    | {
        country: string
        city: string
        name: string
        address: string
        hours: string
        texts?: Record<string, { city: string; name: string; address: string; hours?: string | undefined }> | undefined
      }[]
    | undefined
  /** Countries in which money questions have consultants of their own; left out: nowhere. */
  consultant?: { countries: string[] } | undefined
  /** After how many days a first payment goes back whose payer has never entered his account; left out: 7. */
  untakenDays?: number | undefined
  /** What the first deposit brings; sums in euro. Left out: nothing. */
  firstDeposit?: { percent: number; maxEur: string; minEur: string } | undefined
  /** What points are exchanged for; sums in euro. */
  rewards?: { id: number; title: Record<string, string>; points: number; amountEur: string }[] | undefined
  /** Waits before a payout beside the brand's usual one, minutes. */
  holds?: { firstMinutes?: number | undefined; newMethodMinutes?: number | undefined; largeMinutes?: number | undefined } | undefined
}

/** Jurisdictions whose rules the product keeps as data (module protection). */
export const PROFILE_NAMES = ['standard', 'strict', 'nl', 'se'] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

/** Ways in which a player may prove who he is, what has to be proved, and what may be closed until it is. */
export const IDENTITY_METHODS = ['documents', 'scan', 'face', 'smart_id', 'mobile_id'] as const
export const IDENTITY_NEEDS = ['document', 'face'] as const
export const IDENTITY_BLOCKS = ['play', 'deposit', 'withdrawal'] as const
export type IdentityMethod = (typeof IDENTITY_METHODS)[number]
export type IdentityNeed = (typeof IDENTITY_NEEDS)[number]
export type IdentityBlock = (typeof IDENTITY_BLOCKS)[number]

/** What a brand asks of its players' papers. */
export interface IdentificationConfig {
  flowType: 'documents' | 'scan'
  docTypes: { doc_type: number; key: string; title: Record<string, string>; fields: string[] }[]
  methods: IdentityMethod[]
  needs: IdentityNeed[]
  requiredFor: IdentityBlock[]
  pdf: boolean
  maxFiles: number
  /** 0 = as long as the document. */
  validMonths: number
}

export interface HelpLine {
  name: string
  url: string
  /** As people of the country write it. */
  phone?: string
}

export const INFORMATION_TAGS = ['house', 'betting', 'money', 'law'] as const

/** An entry of the information menu, as a brand names it (spec §3, information config). */
export interface InformationItem {
  menu_key: string
  tag: (typeof INFORMATION_TAGS)[number]
  icon: string
  prop_link?: string | undefined
  dict_key: string
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
  /** Offered: codes, or `*` for every currency that is not hidden. */
  currencies: { default: string; byCountry: Record<string, string>; offered: string[] }
  header: { menu: MenuItem[]; bonus: boolean }
  footer: {
    menu: MenuItem[]
    licences: { title: string; text: string }[]
    payments: string[]
    questions: { section: string; items: { key: string }[] }[]
  }
  information: InformationItem[]
  /** Whose data the games are made of, as the page of sources tells them; no matter of the brand. */
  dataSources?: string[]
  registration: {
    types: RegistrationKind[]
    sort: Record<RegistrationKind, string[]>
    fullRow: string[]
    compact: string[]
    display: 'widget' | 'popup'
    remind: boolean
    /** By country: the kind of papers and what is asked of them. */
    identity: Record<string, { document: 'passport' | 'id_card' | 'tax_number'; fields: ('personal_code' | 'document_number')[] }>
    payAndPlay: { enabled: boolean; closedCountries: string[] }
    min_age: number | string | null
    terms: { id: string; version: string }[]
  }
  auth: {
    loginTypes: ('email' | 'id' | 'phone')[]
    twoFactorSms: boolean
    lastSessionNotice: boolean
    social: SocialProvider[]
    oneTap: boolean
    passkeys: boolean
    oauthClients: { id: string; title: string; redirects: string[]; scopes: OauthScope[] }[]
  }
  betting: {
    oddsFormat: { default: number; byCountry: Record<string, number>; byLanguage: Record<string, number> }
    sportsOrder: number[]
    liveDelayMs: { default: number; bySport: Record<string, number> }
    limits: SiteLimits
    /** `factor`: a VIP stake goes up to so many times the maximum of the coupon (rules 8.8). */
    vip: { countries: string[]; default: boolean; domain: boolean; authCountries: string[]; factor: number }
    /** Most that an account may owe of advances (rules 8.5); how shared places are paid (3.4); wins that wait for two officers (SET-14). */
    advanceMaxEur: string
    deadHeat: 'industry' | 'house'
    winCheck: { fromEur: string; hours: number } | null
    /** A winner of the match is paid once his side leads by so many (features XT-21). */
    earlyPayout: { from: string; to?: string | undefined; lead: number; sports: number[]; kinds: EarlyKind[] }[]
    /** An express that exactly one leg has lost gives its stake back as a promo code, up to so much (features XT-21). */
    expressInsurance: { from: string; to?: string | undefined; legs: number; minPrice: number; maxEur: string; days: number }[]
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
    /** Who helps with gambling harm, and how to reach them. */
    helpLine?: HelpLine
    /** Jurisdiction profile; left out: standard. */
    profile?: ProfileName
    /** Minutes between reality checks; 0 = none. */
    realityCheckMinutes?: number
  }
  /** Sums in euro, turned into the account's currency. */
  withdrawals: {
    autoMaxEur: string
    fourEyesFromEur: string
    holdMinutes: number
    playerCanCancel: boolean
    /** What a player pays in, or asks for, within so many days and from such a sum on opens a case (PAY-13). */
    watched: { days: number; fromEur: string }
  }
  /** Ways to pay, cash points, the consultant, rewards and the first deposit; left out: what the house has. */
  cashier?: CashierConfig | undefined
  captcha: { type: 'google' | 'hunt' | 'puzzle' | 'hcaptcha' | 'custom' | 'disabled' }
  /** Without it support answers by mail and questions only, round the clock. */
  support?: SupportConfig | undefined
  /** Without it nobody is asked for papers. */
  identification?: IdentificationConfig | undefined
  /** How a press opens the statistics, and which other origins may frame them. */
  statistics: { opens: 'popup' | 'window'; frameOrigins: string[] }
  /** Announced works (ISO times); the site says so a day before, /status always. */
  maintenance?: { from: string; to: string; services: ('line' | 'live' | 'bets' | 'payments' | 'account')[] }[] | undefined
  /** Where the brand's apps are. Types of Android apps: 0 standard, 1 lite, 2 Asia. */
  apps?: AppsConfig | undefined
  /** Other origins that may frame the site and share its state. */
  embed?: { origins: string[] } | undefined
  /** `zone`: days of limits where the player's own is not known. */
  time: { hour12Countries: string[]; weekStart: Record<string, number>; zone?: string | undefined }
  telemetry: { projectHash: string }
  /** Announcements that lie over the page; what one says is asked for when it is due. */
  promo: { popups: unknown[] }
  customize: Customize
  /** Rates for transfers between own accounts: units for one euro, by code. */
  transfers?: { perEuro?: Record<string, string> | undefined; feePermille: number } | undefined
  /** Parts of the office that a brand may leave out (features RT-36); what is not named is there. */
  office?: Partial<Record<OfficePart, boolean>> | undefined
  /** Switches of sections and abilities; a key that is missing is off. */
  features: Record<string, boolean>
}

/** The menu beside a page of the office, the way to verification, the history of bets, the support of the player. */
export type OfficePart = 'sidebar' | 'verification' | 'history' | 'support'

export function featureOn(config: Pick<SiteConfig, 'features'>, feature: string | undefined): boolean {
  return feature === undefined || config.features[feature] === true
}

/** Whether the brand offers a kind of coupon or a way of betting. */
export function couponOffers(config: Pick<SiteConfig, 'coupon'>, type: CouponType): boolean {
  return config.coupon.types.includes(type)
}
