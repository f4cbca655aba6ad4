/**
 * Who scores first and wins, and who scores last (baseball): half inning by half inning, the away side first. The lead and the
 * last scorer are all that counts, so a walk back from the end gives every chance.
 */
import { EXTRA, extraHomeWins, inningsRow } from './diamond.ts'
import type { DiamondModel, DiamondState } from './diamond.ts'

const REGULAR = 9
const HALVES = 2 * REGULAR
/** Leads beyond this count as it, as do runs of one half inning. */
const MOST_LEAD = 24
const MOST_RUNS = 14
const SIZE = 2 * MOST_LEAD + 1

interface Rows {
  home: Float64Array
  away: Float64Array
}

function rowsOf(m: DiamondModel, lift: number): Rows {
  return { home: inningsRow(m.home * lift, m.r, 1, MOST_RUNS), away: inningsRow(m.away * lift, m.r, 1, MOST_RUNS) }
}

const at = (lead: number): number => Math.max(-MOST_LEAD, Math.min(MOST_LEAD, lead)) + MOST_LEAD

/** Chances of the home side by lead before each half inning 0 … 17; `level` when nine innings end level. */
function winTable(rows: Rows, level: number): Float64Array[] {
  const table: Float64Array[] = []
  let next = Float64Array.from({ length: SIZE }, (_, n) => (n > MOST_LEAD ? 1 : n === MOST_LEAD ? level : 0))
  for (let half = HALVES - 1; half >= 0; half--) {
    const bottom = half % 2 === 1
    const row = bottom ? rows.home : rows.away
    const now = new Float64Array(SIZE)
    for (let lead = -MOST_LEAD; lead <= MOST_LEAD; lead++) {
      let win = 0
      for (let x = 0; x < row.length; x++) win += row[x]! * next[at(bottom ? lead + x : lead - x)]!
      // The home side does not bat in the ninth when it leads.
      now[at(lead)] = half === HALVES - 1 && lead > 0 ? 1 : win
    }
    table[half] = next = now
  }
  return table
}

/** Chances that a side scores the first run and wins, from a game without runs. */
export function firstRunAndWin(m: DiamondModel, s: DiamondState): [home: number, away: number] {
  const rows = rowsOf(m, 1)
  const extra = rowsOf(m, EXTRA)
  const level = extraHomeWins(m)
  const wins = winTable(rows, level)
  const chances: [number, number] = [0, 0]
  let none = 1
  const from = (s.inning - 1) * 2 + (s.bottom ? 1 : 0)
  for (let half = from; half < HALVES; half++) {
    const bottom = half % 2 === 1
    const share = half === from ? s.left : 1
    const row = share === 1 ? (bottom ? rows.home : rows.away) : inningsRow(bottom ? m.home : m.away, m.r, share, MOST_RUNS)
    for (let x = 1; x < row.length; x++) {
      const after = half + 1 < HALVES ? wins[half + 1]![at(bottom ? x : -x)]! : 1
      chances[bottom ? 0 : 1] += none * row[x]! * (bottom ? after : 1 - after)
    }
    none *= row[0]!
  }
  const [h0, a0] = [extra.home[0]!, extra.away[0]!]
  let awayFirst = 0
  for (let x = 1, below = h0; x < extra.away.length; below += extra.home[x] ?? 0, x++)
    awayFirst += extra.away[x]! * (below + (extra.home[x] ?? 0) * (1 - level))
  const again = 1 / (1 - a0 * h0)
  return [chances[0] + none * again * a0 * (1 - h0), chances[1] + none * again * awayFirst]
}

/** From level extra innings: the home side scores last, when it did so last or did not. */
function lastInExtra({ home, away }: Rows): [did: number, didNot: number] {
  let level = 0
  let last = 0
  for (let x = 0; x < away.length; x++) {
    for (let y = 0; y < home.length; y++) {
      const chance = away[x]! * home[y]!
      if (x === y && x > 0) level += chance
      // Whoever bats second and scores has the last run, ahead or not.
      else if (x !== y && y > 0) last += chance
    }
  }
  const none = away[0]! * home[0]!
  const did = last / (1 - none - level)
  return [did, (last + level * did) / (1 - none)]
}

/** Chance that the home side scores the last run; `did`: it scored the last one so far. */
export function lastRunHome(m: DiamondModel, s: DiamondState, did: boolean): number {
  const rows = rowsOf(m, 1)
  const extra = lastInExtra(rowsOf(m, EXTRA))
  const [yes, no] = [0, 1].map((k) => Float64Array.from({ length: SIZE }, (_, n) => (n === MOST_LEAD ? extra[k]! : k === 0 ? 1 : 0))) as [
    Float64Array,
    Float64Array,
  ]
  let next = [yes, no] as const
  const from = (s.inning - 1) * 2 + (s.bottom ? 1 : 0)
  for (let half = HALVES - 1; half >= from; half--) {
    const bottom = half % 2 === 1
    const share = half === from ? s.left : 1
    const row = share === 1 ? (bottom ? rows.home : rows.away) : inningsRow(bottom ? m.home : m.away, m.r, share, MOST_RUNS)
    const now = [new Float64Array(SIZE), new Float64Array(SIZE)] as const
    for (let lead = -MOST_LEAD; lead <= MOST_LEAD; lead++) {
      for (const k of [0, 1] as const) {
        let chance = 0
        for (let x = 0; x < row.length; x++) {
          const scorer = x === 0 ? k : bottom ? 0 : 1
          chance += row[x]! * next[scorer][at(bottom ? lead + x : lead - x)]!
        }
        now[k][at(lead)] = half === HALVES - 1 && lead > 0 ? 1 - k : chance
      }
    }
    next = now
  }
  return next[did ? 0 : 1][at(s.h - s.a)]!
}
