/** What the screens of the line show. Prices are thousandths, times Unix seconds. */
import type { Milli } from '#lib/price.ts'

export const LIVE = 1
export const LINE = 3
export type Kind = typeof LIVE | typeof LINE

export interface Outcome {
  /** Key in the live topics: `I:T`, `I:T:P`, `I:T:P@player`. */
  key: string
  gameId: number
  t: number
  p: number
  g: number
  gs: number
  player: { id: number; name: string } | null
  price: Milli
  open: boolean
  /** On the main line of its group. */
  main: boolean
}

export interface OutcomeGroup {
  g: number
  gs: number
  columns: readonly (readonly Outcome[])[]
}

export interface Score {
  sportId: number
  total: readonly [number, number]
  periods: readonly { no: number; home: number; away: number }[]
  /** Words of the phase: "2nd half", "Break". */
  phase: string
  clockSec: number | null
  runs: boolean
  /** Who serves: 1, 2 or 0. */
  server: 0 | 1 | 2
  points: readonly [string, string] | null
  stats: readonly { id: number; name: string; home: number; away: number }[]
}

export interface TabCount {
  id: number
  count: number
  name: string
}

export interface SubGame {
  i: number
  ci: number
  name: string
  count: number
}

export interface LineGame {
  i: number
  ci: number
  /** The number printed beside the event. */
  no: number
  kind: Kind
  startsAt: number
  updatedAt: number
  sportId: number
  sport: string
  champId: number
  champ: string
  side1: string
  side2: string
  /** Ids of the sides; 0 when the feed gives none. */
  side1Id: number
  side2Id: number
  /** Outcomes in all. */
  count: number
  /** Row markets of lists. */
  outcomes: readonly Outcome[]
  /** Market groups of the card. */
  groups: readonly OutcomeGroup[]
  tabs: readonly TabCount[]
  subGames: readonly SubGame[]
  score: Score | null
  /** Words for a status that is not the usual one: put off, stopped, won without play; else ''. */
  status: string
  /** Put off, and its time has passed: it stands in no hour of a list. */
  late: boolean
  round: string
  /** In words: where it is played, and whether it is a recording or a simulation. */
  about: string
  partName: string
  /** I of the main game; of itself when it is the main one. */
  mainId: number
  /** What can be opened beside the prices: a tracker drawn from facts, a statistics page, a video stream. */
  marks: { tracker: boolean; stats: boolean; video: boolean }
}

export interface ChampNode {
  id: number
  name: string
  sportId: number
  sport: string
  count: number
}

export interface SportNode {
  id: number
  name: string
  count: number
  champs: readonly ChampNode[]
}

export interface ChronoRow {
  id: number
  period: number
  clockSec: number | null
  kind: number
  side: 0 | 1 | 2
  text: string
  /** The score after it, whether it made it or not; null at 0:0. */
  score: readonly [number, number] | null
  cancelled: boolean
  /** Word of the feed for what happened: attack, shot, ball. */
  type: string
  amount: number
  /** 0–100 along and across the field. */
  at: readonly [number, number] | null
  /** Whom it is about: of cricket the batter and the bowler. */
  players: readonly { id: number; name: string }[]
}
