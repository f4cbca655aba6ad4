/** Fields of runners: races, tournaments, stages and draws (feeds §10.5). */
import type { Random } from '#lib/random.ts'
import { courseOfRace, orderOf, shownWeights, standing } from './race-course.ts'
import type { Stage } from './race-course.ts'
import type { Recorder } from './recorder.ts'
import type { Pair, Timeline, Variant, WorldGame } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

type Streams = (stream: string) => Random

const SECOND = 1000
const LAP_SEC: Partial<Record<Variant, number>> = { formula1: 92, horses: 32 }
/** The picture of the chances is drawn anew so often: at most once in the first, at least once in the second. */
const STEP_MS: readonly [number, number] = [8 * SECOND, 60 * SECOND]
const STEPS = 40
/** Betting pauses so long before somebody drops out or the safety car comes: whoever watches sees it first. */
const DANGER_MS = 3 * SECOND
/** Nothing is sold while the leaders are in sight of the finish. */
const FINISH_MS = 30 * SECOND
const FINISH_SHARE = 0.05

interface Race {
  laps: number
  lapMs: number
  endMs: number
}

function raceOf(game: WorldGame): Race {
  const laps = game.pace?.laps ?? (game.variant === 'formula1' ? rates.formula1.laps : 4)
  const lapMs = (game.pace?.lapSec ?? LAP_SEC[game.variant] ?? 8) * SECOND
  return { laps, lapMs, endMs: laps * lapMs }
}

const weightsOf = (game: WorldGame): number[] => Array.from({ length: game.sides }, (_, k) => game.model.extra[`w${k + 1}`] ?? 1)

export function fieldTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const race = raceOf(game)
  rec.incident(0, 0, 'period_start', { phase: 'race', open: 'race', runs: true, detail: { period: 'race' } })
  const { placed, retired } = game.variant === 'draw' ? draw(rec, streams('field'), game, race) : run(rec, streams, game, race)
  if (game.variant === 'formula1') onTheWay(rec, streams('laps'), game, race)
  const { endMs } = race
  rec.incident(endMs, endMs / 1000, 'race_end', {
    runs: false,
    detail: { order: placed, retired },
    set: { ...places(placed), ...winnersOf(game) },
  })
  rec.incident(endMs + 1000, endMs / 1000, 'match_end', { phase: 'ended', runs: false })
  return rec.finish(endMs + 1000)
}

interface Order {
  placed: readonly number[]
  retired: readonly number[]
}

function lapTold(rec: Recorder, race: Race, lap: number, now: readonly number[]): void {
  const at = lap * race.lapMs
  rec.incident(at, at / 1000, 'lap', { runs: true, detail: { lap, laps: race.laps, order: now.slice(0, 8) }, set: places(now) })
}

/** A draw shows what has been drawn; nobody knows more of what is left. */
function draw(rec: Recorder, random: Random, game: WorldGame, race: Race): Order {
  const weights = weightsOf(game)
  const left = weights.flatMap((w, k) => (w === 0 ? [] : [k + 1]))
  const placed: number[] = []
  while (left.length > 0) placed.push(...left.splice(random.pick(left.map((n) => weights[n - 1]!)), 1))
  for (let lap = 1; lap < race.laps; lap++) {
    lapTold(rec, race, lap, placed.slice(0, Math.min(lap, game.model.extra['winners'] ?? 1)))
  }
  return { placed, retired: [] }
}

/** A race: its chances move with the picture, until the finish is in sight. */
function run(rec: Recorder, streams: Streams, game: WorldGame, race: Race): Order {
  const random = streams('field')
  const { laps, lapMs, endMs } = race
  const [least, most] = STEP_MS
  const perLap = Math.max(1, Math.round(lapMs / Math.min(most, Math.max(least, endMs / STEPS))))
  const closesAt = endMs - Math.min(FINISH_MS, endMs * FINISH_SHARE)
  const parts = Array.from({ length: laps * perLap - 1 }, (_, k) => (k + 1) / (laps * perLap)).filter((part) => part * endMs < closesAt)
  const stages = courseOfRace(streams('course'), weightsOf(game), parts)
  const order = orderOf(random, stages.at(-1)!.logs)
  const dropped = dropOuts(random, game, order, race)
  const starts = stages[0]!.logs.map(() => random.normal())
  const stageAt = (lap: number): Stage => stages[Math.min(lap * perLap, stages.length - 1)]!
  for (const stage of stages.slice(1)) rec.model(stage.run * endMs, saysOf(stage))
  for (let lap = 1; lap < laps; lap++) {
    const gone = new Set(dropped.flatMap(({ number, at }) => (at <= lap * lapMs ? [number] : [])))
    const now = standing(stageAt(lap), starts).filter((n) => !gone.has(n))
    lapTold(rec, race, lap, now)
  }
  for (const { number, at } of dropped) {
    rec.stop(at - DANGER_MS, at / 1000, 'other')
    rec.incident(at, at / 1000, 'retired', { runs: true, detail: { order: number }, set: { [`place${number}`]: [0, 0] } })
  }
  rec.stop(closesAt, closesAt / 1000, 'match_ended')
  const retired = dropped.map(({ number }) => number)
  return { placed: order.filter((n) => !retired.includes(n)), retired }
}

/** `run`: the part of the race after which the weights hold; without it a model is that of the start. */
function saysOf(stage: Stage): Record<string, number> {
  const weights = shownWeights(stage.logs).map((w, k) => [`w${k + 1}`, w] as const)
  return { ...Object.fromEntries(weights), run: Number(stage.run.toFixed(4)) }
}

/** Drop-outs come from the drawn tail, so that the chance to win stays what the weights say. */
function dropOuts(random: Random, game: WorldGame, order: readonly number[], { endMs }: Race): { number: number; at: number }[] {
  const own = game.pace ?? ((rates as Record<string, unknown>)[game.variant] as { retired?: number } | undefined)
  const out = order.slice(3).filter(() => random.chance(own?.retired ?? 0))
  return out.map((number, k) => ({ number, at: Math.floor((endMs * (k + 1)) / (out.length + 1.5)) }))
}

/** The safety car, and the fastest lap of the race: told at its end, when nobody can be faster any more. */
function onTheWay(rec: Recorder, random: Random, { model: { extra }, sides }: WorldGame, { laps, lapMs, endMs }: Race): void {
  if (random.chance(extra['pSafetyCar'] ?? 0)) {
    const at = Math.round(lapMs * random.between(1.5, laps - 2))
    rec.stop(at - DANGER_MS, at / 1000, 'other')
    rec.incident(at, at / 1000, 'safety_car', { runs: true })
  }
  const order = 1 + random.pick(Array.from({ length: sides }, (_, i) => extra[`f${i + 1}`] ?? 0))
  const at = endMs - 1000
  rec.incident(at, at / 1000, 'fastest_lap', { runs: true, detail: { order } })
}

/** How many have won stands with the places: a result is worked out again long after the model is forgotten. */
function winnersOf({ model }: WorldGame): Record<string, Pair> {
  const winners = model.extra['winners'] ?? 1
  return winners > 1 ? { winners: [winners, 0] } : {}
}

function places(order: readonly number[]): Record<string, Pair> {
  return Object.fromEntries(order.map((n, k) => [`place${n}`, [k + 1, 0] as Pair]))
}
