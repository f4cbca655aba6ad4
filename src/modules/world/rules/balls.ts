/** Cricket ball by ball (T20) and baseball by plays (feeds §10.4, §10.5). */
import type { Random } from '#lib/random.ts'
import { Crease } from './crease.ts'
import { meansOf } from './grid.ts'
import { forSide, other, type Recorder } from './recorder.ts'
import type { Pair, Side, Timeline, WorldGame } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

type Streams = (stream: string) => Random

const WAYS = ['caught', 'bowled', 'lbw', 'run_out', 'stumped', 'other'] as const

interface Innings {
  rec: Recorder
  random: Random
  /** Draws of their own: how wickets fall. */
  ways: Random
  at: number
  /** Runs an over of both sides. */
  rate: Pair
  /** Who plays, where that is known; it draws from a stream of its own. */
  crease?: Crease
}

/** One innings; returns runs. `target` null in the first. */
function innings(play: Innings, batting: Side, lift: number, target: number | null, code: string): number {
  const { rec, random, ways, crease } = play
  let balls = 0
  let runs = 0
  let wickets = 0
  // The day's pitch and bowling: what makes innings totals spread wider than twenty overs of equal balls would.
  const day = lift * Math.max(0.6, random.normal(1, 0.135))
  rec.incident(play.at, null, 'period_start', { phase: code, open: code, server: batting, side: batting, detail: { period: code } })
  for (let over = 0; over < 20 && wickets < 10; over++) {
    const phase = rates.cricket.perBall.find((row) => over < row.until)!
    crease?.startOver()
    for (let legal = 0; legal < 6 && wickets < 10;) {
      play.at += Math.round(random.between(26_000, 40_000))
      const extra = random.chance(phase.extras / 100)
      const out = !extra && random.chance(phase.wicket / 100 / Math.sqrt(day))
      const scored = extra ? 1 : out ? 0 : ballRuns(random, phase.runs, phase.wicket, day)
      // A bye is a ball of the over; a wide and a no-ball are bowled again.
      const counts = !extra || random.chance(0.35)
      if (counts) legal++
      runs += scored
      if (out) wickets++
      if (counts) balls++
      play.rate[batting === 'home' ? 0 : 1] = Math.round((runs * 600) / Math.max(1, balls)) / 100
      const where = `${over}.${legal}`
      const by = crease?.ball()
      rec.incident(play.at, null, out ? 'wicket' : 'ball', {
        side: batting,
        player: by?.striker,
        detail: {
          runs: scored,
          extras: extra ? 1 : 0,
          over: over + 1,
          ball: where,
          innings: code,
          ...(out ? { how: WAYS[ways.pick(rates.cricket.wicketWays)] } : {}),
          ...(by ? { bowler: by.bowler, counts } : {}),
        },
        set: { run_rate: [...play.rate] },
        score: forSide(batting, scored),
        period: forSide(batting, scored),
        points: batting === 'home' ? [`${runs}/${wickets}`, ''] : ['', `${runs}/${wickets}`],
        stats: {
          balls: forSide(batting, counts ? 1 : 0),
          ...(out ? { wickets: forSide(batting) } : {}),
          ...(scored === 4 ? { fours: forSide(batting) } : {}),
          ...(scored === 6 ? { sixes: forSide(batting) } : {}),
        },
      })
      if (out) crease?.out()
      else if (counts) crease?.ran(scored)
      if (target !== null && runs >= target) {
        rec.incident(play.at, null, 'innings_end', { side: batting, detail: { period: code, runs, wickets } })
        return runs
      }
    }
    play.at += 45_000
    crease?.endOver()
  }
  rec.incident(play.at, null, 'innings_end', { side: batting, detail: { period: code, runs, wickets } })
  return runs
}

/** Runs of a ball that took no wicket: the measured dots hold the wickets too. */
function ballRuns(random: Random, shares: readonly number[], wicket: number, lift: number): number {
  const weights = shares.map((share, runs) => (runs === 0 ? share : share * lift))
  const taken = weights.slice(1).reduce((sum, w) => sum + w, 0)
  weights[0] = Math.max(5, shares.reduce((sum, w) => sum + w, 0) - taken - wicket)
  return random.pick(weights)
}

export function cricketTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  const random = streams('balls')
  const first: Side = random.chance(0.5) ? 'home' : 'away'
  const toss: Side = streams('toss').chance(0.5) ? 'home' : 'away'
  rec.incident(0, null, 'toss', { side: toss, detail: { bats: first } })
  const means = meansOf(game.model.supremacy, game.model.total)
  const lift = (side: Side) => (rates.cricket.lift * means[side === 'home' ? 0 : 1]) / rates.cricket.sideMean
  const play: Innings = { rec, random, ways: streams('ways'), at: 0, rate: [0, 0] }
  const [home, away] = game.squads ?? []
  const inning = (side: Side): Innings => {
    if (!home || !away) return play
    const [batting, bowling] = side === 'home' ? [home, away] : [away, home]
    return Object.assign(play, { crease: new Crease(batting, bowling, streams(`bowlers ${side}`)) })
  }
  const target = innings(inning(first), first, lift(first), null, 'inn1')
  rec.incident(play.at, null, 'period_end', { phase: 'brk', detail: { period: 'inn1' } })
  play.at += 900_000
  const chase = innings(inning(other(first)), other(first), lift(other(first)), target + 1, 'inn2')
  rec.incident(play.at, null, 'period_end', { points: null, detail: { period: 'inn2' } })
  if (chase === target) {
    // A tie is decided by the super over, which counts for the winner only, not for runs.
    const winner: Side = random.chance(means[0] / (means[0] + means[1])) ? 'home' : 'away'
    play.at += 600_000
    rec.incident(play.at, null, 'super_over', { side: winner, stats: { super_over: forSide(winner) } })
  }
  rec.incident(play.at + 1000, null, 'match_end', { phase: 'ended' })
  return rec.finish(play.at + 1000)
}

// ---- baseball

interface Diamond {
  rec: Recorder
  random: Random
  at: number
  runs: Pair
  mean: Pair
  r: number
}

function halfInning(play: Diamond, side: Side, inning: number, walkOff: boolean): void {
  const { rec, random } = play
  const index = side === 'home' ? 0 : 1
  const phase = `inn${inning}${side === 'home' ? 'b' : 'a'}`
  const mean = (play.mean[index]! / 9) * (inning > 9 ? 1.35 : 1)
  let runs = random.negativeBinomial(mean, mean + (mean * mean) / play.r)
  if (walkOff) runs = Math.min(runs, Math.max(0, play.runs[1] - play.runs[0] + random.pick([60, 15, 8, 4]) + 1))
  rec.incident(play.at, null, 'period_start', {
    phase,
    server: side,
    side,
    detail: { period: phase },
    set: { outs: [0, 0] },
    ...(side === 'away' ? { open: `inn${inning}` } : {}),
  })
  const plays = random.shuffle([...Array.from({ length: 2 }, () => 'out'), ...Array.from({ length: runs }, () => 'run')])
  const winsNow = walkOff && play.runs[0] + runs > play.runs[1]
  const order = winsNow ? walkOffOrder(plays, random) : [...plays, 'out']
  for (const what of order) {
    play.at += Math.round(random.between(60_000, 170_000))
    if (what === 'run') {
      play.runs[index]!++
      const how = random.chance(0.25) ? 'home_run' : 'hit'
      rec.incident(play.at, null, 'run', {
        side,
        detail: { runs: 1, how, inning },
        score: forSide(side),
        period: forSide(side),
        stats: { hits: forSide(side) },
      })
    } else {
      rec.incident(play.at, null, 'out', {
        side,
        detail: { how: random.chance(0.35) ? 'strike_out' : 'out', inning },
        stats: { outs: forSide(side) },
      })
      if (random.chance(0.3)) rec.silent(play.at + 20_000, null, { stats: { hits: forSide(side) } })
    }
  }
  play.at += 120_000
  rec.incident(play.at, null, 'period_end', { detail: { period: phase } })
}

/** The game ends with the run that wins it. */
function walkOffOrder(plays: string[], random: Random): string[] {
  const runs = plays.filter((what) => what === 'run')
  return [...random.shuffle([...plays.filter((what) => what === 'out'), ...runs.slice(1)]), 'run']
}

export function baseballTimeline(game: WorldGame, streams: Streams, rec: Recorder): Timeline {
  // The home side often does not bat in the ninth: its runs an inning are lifted so that the game's total is the model's.
  const [home, away] = meansOf(game.model.supremacy, game.model.total)
  const play: Diamond = {
    rec,
    random: streams('innings'),
    at: 0,
    runs: [0, 0],
    mean: [home * 1.035, away * 0.985],
    r: game.model.extra['nbR'] ?? 0.4,
  }
  let inning = 1
  for (; inning <= 30; inning++) {
    halfInning(play, 'away', inning, false)
    const last = inning >= 9
    if (last && play.runs[0] > play.runs[1]) break
    halfInning(play, 'home', inning, last)
    if (last && play.runs[0] !== play.runs[1]) break
  }
  rec.incident(play.at + 1000, null, 'match_end', { phase: 'ended' })
  return rec.finish(play.at + 1000, 'ended', inning > 9 ? 'after_extra_time' : undefined)
}
