/** What the feed needs of others and what it is to them; composition fits them together, so that no module imports another in a circle. */
import type { Millis } from '#lib/time.ts'
import type { Fact, FactOf, FeedProvider, GameStatus, LiveState, Ref, StopReason } from '../rules/fact.ts'
import type { ResolvedFact, ResolvedGame } from '../rules/resolved.ts'
import type { Intake } from './intake.ts'
import type { StaleGuard } from './stale-guard.ts'

/** As much of a game of the book as the feed reads. */
export interface BookGameView {
  ci: number
  ref: Ref
  provider: string
  status: GameStatus
  kind: 1 | 3
  startsAt: Millis
  live?: LiveState
  /** Why a person stopped it. */
  held?: StopReason
  incidents: readonly { seq: number }[]
  parts: ReadonlyMap<
    string,
    {
      markets: ReadonlyMap<
        string,
        { status: string; provider: string; outcomes: readonly { key: string; price: number; active: boolean }[] }
      >
    }
  >
}

export interface BookPort {
  /** Facts of one game in their order. */
  apply(resolved: readonly ResolvedFact[]): unknown
  game(ci: number): BookGameView | null
}

/** Prices and results that follow from what has just been applied (feeds 4.1, 4.2). */
export interface PricingPort {
  onFact(resolved: ResolvedFact): readonly Fact[]
  /** Only the markets of list rows, of a game never priced before: quick, while the line fills. */
  rows?(resolved: ResolvedFact): readonly Fact[]
  /** Every second: running clocks, results that have held long enough; made as they are taken. Null: a game was looked at and says nothing. */
  tick(now: Millis): Iterable<Fact | null>
  /** All markets of a game whose card somebody reads. */
  opened?(gameCi: number): readonly Fact[]
  /** Prices of a game anew, after its provider was away; without it markets wait for the next fact. */
  refresh?(gameCi: number): readonly Fact[]
}

export type SettleFactType = 'settle' | 'settle.rollback' | 'cancel' | 'cancel.rollback'

/** A fact about results with our ids: what settlement appends to its action log. */
export interface SettleItem {
  fact: FactOf<SettleFactType>
  gameCi: number
  /** CI of each part of the game. */
  parts: Readonly<Record<string, number>>
  playerIds?: Readonly<Record<Ref, number>>
}

/** Built-in providers can be driven: /dev/feed changes their speed and what happens next in a game. */
export interface DrivenProvider extends FeedProvider {
  setSpeed?(speed: number): void
  /** Facts of a person about this provider's games: the rest of the game is drawn again from there (feeds 5.3.6). */
  act?(facts: readonly Fact[]): void
  /** The house was away: it waits for the ends of these games, unless they still run. */
  resume?(unfinished: readonly Ref[]): void
}

/** An outcome on which unsettled bets stand: CI of the part, type, param, player. */
export interface OpenOutcome {
  ci: number
  t: number
  p: number
  playerId: number
}

/** What the feed asks about bets after a restart, so that each of them gets its result. */
export interface OpenBets {
  /** Of all parts, or of these. */
  list(cis?: readonly number[]): Promise<OpenOutcome[]>
  /** Outcomes of these parts with a leg of the line that was bought at `from` or later, settled or not. */
  listOnLine(cis: readonly number[], from: Millis): Promise<OpenOutcome[]>
  outcomeKey(outcome: OpenOutcome): string
  /** Market of the outcome, its spec written as those of the same key among `offered` (`key|spec`) are. */
  marketOf(outcome: OpenOutcome, offered: readonly string[]): { key: string; spec: string } | undefined
}

export interface PlainLog {
  debug?(data: object, message: string): void
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

export interface FeedFaults {
  /** Facts are lost and the provider shows no life. */
  silent: boolean
  /** Facts arrive this much later. */
  delayMs: number
}

export interface Feed {
  /** Only one process may: composition holds the turn. */
  start(): Promise<void>
  /** The process is to end, and others do before the feed: work that a database which is away holds up is given up. */
  waitNoMore(): void
  /** Nothing is asked of the database after it; a start that is on its way ends at its next step. */
  stop(): Promise<void>
  /** Live games and those of the next day are in the book, what begins soon has prices. */
  readonly ready: Promise<void>
  isReady(): boolean
  /** Far games are in the book as well and have their prices. */
  readonly whole: Promise<void>
  /** Facts from inside the house and from persons. */
  take(values: readonly unknown[]): Promise<ResolvedFact[]>
  /** Somebody reads the card of this game: its markets are made whole in the next turn. */
  open(ci: number): void
  /** One turn of clock-driven work; runs by itself every second. */
  tick(): Promise<void>
  feedLagMs(): number
  counts(): Intake['counts'] & { backlog: number }
  producers(): ReturnType<StaleGuard['states']>
  readonly faults: FeedFaults
  setSpeed(speed: number): void
  game(ci: number): ResolvedGame | undefined
  /** Makes a game of the past known again. */
  recall(ci: number): Promise<void>
  games(): ResolvedGame[]
}
