/** The schema of brands/<id>/config.json: everything a brand may say. A wrong key or value stops the start. */
import { z } from 'zod'
import {
  COUPON_KINDS,
  COUPON_OPTIONS,
  EARLY_KINDS,
  PROFILE_NAMES,
  OAUTH_SCOPES,
  REGISTRATION_KINDS,
  SOCIAL_PROVIDERS,
} from '#platform/shared/site-config.ts'
import { cashierSchema } from './cashier.ts'
import { identificationSchema } from './identification.ts'
import { informationSchema } from './information.ts'
import { stakeLimits } from './limits.ts'
import { country, currency, hostName, language } from './places.ts'
import { promoSchema } from './promo.ts'
import { redirects } from './redirects.ts'
import { taxRule } from './taxes.ts'

const menuItem: z.ZodType = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  langKey: z.string().max(80),
  actionType: z.enum(['link', 'modal', 'group']),
  link: z.string().max(200).optional(),
  icon: z.string().max(40).optional(),
  text: z.string().max(80).optional(),
  feature: z.string().max(40).optional(),
  subMenuItems: z
    .array(z.lazy(() => menuItem))
    .max(30)
    .optional(),
})

const amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/)

export const customizeSchema = z.strictObject({
  name: z.string().min(1).max(40),
  logo: z.strictObject({ mark: z.enum(['stripes', 'bars', 'file']), word: z.string().min(1).max(20) }),
  accent: colour,
  onAccent: colour,
  stripeDeg: z.number().min(-20).max(20),
  neutralHue: z.number().min(0).max(360).nullable(),
  radiusScale: z.number().min(0).max(2.5),
  density: z.enum(['default', 'compact', 'comfortable']),
  font: z.strictObject({ family: z.string().max(60), package: z.string().max(80).nullable() }),
  defaultTheme: z.enum(['paper', 'flood', 'system']),
  promoTheme: z.enum(['dark', 'light']),
})

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const timeZone = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}, 'no such time zone')

/** Hours, contacts, consultants with their colours, and which of them speak a language. */
const supportSchema = z
  .strictObject({
    hours: z.strictObject({
      start: timeOfDay,
      end: timeOfDay,
      timeZone,
    }),
    consultants: z
      .array(z.strictObject({ id: z.int().min(1), name: z.string().min(1).max(40), color: z.string().regex(/^#[0-9A-Fa-f]{6}$/) }))
      .max(50),
    byLanguage: z.record(z.string().max(7), z.array(z.int()).max(50)),
    callback: z.boolean(),
    /** Ways to reach the house, each for a place of the site: 1 the page of contacts, 2 support, 3 protection of players. */
    contacts: z
      .array(
        z.strictObject({
          placementTypeId: z.int().min(1).max(99).default(1),
          kind: z.enum(['email', 'phone', 'telegram', 'whatsapp', 'address', 'site']),
          title: z.record(z.string().max(7), z.string().min(1).max(80)),
          /** One for all, or by language; a language that is not named reads `en`, which must be there. */
          value: z.union([
            z.string().min(1).max(200),
            z.record(z.string().max(7), z.string().min(1).max(200)).refine((values) => 'en' in values, 'no value for en'),
          ]),
        }),
      )
      .max(50)
      .optional(),
  })
  .refine(
    ({ consultants, byLanguage }) =>
      Object.values(byLanguage)
        .flat()
        .every((id) => consultants.some((known) => known.id === id)),
    'byLanguage names a consultant who is not listed',
  )

const fieldList = z.array(z.string().max(40)).max(40)

export const siteConfigSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  number: z.int().min(1).max(10_000),
  group: z.int().min(1).max(10_000),
  hosts: z.array(hostName).min(1).max(50),
  global: z.strictObject({
    homeType: z.enum(['sport', 'casino', 'mixed']),
    redirects,
    routes: z.array(
      z.strictObject({
        path: z.string(),
        signedOut: z.boolean().optional(),
        signedIn: z.boolean().optional(),
        languages: z.array(language).optional(),
        blockedCountries: z.array(country).optional(),
        onlyCountriesSignedIn: z.array(country).optional(),
      }),
    ),
    supportEmail: z.email(),
  }),
  languages: z
    .strictObject({ default: language, offered: z.array(language).min(1), hidden: z.array(language) })
    // An address without a language leads to the default one, and without end when that is no language of the site.
    .refine((languages) => languages.offered.includes(languages.default), { path: ['default'], error: 'is not among those offered' }),
  countries: z.strictObject({ default: country, blocked: z.array(country) }),
  currencies: z.strictObject({
    default: currency,
    byCountry: z.record(country, currency),
    offered: z.array(z.union([currency, z.literal('*')])).min(1),
  }),
  header: z.strictObject({ menu: z.array(menuItem).max(30), bonus: z.boolean() }),
  footer: z.strictObject({
    menu: z.array(menuItem).max(60),
    /** At least one: every page and letter says under whose licence it is (RG-23). */
    licences: z.array(z.strictObject({ title: z.string(), text: z.string().min(1) })).min(1),
    payments: z.array(z.string()),
    questions: z.array(z.strictObject({ section: z.string(), items: z.array(z.strictObject({ key: z.string() })) })),
  }),
  registration: z.strictObject({
    types: z.array(z.enum(REGISTRATION_KINDS)).min(1),
    sort: z.strictObject({ fast: fieldList, phone: fieldList, full: fieldList, social: fieldList, short: fieldList, full_v1: fieldList }),
    fullRow: fieldList,
    compact: fieldList,
    /** Where the form opens: a page of its own, or a window over the page. */
    display: z.enum(['widget', 'popup']).default('widget'),
    /** Reminds a visitor of a form that he left half filled. */
    remind: z.boolean().default(false),
    /** Papers that a country asks for at once: what is asked, in the order of the form. */
    identity: z
      .record(
        country,
        z.strictObject({
          document: z.enum(['passport', 'id_card', 'tax_number']),
          fields: z.array(z.enum(['personal_code', 'document_number'])).min(1),
        }),
      )
      .default({}),
    /** The first payment makes the account; closed in these countries. */
    payAndPlay: z
      .strictObject({ enabled: z.boolean(), closedCountries: z.array(country) })
      .default({ enabled: false, closedCountries: [] }),
    // The parser keeps the rule of the specification (non-numeric becomes 0); what is enforced is decision C16.
    min_age: z.union([z.number(), z.string(), z.null()]),
    terms: z.array(z.strictObject({ id: z.string(), version: z.string() })),
  }),
  auth: z.strictObject({
    loginTypes: z.array(z.enum(['email', 'id', 'phone'])).min(1),
    twoFactorSms: z.boolean(),
    lastSessionNotice: z.boolean(),
    /** Other services whose word is taken, in the order of the buttons. */
    social: z.array(z.enum(SOCIAL_PROVIDERS)).max(SOCIAL_PROVIDERS.length).default([]),
    /** A signed-out visitor is offered the first of them by one press. */
    oneTap: z.boolean().default(false),
    passkeys: z.boolean().default(false),
    /** Programs of others that may ask players for rights; they prove themselves by PKCE, not by a secret. */
    oauthClients: z
      .array(
        z.strictObject({
          id: z.string().regex(/^[a-z0-9-]{2,40}$/),
          title: z.string().min(1).max(60),
          redirects: z.array(z.url().max(300)).min(1).max(10),
          scopes: z.array(z.enum(OAUTH_SCOPES)).min(1),
        }),
      )
      .max(100)
      .default([]),
  }),
  betting: z.strictObject({
    oddsFormat: z.strictObject({
      default: z.int().min(0).max(6),
      byCountry: z.record(country, z.int().min(0).max(6)),
      byLanguage: z.record(language, z.int().min(0).max(6)),
    }),
    sportsOrder: z.array(z.int()),
    liveDelayMs: z.strictObject({ default: z.int().min(0).max(30_000), bySport: z.record(z.string(), z.int().min(0).max(30_000)) }),
    limits: stakeLimits,
    vip: z.strictObject({
      countries: z.array(country),
      default: z.boolean(),
      domain: z.boolean(),
      authCountries: z.array(country),
      factor: z.int().min(1).max(100).default(4),
    }),
    advanceMaxEur: amount.default('200'),
    /** Wins from so much wait for two officers, who have so many hours; null = none waits (standards SET-14). */
    winCheck: z
      .strictObject({ fromEur: amount, hours: z.int().min(1).max(168) })
      .nullable()
      .default(null),
    /** How a shared place is paid: price · places / tied, or half for two and the stake back for more (rules 3.4). */
    deadHeat: z.enum(['industry', 'house']).default('industry'),
    /** Early payout (features XT-21), dated; a bet has what was in force when it was placed. */
    earlyPayout: z
      .array(
        z.strictObject({
          from: z.iso.date(),
          to: z.iso.date().optional(),
          lead: z.int().min(2).max(9),
          sports: z.array(z.int().min(1)).min(1).max(20),
          kinds: z.array(z.enum(EARLY_KINDS)).min(1).max(EARLY_KINDS.length),
        }),
      )
      .max(50)
      .default([]),
    /** Insurance of expresses (features XT-21), dated; legs from a price in thousandths, a code that is good for so many days. */
    expressInsurance: z
      .array(
        z.strictObject({
          from: z.iso.date(),
          to: z.iso.date().optional(),
          legs: z.int().min(3).max(50),
          minPrice: z.int().min(1001).max(1_001_000),
          maxEur: amount,
          days: z.int().min(1).max(365),
        }),
      )
      .max(50)
      .default([]),
    hubs: z
      .array(
        z.strictObject({
          id: z.string().regex(/^[a-z0-9-]{1,40}$/),
          name: z.record(z.string().max(5), z.string().min(1).max(80)),
          sports: z.array(z.int().min(1)).min(1).max(20),
          champs: z.array(z.string().min(2).max(60)).max(20),
          from: z.iso.date().optional(),
          to: z.iso.date().optional(),
        }),
      )
      .max(50)
      .optional(),
  }),
  coupon: z.strictObject({
    types: z
      .array(z.enum([...COUPON_KINDS, ...COUPON_OPTIONS]))
      .min(1)
      .refine((types) => new Set(types).size === types.length, 'a type stands twice')
      .refine((types) => COUPON_KINDS.some((kind) => types.includes(kind)), 'no kind of coupon is offered'),
    /** Legs below the price (thousandths) do not count; percent of net winnings by the number of those that do (rules 2.10). */
    boost: z
      .strictObject({
        minPrice: z.int().min(1001).max(1_001_000),
        table: z.record(z.string().regex(/^([2-9]|[1-4]\d|50)$/), z.number().min(0).max(1000)).refine((table) => {
          const rows = Object.keys(table).map(Number)
          return rows.length > 0 && Math.max(...rows) - Math.min(...rows) + 1 === rows.length
        }, 'the table has rows without a gap'),
      })
      .nullable(),
    cashOut: z.strictObject({
      commissionPercent: z.number().min(0).max(50),
      minSaleEur: amount,
      insuranceMarginPercent: z.number().min(0).max(50),
    }),
    maxBets: z.int().min(1).max(50),
    maxBetsSystem: z.int().min(1).max(20),
    historyDays: z.union([z.number(), z.string()]),
    hiddenBetStatuses: z.array(z.int()),
    amountTemplate: z.strictObject({ default: amount, byCurrency: z.record(currency, amount) }),
    presets: z.strictObject({ default: z.array(amount).max(6), byCurrency: z.record(currency, z.array(amount).max(6)) }),
    teamLogos: z.boolean(),
  }),
  /** Taxes on bets, deposits and withdrawals by country, each from its day on (rules 5). */
  taxes: z.array(taxRule).max(500),
  responsible: z.strictObject({
    autoLogoff: z.boolean(),
    autoLogoffMinutes: z.number().min(1),
    casinoMinAge: z.record(country, z.int()),
    /** Who helps with gambling harm, and how to reach them; layers name those of a country. */
    helpLine: z
      .strictObject({ name: z.string().min(1).max(80), url: z.url({ protocol: /^https$/ }).max(200), phone: z.string().max(30).optional() })
      .optional(),
    profile: z.enum(PROFILE_NAMES).default('standard'),
    realityCheckMinutes: z.int().min(0).max(240).default(60),
  }),
  withdrawals: z.strictObject({
    autoMaxEur: amount,
    fourEyesFromEur: amount,
    holdMinutes: z.int().min(0).max(10_080),
    playerCanCancel: z.boolean(),
    watched: z.strictObject({ days: z.int().min(7).max(366), fromEur: amount }),
  }),
  cashier: cashierSchema.optional(),
  support: supportSchema.optional(),
  identification: identificationSchema.optional(),
  information: informationSchema,
  captcha: z.strictObject({ type: z.enum(['google', 'hunt', 'puzzle', 'hcaptcha', 'custom', 'disabled']) }),
  promo: promoSchema,
  /** A press opens the statistics in a panel over the page or in a window of their own; which other origins may frame them. */
  statistics: z
    .strictObject({
      opens: z.enum(['popup', 'window']),
      frameOrigins: z.array(z.string().regex(/^https?:\/\/[a-z0-9.-]{1,200}(:\d{1,5})?$/)).max(50),
    })
    .default({ opens: 'window', frameOrigins: [] }),
  /** Announced works: the site says so a day before, /status always. */
  maintenance: z
    .array(
      z.strictObject({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        services: z.array(z.enum(['line', 'live', 'bets', 'payments', 'account'])).min(1),
      }),
    )
    .max(20)
    .optional(),
  /** Where the brand's apps are; without one the page tells how to put the site on the screen. Types: 0 standard, 1 lite, 2 Asia. */
  apps: z
    .strictObject({
      android: z
        .array(z.strictObject({ type: z.union([z.literal(0), z.literal(1), z.literal(2)]), link: z.url(), version: z.string().max(20) }))
        .max(3),
      ios: z.strictObject({ link: z.url(), version: z.string().max(20) }).nullable(),
      /** Countries whose Android app is the Asian one. */
      asia: z.array(country).max(60),
    })
    .optional(),
  /** Other origins that may frame the site and share its state. */
  embed: z.strictObject({ origins: z.array(z.string().regex(/^https:\/\/[a-z0-9.-]{1,200}(:\d{1,5})?$/)).max(50) }).optional(),
  time: z.strictObject({
    hour12Countries: z.array(country),
    weekStart: z.record(country, z.int().min(0).max(6)),
    zone: timeZone.optional(),
  }),
  telemetry: z.strictObject({ projectHash: z.string().regex(/^[a-z0-9]{6,40}$/) }),
  customize: customizeSchema,
  /** Rates of the brand's own for transfers between a player's accounts; without them there are none. */
  transfers: z
    .strictObject({
      perEuro: z.record(z.string().regex(/^[A-Z0-9]{2,10}$/), z.string().regex(/^\d{1,9}(\.\d{1,12})?$/)).optional(),
      feePermille: z.int().min(0).max(200),
    })
    .optional(),
  office: z
    .strictObject({ sidebar: z.boolean(), verification: z.boolean(), history: z.boolean(), support: z.boolean() })
    .partial()
    .optional(),
  features: z.record(z.string(), z.boolean()),
})

/** By these a visit finds its brand, before any layer is laid over it. */
const OF_THE_BRAND: ReadonlySet<string> = new Set(['id', 'number', 'hosts'])

/** A brand's file: the configuration and layers that change parts of it by country, language, partner or group. */
export const brandFileSchema = z.strictObject({
  config: siteConfigSchema,
  layers: z
    .array(
      z.strictObject({
        when: z.strictObject({
          countries: z.array(country).optional(),
          languages: z.array(language).optional(),
          partners: z.array(z.int()).optional(),
          groups: z.array(z.int()).optional(),
          hosts: z.array(hostName).optional(),
        }),
        set: z.record(
          z.string().refine((name) => !OF_THE_BRAND.has(name), 'is the same for all visits: no layer changes it'),
          z.unknown(),
        ),
      }),
    )
    .max(200),
})

export type BrandFile = z.output<typeof brandFileSchema>
