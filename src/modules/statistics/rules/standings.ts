/** The table of a season: all games, those at home, those away (wire 11.4 StageTable). */
import { stageOf } from './bracket.ts'
import { counts, formOf, wentToOvertime, winnerOf, type Letter, type Result } from './result.ts'
import { scoreKind } from './score-kind.ts'

export const TABLE_SIDES = ['all', 'home', 'away'] as const
export type TableSide = (typeof TABLE_SIDES)[number]

export interface Standing {
  place: number
  teamId: number
  played: number
  won: number
  drawn: number
  lost: number
  scored: number
  conceded: number
  points: number
  /** The last five, the newest first. */
  form: Letter[]
}

interface Points {
  win: number
  draw: number
  loss: number
  /** For losing after regular time. */
  lateLoss: number
}

const FOOTBALL: Points = { win: 3, draw: 1, loss: 0, lateLoss: 0 }
const HOCKEY: Points = { win: 2, draw: 1, loss: 0, lateLoss: 1 }
const BASKETBALL: Points = { win: 2, draw: 1, loss: 1, lateLoss: 1 }
const CRICKET: Points = { win: 2, draw: 1, loss: 0, lateLoss: 0 }
const CHESS: Points = { win: 1, draw: 0.5, loss: 0, lateLoss: 0 }
const WINS: Points = { win: 1, draw: 0, loss: 0, lateLoss: 0 }
/** Points by sport. What stands nowhere counts goals as football does, or its wins alone: bouts, matches of sets, maps. */
const POINTS: Readonly<Record<number, Points>> = {
  2: HOCKEY,
  3: BASKETBALL,
  6: FOOTBALL,
  7: { win: 4, draw: 2, loss: 0, lateLoss: 0 },
  8: { win: 2, draw: 1, loss: 0, lateLoss: 0 },
  11: CHESS,
  28: { win: 4, draw: 2, loss: 0, lateLoss: 0 },
  66: CRICKET,
  89: HOCKEY,
  91: BASKETBALL,
  99: CRICKET,
  200: FOOTBALL,
  265: FOOTBALL,
  266: BASKETBALL,
}

export function pointsOf(sportId: number): Points {
  return POINTS[sportId] ?? (scoreKind(sportId) === 'goals' ? FOOTBALL : WINS)
}

/** Whose table it is. */
export interface TableOf {
  sportId: number
  /** "cup": only games of its groups or of its league count, ties have a bracket. */
  type?: string | undefined
}

/** Why a season has no table: nothing was played, its games are ties of a cup, many run at once instead of two sides, or recordings are repeated. */
export const NO_TABLE = ['unplayed', 'cup', 'field', 'recorded'] as const
export type NoTable = (typeof NO_TABLE)[number]

/** `results` of a season whose table is empty. */
export function whyNoTable(results: readonly Result[], type: string): NoTable {
  return type === 'cup' && results.some((one) => counts(one)) ? 'cup' : 'unplayed'
}

/** Results of one season; teams without a game on the asked side stand last with zeros. */
export function standings(results: readonly Result[], { sportId, type }: TableOf, side: TableSide = 'all'): Standing[] {
  const rule = pointsOf(sportId)
  const rows = new Map<number, Standing>()
  const row = (teamId: number): Standing => {
    let known = rows.get(teamId)
    if (!known)
      rows.set(teamId, (known = { place: 0, teamId, played: 0, won: 0, drawn: 0, lost: 0, scored: 0, conceded: 0, points: 0, form: [] }))
    return known
  }
  const inTable = type === 'cup' ? ({ round }: Result) => round !== null && stageOf(round) === null : () => true
  const played = results.filter((one) => counts(one) && inTable(one))
  for (const result of played) {
    const winner = winnerOf(result)
    const late = wentToOvertime(result)
    const [home, away] = [row(result.homeId), row(result.awayId)]
    if (side !== 'away') add(home, result.score, winner === 0 ? 'd' : winner === 1 ? 'w' : 'l', late, rule)
    if (side !== 'home') add(away, [result.score[1], result.score[0]], winner === 0 ? 'd' : winner === 2 ? 'w' : 'l', late, rule)
  }
  const sorted = [...rows.values()].toSorted(compare)
  const ofTeam = bySide(played, side)
  sorted.forEach((one, index) => {
    one.place = index + 1
    one.form = formOf(ofTeam.get(one.teamId) ?? [], one.teamId)
  })
  return sorted
}

function add(row: Standing, [scored, conceded]: readonly [number, number], letter: Letter, late: boolean, rule: Points): void {
  row.played += 1
  row.scored += scored
  row.conceded += conceded
  switch (letter) {
    case 'w':
      row.won += 1
      row.points += rule.win
      return
    case 'd':
      row.drawn += 1
      row.points += rule.draw
      return
    case 'l':
      row.lost += 1
      row.points += late ? rule.lateLoss : rule.loss
  }
}

function bySide(results: readonly Result[], side: TableSide): Map<number, Result[]> {
  const out = new Map<number, Result[]>()
  const put = (teamId: number, result: Result) => {
    const list = out.get(teamId)
    if (list) list.push(result)
    else out.set(teamId, [result])
  }
  for (const result of results) {
    if (side !== 'away') put(result.homeId, result)
    if (side !== 'home') put(result.awayId, result)
  }
  return out
}

/** Points, difference, scored, wins; of two that are equal in all the older club number stands first. */
function compare(a: Standing, b: Standing): number {
  return (
    b.points - a.points || b.scored - b.conceded - (a.scored - a.conceded) || b.scored - a.scored || b.won - a.won || a.teamId - b.teamId
  )
}
