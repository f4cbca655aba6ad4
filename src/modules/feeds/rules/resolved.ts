/**
 * A fact with our ids attached: what intake hands to the book, pricing and settlement. Everything that the
 * reader needs stands in it, so that applying it needs no look-up of the provider's ids (feeds 1).
 */
import type { ChampionshipAbout, Fact, GameAbout, GameStatus, Names, Origin, ProviderId, Ref, StatusNote } from './fact.ts'
import type { Millis } from '#lib/time.ts'

export interface ResolvedSport {
  id: number
  names: Names
}

export interface ResolvedChampionship {
  /** LI of the wire, from 910,000 up. */
  id: number
  ref: Ref
  sportId: number
  /** Our country id (seed/countries.json), 225 = international. */
  countryId: number
  countryCode: string
  names: Names
  /** Higher is shown first. */
  weight: number
  type: 'league' | 'cup' | 'stage' | 'outright'
  about?: ChampionshipAbout
}

export interface ResolvedSide {
  /** Our competitor id, from 70,000 up. */
  id: number
  ref: Ref
  role: 'home' | 'away' | 'runner'
  order: number
  names: Names
  countryId: number
  countryCode: string
}

/** A part of a game with both ids of the wire (wire 1.2, 19.4). */
export interface ResolvedPart {
  part: string
  /** CI: never changes, from 310,000,000 up. */
  ci: number
  /** I: replaced when the game moves from line to live, from 600,000,000 up. */
  i: number
  /** Printed number. */
  n: number
  /** P of the wire: number of the period, 0 for the match and for statistics. */
  p: number
  /** TI of the wire: 201 corners, 202 cards, 52 players' statistics; 0 otherwise. */
  ti: number
}

export interface ResolvedGame {
  /** CI of the part 'full'. */
  ci: number
  ref: Ref
  /** The provider that gave the game; facts of 'pricing', 'result', 'guard' and 'trader' never stand here. */
  provider: ProviderId
  origin: Origin
  championship: ResolvedChampionship
  sport: ResolvedSport
  type: 'match' | 'race' | 'outright' | 'draw'
  sides: ResolvedSide[]
  startsAt: Millis
  startConfirmed: boolean
  status: GameStatus
  statusNote?: StatusNote
  /** 1 live, 3 line: follows from the status, and from the first live state. */
  kind: 1 | 3
  round?: string
  venue?: string
  neutral?: boolean
  format?: { bestOf?: number; periods?: number; periodMin?: number; surface?: string; statistics?: boolean }
  liveCoverage: boolean
  about?: GameAbout
  /** All parts that the sport may have; the first is 'full'. */
  parts: ResolvedPart[]
}

export interface ResolvedFact {
  fact: Fact
  /** CI of the main part; absent for facts of no game (catalog, producer, `bet.stop` of '*'). */
  gameCi?: number
  /**
   * Present whenever the game's head has changed: on every `game` fact, and on the first `live` fact of a game
   * that was still in the line (its parts then carry new `I`). The book puts this head in place first, keeps
   * the markets by part, then applies `fact`.
   */
  game?: ResolvedGame
  /** Championships and sports that are new or renamed (only on `catalog` facts). */
  championships?: ResolvedChampionship[]
  sports?: ResolvedSport[]
  /** Competitors renamed since games were built (CT-36): the book changes the names of sides by id. */
  competitors?: { id: number; names: Names; countryId: number; countryCode: string }[]
  /** Our ids of the players named by reference in incidents and in outcome keys `T:P@ref`. */
  playerIds?: Record<Ref, number>
}
