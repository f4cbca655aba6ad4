/** Words of the simulated world. Times inside a timeline are ms since the game's start. */
import type { Incident, LiveState, Ref, StatusNote, StopReason } from '#modules/feeds/rules/fact.ts'

export const ENGINES = ['goals', 'periods', 'points', 'rally', 'balls', 'frames', 'bout', 'field'] as const
export type Engine = (typeof ENGINES)[number]
export type Side = 'home' | 'away'
export type Pair = [home: number, away: number]

/** The numbers a result is drawn from and a price is made of; their meaning by engine is in README.md. */
export interface WorldModel {
  supremacy: number
  total: number
  rho: number
  extra: Record<string, number>
}

/** What an engine needs to know of a game. */
export interface WorldGame {
  ref: Ref
  sportId: number
  engine: Engine
  variant: Variant
  model: WorldModel
  /** Runners of a field; 2 otherwise. */
  sides: number
  format: { bestOf?: number; periods?: number; periodMin?: number }
  /** Retractions, wrong confirmed scores, abandoned games (feeds §5.4). */
  mishaps: boolean
}

export const VARIANTS = [
  'football',
  'cyber-football',
  'ice-hockey',
  'cyber-hockey',
  'handball',
  'floorball',
  'futsal',
  'beach-soccer',
  'water-polo',
  'field-hockey',
  'basketball',
  'cyber-basketball',
  'afl',
  'rugby',
  'american-football',
  'tennis',
  'badminton',
  'volleyball',
  'beach-volleyball',
  'table-tennis',
  'squash',
  'cricket',
  'baseball',
  'darts',
  'snooker',
  'esports',
  'chess',
  'boxing',
  'mma',
  'formula1',
  'horses',
  'greyhounds',
] as const
export type Variant = (typeof VARIANTS)[number]

/** What an item changes on the scoreboard. Numbers are added, the rest replaces. */
export interface Effect {
  phase?: string
  /** Opens a period with this code. */
  open?: string
  runs?: boolean
  score?: Pair
  period?: Pair
  stats?: Record<string, Pair>
  /** Replaces a stat instead of adding to it. */
  set?: Record<string, Pair>
  points?: [string, string] | null
  server?: Side
}

/** incident: a fact; silent: changes the picture shown with the next fact; stop: a danger of something. */
export type ItemKind = 'incident' | 'silent' | 'stop'

export interface Item {
  at: number
  /** Order inside the game; also the incident's seq. */
  seq: number
  kind: ItemKind
  type: string
  clockSec: number
  hasClock: boolean
  side?: Side
  detail?: Record<string, unknown>
  retracts?: number
  reason?: StopReason
  fx: Effect
}

export interface Timeline {
  game: Ref
  items: Item[]
  /** When the last whistle goes. Later items are corrections. */
  endsAtMs: number
  ending: 'ended' | 'abandoned'
  note?: StatusNote
}

export type { Incident, LiveState }
