/** Tables of football seasons: what has been played, what is still to come, and the chances that follow. */
import { type Fixture, plainModel, roundsOf, seasonFixtures } from './schedule.ts'
import type { WorldChampionship } from './catalogue.ts'
import { drawFromGrid, meansOf, scoreGrid } from './grid.ts'
import { lot, Random } from '#lib/random.ts'

/** A match is over for the table this long after its kick-off. */
export const MATCH_MS = 3 * 3_600_000
/** Even a decided season leaves something to chance, points. */
const LEAST_SD = 0.6
const LEAST_WEIGHT = 1e-5
/** Variance of a side's points in its last six matches, and what a goal of difference is worth at the end. */
const LATE_VARIANCE = 9
const TIE = 0.06

interface Row {
  points: number
  difference: number
  scored: number
  /** Of the matches to come. */
  expected: number
  variance: number
}

export interface Played {
  ref: string
  home: number
  away: number
  at: number
  score: [number, number]
  /** Goals that both can expect. */
  means: [number, number]
  /** Points that the home and the away side can expect, and their variances. */
  expected: [number, number]
  variance: [number, number]
}

const seasons = new Map<string, Played[]>()
/** Seasons kept in memory: two of each league that has outrights. */
const KEPT = 80

/** Chances and the score of a match: the same draw as its own timeline makes. */
function playedOf(seed: string, f: Fixture): Pick<Played, 'score' | 'means' | 'expected' | 'variance'> {
  const { supremacy, total, rho } = plainModel(seed, f)
  const means = meansOf(supremacy, total)
  const grid = scoreGrid(...means, rho)
  let home = 0
  let draw = 0
  grid.forEach((p, i) => {
    const margin = Math.floor(i / 16) - (i % 16)
    if (margin > 0) home += p
    else if (margin === 0) draw += p
  })
  const away = 1 - home - draw
  const expected: [number, number] = [3 * home + draw, 3 * away + draw]
  return {
    score: drawFromGrid(new Random(`${seed}|${f.ref}|score`), grid),
    means,
    expected,
    variance: [9 * home + draw - expected[0] ** 2, 9 * away + draw - expected[1] ** 2],
  }
}

/** The matches of a season with what is in them; kept, because a table asks for all of them. */
export function matchesOf(seed: string, c: WorldChampionship, year: number): Played[] {
  const key = `${seed}|${c.key}|${year}|${roundsOf(c, year)}`
  const known = seasons.get(key)
  if (known) return known
  const number = new Map(c.competitors.map((side, i) => [side.ref, i]))
  const matches = seasonFixtures(seed, c, year, 0, roundsOf(c, year)).map((f) => ({
    home: number.get(f.sides[0]!.ref)!,
    away: number.get(f.sides[1]!.ref)!,
    at: f.startsAt,
    ref: f.ref,
    ...playedOf(seed, f),
  }))
  if (seasons.size >= KEPT) seasons.clear()
  seasons.set(key, matches)
  return matches
}

function tableAt(seed: string, c: WorldChampionship, year: number, now: number): Row[] {
  const rows = c.competitors.map((): Row => ({ points: 0, difference: 0, scored: 0, expected: 0, variance: 0 }))
  for (const match of matchesOf(seed, c, year)) {
    const sides = [rows[match.home]!, rows[match.away]!] as const
    sides.forEach((row, i) => {
      if (match.at + MATCH_MS > now) {
        row.expected += match.expected[i]!
        row.variance += match.variance[i]!
        return
      }
      const margin = match.score[i]! - match.score[1 - i]!
      row.points += margin > 0 ? 3 : margin === 0 ? 1 : 0
      row.difference += margin
      row.scored += match.score[i]!
    })
  }
  return rows
}

/** First kick-off of the season and of its last round, and when the last match is over; null when nothing is played. */
export function seasonSpan(seed: string, c: WorldChampionship, year: number): { from: number; lastRound: number; endsAt: number } | null {
  const rounds = roundsOf(c, year)
  if (rounds < 2) return null
  const starts = (from: number, to: number) => seasonFixtures(seed, c, year, from, to).map((f) => f.startsAt)
  return {
    from: Math.min(...starts(0, 1)),
    lastRound: Math.min(...starts(rounds - 1, rounds)),
    // A match of the round before may be played later than those of the last one.
    endsAt: Math.max(...starts(rounds - 2, rounds)) + MATCH_MS,
  }
}

/**
 * Plackett–Luce weights for the order of the final table as it looks at a moment, by the number of the side. A side's
 * final points are its points and what it can expect; the weights have the spread of what is still open. `up` false:
 * weights for the order from the bottom.
 */
export function tableWeights(seed: string, c: WorldChampionship, year: number, now: number, up: boolean): number[] {
  const rows = tableAt(seed, c, year, now)
  const variance = rows.reduce((sum, row) => sum + row.variance, 0) / rows.length
  // Level points are decided by the difference of goals, which counts when little else is open.
  const decided = 1 - Math.min(1, variance / LATE_VARIANCE)
  const finals = rows.map((row) => (up ? 1 : -1) * (row.points + row.expected + TIE * decided * row.difference))
  return orderWeights(finals, Math.max(LEAST_SD, Math.sqrt(variance)))
}

/** Plackett–Luce weights of sums with a common spread: what is drawn then is the sum with Gumbel noise of that spread. */
export function orderWeights(sums: readonly number[], sd: number): number[] {
  const scale = (sd * Math.sqrt(6)) / Math.PI
  const most = Math.max(...sums)
  return sums.map((sum) => Math.max(LEAST_WEIGHT, Math.round(Math.exp((sum - most) / scale) * 1e6) / 1e6))
}

/** Numbers of the sides in the order of the final table. */
export function finalOrder(seed: string, c: WorldChampionship, year: number): number[] {
  const rows = tableAt(seed, c, year, Infinity)
  const tie = (i: number) => lot(`${seed}|${c.key}|${year}|tie|${i}`)
  return rows
    .map((row, i) => ({ row, i }))
    .toSorted(
      (a, b) => b.row.points - a.row.points || b.row.difference - a.row.difference || b.row.scored - a.row.scored || tie(a.i) - tie(b.i),
    )
    .map(({ i }) => i)
}
