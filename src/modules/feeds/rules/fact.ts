/**
 * What a provider may say (feeds §2). Adapters translate into these and nothing else; the book, settlement
 * and statistics know no provider. Times are unix milliseconds.
 */
import type { Millis } from '#lib/time.ts'

export type Lang = string
export type ProviderId = 'world' | 'replay' | 'uof' | 'the-odds-api' | 'pricing' | 'result' | 'guard' | 'trader'
/** The provider's own id, opaque; intake resolves (provider, kind, Ref) to ours. */
export type Ref = string
export type Names = Partial<Record<Lang, string>>

export type Entity =
  | { kind: 'sport'; ref: Ref; sportId: number }
  | { kind: 'country'; ref: Ref; code: string; names?: Names }
  | Championship
  | { kind: 'season'; ref: Ref; championship: Ref; label: string; startsAt: Millis; endsAt: Millis }
  | Competitor
  | { kind: 'player'; ref: Ref; competitor?: Ref; names: Names }
  | Game

export interface Championship {
  kind: 'championship'
  ref: Ref
  sport: Ref
  country: Ref
  type: 'league' | 'cup' | 'stage' | 'outright'
  gender?: 'm' | 'f' | 'x'
  tz: string
  names: Names
  about?: ChampionshipAbout
}

/** Sections of the site that a championship belongs to besides its sport; absent = the usual line. */
export const SECTIONS = ['virtual', 'marble', 'simulated', 'aftermatch', 'alternative', 'tv'] as const
export type Section = (typeof SECTIONS)[number]

export interface ChampionshipAbout {
  section?: Section
  /** Discipline of a sport that has several (SSI of the wire). */
  subSport?: { id: number; names: Names }
  /** All stages of one competition (GLI of the wire). */
  global?: { id: number; names: Names }
  /** Its games are recordings of this season ("2012/13") that are shown again and again: they make neither tables nor form. */
  recorded?: string
}

export const GOINGS = ['firm', 'good_to_firm', 'good', 'good_to_soft', 'soft', 'heavy', 'standard'] as const
export type Going = (typeof GOINGS)[number]

/** One runner of a race card; `order` is that of the game's sides. */
export interface RaceRunner {
  order: number
  /** Number on the saddle cloth. */
  number: number
  /** Place in the starting stalls, 0 where there are none. */
  stall: number
  jockey: Names
  trainer: Names
  age: number
  sex: 'm' | 'f' | 'g'
  weightKg: number
  rating: number
  /** Places of the last races, oldest first: '2-1-5'. */
  form: string
  /** Colours as #rrggbb. */
  silks: { body: string; sleeves: string; cap: string; pattern: 'plain' | 'hoops' | 'stripes' | 'halves' | 'cross' | 'stars' }
  /** Taken out before the start. */
  out?: true
}

export interface RaceCard {
  track: Names
  /** Number of the race in the meeting. */
  race: number
  distanceM: number
  going: Going
  /** 1 is the best. */
  class: number
  prize: { amount: number; currency: string }
  runners: RaceRunner[]
}

/** What is known of a game besides sides, times and score. */
export interface GameAbout {
  /** What an outright or a question is about. */
  title?: Names
  card?: RaceCard
  /** Games whose course decides this one: no bet may stand on both. */
  of?: Ref[]
}

export interface Competitor {
  kind: 'competitor'
  ref: Ref
  sport: Ref
  type: 'team' | 'player' | 'pair' | 'runner'
  country?: Ref
  names: Names
}

export type GameStatus =
  | 'scheduled'
  | 'delayed'
  | 'postponed'
  | 'live'
  | 'suspended'
  | 'interrupted'
  | 'ended'
  | 'closed'
  | 'cancelled'
  | 'abandoned'
/** 'called_off': a person has voided the game in play; a word of the desk alone. */
export type StatusNote = 'rain' | 'walkover' | 'retired' | 'defaulted' | 'awarded' | 'after_extra_time' | 'after_shootout' | 'called_off'
export type Origin = 'real' | 'recorded' | 'simulated'

export interface Game {
  kind: 'game'
  ref: Ref
  championship: Ref
  season?: Ref
  type: 'match' | 'race' | 'outright' | 'draw'
  sides: { competitor: Ref; role: 'home' | 'away' | 'runner'; order: number }[]
  startsAt: Millis
  startConfirmed: boolean
  round?: string
  venue?: string
  neutral?: boolean
  /** `statistics` of football: true adds games of shots, fouls, offsides and corners of the halves, false leaves all counts out. */
  format?: { bestOf?: number; periods?: number; periodMin?: number; surface?: string; statistics?: boolean }
  status: GameStatus
  statusNote?: StatusNote
  liveCoverage: boolean
  origin: Origin
  about?: GameAbout
}

export interface LiveState {
  game: Ref
  /** 'h1','ht','h2','et1','so','set2','q3','inn5b' … */
  phase: string
  clockSec?: number
  clockRuns?: boolean
  server?: 'home' | 'away'
  score: [number, number]
  /** Points inside a tennis game: '40','A'. */
  points?: [string, string]
  periods: { no: number; code: string; score: [number, number] }[]
  /** corners, yellow, red, shots … */
  stats: Record<string, [number, number]>
}

export interface Incident {
  game: Ref
  seq: number
  clockSec: number
  type: string
  side?: 'home' | 'away'
  player?: Ref
  at?: [x: number, y: number]
  detail?: Record<string, unknown>
  retracts?: number
}

export interface MarketId {
  game: Ref
  /** 'full', 'h1', 'p2', 'q3', 'set2', 'inn1', 'map1', 'corners', 'cards' …: a sub-game of its own on the wire. */
  part: string
  /** Key of the market book, or 'uof:575'. */
  key: string
  /** 'k=v|k=v', keys sorted, numbers canonical; '' when the market has no specifier. */
  spec: string
}

export type StopReason =
  | 'goal'
  | 'penalty'
  | 'red_card'
  | 'review'
  | 'game_point'
  | 'match_ended'
  | 'provider_lost'
  | 'stale'
  | 'odd_price'
  | 'trader'
  /** A match of the season that a long-term bet is about. */
  | 'season_match'
  | 'other'
export type MarketStatus = 'active' | 'suspended' | 'inactive' | 'handed_over' | 'settled' | 'cancelled'

export interface MarketOutcome {
  /**
   * For keys of the market book: `T`, or `T:P` with P in wire form ('7:-1.5', '731:2.001'), or `T:P@player`.
   * Other keys: the provider's own.
   */
  key: string
  ref?: Ref
  active: boolean
  /** Price shown, in thousandths. */
  price?: number
  prob?: number
  prob5?: [win: number, halfWin: number, refund: number, halfLose: number, lose: number]
}

export interface Market extends MarketId {
  status: MarketStatus
  reason?: StopReason
  main?: boolean
  closesAt?: Millis
  cashout?: boolean
  outcomes: MarketOutcome[]
}

/** won: null = not decided yet. Factor at price o: won·deadHeat·(1−v)·o + v, v = voidFactor or 0 (feeds 4.3). */
export interface OutcomeResult {
  outcome: string
  ref?: Ref
  won: 0 | 1 | null
  voidFactor?: 0.5 | 1
  deadHeat?: number
  /** Among how many `deadHeat` is shared, where its lowest terms say fewer. */
  tied?: number
  reason?: string
}

export interface FactHead {
  provider: ProviderId
  producer: string
  sentAt: Millis
  receivedAt: Millis
  recovery?: string
  /** Hash of type, game, sent time and canonical body, never of arrival time. */
  key: string
}

/** `line`: of bets of the line alone, those that were taken in play stand. */
interface CancelRange {
  game: Ref
  markets: MarketId[]
  from?: Millis
  to?: Millis
  line?: true
}

export type FactBody =
  | { t: 'catalog'; entities: Entity[] }
  | { t: 'game'; game: Game; reason: 'new' | 'time' | 'cancelled' | 'format' | 'coverage' | 'status' | 'other' }
  | { t: 'live'; state: LiveState; incidents?: Incident[] }
  | { t: 'model'; game: Ref; supremacy: number; total: number; rho?: number; extra?: Record<string, number> }
  /** `sizes`: by part, how many outcomes the game has once somebody opens its card; null: its card holds them all. Of our pricing alone. */
  | { t: 'odds.delta'; game: Ref; markets: Market[]; sizes?: Record<string, number> | null }
  | { t: 'odds.image'; game: Ref; markets: Market[] }
  /** To 'active' only by a person: lifts what persons have stopped. */
  | { t: 'bet.stop'; game: Ref | '*'; groups: 'all' | string[]; to: 'suspended' | 'inactive' | 'active'; reason: StopReason }
  | { t: 'settle'; game: Ref; certainty: 'live' | 'confirmed'; markets: { id: MarketId; results: OutcomeResult[] }[] }
  | { t: 'settle.rollback'; game: Ref; markets: MarketId[] }
  /** `undecided`: outcomes whose result had been told before it was sent stand (rules 3.5). */
  | ({ t: 'cancel'; reason?: string; supersededBy?: Ref; undecided?: true } & CancelRange)
  | ({ t: 'cancel.rollback' } & CancelRange)
  | { t: 'history'; game: Game; score: [number, number]; periods: LiveState['periods'] }
  | { t: 'producer'; state: 'up' | 'down' | 'recovering' | 'delayed'; lastAliveAt: Millis }

export type Fact = FactHead & FactBody
export type FactType = FactBody['t']
export type FactOf<T extends FactType> = FactHead & Extract<FactBody, { t: T }>

export interface Cursor {
  at: Millis
}

export interface Capabilities {
  delivery: 'push' | 'poll' | 'builtin'
  liveState: boolean
  incidents: boolean
  prices: 'none' | 'model' | 'some' | 'full'
  betStop: boolean
  settlement: boolean
  cancel: boolean
  recovery: boolean
  stableIds: boolean
  clock: 'wall' | 'given'
  languages: Lang[]
}

export interface MarketDescription {
  key: string
  names: Names
  outcomes: { key: string; names: Names }[]
}

export interface FeedProvider {
  readonly id: ProviderId
  readonly caps: Capabilities
  /** `sink` resolves when the facts are stored: that is the back-pressure. */
  start(from: Cursor | null, sink: (facts: Fact[]) => Promise<void>): Promise<void>
  stop(): Promise<void>
  recover(producer: string, since: Millis | null): Promise<{ requestId: string }>
  fetchGame(ref: Ref): Promise<Game>
  describe(lang: Lang): Promise<MarketDescription[]>
}
