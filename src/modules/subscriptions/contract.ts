/** Notifications of games (wire 10), web push and the player's notices (ours). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { envelopeA } from '#modules/line/contract/schemas.ts'

const id = z.number().int().nonnegative()
const whole = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const lng = z.string().max(20).optional().catch(undefined)
const option = z.object({ period: id, events: z.array(id) })
const V3 = '/service-api/SubscriptionServiceV3/api/v3/games'
const ROOT = '/service-api/SubscriptionService/api'
const SITE = '/web-api/gamesubscription'

export const subsOptionsViews = endpoint({
  method: 'GET',
  path: `${V3}/GetSubsOptionsViews`,
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'B',
  query: z.object({ lng }),
  reply: z.object({
    periods: z.array(z.object({ period: id, name: z.string() })),
    events: z.array(z.object({ event: id, name: z.string() })),
  }),
  summary: 'What can be heard of games, in words (wire 10.1)',
})

export const subsOptionsForGame = endpoint({
  method: 'GET',
  path: `${V3}/GetSubsOptionsForGame`,
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'B',
  query: z.object({ constId: whole.default(0).catch(0), lng }),
  reply: z.object({ sport: id, options: z.array(option) }),
  summary: 'What can be heard of a game (wire 10.2)',
})

export const eventTypesByGameId = endpoint({
  method: 'GET',
  path: `${ROOT}/GetEventTypesByGameId`,
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'A',
  query: z.object({ gameId: whole.optional().catch(undefined), lng }),
  reply: envelopeA(z.array(z.object({ Id: id, Name: z.string(), PeriodId: id }))),
  summary: 'What can be heard of a game, in one list (wire 10.3)',
})

export const gameSubscription = endpoint({
  method: 'POST',
  path: `${ROOT}/GetGameSubscription`,
  serviceRoot: true,
  wire: true,
  auth: 'token',
  envelope: 'A',
  body: z.object({ gameId: whole, lng }),
  reply: envelopeA(z.object({ GameId: id, Events: z.array(z.object({ Id: id, PeriodId: id, IsOn: z.boolean() })), Channels: z.array(id) })),
  summary: 'What the player hears of a game (wire 10.4)',
})

export const saveSubscription = endpoint({
  method: 'POST',
  path: `${SITE}/save`,
  wire: true,
  auth: 'token',
  envelope: 'C',
  body: z.object({
    game_id: whole,
    events: z.array(z.object({ id: whole, period_id: whole })).max(50),
    channels: z.array(whole).max(10).default([1]),
  }),
  reply: z.object({ game_id: id, saved: z.boolean() }),
  summary: 'Begins, changes or ends hearing of a game (wire 10.5)',
})

const endpointText = z.string().min(10).max(600)

export const pushKey = endpoint({
  method: 'GET',
  path: `${SITE}/push-key`,
  auth: 'none',
  envelope: 'C',
  reply: z.object({ key: z.string() }),
  summary: 'Public key that a browser needs to take web push',
})

export const pushSave = endpoint({
  method: 'POST',
  path: `${SITE}/push`,
  auth: 'token',
  envelope: 'C',
  rateLimit: { max: 30, windowMs: 60_000 },
  body: z.object({ endpoint: endpointText, keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(40) }) }),
  reply: z.object({ saved: z.literal(true) }),
  summary: 'Keeps the push endpoint of a browser',
})

export const pushRemove = endpoint({
  method: 'POST',
  path: `${SITE}/push-remove`,
  auth: 'token',
  envelope: 'C',
  body: z.object({ endpoint: endpointText }),
  reply: z.object({ removed: z.number() }),
  summary: 'Forgets the push endpoint of a browser',
})

/** Of what a browser tells beside followed games: settled bets, orders that reached their price, money on its way. */
export const PUSH_TOPICS = ['bets', 'orders', 'money'] as const
export type PushTopic = (typeof PUSH_TOPICS)[number]

export const pushTopics = endpoint({
  method: 'POST',
  path: `${SITE}/push-topics`,
  auth: 'token',
  envelope: 'C',
  /** Without topics nothing is changed: the choice is only read. */
  body: z.object({ topics: z.array(z.enum(PUSH_TOPICS)).max(PUSH_TOPICS.length).optional() }),
  reply: z.object({ topics: z.array(z.enum(PUSH_TOPICS)), browsers: z.number() }),
  summary: 'Of what the browsers of the player tell beside followed games, and how many of them do',
})

export const notices = endpoint({
  method: 'POST',
  path: `${SITE}/notices`,
  auth: 'token',
  envelope: 'C',
  body: z.object({ lng }),
  reply: z.array(
    z.object({
      id,
      gameId: id.optional(),
      constId: id,
      sportId: id,
      kind: id.optional(),
      title: z.string(),
      text: z.string(),
      at: id,
    }),
  ),
  summary: 'Latest notices of the player, the newest first',
})
