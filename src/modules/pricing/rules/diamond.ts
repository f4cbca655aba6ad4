/**
 * Baseball as half innings of negative binomial runs (feeds 10.4): nine innings, the home side stops as soon as it leads in
 * the last one, and level games go on inning by inning. Everything is a sum over the grid of final runs.
 */
import { negativeBinomialRow } from './counting.ts'
import { makeGrid } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'

export interface DiamondModel {
  /** Expected runs of one half inning, home and away, and the size of the distribution. */
  home: number
  away: number
  r: number
}

export interface DiamondState {
  h: number
  a: number
  inning: number
  /** The home side bats. */
  bottom: boolean
  /** Share of the running half inning that is still to come. */
  left: number
}

/** The home side often does not bat in the ninth, so its inning is worth a little more than a ninth of its runs. */
const HOME_LIFT = 1.035
const AWAY_LIFT = 0.985
/** Extra innings begin with a runner on base. */
export const EXTRA = 1.35
/** Runs beyond the winning one that the last hit brings. */
const BEYOND = [60 / 87, 15 / 87, 8 / 87, 4 / 87]
const MOST = 30
const MOST_EXTRA = 10
const REGULAR = 9

export function diamondModel(supremacy: number, total: number, r = 0.4): DiamondModel {
  return {
    home: (Math.max(0.5, (total + supremacy) / 2) / REGULAR) * HOME_LIFT,
    away: (Math.max(0.5, (total - supremacy) / 2) / REGULAR) * AWAY_LIFT,
    r,
  }
}

/** Runs of so many half innings. */
export function inningsRow(mean: number, r: number, innings: number, most = MOST): Float64Array {
  const m = mean * innings
  return negativeBinomialRow(m, m + (m * mean) / r, most + 1)
}

/** Lead with which the home side wins when it is `behind` by so much and scores by `row`, from one run up; and a level game. */
function walkOff(row: Float64Array, behind: number): { level: number; leads: number[] } {
  const level = row[behind] ?? 0
  const leads = BEYOND.map(() => 0)
  for (let n = behind + 1; n < row.length; n++) {
    for (const [k, share] of BEYOND.entries()) leads[Math.min(n - behind - 1, k)]! += row[n]! * share
  }
  return { level, leads }
}

export interface DiamondEnds {
  grid: CountGrid
  /** Chance that the nine innings end level. */
  extra: number
}

/** One way in which extra innings end: runs that both sides add. */
type ExtraEnd = readonly [home: number, away: number, chance: number]

const extraEnds = new WeakMap<DiamondModel, readonly ExtraEnd[]>()

function extrasOf(m: DiamondModel): readonly ExtraEnd[] {
  let known = extraEnds.get(m)
  if (!known) extraEnds.set(m, (known = makeExtras(m)))
  return known
}

function makeExtras(m: DiamondModel): ExtraEnd[] {
  const away = inningsRow(m.away * EXTRA, m.r, 1, MOST_EXTRA)
  const home = inningsRow(m.home * EXTRA, m.r, 1, MOST_EXTRA)
  const size = MOST_EXTRA + BEYOND.length + 1
  const out = new Float64Array(size * size)
  let level = new Float64Array(MOST_EXTRA + 1)
  level[0] = 1
  for (let inning = 0; inning < 12; inning++) {
    const next = new Float64Array(MOST_EXTRA + 1)
    for (let so = 0; so <= MOST_EXTRA; so++) {
      if (level[so]! < 1e-12) continue
      for (let x = 0; so + x <= MOST_EXTRA; x++) {
        const chance = level[so]! * away[x]!
        const { level: again, leads } = walkOff(home, x)
        next[so + x]! += chance * again
        leads.forEach((p, k) => (out[(so + x + k + 1) * size + so + x]! += chance * p))
        for (let y = 0; y < x; y++) out[(so + y) * size + so + x]! += chance * home[y]!
      }
    }
    level = next
  }
  const ends: ExtraEnd[] = []
  out.forEach((chance, n) => {
    if (chance > 1e-9) ends.push([Math.floor(n / size), n % size, chance])
  })
  return ends
}

/** Chance of the home side once nine innings have ended level. */
export function extraHomeWins(m: DiamondModel): number {
  return extrasOf(m).reduce((sum, [x, y, q]) => sum + (x > y ? q : 0), 0)
}

/** Final runs from a state of the game. */
export function diamondEnds(m: DiamondModel, s: DiamondState): DiamondEnds {
  const size = MOST + MOST_EXTRA + BEYOND.length + 2
  const p = new Float64Array(size * size)
  const long = s.inning > REGULAR
  const lift = long ? EXTRA : 1
  const awayInnings = s.bottom ? Math.max(0, REGULAR - s.inning) : Math.max(0, REGULAR - s.inning) + s.left
  const homeInnings = s.inning >= REGULAR ? 0 : REGULAR - 1 - s.inning + (s.bottom ? s.left : 1)
  const away = inningsRow(m.away * lift, m.r, awayInnings)
  const home = inningsRow(m.home, m.r, homeInnings)
  const last = inningsRow(m.home * lift, m.r, s.bottom && s.inning >= REGULAR ? s.left : 1)
  const extras = extrasOf(m)
  const put = (i: number, j: number, chance: number) => {
    if (i < size && j < size) p[i * size + j]! += chance
  }
  const offs: ReturnType<typeof walkOff>[] = []
  let extra = 0
  for (let i = 0; i < home.length; i++) {
    for (let j = 0; j < away.length; j++) {
      const chance = home[i]! * away[j]!
      if (chance < 1e-10) continue
      const behind = s.a + j - s.h - i
      if (behind < 0) {
        put(i, j, chance)
        continue
      }
      const off = (offs[behind] ??= walkOff(last, behind))
      off.leads.forEach((q, k) => put(i + behind + k + 1, j, chance * q))
      for (let y = 0; y < Math.min(behind, last.length); y++) put(i + y, j, chance * last[y]!)
      extra += chance * off.level
      const level = chance * off.level
      if (level > 1e-12) for (const [x, y, q] of extras) put(i + behind + x, j + y, level * q)
    }
  }
  return { grid: makeGrid(s.h, s.a, size, size, p), extra }
}

/** Chance of side 1 when it leads by `lead` after the first inning, for each lead asked. */
export function winAfterFirst(m: DiamondModel, leads: readonly number[]): number[] {
  const away = inningsRow(m.away, m.r, REGULAR - 1)
  const home = inningsRow(m.home, m.r, REGULAR - 2)
  const last = inningsRow(m.home, m.r, 1)
  const extraHome = extraHomeWins(m)
  const lastAbove = (behind: number): number => {
    let above = 1
    for (let n = 0; n <= Math.min(behind, last.length - 1); n++) above -= last[n]!
    return above + (last[behind] ?? 0) * extraHome
  }
  const chances = Array.from({ length: MOST + MOST_EXTRA }, (_, behind) => lastAbove(behind))
  return leads.map((lead) => {
    let win = 0
    for (let i = 0; i < home.length; i++) {
      for (let j = 0; j < away.length; j++) {
        const behind = j - i - lead
        win += home[i]! * away[j]! * (behind < 0 ? 1 : (chances[behind] ?? 0))
      }
    }
    return win
  })
}

/** First to `target` runs from the start of the game or of a half inning; the away side bats first. */
export function runRace(m: DiamondModel, s: DiamondState, target: number): [home: number, away: number, nobody: number] {
  let states = new Map<number, number>([[s.h * 100 + s.a, 1]])
  const reached: [number, number] = [0, 0]
  let nobody = 0
  for (let half = (s.inning - 1) * 2 + (s.bottom ? 1 : 0); half < 36; half++) {
    const bottom = half % 2 === 1
    const inning = Math.floor(half / 2) + 1
    const share = half === (s.inning - 1) * 2 + (s.bottom ? 1 : 0) ? s.left : 1
    const row = inningsRow((bottom ? m.home : m.away) * (inning > REGULAR ? EXTRA : 1), m.r, share, target + 1)
    const next = new Map<number, number>()
    for (const [state, chance] of states) {
      const h = Math.floor(state / 100)
      const a = state % 100
      if (bottom && inning >= REGULAR && h > a) {
        nobody += chance
        continue
      }
      const own = bottom ? h : a
      let below = 0
      for (let x = 0; own + x < target; x++) {
        below += row[x]!
        const [nextH, nextA] = bottom ? [h + x, a] : [h, a + x]
        // The last half inning ends with the run that wins, which is below the target here.
        if (bottom && inning >= REGULAR && nextH !== nextA) nobody += chance * row[x]!
        else next.set(nextH * 100 + nextA, (next.get(nextH * 100 + nextA) ?? 0) + chance * row[x]!)
      }
      reached[bottom ? 0 : 1] += chance * (1 - below)
    }
    states = next
  }
  for (const chance of states.values()) nobody += chance
  return [reached[0], reached[1], nobody]
}
