/** Calls of the limit service (wire 14.2) and those of ours beside it, all below /limit-service/v1/. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { EXCLUSION_PERIODS } from './rules/exclusion.ts'
import { LIMIT_KINDS, LIMIT_PERIODS, LIMIT_WINDOWS } from './rules/limits.ts'
import { PRODUCTS } from './rules/products.ts'
import { SIGNALS } from './rules/signals.ts'

const service = (name: string) => `/service-api/limit-service/v1/${name}` as const
const own = { serviceRoot: true, envelope: 'B', auth: 'extended', wire: true } as const

const limitId = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
/** As sign-in takes it: `1.` and the sealed text; empty = the proof of the last minutes is enough. */
const password = z
  .string()
  .max(2100)
  .nullish()
  .transform((value) => value ?? '')
const appCode = z
  .string()
  .max(40)
  .nullish()
  .transform((value) => value ?? '')

const limitRow = z.object({
  id: z.number().int(),
  type: z.enum([...LIMIT_KINDS, 'cooling_off', 'self_exclusion']),
  period: z.enum([...LIMIT_PERIODS, 'none']),
  amount: z.number().optional(),
  minutes: z.number().int().optional(),
  used: z.number().optional(),
  left: z.number().optional(),
  currency: z.string().optional(),
  startsAt: z.number().int(),
  endsAt: z.number().int(),
  /** When the day, week or month of the player's calendar begins anew; missing where it is the last 24 hours, 7 or 30 days that count. */
  restartsAt: z.number().int().optional(),
  activeFrom: z.number().int().optional(),
  /** A softer limit that waits; without an amount: no limit any more. */
  pending: z
    .object({
      amount: z.number().optional(),
      minutes: z.number().int().optional(),
      isRemoval: z.boolean(),
      activeFrom: z.number().int(),
      confirmUntil: z.number().int(),
    })
    .optional(),
})
export type LimitRow = z.output<typeof limitRow>

const closed = z.object({
  kind: z.enum(['time_out', 'self_exclusion', 'session_time']),
  /** Unix seconds; 0 = no end by itself. */
  until: z.number().int(),
  isForever: z.boolean(),
  /** The self-exclusion is over: the player may ask to come back. */
  mayReopen: z.boolean(),
})
export type ClosedReply = z.output<typeof closed>

export const limitsCall = endpoint({
  ...own,
  method: 'GET',
  path: service('limits'),
  reply: z.object({ limits: z.array(limitRow), closed: closed.nullable() }),
  summary: 'Limits of the player, what is used of them and what waits',
})

export const setLimitCall = endpoint({
  ...own,
  method: 'POST',
  path: service('limits'),
  body: z.object({
    type: z.enum(LIMIT_KINDS),
    period: z.enum(LIMIT_PERIODS),
    /** Decimal text or number in the currency of the limit; of a new one that of the active account. */
    amount: z.union([z.string().max(30), z.number()]).nullish(),
    minutes: z.coerce.number().int().min(0).max(100_000).nullish(),
    /** IANA name of the player's zone: with his first limit his calendar is chosen. */
    time_zone: z
      .string()
      .max(60)
      .regex(/^[A-Za-z][\w+/-]*$/)
      .nullish(),
  }),
  reply: limitRow,
  summary: 'Set a limit: a stricter one holds at once, a softer one waits and is confirmed by limitaction',
})

export const removeLimitCall = endpoint({
  ...own,
  method: 'DELETE',
  path: service('limits/:id'),
  params: z.object({ id: limitId }),
  reply: z.object({ id: z.number().int(), activeUntil: z.number().int() }),
  summary: 'Ask for a limit to end: waits like a softer one and is confirmed by limitaction',
})

export const availableLimitsCall = endpoint({
  ...own,
  method: 'GET',
  path: service('availablelimits'),
  reply: z.object({
    types: z.array(
      z.object({
        type: z.enum(LIMIT_KINDS),
        periods: z.array(z.enum(LIMIT_PERIODS)),
        min: z.number(),
        max: z.number(),
        /** Where it is another one for each period, `max` is that of the longest. */
        maxOf: z.record(z.enum(LIMIT_PERIODS), z.number()).optional(),
        default: z.number(),
        currency: z.string(),
      }),
    ),
    /** Seconds before a softer limit can be confirmed. */
    raiseWait: z.number().int(),
    windows: z.enum(LIMIT_WINDOWS),
    selfExclude: z.object({
      periods: z.array(z.object({ code: z.enum(EXCLUSION_PERIODS), title: z.string(), kind: z.enum(['time_out', 'self_exclusion']) })),
    }),
  }),
  summary: 'Kinds of limits with their bounds, and periods of exclusion',
})

export const reasonsCall = endpoint({
  ...own,
  method: 'GET',
  path: service('selfexclude/reasons'),
  reply: z.object({ reasons: z.array(z.object({ id: z.number().int(), title: z.string() })) }),
  summary: 'Reasons of a self-exclusion',
})

export const limitActionCall = endpoint({
  ...own,
  method: 'POST',
  path: service('limitaction'),
  body: z.object({ action: z.enum(['confirm', 'cancel']), limit_id: limitId, password, app_code: appCode }),
  reply: z.object({ limit_id: z.number().int(), status: z.enum(['confirmed', 'cancelled']) }),
  summary: 'The second yes to a softer limit, after its wait; or its cancelling',
})

export const testAnswersCall = endpoint({
  ...own,
  method: 'POST',
  path: service('testanswers'),
  body: z.object({
    answers: z
      .array(z.object({ question_id: z.coerce.number().int().min(0).max(1000), answer: z.coerce.number().int().min(0).max(100) }))
      .max(50),
  }),
  reply: z.object({ score: z.number().int(), level: z.enum(['low', 'middle', 'high']), advice: z.string() }),
  summary: 'Result and advice of the self-assessment',
})

export const blockUserCall = endpoint({
  ...own,
  method: 'POST',
  path: service('BlockUser'),
  body: z.object({
    period: z.enum(EXCLUSION_PERIODS),
    reason_id: z.coerce.number().int().min(0).max(1000).default(0),
    comment: z
      .string()
      .max(500)
      .nullish()
      .transform((value) => value ?? ''),
    password,
    app_code: appCode,
  }),
  reply: z.object({ blockedUntil: z.number().int(), isForever: z.boolean() }),
  summary: 'Time-out or self-exclusion: at once, cannot be undone',
})

export const reopenCall = endpoint({
  ...own,
  method: 'POST',
  path: service('reopen'),
  body: z.object({ password, app_code: appCode }),
  reply: z.object({ opensAt: z.number().int() }),
  summary: 'Ask to come back after a self-exclusion is over: the account opens a day later',
})

export const changesCall = endpoint({
  ...own,
  method: 'GET',
  path: service('changes'),
  query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  reply: z.object({
    items: z.array(z.object({ id: z.number().int(), date: z.number().int(), what: z.string(), details: z.record(z.string(), z.string()) })),
    pages: z.number().int(),
  }),
  summary: 'History of the player’s limits and exclusions',
})

export const positionCall = endpoint({
  ...own,
  method: 'GET',
  path: service('position'),
  reply: z.object({
    currency: z.string(),
    /** Returns less stakes, of this session and of all time: below zero is lost. */
    session: z.number(),
    allTime: z.number(),
    deposits: z.number(),
    withdrawals: z.number(),
    /** Minutes between two reality checks; 0 = none. */
    checkEvery: z.number().int(),
    /** Unix seconds at which the session began. */
    sessionFrom: z.number().int(),
    /** Unix seconds of the product's time. */
    now: z.number().int(),
  }),
  summary: 'Net position of the player in the currency of the active account',
})

export const panicCall = endpoint({
  ...own,
  method: 'POST',
  path: service('panic'),
  body: z.object({}).optional(),
  /** Of what closes the account longest; 0 = for good. */
  reply: z.object({ blockedUntil: z.number().int() }),
  summary: 'A break of 24 hours in one press: at once, without a password, cannot be undone',
})

const products = z.object({
  products: z.array(
    z.object({
      product: z.enum(PRODUCTS),
      closed: z.boolean(),
      startsAt: z.number().int(),
      pending: z.object({ activeFrom: z.number().int(), confirmUntil: z.number().int() }).optional(),
    }),
  ),
})
export type ProductsReply = z.output<typeof products>

/** Asked by the page of a section before it is shown: the gate itself refuses the calls of a section. */
export const mayEnterCall = endpoint({
  method: 'GET',
  path: service('may-enter'),
  serviceRoot: true,
  envelope: 'B',
  auth: 'player',
  wire: true,
  query: z.object({ product: z.enum(PRODUCTS) }),
  reply: z.object({ open: z.literal(true) }),
  summary: 'Whether the player may enter a product: refused when he has closed it or is too young for it in this country',
})

export const productsCall = endpoint({
  ...own,
  method: 'GET',
  path: service('products'),
  reply: products,
  summary: 'Products of the brand and which of them the player has closed for himself',
})

export const setProductCall = endpoint({
  ...own,
  method: 'POST',
  path: service('products'),
  body: z.object({ product: z.enum(PRODUCTS), action: z.enum(['close', 'open', 'confirm', 'cancel']), password, app_code: appCode }),
  reply: products,
  summary: 'Close a product at once; to open it waits like a softer limit and is confirmed',
})

const checkEvery = z.object({
  minutes: z.number().int(),
  /** What may be chosen, minutes; the longest is what the profile allows. */
  choices: z.array(z.number().int()),
})

export const checkEveryCall = endpoint({
  ...own,
  method: 'GET',
  path: service('realitycheck'),
  reply: checkEvery,
  summary: 'How often the player wants to be shown how he stands',
})

export const setCheckEveryCall = endpoint({
  ...own,
  method: 'POST',
  path: service('realitycheck'),
  body: z.object({ minutes: z.coerce.number().int().min(1).max(1000) }),
  reply: checkEvery,
  summary: 'Choose how often; as often as the profile asks at least',
})

export const sessionStakesCall = endpoint({
  ...own,
  method: 'GET',
  path: service('position/session'),
  reply: z.object({ currency: z.string(), staked: z.number() }),
  summary: 'What was staked since the session began, in the currency of the active account',
})

export const positionMonthsCall = endpoint({
  ...own,
  method: 'GET',
  path: service('position/months'),
  query: z.object({ months: z.coerce.number().int().min(1).max(12).default(3) }),
  reply: z.object({
    currency: z.string(),
    /** The newest first; months without any movement too. */
    months: z.array(
      z.object({
        /** "2026-11", UTC. */
        month: z.string(),
        deposits: z.number(),
        withdrawals: z.number(),
        stakes: z.number(),
        returns: z.number(),
        /** Returns less stakes. */
        net: z.number(),
      }),
    ),
  }),
  summary: 'Net position by month: three at once, twelve on request',
})

export const signalsCall = endpoint({
  ...own,
  method: 'GET',
  path: service('signals'),
  reply: z.object({ signals: z.array(z.object({ code: z.enum(SIGNALS), title: z.string(), advice: z.string() })) }),
  summary: 'What stands out in the player’s last week beside his own weeks before, in kind words',
})
