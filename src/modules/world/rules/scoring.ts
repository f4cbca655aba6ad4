/** Games of goals in periods (hockey, handball …) and of points (basketball, rugby …). Feeds §10.4. */
import type { Random } from '#lib/random.ts'
import { drawScore, meansOf } from './grid.ts'
import { forSide, type Recorder } from './recorder.ts'
import type { Pair, Side, Timeline, Variant, WorldGame } from './types.ts'
import { pickPlayer } from './players.ts'
import type { Ref, StatusNote } from '#modules/feeds/rules/fact.ts'
import { OVERTIME_SCORES, OVERTIME_SECONDS } from '#modules/feeds/rules/parts.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

type Streams = (stream: string) => Random
const SIDES: readonly Side[] = ['home', 'away']

/** Code of periods, how many, minutes each, break in seconds, real seconds a second of the game clock, what follows a tie. */
interface Frame {
  code: string
  count: number
  minutes: number
  breakSec: number
  stretch: number
  tie: 'draw' | 'overtime' | 'shootout'
}
const FRAMES: Partial<Record<Variant, Frame>> = {
  'ice-hockey': { code: 'p', count: 3, minutes: 20, breakSec: 1020, stretch: 1.9, tie: 'overtime' },
  'cyber-hockey': { code: 'p', count: 3, minutes: 4, breakSec: 30, stretch: 1, tie: 'overtime' },
  floorball: { code: 'p', count: 3, minutes: 20, breakSec: 600, stretch: 1.5, tie: 'overtime' },
  handball: { code: 'h', count: 2, minutes: 30, breakSec: 900, stretch: 1.2, tie: 'draw' },
  futsal: { code: 'h', count: 2, minutes: 20, breakSec: 900, stretch: 1.9, tie: 'draw' },
  'beach-soccer': { code: 'p', count: 3, minutes: 12, breakSec: 180, stretch: 1.4, tie: 'shootout' },
  'water-polo': { code: 'q', count: 4, minutes: 8, breakSec: 180, stretch: 2, tie: 'shootout' },
  'field-hockey': { code: 'q', count: 4, minutes: 15, breakSec: 180, stretch: 1.2, tie: 'shootout' },
  basketball: { code: 'q', count: 4, minutes: 10, breakSec: 300, stretch: 2.1, tie: 'overtime' },
  'cyber-basketball': { code: 'q', count: 4, minutes: 5, breakSec: 30, stretch: 1, tie: 'overtime' },
  afl: { code: 'q', count: 4, minutes: 20, breakSec: 600, stretch: 1.5, tie: 'draw' },
  rugby: { code: 'h', count: 2, minutes: 40, breakSec: 900, stretch: 1.15, tie: 'draw' },
  'american-football': { code: 'q', count: 4, minutes: 15, breakSec: 300, stretch: 2.9, tie: 'overtime' },
}

interface Play {
  frame: Frame
  rec: Recorder
  game: WorldGame
  streams: Streams
  periodSec: number
  full: boolean
}

function playOf(game: WorldGame, streams: Streams, rec: Recorder): Play {
  const base = FRAMES[game.variant] ?? FRAMES.basketball!
  const frame = { ...base, minutes: game.format.periodMin ?? base.minutes }
  return { frame, rec, game, streams, periodSec: frame.minutes * 60, full: !game.variant.startsWith('cyber') }
}

/** Wall time of a moment of play (seconds of all periods together). */
function wallOf(play: Play, clock: number, period = Math.min(play.frame.count - 1, Math.floor(clock / play.periodSec))): number {
  return 1000 * (clock * play.frame.stretch + period * play.frame.breakSec)
}

function openPeriods(play: Play): number {
  const { frame, rec, periodSec } = play
  for (let k = 0; k < frame.count; k++) {
    const code = `${frame.code}${k + 1}`
    rec.incident(wallOf(play, k * periodSec, k), k * periodSec, 'period_start', {
      phase: code,
      open: code,
      runs: true,
      detail: { period: code },
    })
    const pause = k === frame.count - 1 ? {} : { phase: frame.count === 2 ? 'ht' : 'brk' }
    rec.incident(wallOf(play, (k + 1) * periodSec, k), (k + 1) * periodSec, 'period_end', {
      ...pause,
      runs: false,
      detail: { period: code },
    })
  }
  return wallOf(play, frame.count * periodSec, frame.count - 1)
}

function momentIn(random: Random, play: Play): number {
  return Math.min(play.frame.count * play.periodSec - 2, Math.floor(random.uniform() * play.frame.count * play.periodSec) + 1)
}

/** Hockey, handball, futsal and the like. */
export function periodsTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const play = playOf(game, streams, rec)
  const end = openPeriods(play)
  const random = streams('score')
  const { supremacy, total, rho } = game.model
  const [home, away] = meansOf(supremacy, total)
  const score: Pair = total > 15 ? [random.poisson(home), random.poisson(away)] : drawScore(random, supremacy, total, rho)
  periodGoals(play, score)
  if (rec.picture) periodPicture(play)
  const tie = score[0] === score[1] && play.frame.tie !== 'draw'
  const extra = tie ? decide(play, end) : { end, note: undefined }
  rec.incident(extra.end, play.frame.count * play.periodSec, 'match_end', { phase: 'ended', runs: false })
  return rec.finish(extra.end, 'ended', extra.note)
}

function periodGoals(play: Play, score: Pair): void {
  const random = play.streams('goals')
  const list = SIDES.flatMap((side, i) => Array.from({ length: score[i]! }, () => ({ side, clock: momentIn(random, play) })))
  list.sort((a, b) => a.clock - b.clock)
  const now: Pair = [0, 0]
  list.forEach((goal, index) => {
    now[goal.side === 'home' ? 0 : 1]++
    const at = wallOf(play, goal.clock)
    if (play.game.model.total < 15 && play.full) play.rec.stop(at - 1000 * random.integer(8, 20), goal.clock - 8, 'goal')
    play.rec.incident(at, goal.clock, 'goal', {
      side: goal.side,
      runs: true,
      detail: { how: 'normal', score: [...now], no: index + 1 },
      score: forSide(goal.side),
      period: forSide(goal.side),
      stats: { shots: forSide(goal.side) },
    })
  })
  if (play.game.mishaps && random.chance(0.02)) {
    const clock = momentIn(random, play)
    const side = SIDES[random.integer(0, 1)]!
    const at = wallOf(play, clock)
    const wrong = play.rec.incident(at, clock, 'goal', {
      side,
      runs: true,
      detail: { how: 'normal' },
      score: forSide(side),
      period: forSide(side),
    })
    play.rec.stop(at + 2000, clock + 1, 'review')
    play.rec.retract(at + 1000 * random.integer(20, 85), clock + 2, wrong, { type: 'goal' })
  }
}

/** Where shots come from, as the home side attacks to the right. */
function iceSpot(random: Random, side: Side): [number, number] {
  const x = Math.round(random.between(66, 95))
  const y = Math.round(random.between(15, 85))
  return side === 'home' ? [x, y] : [100 - x, 100 - y]
}

function periodPicture(play: Play): void {
  const random = play.streams('picture')
  const zones = play.streams('zones')
  const hockey = play.game.variant === 'ice-hockey'
  const own = (rates as Record<string, unknown>)[play.game.variant] as
    | { shots?: number; penalties?: number; suspensions?: number }
    | undefined
  const shots = random.poisson(Math.max(0, (own?.shots ?? 0) - play.game.model.total))
  for (let k = 0; k < shots; k++) {
    const clock = momentIn(random, play)
    const side = SIDES[random.integer(0, 1)]!
    const what = { side, stats: { shots: forSide(side) } }
    if (hockey) play.rec.rider(wallOf(play, clock), clock, 'shot', { ...what, where: iceSpot(zones, side) })
    else play.rec.silent(wallOf(play, clock), clock, { stats: what.stats })
  }
  const sent = random.poisson(own?.suspensions ?? 0)
  for (let k = 0; k < sent; k++) {
    const clock = momentIn(random, play)
    const side = SIDES[random.integer(0, 1)]!
    play.rec.incident(wallOf(play, clock), clock, 'suspension', {
      side,
      runs: true,
      detail: { minutes: 2 },
      stats: { suspensions: forSide(side) },
    })
  }
  const penalties = random.poisson(own?.penalties ?? 0)
  for (let k = 0; k < penalties; k++) {
    const clock = momentIn(random, play)
    const side = SIDES[random.integer(0, 1)]!
    play.rec.incident(wallOf(play, clock), clock, 'penalty', {
      side,
      runs: true,
      detail: { minutes: 2 },
      stats: { penalties: forSide(side) },
    })
  }
}

/** Overtime to the first goal, then a shoot-out; or the shoot-out at once. The share of the stronger side is that of its goals. */
function decide(play: Play, end: number): { end: number; note: StatusNote } {
  const { rec, game, frame } = play
  const random = play.streams('overtime')
  const regular = frame.count * play.periodSec
  const [home, away] = meansOf(game.model.supremacy, game.model.total)
  const winner: Side = random.chance(home / (home + away)) ? 'home' : 'away'
  let at = end
  if (frame.tie === 'overtime') {
    const length = play.full ? 300 : 120
    rec.incident(at + 60_000, regular, 'period_start', { phase: 'ot', open: 'ot', runs: true, detail: { period: 'ot' } })
    if (random.chance(game.model.extra['otWin'] ?? 0.64)) {
      const clock = regular + random.integer(8, length - 1)
      at += 60_000 + (clock - regular) * 1000 * frame.stretch
      rec.stop(at - 9000, clock - 6, 'goal')
      rec.incident(at, clock, 'goal', {
        side: winner,
        runs: false,
        detail: { how: 'overtime' },
        score: forSide(winner),
        period: forSide(winner),
        stats: { shots: forSide(winner) },
      })
      rec.incident(at, clock, 'period_end', { runs: false, detail: { period: 'ot' } })
      return { end: at + 1000, note: 'after_extra_time' }
    }
    at += 60_000 + length * 1000 * frame.stretch
    rec.incident(at, regular + length, 'period_end', { runs: false, detail: { period: 'ot' } })
  }
  rec.incident(at + 60_000, regular, 'period_start', { phase: 'so', open: 'so', runs: false, detail: { period: 'so' } })
  at += 60_000 + random.integer(90, 300) * (play.full ? 1000 : 300)
  const even: Side = random.chance(0.5) ? 'home' : 'away'
  rec.incident(at, regular, 'shootout_winner', { side: even, detail: { how: 'shootout' }, score: forSide(even), period: forSide(even) })
  rec.incident(at, regular, 'period_end', { runs: false, detail: { period: 'so' } })
  return { end: at + 1000, note: 'after_shootout' }
}

// ---- points

type Step = { points: number; how: string; weight: number }
const BASKETS: Step[] = [
  { points: 2, how: '2pt', weight: 50 },
  { points: 3, how: '3pt', weight: 22 },
  { points: 1, how: '1pt', weight: 28 },
]
const STEPS: Partial<Record<Variant, Step[]>> = {
  basketball: BASKETS,
  'cyber-basketball': BASKETS,
  afl: [
    { points: 6, how: 'goal', weight: 53 },
    { points: 1, how: 'behind', weight: 47 },
  ],
  rugby: [
    { points: 7, how: 'try_converted', weight: 40 },
    { points: 5, how: 'try', weight: 25 },
    { points: 3, how: 'penalty_goal', weight: 35 },
  ],
  'american-football': [
    { points: 7, how: 'touchdown', weight: 55 },
    { points: 3, how: 'field_goal', weight: 38 },
    { points: 6, how: 'touchdown_only', weight: 5 },
    { points: 8, how: 'touchdown_two', weight: 4 },
    { points: 2, how: 'safety', weight: 1 },
  ],
}

/** The steps by which a side came to its points; a number no steps can make is taken as near as possible. */
function stepsTo(points: number, steps: readonly Step[], random: Random): Step[] {
  const least = Math.min(...steps.map((step) => step.points))
  for (let attempt = 0; attempt < 60; attempt++) {
    const out: Step[] = []
    let left = points
    while (left >= least) {
      const fitting = steps.filter((step) => step.points <= left)
      const step = fitting[random.pick(fitting.map((s) => s.weight))]!
      out.push(step)
      left -= step.points
    }
    if (left === 0) return out
  }
  return points > 0 ? stepsTo(points - 1, steps, random) : []
}

/** Final margin and total, both normal; the score follows. A tie is broken only where the sport breaks ties. */
function drawPoints(play: Play, random: Random): Pair {
  const { supremacy, total, extra } = play.game.model
  const sum = Math.max(4, random.normal(total, extra['sdTotal'] ?? 18))
  const margin = random.normal(supremacy, extra['sdMargin'] ?? 12)
  let home = Math.max(0, Math.round((sum + margin) / 2))
  const away = Math.max(0, Math.round((sum - margin) / 2))
  if (home === away && play.frame.tie !== 'draw') home += margin >= 0 ? 1 : -1
  return home < 0 ? [0, 1] : [home, away]
}

export function pointsTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const play = playOf(game, streams, rec)
  const end = openPeriods(play)
  const random = streams('score')
  const final = drawPoints(play, random)
  const inOvertime = overtimeOf(play, final, random) ?? [0, 0]
  const extra = inOvertime[0] !== inOvertime[1]
  SIDES.forEach((side, i) => scoreSide(play, side, final[i]! - inOvertime[i]!))
  if (rec.picture && game.variant === 'basketball') fouls(play)
  const endsAt = extra ? overtime(play, inOvertime, end) : end
  const regular = play.frame.count * play.periodSec
  play.rec.incident(endsAt, regular, 'match_end', { phase: 'ended', runs: false })
  return play.rec.finish(endsAt, 'ended', extra ? 'after_extra_time' : undefined)
}

/** Fouls are shown with the next basket. */
function fouls(play: Play): void {
  const random = play.streams('fouls')
  for (let k = random.poisson(rates.basketball.fouls); k > 0; k--) {
    const clock = momentIn(random, play)
    const side = SIDES[random.integer(0, 1)]!
    play.rec.rider(wallOf(play, clock), clock, 'foul', { side, stats: { fouls: forSide(side) } })
  }
}

/** Seconds of an overtime. */
const overtimeLength = (play: Play): number => (play.full ? OVERTIME_SECONDS.usual : OVERTIME_SECONDS.short)

/**
 * Points of both sides in overtime; null where regular time did not end level. Its margin is that of the game, so the games are chosen
 * by it: in such a way that overtimes have the margins of their share of a game, as they have its points.
 */
function overtimeOf(play: Play, final: Pair, random: Random): Pair | null {
  if (play.frame.tie !== 'overtime') return null
  const { total, extra } = play.game.model
  const ofVariant = (rates as Record<string, unknown>)[play.game.variant] as { overtime?: number } | undefined
  const rate = play.game.overtime ?? ofVariant?.overtime ?? 0
  const margin = Math.abs(final[0] - final[1])
  const lower = Math.min(final[0], final[1])
  if (play.game.variant === 'american-football') {
    return OVERTIME_SCORES.includes(margin) && random.chance(rate) ? [final[0] - lower, final[1] - lower] : null
  }
  const share = overtimeLength(play) / (play.frame.count * play.periodSec)
  const variance = ((extra['sdMargin'] ?? 12) ** 2 * share) / (1 - share)
  if (!random.chance(rate * Math.exp(-(margin ** 2) / (2 * variance)))) return null
  const sum = random.normal(total * share, (extra['sdTotal'] ?? 18) * Math.sqrt(share))
  const loser = Math.max(0, Math.min(lower, Math.round((sum - margin) / 2)))
  return [final[0] - lower + loser, final[1] - lower + loser]
}

/** Threes have shares of their own. */
function scorerOf(play: Play, side: Side, step: Step, random: Random): Ref | undefined {
  return pickPlayer(play.game.squads, side, step.points === 3 ? 'other' : 'scoring', random)
}

function scoreSide(play: Play, side: Side, points: number): void {
  const random = play.streams(`steps-${side}`)
  const scorers = play.streams(`scorers-${side}`)
  const steps = random.shuffle(stepsTo(points, STEPS[play.game.variant] ?? BASKETS, random))
  const whole = play.frame.count * play.periodSec
  steps.forEach((step, k) => {
    // Sides take turns: a part of the moments is spread evenly, which keeps the quarters' margin at its measured width.
    const even = random.chance(rates.basketball.evenShare)
    const share = even ? (k + random.uniform()) / steps.length : random.uniform()
    const clock = Math.min(whole - 2, Math.floor(share * whole) + 1)
    const big = step.points >= 5
    const at = wallOf(play, clock)
    if (big && play.full) play.rec.stop(at - 1000 * random.integer(8, 15), clock - 8, 'goal')
    play.rec.incident(at, clock, 'score', {
      side,
      player: scorerOf(play, side, step, scorers),
      runs: true,
      detail: { points: step.points, how: step.how },
      score: forSide(side, step.points),
      period: forSide(side, step.points),
    })
  })
}

function overtime(play: Play, points: Pair, end: number): number {
  const random = play.streams('overtime')
  const scorers = play.streams('scorers-overtime')
  const regular = play.frame.count * play.periodSec
  const start = end + (play.full ? 150_000 : 20_000)
  const firstScore = play.game.variant === 'american-football'
  const all = STEPS[play.game.variant] ?? BASKETS
  let length = overtimeLength(play)
  play.rec.incident(start, regular, 'period_start', { phase: 'ot', open: 'ot', runs: true, detail: { period: 'ot' } })
  SIDES.forEach((side, i) => {
    for (const step of stepsTo(points[i]!, firstScore ? all.filter((one) => one.points === points[i]) : all, random)) {
      const second = random.integer(1, length - 1)
      if (firstScore) length = second
      play.rec.incident(start + second * 1000 * play.frame.stretch, regular + second, 'score', {
        side,
        player: scorerOf(play, side, step, scorers),
        runs: true,
        detail: { points: step.points, how: step.how },
        score: forSide(side, step.points),
        period: forSide(side, step.points),
      })
    }
  })
  const done = start + length * 1000 * play.frame.stretch
  play.rec.incident(done, regular + length, 'period_end', { runs: false, detail: { period: 'ot' } })
  return done
}
