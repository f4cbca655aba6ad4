/** Tables of football seasons: what has been played, what is still to come, and the chances that follow. */
import { breakOf, fateOf, type Mishaps } from './fate.ts'
import { type Fixture, plainModel, roundsOf, seasonFixtures } from './schedule.ts'
import type { WorldChampionship } from './catalogue.ts'
import { drawFromGrid, meansOf, scoreGrid } from './grid.ts'
import { lot, Random } from '#lib/random.ts'
import { type Ending, endingOf, orderChances, type Way } from './order-chances.ts'

/** A match is over for the table this long after its kick-off. */
export const MATCH_MS = 3 * 3_600_000
/** So many matches before the end a side sees what each of its own results does to its rivals: they may meet. */
const LAST_MATCHES = 2
/** A match of so many rounds before the end may be the last one. */
const LATE_ROUNDS = 4
const POINTS = [
  [3, 0],
  [1, 1],
  [0, 3],
] as const
/** Goals by which a match is won, usually, and their variance. */
const WON_BY = 1.7
const WON_VARIANCE = 0.9
/** More points come with more goals: by so many for each, and what varies besides in a match. */
const GOALS_A_POINT = 1.1
const OPEN_VARIANCE = 0.7
/** Level sides are put in order by the difference of goals, then by the goals. */
const SCORED = 0.01

interface Row {
  points: number
  difference: number
  scored: number
  /** The matches to come. */
  left: Played[]
}

/** What decides how a season goes. */
export interface Draws {
  seed: string
  mishaps: Mishaps
}

export interface Played {
  ref: string
  home: number
  away: number
  /** Its kick-off; of a moved match the later one. */
  at: number
  score: [number, number]
  /** Goals that both can expect. */
  means: [number, number]
  /** Chances of a win of the home side, a draw, a win of the away side. */
  ways: readonly [home: number, draw: number, away: number]
}

const seasons = new Map<string, Played[]>()
/** Seasons kept in memory: two of each league that has outrights. */
const KEPT = 80

/** Chances and the score of a match: the same draw as its own timeline makes. */
function playedOf(seed: string, f: Fixture): Pick<Played, 'score' | 'means' | 'ways'> {
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
  return {
    score: drawFromGrid(new Random(`${seed}|${f.ref}|score`), grid),
    means,
    ways: [home, draw, Math.max(0, 1 - home - draw)],
  }
}

/** The matches that are played to their end in a season with what is in them; kept, because a table asks for all of them. */
export function matchesOf({ seed, mishaps }: Draws, c: WorldChampionship, year: number): Played[] {
  const { worldMishaps, moved, cancelled } = mishaps
  const key = [seed, c.key, year, roundsOf(c, year), worldMishaps, moved, cancelled].join('|')
  const known = seasons.get(key)
  if (known) return known
  const number = new Map(c.competitors.map((side, i) => [side.ref, i]))
  const matches = seasonFixtures(seed, c, year, 0, roundsOf(c, year)).flatMap((f) => {
    const { kind, startsAt: at } = fateOf(seed, f, mishaps)
    // No table counts what was not played to its end.
    if (kind === 'cancelled' || (mishaps.worldMishaps && breakOf(seed, f.ref))) return []
    const [home, away] = f.sides.map((side) => number.get(side.ref)!) as [number, number]
    return [{ home, away, at, ref: f.ref, ...playedOf(seed, f) }]
  })
  if (seasons.size >= KEPT) seasons.clear()
  seasons.set(key, matches)
  return matches
}

function tableAt(draws: Draws, c: WorldChampionship, year: number, now: number): Row[] {
  const rows = c.competitors.map((): Row => ({ points: 0, difference: 0, scored: 0, left: [] }))
  for (const match of matchesOf(draws, c, year)) {
    const sides = [rows[match.home]!, rows[match.away]!] as const
    sides.forEach((row, i) => {
      if (match.at + MATCH_MS > now) {
        row.left.push(match)
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
export function seasonSpan(
  { seed, mishaps }: Draws,
  c: WorldChampionship,
  year: number,
): { from: number; lastRound: number; endsAt: number } | null {
  const rounds = roundsOf(c, year)
  if (rounds < 2) return null
  const fixtures = (from: number, to: number) => seasonFixtures(seed, c, year, from, to)
  const starts = (from: number, to: number) => fixtures(from, to).map((f) => f.startsAt)
  const late = fixtures(Math.max(0, rounds - LATE_ROUNDS), rounds).map((f) => fateOf(seed, f, mishaps))
  return {
    from: Math.min(...starts(0, 1)),
    lastRound: Math.min(...starts(rounds - 1, rounds)),
    // A match of a round before may be played later than those of the last one.
    endsAt: Math.max(...late.flatMap(({ kind, startsAt }) => (kind === 'cancelled' ? [] : [startsAt]))) + MATCH_MS,
  }
}

/** What a side may end with; `fixed`: matches to come of which the way (home, draw, away) is supposed. */
function endOf({ points, difference, scored, left }: Row, side: number, fixed?: ReadonlyMap<Played, number>): Ending {
  let least = points
  const chances = new Float64Array(3 * left.filter((match) => !fixed?.has(match)).length + 1)
  chances[0] = 1
  let most = 0
  // Level sides have the same points, so what is put down for theirs is put down for both.
  let tie = difference + SCORED * scored - GOALS_A_POINT * points
  let tieVariance = 0
  for (const match of left) {
    const own = match.home === side ? 0 : 1
    const way = fixed?.get(match)
    if (way !== undefined) {
      least += POINTS[way]![own]
      tie -= GOALS_A_POINT * POINTS[way]![own]
      if (way !== 1) {
        tie += way === 2 * own ? WON_BY : -WON_BY
        tieVariance += WON_VARIANCE
      }
      continue
    }
    const [won, drawn, lost] = [match.ways[2 * own]!, match.ways[1], match.ways[2 - 2 * own]!]
    most += 3
    for (let n = most; n >= 0; n--)
      chances[n] = chances[n]! * lost + (n > 0 ? chances[n - 1]! * drawn : 0) + (n > 2 ? chances[n - 3]! * won : 0)
    tie += match.means[own]! - match.means[1 - own]! - GOALS_A_POINT * (3 * won + drawn)
    tieVariance += OPEN_VARIANCE
  }
  return endingOf(least, chances, tie, tieVariance)
}

/** The same seen from the bottom. */
function turned({ least, chances, tie, tieVariance }: Ending): Ending {
  return endingOf(1 - least - chances.length, chances.toReversed(), -tie, tieVariance)
}

/** Row k − 1: chance of every side to be among the first k of the final table as it looks at a moment; `up` false: the last k. */
export function tableChances(
  draws: Draws,
  c: WorldChampionship,
  year: number,
  now: number,
  { up, most }: { up: boolean; most: number },
): number[][] {
  const rows = tableAt(draws, c, year, now)
  const seen = (side: number, fixed?: ReadonlyMap<Played, number>) => {
    const ending = endOf(rows[side]!, side, fixed)
    return up ? ending : turned(ending)
  }
  const endings = rows.map((_, side) => seen(side))
  return orderChances(rows.length, most, (own): Way[] => {
    const { left } = rows[own]!
    if (left.length > LAST_MATCHES) return [{ chance: 1, endings }]
    const touched = new Set(left.flatMap(({ home, away }) => [home, away]))
    return waysOf(left).map(({ chance, fixed }) => ({
      chance,
      endings: endings.map((ending, side) => (touched.has(side) ? seen(side, fixed) : ending)),
    }))
  })
}

/** Every way in which a few matches may end. */
function waysOf(matches: readonly Played[]): { chance: number; fixed: Map<Played, number> }[] {
  let ways = [{ chance: 1, fixed: new Map<Played, number>() }]
  for (const match of matches) {
    ways = ways.flatMap(({ chance, fixed }) =>
      match.ways.map((p, way) => ({ chance: chance * p, fixed: new Map([...fixed, [match, way] as const]) })),
    )
  }
  return ways
}

/**
 * When matches of a season are being played, in order; the table changes at the end of each span. Of one that is broken off nobody
 * knows before that no table will count it.
 */
export function playingSpans({ seed, mishaps }: Draws, c: WorldChampionship, year: number): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  const fates = seasonFixtures(seed, c, year, 0, roundsOf(c, year)).map((f) => fateOf(seed, f, mishaps))
  const starts = fates.flatMap(({ kind, startsAt }) => (kind === 'cancelled' ? [] : [startsAt]))
  for (const at of starts.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last && at <= last.to) last.to = at + MATCH_MS
    else spans.push({ from: at, to: at + MATCH_MS })
  }
  return spans
}

/** Numbers of the sides in the order of the final table. */
export function finalOrder(draws: Draws, c: WorldChampionship, year: number): number[] {
  const rows = tableAt(draws, c, year, Infinity)
  const tie = (i: number) => lot(`${draws.seed}|${c.key}|${year}|tie|${i}`)
  return rows
    .map((row, i) => ({ row, i }))
    .toSorted(
      (a, b) => b.row.points - a.row.points || b.row.difference - a.row.difference || b.row.scored - a.row.scored || tie(a.i) - tie(b.i),
    )
    .map(({ i }) => i)
}
