/** Words of the simulated world. Times inside a timeline are ms since the game's start. */
import type { Incident, LiveState, Ref, StatusNote, StopReason } from '#modules/feeds/rules/fact.ts'
import type { Squad } from './players.ts'

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
  format: { bestOf?: number; periods?: number; periodMin?: number; statistics?: boolean }
  /** How often a close game of points had an overtime, where its championship differs from the variant. */
  overtime?: number
  /** How fast frames and fields go where the variant leaves it open. */
  pace?: Pace
  /** Retractions, wrong confirmed scores, abandoned games (feeds §5.4). */
  mishaps: boolean
  /** Who plays, where the championship's players are known. */
  squads?: readonly [Squad, Squad]
  /** A game of sides of different matches. */
  mixed?: { kind: 'alternative' | 'aftermatch'; sources: readonly [WorldGame, WorldGame] }
  /** A game of two runners of a race, by their numbers there. */
  race?: { game: WorldGame; orders: readonly [number, number] }
}

/** Frames: word for one and its length in seconds; fields: laps and seconds a lap. */
export interface Pace {
  code?: string
  sec?: [from: number, to: number]
  pauseSec?: number
  laps?: number
  lapSec?: number
  retired?: number
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
  'moba',
  'duel',
  'chess',
  'boxing',
  'mma',
  'formula1',
  'horses',
  'greyhounds',
  'track',
  'draw',
] as const
export type Variant = (typeof VARIANTS)[number]

const ENGINE_OF: Record<Variant, Engine> = {
  football: 'goals',
  'cyber-football': 'goals',
  'ice-hockey': 'periods',
  'cyber-hockey': 'periods',
  handball: 'periods',
  floorball: 'periods',
  futsal: 'periods',
  'beach-soccer': 'periods',
  'water-polo': 'periods',
  'field-hockey': 'periods',
  basketball: 'points',
  'cyber-basketball': 'points',
  afl: 'points',
  rugby: 'points',
  'american-football': 'points',
  tennis: 'rally',
  badminton: 'rally',
  volleyball: 'rally',
  'beach-volleyball': 'rally',
  'table-tennis': 'rally',
  squash: 'rally',
  cricket: 'balls',
  baseball: 'balls',
  darts: 'frames',
  snooker: 'frames',
  esports: 'frames',
  moba: 'frames',
  duel: 'frames',
  chess: 'frames',
  boxing: 'bout',
  mma: 'bout',
  formula1: 'field',
  horses: 'field',
  greyhounds: 'field',
  track: 'field',
  draw: 'field',
}

export function engineOf(variant: Variant): Engine {
  return ENGINE_OF[variant]
}

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

/**
 * incident: a fact; rider: an incident told with the next fact; silent: changes the picture shown with the next fact; stop: a danger
 * of something; model: the chances of the rest have changed.
 */
export type ItemKind = 'incident' | 'rider' | 'silent' | 'stop' | 'model'

export interface Item {
  at: number
  /** Order inside the game; also the incident's seq. */
  seq: number
  kind: ItemKind
  type: string
  clockSec: number
  hasClock: boolean
  side?: Side
  player?: Ref
  /** Place on the field, both 0 to 100: x from the home side's goal, y from the left touchline as the home side attacks. */
  where?: [x: number, y: number]
  detail?: Record<string, unknown>
  retracts?: number
  reason?: StopReason
  /** Of a model: what it says otherwise than before, `extra` of a model fact. */
  says?: Record<string, number>
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
