/**
 * The edge: what a provider sends is checked here before anything is done with it (feeds 0.7, standards WEB-25).
 * Unknown words of open lists (phases, incident types, market keys) pass; a wrong shape is parked with its text.
 */
import { z } from 'zod'
import type { Fact, GameStatus } from '../rules/fact.ts'
import { GAME_STATUSES } from '../rules/status.ts'
import { championshipAbout, gameAbout } from './about-schema.ts'

/** Text without U+0000, which the database cannot hold. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'holds U+0000')
const ref = text(200).min(1)
const millis = z.number().int().min(0).max(8_640_000_000_000_000)
const names = z.record(text(12), text(300))
const pair = z.tuple([z.number(), z.number()])
/** Nobody's score is below zero or near what the database cannot hold; some providers send halves. */
const points = z.number().min(0).max(30_000)
const score = z.tuple([points, points])
const wholeScore = z.tuple([points.int(), points.int()])
const word = text(60)

/** A game status that nobody knows keeps the game out of betting without stopping the rest. */
const gameStatus = z
  .string()
  .max(30)
  .transform((status): GameStatus => {
    return (GAME_STATUSES as readonly string[]).includes(status) ? (status as GameStatus) : 'suspended'
  })

const entity = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sport'), ref, sportId: z.number().int().min(1).max(1_000_000) }),
  z.object({ kind: z.literal('country'), ref, code: z.string().min(1).max(12), names: names.optional() }),
  z.object({
    kind: z.literal('championship'),
    ref,
    sport: ref,
    country: ref,
    names,
    tz: text(60),
    type: z.enum(['league', 'cup', 'stage', 'outright']).catch('league'),
    gender: z.enum(['m', 'f', 'x']).optional(),
    about: championshipAbout.optional().catch(undefined),
  }),
  z.object({ kind: z.literal('season'), ref, championship: ref, label: z.string().max(100), startsAt: millis, endsAt: millis }),
  z.object({
    kind: z.literal('competitor'),
    ref,
    sport: ref,
    names,
    country: ref.optional(),
    type: z.enum(['team', 'player', 'pair', 'runner']).catch('team'),
  }),
  z.object({ kind: z.literal('player'), ref, competitor: ref.optional(), names }),
])

const game = z.object({
  kind: z.literal('game'),
  ref,
  championship: ref,
  season: ref.optional(),
  type: z.enum(['match', 'race', 'outright', 'draw']),
  sides: z
    .array(z.object({ competitor: ref, role: z.enum(['home', 'away', 'runner']), order: z.number().int().min(0).max(1000) }))
    .max(400),
  startsAt: millis,
  startConfirmed: z.boolean(),
  round: text(100).optional(),
  venue: text(200).optional(),
  neutral: z.boolean().optional(),
  format: z
    .object({
      bestOf: z.number().int().min(1).max(99).optional(),
      periods: z.number().int().min(1).max(20).optional(),
      periodMin: z.number().min(0).max(300).optional(),
      surface: text(40).optional(),
      statistics: z.boolean().optional(),
    })
    .optional(),
  status: gameStatus,
  statusNote: z
    .enum(['rain', 'walkover', 'retired', 'defaulted', 'awarded', 'after_extra_time', 'after_shootout', 'called_off'])
    .optional()
    .catch(undefined),
  liveCoverage: z.boolean(),
  origin: z.enum(['real', 'recorded', 'simulated']),
  about: gameAbout.optional().catch(undefined),
})

const periods = z.array(z.object({ no: z.number().int(), code: word, score })).max(60)

const liveState = z.object({
  game: ref,
  phase: word,
  clockSec: z.number().min(0).max(1_000_000).optional(),
  clockRuns: z.boolean().optional(),
  server: z.enum(['home', 'away']).optional(),
  score,
  points: z.tuple([z.string().max(8), z.string().max(8)]).optional(),
  periods,
  stats: z.record(word, pair),
})

const incident = z.object({
  game: ref,
  seq: z.number(),
  clockSec: z.number(),
  type: word,
  side: z.enum(['home', 'away']).optional(),
  player: ref.optional(),
  at: pair.optional(),
  detail: z.record(z.string().max(60), z.unknown()).optional(),
  retracts: z.number().optional(),
})

/** What is no number names no line, and must not be read as the line at 0. */
const numbered = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^(?!.*[=:]-?(?:NaN|Infinity)\b)/)
const marketId = z.object({ game: ref, part: z.string().min(1).max(30), key: z.string().min(1).max(80), spec: numbered(200) })
const prob5 = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
const stopReasons = [
  'goal',
  'penalty',
  'red_card',
  'review',
  'game_point',
  'match_ended',
  'provider_lost',
  'stale',
  'odd_price',
  'trader',
  'season_match',
  'other',
] as const
const reason = z.enum(stopReasons).catch('other')

const market = marketId.extend({
  // A status that nobody knows closes the market: unknown is never sold (feeds 2.1 rule 7).
  status: z.enum(['active', 'suspended', 'inactive', 'handed_over', 'settled', 'cancelled']).catch('suspended'),
  reason: reason.optional(),
  main: z.boolean().optional(),
  closesAt: millis.optional(),
  cashout: z.boolean().optional(),
  outcomes: z
    .array(
      z.object({
        key: numbered(120).min(1),
        ref: ref.optional(),
        active: z.boolean(),
        price: z.number().optional().catch(undefined),
        prob: z.number().min(0).max(1).optional().catch(undefined),
        prob5: prob5.optional().catch(undefined),
      }),
    )
    .max(600),
})

const result = z.object({
  outcome: numbered(120).min(1),
  ref: ref.optional(),
  won: z.union([z.literal(0), z.literal(1), z.null()]),
  voidFactor: z.union([z.literal(0.5), z.literal(1)]).optional(),
  deadHeat: z.number().gt(0).max(1).optional(),
  tied: z.number().int().min(2).max(1000).optional(),
  reason: z.string().max(200).optional(),
})

const providers = ['world', 'replay', 'uof', 'the-odds-api', 'pricing', 'result', 'guard', 'trader'] as const
const head = {
  provider: z.enum(providers),
  producer: text(60).min(1),
  sentAt: millis,
  receivedAt: millis,
  recovery: z.string().max(80).optional(),
  key: text(80).min(1),
}
const markets = z.array(market).max(3000)
const marketIds = z.array(marketId).max(3000)
const range = { from: millis.optional(), to: millis.optional(), line: z.literal(true).optional() }

const fact = z.discriminatedUnion('t', [
  z.object({ ...head, t: z.literal('catalog'), entities: z.array(z.union([entity, game])).max(20_000) }),
  z.object({
    ...head,
    t: z.literal('game'),
    game,
    reason: z.enum(['new', 'time', 'cancelled', 'format', 'coverage', 'status', 'other']).catch('other'),
  }),
  z.object({ ...head, t: z.literal('live'), state: liveState, incidents: z.array(incident).max(2000).optional() }),
  z.object({
    ...head,
    t: z.literal('model'),
    game: ref,
    supremacy: z.number(),
    total: z.number(),
    rho: z.number().optional(),
    extra: z.record(word, z.number()).optional(),
  }),
  z.object({ ...head, t: z.literal('odds.delta'), game: ref, markets }),
  z.object({ ...head, t: z.literal('odds.image'), game: ref, markets }),
  z.object({
    ...head,
    t: z.literal('bet.stop'),
    game: ref,
    reason,
    to: z.enum(['suspended', 'inactive', 'active']).catch('suspended'),
    groups: z.union([z.literal('all'), z.array(word).max(200)]),
  }),
  z.object({
    ...head,
    t: z.literal('settle'),
    game: ref,
    certainty: z.enum(['live', 'confirmed']),
    markets: z.array(z.object({ id: marketId, results: z.array(result).max(600) })).max(3000),
  }),
  z.object({ ...head, t: z.literal('settle.rollback'), game: ref, markets: marketIds }),
  z.object({
    ...head,
    ...range,
    t: z.literal('cancel'),
    game: ref,
    markets: marketIds,
    reason: z.string().max(200).optional(),
    supersededBy: ref.optional(),
    undecided: z.literal(true).optional(),
  }),
  z.object({ ...head, ...range, t: z.literal('cancel.rollback'), game: ref, markets: marketIds }),
  z.object({ ...head, t: z.literal('history'), game, score: wholeScore, periods }),
  z.object({ ...head, t: z.literal('producer'), state: z.enum(['up', 'down', 'recovering', 'delayed']), lastAliveAt: millis }),
])

/** The whole fact, or the first thing that is wrong with it. */
export function checkFact(value: unknown): { fact: Fact } | { wrong: string } {
  const parsed = fact.safeParse(value)
  if (parsed.success) return { fact: parsed.data as Fact }
  const issue = parsed.error.issues[0]
  return { wrong: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a fact'}` }
}
