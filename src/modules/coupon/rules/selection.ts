/**
 * A selection of a coupon against the line: what the line says about it, and why it cannot be bet on now.
 * The line is behind an interface, so that the rules run on the book, on a copy in the browser and in tests.
 */
import { MIN_PRICE, type Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'

/** A selection as a client sends it (wire 8.2). */
export interface Selection {
  /** I of the game or sub-game, never CI. */
  gameId: number
  t: number
  /** P as published for this side, 0 when none. */
  p: number
  playerId: number
  /** 1 live, 3 line: what the player saw. */
  kind: number
  /** Price the player saw, 0 = none. */
  price: Milli
}

/** The game, or part of a game, that a selection is about. */
export interface LineGame {
  gameId: number
  ci: number
  mainCi: number
  mainGameId: number
  kind: 1 | 3
  sportId: number
  championshipId: number
  /** Of the championship; left out or 0: none. */
  subSportId?: number
  /** A person at the desk has stopped the betting of the whole game. */
  stopped?: boolean
  status: 'scheduled' | 'delayed' | 'postponed' | 'live' | 'suspended' | 'interrupted' | 'ended' | 'closed' | 'cancelled' | 'abandoned'
  startsAt: Millis
  /** Version of the game: the odds version that is stored with a bet. */
  version: number
  outright: boolean
  sideIds: readonly number[]
  /** The game and those whose course decides it, by their names at the provider. */
  course?: readonly string[]
  /** For the rows of a coupon. */
  score: readonly [number, number]
  /** The game is over and nobody has told how this part of it ended. */
  isScoreUnknown?: boolean
  mainScore: readonly [number, number]
  clockSec: number
  clockRuns: boolean
}

export interface LineOutcome {
  price: Milli
  /** Chance without the margin; 0 = nobody can say. */
  prob: number
  active: boolean
  marketStatus: 'active' | 'suspended' | 'inactive' | 'handed_over' | 'settled' | 'cancelled'
  reason?: string | undefined
  closesAt?: Millis | undefined
  g: number
  gs: number
  /** A boosted price: what it was raised from, and the largest stake with it in euro cents. */
  boost?: { from: Milli; maxStakeCents: bigint } | undefined
}

/** Names in one language. */
export interface LegNames {
  opp1: string
  opp1Id: number
  opp2: string
  opp2Id: number
  championship: string
  sport: string
  /** "1st half", "" for the match. */
  periodName: string
  /** "Corners", "". */
  gameType: string
  /** "Total over 2.5". */
  outcome: string
  group: string
  /** The player or runner that the outcome is about; left out or "": nobody. */
  player?: string
}

export interface LineReader {
  /** After a start the line is still coming: a game or an outcome that is not there may only not be there yet. Left out: it is whole. */
  isFilling?(): boolean
  /** Asks for the markets behind the row of a far game; resolves when they are there, a moment later at most. */
  openCard?(gameId: number): Promise<void> | undefined
  /** Makes a duel of these sides known under its id, so that the other questions answer about it (rules 9.1). */
  openDuel?(gameId: number, teams: readonly (readonly number[])[]): void
  /** By I; null when it is unknown, also when a constant id is given. */
  findGame(gameId: number): LineGame | null
  /** The game that had this I before it went live: it is told of, and not bet on under it. */
  findRetired?(gameId: number): LineGame | null
  /** By CI: where a game that has moved into live is now. */
  findByConstant(ci: number): LineGame | null
  /** Also blocked and decided outcomes; null when the game never had it. */
  findOutcome(gameId: number, t: number, p: number, playerId: number): LineOutcome | null
  /** Parameters at which this outcome type can be bet on now. */
  openLines(gameId: number, t: number, playerId: number): readonly number[]
  names(gameId: number, t: number, p: number, playerId: number, lng: string): LegNames
  /** Runners of a race with cards and their prices to win; null of every other game (rule 4). */
  runners?(gameId: number): readonly { runner: number; price: Milli }[] | null
}

/** ErrorCode of wire 8.9 that a selection can cause, in the order of the checks (wire 8.7.1). */
export const SELECTION_STAGES = { known: 1, gameOpen: 2, outcomeOpen: 3, lineSame: 4 } as const

export interface SelectionFault {
  stage: number
  /** ErrorCode. */
  wire: 104 | 129 | 131 | 133 | 135 | 148 | 158150
  /** Name of the problem: key `problem_<name>` of locales/<lng>/bets.json. */
  name: 'event_unknown' | 'line_coming' | 'no_bet' | 'outcome_blocked' | 'bets_on_hold' | 'game_on_hold' | 'line_changed' | 'not_available'
}

/** The line has not told of it yet after a start: it is neither gone nor can it be bet on. */
export const LINE_COMING = 'line_coming'

const fault = (stage: keyof typeof SELECTION_STAGES, wire: SelectionFault['wire'], name: SelectionFault['name']): SelectionFault => ({
  stage: SELECTION_STAGES[stage],
  wire,
  name,
})

const OVER: ReadonlySet<LineGame['status']> = new Set(['ended', 'closed', 'cancelled', 'abandoned'])
/** Stops for something in the game hold the betting of the game (133), the others one price (131). */
const GAME_STOPS: ReadonlySet<string> = new Set([
  'goal',
  'penalty',
  'red_card',
  'review',
  'game_point',
  'match_ended',
  'provider_lost',
  'season_match',
])

export function isOver(game: LineGame): boolean {
  return OVER.has(game.status)
}

/** Why no bet is taken on the selection at this moment, or null. Times are the server's (standards WAG-09). */
export function selectionFault(selection: Selection, line: LineReader, now: Millis): SelectionFault | null {
  const { gameId, t, p, playerId } = selection
  const game = line.findGame(gameId)
  return faultOf(selection, game, game && line.findOutcome(gameId, t, p, playerId), line, now)
}

/** The same of what has been looked up already. */
export function faultOf(
  selection: Selection,
  game: LineGame | null,
  outcome: LineOutcome | null,
  line: Pick<LineReader, 'openLines' | 'isFilling'>,
  now: Millis,
): SelectionFault | null {
  if (game ? isOver(game) : !line.isFilling?.()) return fault('known', 104, 'event_unknown')
  // Games in play come with all their markets, so what they lack is gone.
  if (!game || (!outcome && game.kind === 3 && line.isFilling?.())) return fault('gameOpen', 133, LINE_COMING)
  const { gameId, t, playerId } = selection
  if (!outcome && line.openLines(gameId, t, playerId).length === 0) return fault('known', 104, 'event_unknown')
  if (game.status === 'suspended' || game.status === 'interrupted') return fault('gameOpen', 135, 'game_on_hold')
  if (game.status === 'postponed' || hasStarted(game, now) || changedKind(selection, game))
    return fault('gameOpen', 158150, 'not_available')
  if (!outcome) return fault('lineSame', 148, 'line_changed')
  const found = outcomeFault(outcome, now)
  // What is decided or has closed is not on hold.
  return game.stopped && found?.stage !== SELECTION_STAGES.gameOpen ? fault('gameOpen', 133, 'bets_on_hold') : found
}

/** A line event that has begun takes no line bets, whatever the feed still says. */
function hasStarted(game: LineGame, now: Millis): boolean {
  return game.kind === 3 && now >= game.startsAt
}

function changedKind(selection: Selection, game: LineGame): boolean {
  return selection.kind === 3 && game.kind === 1
}

function outcomeFault(outcome: LineOutcome, now: Millis): SelectionFault | null {
  switch (outcome.marketStatus) {
    case 'settled':
    case 'cancelled':
      return fault('gameOpen', 158150, 'not_available')
    case 'suspended':
      return GAME_STOPS.has(outcome.reason ?? '') ? fault('gameOpen', 133, 'bets_on_hold') : fault('outcomeOpen', 131, 'outcome_blocked')
    case 'inactive':
    case 'handed_over':
      return fault('outcomeOpen', 129, 'no_bet')
    case 'active':
      if (outcome.closesAt !== undefined && now >= outcome.closesAt) return fault('gameOpen', 158150, 'not_available')
      if (!outcome.active) return fault('outcomeOpen', 131, 'outcome_blocked')
      return outcome.price < MIN_PRICE ? fault('outcomeOpen', 129, 'no_bet') : null
  }
}
