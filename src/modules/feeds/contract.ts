/** Endpoints of the trader's desk (design §7): JSON twins of /dev/feed, in development only. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { plain, wireBoolean } from '#platform/shared/wire-schema.ts'
import { CANCEL_REASONS } from './rules/status.ts'

const side = z.enum(['home', 'away'])
const goals = z.number().int().min(0).max(2000)
const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })
const part = plain(30).min(1)
const key = plain(80).min(1)
/** Whose act it is: acts that make results name him (standards SET-15). */
const officer = plain(40).min(1).default('officer-a')
const spec = plain(200).default('')
const reason = z.enum(['goal', 'penalty', 'red_card', 'review', 'game_point', 'match_ended', 'trader', 'other']).default('trader')
const status = z.enum([
  'scheduled',
  'delayed',
  'postponed',
  'live',
  'suspended',
  'interrupted',
  'ended',
  'closed',
  'cancelled',
  'abandoned',
])

const base = { envelope: 'B', auth: 'none', csrf: false } as const

export const devFeed = endpoint({ ...base, method: 'GET', path: '/dev/api/feed', summary: 'Producers, counts, faults, states' })
export const devFeedGames = endpoint({
  ...base,
  method: 'GET',
  path: '/dev/api/feed/games',
  summary: 'Games the desk can drive',
  query: z.object({
    live: wireBoolean().optional(),
    sport: z.coerce.number().int().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
})
export const devFeedPost = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/feed',
  summary: 'Any fact as provider trader',
  body: z.object({ fact: z.record(z.string(), z.unknown()), officer }),
})
export const devFeedControl = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/feed/control',
  summary: 'Speed, silence and delay of the feed',
  body: z.object({
    speed: z.number().min(1).max(1000).optional(),
    silent: z.boolean().optional(),
    delayMs: z.number().int().min(0).max(60_000).optional(),
  }),
})
export const devGoal = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/goal',
  summary: 'A goal',
  params,
  body: z.object({ side, officer }),
})
export const devCard = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/card',
  summary: 'A card',
  params,
  body: z.object({ side, colour: z.enum(['yellow', 'red']).default('yellow'), officer }),
})
export const devSuspend = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/suspend',
  summary: 'Markets stop with a reason',
  params,
  /** With `scope` the desk chooses: the first market of the match, or the first price of it. */
  body: z
    .object({ reason, part: part.optional(), key: key.optional(), scope: z.enum(['event', 'market', 'price']).optional() })
    .default({ reason: 'trader' }),
})
export const devReopen = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/reopen',
  summary: 'Suspended markets open again',
  params,
})
export const devPrice = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/price',
  summary: 'Moves one price (decimal odds)',
  params,
  body: z.object({ part: part.default('full'), key, spec, outcome: plain(120).min(1), price: z.number().min(0).max(10_000) }),
})
export const devStatus = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/status',
  summary: 'Another status of the game',
  params,
  body: z.object({ status, note: z.enum(['rain', 'walkover', 'retired', 'defaulted', 'awarded']).optional() }),
})
export const devSettle = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/settle',
  summary: 'Result of one market',
  params,
  body: z.object({
    officer,
    part: part.default('full'),
    key,
    spec,
    results: z
      .array(
        z.object({
          outcome: plain(120).min(1),
          won: z.union([z.literal(0), z.literal(1), z.null()]),
          voidFactor: z.union([z.literal(0.5), z.literal(1)]).optional(),
          deadHeat: z.number().gt(0).max(1).optional(),
          tied: z.number().int().min(2).max(1000).optional(),
        }),
      )
      .min(1)
      .max(600),
  }),
})
export const devCancel = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/cancel',
  summary: 'Voids the game',
  params,
  body: z.object({ reason: z.enum(CANCEL_REASONS).optional(), officer }).default({ officer: 'officer-a' }),
})
export const devFinish = endpoint({
  ...base,
  method: 'POST',
  path: '/dev/api/games/:id/finish',
  summary: 'Ends the game at a score',
  params,
  body: z.object({ score: z.tuple([goals, goals]), officer }),
})
export const devStates = endpoint({ ...base, method: 'GET', path: '/dev/api/docs/states', summary: 'State machine of games and markets' })
