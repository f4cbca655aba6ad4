/** A bet that has passed its checks: legs with what the line said, limits, and what was agreed beyond them. */
import type { Minor } from '#lib/money.ts'
import type { LineGame, LineOutcome, LineReader } from '#modules/coupon/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits, StakeRange } from '#modules/limits/server/index.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import type { CheckedLeg } from '../rules/check-bet.ts'
import type { Acceptor, AcceptorLeg, StakeMoney } from './acceptor.ts'
import type { KeepGame } from './keep-game.ts'
import type { MeTopics } from './me-topic.ts'
import type { BetPorts, ChangeQuote } from './ports.ts'
import type { ShownFigures } from './receipt.ts'
import type { RecentBets } from './recent-bets.ts'

export interface PlaceDeps {
  db: Db
  clock: Clock
  line: LineReader
  ledger: Ledger
  limits: Limits
  acceptor: Acceptor
  recent: RecentBets
  me: MeTopics
  ports: BetPorts
  keepGame: KeepGame
  /** Faults of ours that no answer tells: in one of several bets, in one that nobody waits for. */
  log?: Pick<Logger, 'error'>
}

/** A leg with what the line said of it at the check: looked up once for everything that follows. */
export interface SeenLeg extends CheckedLeg, AcceptorLeg {
  game: LineGame
  outcome: LineOutcome
}

/** What is agreed with a bet that is not plain. */
export interface Agreed {
  /** The kind that counts: a multi-bet of singles without lobby is a system. */
  vid: number
  terms: BetTerms
  stakeMinor: Minor
  /** Null: the bet turned out to be a plain single or express. */
  money: StakeMoney | null
  /** Combined price, decimal text. */
  price: string
  change: ChangeQuote | null
}

export interface CheckedBet {
  legs: SeenLeg[]
  /** The live delay that the bet has to wait. */
  delayMs: number
  range: StakeRange
  /** Null: a plain single or express. */
  agreed: Agreed | null
  /** What the screen showed, as it was worked out again; null: the client told nothing. */
  shown: ShownFigures | null
  /** The newest stop of betting that was known (WAG-11). */
  stops: bigint
}

/** What a check leaves out: for orders, whose price, state or stake is not the one of now. */
export interface CheckHow {
  anyPrice?: boolean | undefined
  anyState?: boolean | undefined
  anyStake?: boolean | undefined
  /** Limits as the house has them for anybody: without the player's trust, and without what he has placed. */
  ofAnybody?: boolean | undefined
  /** In place of the maximum of the coupon. */
  maxStakeMinor?: Minor | undefined
  /** As in `LimitedBet`. */
  equalTimes?: bigint | null
}
