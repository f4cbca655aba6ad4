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
    limits: { minStakeEur: string; liabilityEur: string; maxStakeEur: string; maxPayoutEur: string }
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
    types: string[]
    maxBets: number
    maxBetsSystem: number
    historyDays: number | string
    hiddenBetStatuses: number[]
    amountTemplate: { default: string; byCurrency: Record<string, string> }
    presets: { default: string[]; byCurrency: Record<string, string[]> }
    teamLogos: boolean
  }
  responsible: { autoLogoff: boolean; autoLogoffMinutes: number; casinoMinAge: Record<string, number> }
  /** Sums in euro, turned into the account's currency. */
  withdrawals: { autoMaxEur: string; fourEyesFromEur: string; holdMinutes: number; playerCanCancel: boolean }
  captcha: { type: 'google' | 'hunt' | 'puzzle' | 'hcaptcha' | 'custom' | 'disabled' }
  /** How a press opens the statistics, and which other origins may frame them. */
  statistics: { opens: 'popup' | 'window'; frameOrigins: string[] }
  time: { hour12Countries: string[]; weekStart: Record<string, number> }
  telemetry: { projectHash: string }
  customize: Customize
  /** Switches of sections and abilities; a key that is missing is off. */
  features: Record<string, boolean>
}

export function featureOn(config: Pick<SiteConfig, 'features'>, feature: string | undefined): boolean {
  return feature === undefined || config.features[feature] === true
}
