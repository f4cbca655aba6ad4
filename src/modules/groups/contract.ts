/** Bets with friends (XT-28). Ours beside the wire. */
import { z } from 'zod'
import { betFields } from '#modules/bets/contract.ts'
import { wireCurrency, wireOrderEvent } from '#modules/orders/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { wireSum } from '#platform/shared/wire-schema.ts'

const office = (name: string) => [`/web-api/office/groups/${name}`, `/office/groups/${name}`] as const
const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
/** Made by the browser for every wish: the same key is the same group or stake. */
const guid = z.string().regex(/^[0-9A-Za-z-]{8,64}$/)
const sum = wireSum()
const code = z.string().regex(/^\d{6}$/)
/** The group that was shown for the code: no other is meant, though the code be another's by now. */
const shown = id.optional()
const nick = z.string().max(80).optional()
const common = { method: 'POST', envelope: 'C', auth: 'token', feature: 'groupBets', wire: true } as const
const view = { lng: z.string().max(10).optional() }

const groupMember = z.object({
  /** Number in the group, from 1. */
  number: z.int(),
  /** Null: he is called by his number. */
  nick: z.string().nullable(),
  is_admin: z.boolean(),
  is_me: z.boolean(),
  /** Null to whoever has no stake in it. */
  sum: z.number().nullable(),
  /** 0 stake held, 1 has a bet, 2 gone back. */
  state: z.int(),
})

const group = z.object({
  group_id: z.int(),
  /** Null once it is over. */
  code: z.string().nullable(),
  name: z.string(),
  /** 0 open, 1 placed, 2 ended. */
  status: z.int(),
  reason: z.string().nullable(),
  is_admin: z.boolean(),
  is_member: z.boolean(),
  currency: wireCurrency,
  max_sum: z.number(),
  pooled: z.number(),
  /** Own stake, its state, why it has gone back, and the bet that it has become. */
  my_sum: z.number(),
  my_state: z.int().nullable(),
  my_reason: z.string().nullable(),
  my_bet_id: z.int().nullable(),
  /** How that bet stands, and what it has paid once it is settled; a sold one may have become another one. */
  my_bet_status: z.int().nullable(),
  my_payout: z.number().nullable(),
  /** Unix seconds; and milliseconds until then by the server's clock, 0 when it is over. */
  created: z.int(),
  closes: z.int(),
  left_ms: z.int(),
  bet_type: z.int(),
  /** Coefficient now, 0 while an outcome is not offered, of a placed group the one that was given; and when the group was made. */
  coef: z.number(),
  coef_made: z.number(),
  is_open: z.boolean(),
  members: z.array(groupMember),
  events: z.array(wireOrderEvent),
})
export type WireGroup = z.output<typeof group>

export const createGroup = endpoint({
  ...common,
  path: office('create'),
  rateLimit: { max: 20, windowMs: 60_000 },
  body: z.object({
    ...view,
    guid,
    name: z.string().max(160),
    nick,
    /** Stake of the one who makes it, and the most that a member may put in. */
    sum,
    max_sum: sum,
    /** Unix seconds until which one may join and it may be placed. */
    closes: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 40),
    account_id: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(0),
    Events: betFields.Events,
    Vid: betFields.Vid,
  }),
  reply: group,
  summary: 'Makes a group of a coupon with a first stake; its code is in the answer.',
})

export const findGroup = endpoint({
  ...common,
  path: office('find'),
  rateLimit: { max: 20, windowMs: 60_000 },
  body: z.object({ ...view, code, group_id: shown }),
  reply: group,
  summary: 'The open group with this code, for whoever thinks of joining it.',
})

export const joinGroup = endpoint({
  ...common,
  path: office('join'),
  rateLimit: { max: 20, windowMs: 60_000 },
  body: z.object({ ...view, guid, code, group_id: shown, sum, nick }),
  reply: group,
  summary: 'Puts a stake into the open group with this code.',
})

export const listGroups = endpoint({
  ...common,
  path: office('list'),
  body: z.object({ ...view, count: z.coerce.number().int().min(1).max(100).default(50) }),
  reply: z.object({ items: z.array(group) }),
  summary: 'Groups in which the player has or had a stake, newest first.',
})

export const getGroup = endpoint({
  ...common,
  path: office('get'),
  body: z.object({ ...view, group_id: id }),
  reply: group,
  summary: 'A group of the player.',
})

export const leaveGroup = endpoint({
  ...common,
  path: office('leave'),
  body: z.object({ ...view, group_id: id }),
  reply: group,
  summary: 'Takes the stake out of an open group.',
})

export const endGroup = endpoint({
  ...common,
  path: office('end'),
  body: z.object({ ...view, group_id: id }),
  reply: group,
  summary: 'Gives an open group up: all stakes go back. Its admin only.',
})

export const placeGroup = endpoint({
  ...common,
  path: office('place'),
  rateLimit: { max: 20, windowMs: 60_000 },
  body: z.object({
    ...view,
    group_id: id,
    /** Prices that the admin sees, in the order of the events. */
    coefs: z.array(z.coerce.number().min(0).max(1e9)).min(1).max(50),
    CheckCf: z.coerce.number().int().min(0).max(2).default(0),
  }),
  reply: group,
  summary: 'Places the bet of an open group: each member has a bet of his own afterwards. Its admin only.',
})
