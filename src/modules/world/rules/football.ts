/** Football and its short cyber form: the score from the grid, everything else around it (feeds §10.2, §10.3). */
import type { Random } from '#lib/random.ts'
import { negativeBinomialQuantile, normalCdf } from '#lib/random.ts'
import { drawScore } from './grid.ts'
import { possessionShare } from './models.ts'
import { drawScorer, pickPlayer } from './players.ts'
import { extraTime } from './extra-time.ts'
import { forSide, other, type Recorder } from './recorder.ts'
import type { Pair, Side, Timeline, WorldGame } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

const F = rates.football
type Streams = (stream: string) => Random
const SIDES: readonly Side[] = ['home', 'away']

interface Clocks {
  /** Clock at the end of each half, seconds. */
  ends: Pair
  /** Clock at which the second half starts. */
  half: number
  breakMs: number
}

interface Ctx {
  game: WorldGame
  rec: Recorder
  clocks: Clocks
  streams: Streams
}

function clocksOf(game: WorldGame, random: Random): Clocks {
  if (game.variant === 'cyber-football') {
    const half = (game.format.periodMin ?? 4) * 60
    return { ends: [half, 2 * half], half, breakMs: 40_000 }
  }
  const first = Math.min(2990, Math.max(2712, random.normal(F.half1EndSec, F.half1EndSd)))
  const second = Math.min(6000, Math.max(5475, random.normal(F.matchEndSec + F.addedToday, F.matchEndSd)))
  return { ends: [Math.round(first), Math.round(second)], half: 2700, breakMs: 15 * 60_000 }
}

/** Wall time of a clock value in a half. */
function wall(clocks: Clocks, half: 0 | 1, clockSec: number): number {
  if (half === 0) return clockSec * 1000
  return clocks.ends[0] * 1000 + clocks.breakMs + (clockSec - clocks.half) * 1000
}

interface Moment {
  half: 0 | 1
  clock: number
  minute: string
}

/** A moment of play by the shares of a profile of twenty bins: nine of five minutes and stoppage, each half. */
function moment(random: Random, clocks: Clocks, shares: readonly number[]): Moment {
  const bin = random.pick(shares)
  const half = bin < 10 ? 0 : 1
  const place = bin % 10
  const inHalf = place < 9 ? place * 300 + random.between(1, 299) : 2700 + random.between(1, Math.max(2, stoppage(clocks, half) - 3))
  const scale = clocks.half / 2700
  const clock = Math.floor((inHalf + half * 2700) * (scale === 1 ? 1 : scale))
  return { half, clock: Math.max(half * clocks.half + 1, Math.min(clock, clocks.ends[half] - 1)), minute: minuteText(inHalf, half) }
}

/**
 * Clocks of goals, which are given in their order, so far apart that there is time for the kick-off between them. What is pushed apart
 * stays in its half: a goal after the whistle would take back results that are paid.
 */
function apart(goals: readonly Moment[], clocks: Clocks, gapSec: number): number[] {
  return ([0, 1] as const).flatMap((half) => {
    const own = goals.filter((goal) => goal.half === half)
    const last = clocks.ends[half] - 1
    const gap = Math.min(gapSec, Math.floor((last - half * clocks.half) / (own.length + 1)))
    const pushed: number[] = []
    for (const { clock } of own) pushed.push(Math.max(clock, (pushed.at(-1) ?? -Infinity) + gap))
    return pushed.map((clock, index) => Math.min(clock, last - (own.length - 1 - index) * gap))
  })
}

function stoppage(clocks: Clocks, half: 0 | 1): number {
  return clocks.half === 2700 ? clocks.ends[half] - 2700 * (half + 1) : 1
}

function minuteText(inHalf: number, half: 0 | 1): string {
  if (inHalf < 2700) return String(Math.floor(inHalf / 60) + 1 + half * 45)
  return `${45 + half * 45}+${Math.floor((inHalf - 2700) / 60) + 1}`
}

const NOBODY = { how: 'normal', player: undefined } as const

function goals(ctx: Ctx, score: Pair): void {
  const { rec, clocks, game } = ctx
  const random = ctx.streams('goals')
  const full = game.variant === 'football'
  const scorers = { home: ctx.streams('scorers-home'), away: ctx.streams('scorers-away') }
  const list = SIDES.flatMap((side, i) => Array.from({ length: score[i]! }, () => ({ side, ...moment(random, clocks, F.goalShares) })))
  list.sort((a, b) => a.clock + a.half * 1e5 - (b.clock + b.half * 1e5))
  const now: Pair = [0, 0]
  const times = apart(list, clocks, full ? 45 : 8)
  list.forEach((goal, index) => {
    now[goal.side === 'home' ? 0 : 1]++
    const { how, player } = full ? drawScorer(scorers[goal.side], game.squads?.[goal.side === 'home' ? 0 : 1]) : NOBODY
    const clock = times[index]!
    const at = wall(clocks, goal.half, clock)
    if (how === 'penalty') penaltyAward(ctx, random, goal.half, clock, goal.side)
    rec.stop(at - 1000 * random.integer(8, full ? 25 : 12), clock - 10, 'goal')
    const own = how === 'own_goal'
    rec.incident(at, clock, 'goal', {
      side: goal.side,
      player,
      detail: { how, score: [...now], minute: goal.minute, no: index + 1 },
      score: forSide(goal.side),
      period: forSide(goal.side),
      runs: true,
      stats: own ? {} : { shots: forSide(goal.side), shots_on: forSide(goal.side) },
    })
  })
}

function penaltyAward(ctx: Ctx, random: Random, half: 0 | 1, kick: number, side: Side): void {
  // In the half of the kick, however early that is.
  const clock = Math.max(half * ctx.clocks.half + 1, kick - random.integer(50, 100))
  const award = wall(ctx.clocks, half, clock)
  ctx.rec.stop(award - 1000 * random.integer(8, 25), clock - 10, 'penalty')
  ctx.rec.incident(award, clock, 'penalty_awarded', { side, stats: { penalties: forSide(side) } })
  // Nothing may open between the award and the kick.
  ctx.rec.stop(award + 500, clock, 'penalty')
}

/** Corners: negative binomial sides with the measured correlation, through a normal copula. */
function corners(ctx: Ctx): void {
  const random = ctx.streams('corners')
  const scale = ctx.game.variant === 'football' ? 1 : 0.35
  const z = random.normal()
  const w = F.cornerCopula * z + Math.sqrt(1 - F.cornerCopula ** 2) * random.normal()
  const counts = [z, w].map((x, i) => {
    const mean = F.corners[i]! * scale
    return negativeBinomialQuantile(normalCdf(x), mean, mean * F.cornerVariance)
  })
  SIDES.forEach((side, i) => {
    for (let k = 0; k < counts[i]!; k++) {
      const m = moment(random, ctx.clocks, F.flatShares)
      ctx.rec.incident(wall(ctx.clocks, m.half, m.clock), m.clock, 'corner', {
        side,
        runs: true,
        stats: { corners: forSide(side) },
        detail: { minute: m.minute },
      })
    }
  })
}

function cards(ctx: Ctx): void {
  const { rec, clocks } = ctx
  const random = ctx.streams('cards')
  const common = F.yellowCorrelation * Math.sqrt(F.yellows[0]! * F.yellows[1]!)
  const both = random.poisson(common)
  const booked = ctx.streams('booked')
  SIDES.forEach((side, i) => {
    const yellows = both + random.poisson(F.yellows[i]! - common)
    for (let k = 0; k < yellows; k++) {
      const m = moment(random, clocks, F.yellowShares)
      rec.incident(wall(clocks, m.half, m.clock), m.clock, 'yellow_card', {
        side,
        player: pickPlayer(ctx.game.squads, side, 'other', booked),
        runs: true,
        stats: { yellow: forSide(side) },
        detail: { minute: m.minute },
      })
    }
    const reds = random.poisson(F.reds[i]!)
    for (let k = 0; k < reds; k++) {
      const m = moment(random, clocks, F.yellowShares)
      const at = wall(clocks, m.half, m.clock)
      rec.stop(at - 1000 * random.integer(8, 25), m.clock - 10, 'red_card')
      rec.incident(at, m.clock, 'red_card', { side, runs: true, stats: { red: forSide(side) }, detail: { minute: m.minute } })
    }
  })
}

function shots(ctx: Ctx, score: Pair): void {
  const { rec, clocks } = ctx
  const random = ctx.streams('shots')
  const zones = ctx.streams('shot-zones')
  const scale = ctx.game.variant === 'football' ? 1 : 0.3
  SIDES.forEach((side, i) => {
    const on = random.negativeBinomial(F.savedShots[i]! * scale, F.savedShots[i]! * scale * F.savedVariance)
    const off = random.poisson(F.missedShots[i]! * scale)
    for (let k = 0; k < on + off; k++) {
      const m = moment(random, clocks, F.flatShares)
      const onTarget = k < on
      const where = spot(zones, side, [onTarget ? 80 : 70, 96])
      rec.incident(wall(clocks, m.half, m.clock), m.clock, 'shot', {
        side,
        where,
        runs: true,
        stats: { shots: forSide(side), ...(onTarget ? { shots_on: forSide(side) } : {}) },
        detail: { onTarget },
      })
    }
  })
  possession(ctx, score)
}

/** How far up the field attacks get, as the attacking side sees it. */
const ATTACKS: Readonly<Record<string, readonly [from: number, to: number]>> = { attacks: [45, 74], dangerous_attacks: [75, 97] }

function spot(random: Random, side: Side, [from, to]: readonly [number, number]): [number, number] {
  const x = Math.round(random.between(from, to))
  const y = Math.round(random.between(8, 92))
  return side === 'home' ? [x, y] : [100 - x, 100 - y]
}

/** Counts that are shown and not bet on minute by minute: in the picture, without facts of their own. */
function possession(ctx: Ctx, score: Pair): void {
  const { rec, clocks, game } = ctx
  const random = ctx.streams('picture')
  const zones = ctx.streams('zones')
  const scale = game.variant === 'football' ? 1 : 0.1
  const share = Math.min(
    0.75,
    Math.max(0.25, possessionShare(game.model.supremacy) + random.normal(0, 0.05) + 0.005 * (score[0] - score[1])),
  )
  for (const [key, count] of Object.entries(F.picture)) {
    const n = random.poisson(count * scale)
    for (let k = 0; k < n; k++) {
      const side: Side = random.chance(share) ? 'home' : 'away'
      const m = moment(random, clocks, F.flatShares)
      const stats = { [key]: forSide(side) }
      const depth = ATTACKS[key]
      if (depth && game.variant === 'football') {
        const what = { side, stats, where: spot(zones, side, depth) }
        if (game.squads && key === 'dangerous_attacks')
          rec.incident(wall(clocks, m.half, m.clock), m.clock, 'dangerous_attack', { ...what, runs: true })
        else rec.rider(wall(clocks, m.half, m.clock), m.clock, key.slice(0, -1), what)
      } else rec.silent(wall(clocks, m.half, m.clock), m.clock, { stats })
    }
  }
  for (let clock = 180; clock < clocks.ends[1]; clock += 240) {
    const half = clock < clocks.half ? 0 : 1
    const home = Math.round(100 * (share + random.normal(0, 0.03 + 6 / (clock + 60))))
    rec.silent(wall(clocks, half, clock), clock, { set: { possession: [home, 100 - home] } })
  }
}

function substitutions(ctx: Ctx): void {
  const random = ctx.streams('substitutions')
  for (const side of SIDES) {
    const count = 3 + random.pick(F.substitutions)
    for (let k = 0; k < count; k++) {
      const m = moment(random, ctx.clocks, F.substitutionShares)
      ctx.rec.incident(wall(ctx.clocks, m.half, m.clock), m.clock, 'substitution', {
        side,
        runs: true,
        stats: { substitutions: forSide(side) },
      })
    }
  }
}

function missedPenalties(ctx: Ctx): void {
  const random = ctx.streams('missed')
  const n = random.poisson(F.missedPenalties)
  for (let k = 0; k < n; k++) {
    const m = moment(random, ctx.clocks, F.flatShares)
    const side = SIDES[random.pick([0.56, 0.44])]!
    const at = wall(ctx.clocks, m.half, m.clock)
    penaltyAward(ctx, random, m.half, m.clock, side)
    ctx.rec.incident(at, m.clock, 'penalty_missed', { side, runs: true, stats: { shots: forSide(side) } })
  }
}

function falseAlarms(ctx: Ctx): void {
  const random = ctx.streams('alarms')
  const n = ctx.game.variant === 'football' ? F.falseAlarms : 1
  for (let k = 0; k < n; k++) {
    const m = moment(random, ctx.clocks, F.flatShares)
    const at = wall(ctx.clocks, m.half, m.clock)
    const reason = random.chance(0.75) ? 'goal' : 'penalty'
    ctx.rec.stop(at, m.clock, reason)
    const left = ctx.clocks.ends[m.half] - m.clock
    ctx.rec.incident(at + 1000 * Math.min(random.integer(8, 25), left), m.clock + Math.min(12, left), 'danger_over', { detail: { reason } })
  }
}

/** Incidents that are taken back, and now and then a wrong final score that is put right ten minutes later. */
function mishaps(ctx: Ctx, end: number): void {
  const random = ctx.streams('mishaps')
  const { rec, clocks } = ctx
  const phantom = (type: string, stats: Record<string, Pair>, side: Side, goal: boolean) => {
    const m = moment(random, clocks, F.flatShares)
    const at = wall(clocks, m.half, m.clock)
    if (goal) rec.stop(at - 12_000, m.clock - 12, 'goal')
    const wrong = rec.incident(at, m.clock, type, {
      side,
      runs: true,
      stats,
      ...(goal ? { score: forSide(side), period: forSide(side), detail: { how: 'normal' } } : {}),
    })
    const after = random.integer(15, 90)
    if (goal) rec.stop(at + 3000, m.clock + 3, 'review')
    rec.retract(at + after * 1000, m.clock + after, wrong, { type })
  }
  const side = SIDES[random.pick([0.55, 0.45])]!
  if (random.chance(F.goalsTakenBack)) phantom('goal', {}, side, true)
  if (random.chance(0.06)) phantom('corner', { corners: forSide(side) }, side, false)
  if (random.chance(0.025)) phantom('yellow_card', { yellow: forSide(other(side)) }, other(side), false)
  if (random.chance(F.wrongFinalScores)) {
    const wrong = rec.incident(end - 60_000, clocks.ends[1] - 60, 'goal', {
      side,
      score: forSide(side),
      period: forSide(side),
      detail: { how: 'normal' },
    })
    rec.retract(end + 660_000, clocks.ends[1], wrong, { type: 'goal', confirmed: true })
  }
}

/** What makes no goal. All of it is drawn by itself: the rest is the same without it. */
function beside(ctx: Ctx, score: Pair): void {
  corners(ctx)
  shots(ctx, score)
  if (ctx.game.variant === 'football') {
    cards(ctx)
    substitutions(ctx)
    missedPenalties(ctx)
  }
  falseAlarms(ctx)
}

/** The whole match: same (seed, game), same match. */
export function footballTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const clocks = clocksOf(game, streams('clock'))
  const ctx: Ctx = { game, rec, clocks, streams }
  const score = drawScore(streams('score'), game.model.supremacy, game.model.total, game.model.rho)
  const restart = wall(clocks, 1, clocks.half)
  const end = wall(clocks, 1, clocks.ends[1])
  rec.incident(0, 0, 'period_start', { phase: 'h1', open: 'h1', runs: true, detail: { period: 'h1' }, set: startStats() })
  goals(ctx, score)
  if (rec.picture) beside(ctx, score)
  if (game.mishaps && game.variant === 'football') mishaps(ctx, end)
  rec.incident(clocks.ends[0] * 1000, clocks.ends[0], 'period_end', { phase: 'ht', runs: false, detail: { period: 'h1' } })
  rec.incident(restart, clocks.half, 'period_start', { phase: 'h2', open: 'h2', runs: true, detail: { period: 'h2' } })
  const { tie, first1 = 0, first2 = 0 } = game.model.extra
  if (tie && score[0] + first1 === score[1] + first2) {
    rec.incident(end, clocks.ends[1], 'period_end', { phase: 'brk', runs: false, detail: { period: 'h2' } })
    return extraTime(game, rec, streams, end)
  }
  rec.incident(end, clocks.ends[1], 'period_end', { runs: false, detail: { period: 'h2' } })
  rec.incident(end, clocks.ends[1], 'match_end', { phase: 'ended', runs: false })
  return rec.finish(end)
}

function startStats(): Record<string, Pair> {
  const zero: Pair = [0, 0]
  return {
    corners: zero,
    yellow: zero,
    red: zero,
    shots: zero,
    shots_on: zero,
    fouls: zero,
    offsides: zero,
    attacks: zero,
    dangerous_attacks: zero,
    possession: [50, 50],
  }
}
