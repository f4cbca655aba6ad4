/**
 * The acceptor writes accepted bets. Whatever has queued leaves as soon as the batch before it is back, without a timer, so
 * that batches grow and shrink with the load; when few wait each goes alone, which is faster then. A second batch goes beside
 * the first only when enough wait for one of their own: a batch of a dozen costs the database twice as much a bet as one of
 * sixty, and where the bets come one by one over the network two small ones take turns for ever. An answer comes only after
 * the commit. (performance §1.2)
 *
 * A cut connection leaves the fate of a batch unknown: it is sent again. The keys make that safe: a bet that
 * had been committed answers "repeated" with the id that we gave it, which is an acceptance.
 */
import type pg from 'pg'
import { assert } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Clock } from '#lib/time.ts'
import type { CountedPart, Stops } from '#modules/limits/server/index.ts'
import { batchOf, singleOf, type BatchRow, type SingleRow, type Statement } from './place-sql.ts'

export interface AcceptorLeg {
  ci: number
  t: number
  /** P · 10 000. */
  p: number
  playerId: number
  kind: number
  /** Thousandths. */
  price: number
  /** Of an edit: open in the bet that it replaces, and bought when that bought it. */
  isKept?: true
}

/** Parts of a stake that are not the player's own, or not the bet's; minor units. */
export interface StakeMoney {
  stakeTaxMinor: Minor
  /** The promo code that stands for a part of the stake. */
  promo: { code: string; minor: Minor } | null
  /** The house's advance, and what the account may owe at most (rules 8.5). */
  advance: { minor: Minor; mostMinor: Minor } | null
}

export interface BetToAccept {
  betId: bigint
  playerId: number
  accountId: number
  currencyId: number
  /** betGUID: letters, digits and hyphens only. */
  guid: string
  /** 32 hex digits: what makes "the same body". */
  bodyHash: string
  vid: number
  stakeMinor: Minor
  /** Combined price, decimal text. */
  price: string
  maxPayoutMinor: Minor | null
  /** JSON of the receipt. */
  receipt: string
  legs: readonly AcceptorLeg[]
  /** What a bet that is not plain takes beside its stake; null: a single or an express without terms. */
  money?: StakeMoney | null
  /** What the transaction of the bet counts of pools of liability. Null: all of it is within free shares. */
  parts?: readonly CountedPart[] | null
  /** The newest stop of betting that was known when the bet was checked (WAG-11); a newer one sends it back to be checked again. */
  stops?: bigint
  /** The last look at prices, states and stops, in the moment in which the bet leaves (WAG-09). False: not sent. */
  stillGood?(): boolean
}

export type BetOutcome =
  | { kind: 'accepted'; betId: bigint; balanceMinor: Minor | null; acceptedAt: number }
  | { kind: 'insufficientFunds' }
  /** A block or a limit of the player, an outcome without room, a promo code that is used: the key keeps the refusal. */
  | { kind: 'refused'; outcome: 900_030 | 109 | 900_011 }
  /** The key had been used with the same body; outcome 0 = accepted then, else the error number answered then. */
  | { kind: 'repeated'; betId: bigint; outcome: number }
  | { kind: 'keyReused' }
  /** `stillGood` said no: nothing was written. */
  | { kind: 'changed' }
  /** More is waiting than can be served in time: nothing was written. */
  | { kind: 'busy' }

export interface AcceptorOptions {
  /** Batches on their way at the same time. */
  maxBatches?: number
  maxBatch?: number
  /** Fewer than this waiting: each goes alone. */
  batchFrom?: number
  /** Bets on their way by themselves at the same time; as many again of those that no batch can hold. */
  maxSingles?: number
  /** More than these are told to come later. */
  maxWaiting?: number
  /** Stops of betting: what is known here by now (a bet that was checked before it is not sent), and the read of a newer one. */
  stops?: Pick<Stops, 'version' | 'refresh'>
}

export interface Acceptor {
  accept(bet: BetToAccept): Promise<BetOutcome>
  /** Refuses new bets and resolves when everything on its way is answered. */
  close(): Promise<void>
  waiting(): number
}

interface Waiting {
  bet: BetToAccept
  resolve(outcome: BetOutcome): void
  reject(error: unknown): void
}

const ATTEMPTS = 4
/** No attempt begins later: what was seen of the line by then is too old, and settlement looks for late bets only so long. */
const ATTEMPTS_MS = 2_000
/** So many waiting: a batch goes beside another. */
const BESIDE_FROM = 64
/** A batch that takes longer waits for somebody's lock: the others go beside it, however few they are. */
const LATE_MS = 50
/** Raised by the database (migrations/0088_lean_placing.sql), at the latest by the commit: what these bets were checked with is no longer the newest. */
const STALE = 'PLST1'
/** Connection lost, server stopping, deadlock, serialization: the same call may be made again. */
const RETRYABLE = /^(08...|57P0[1-3]|40P01|40001)$/

/** The pool is that of a `Db`: it hears the connections that die between two of their queries. */
export function createAcceptor(pool: pg.Pool, clock: Clock, options: AcceptorOptions = {}): Acceptor {
  const queue = new Queue(pool, clock, options)
  let closed = false
  return {
    accept(bet) {
      assert(!closed, 'the acceptor is closed')
      assert(/^[0-9A-Za-z-]{1,64}$/.test(bet.guid) && /^[0-9a-f]{32}$/.test(bet.bodyHash), 'betGUID or hash of a bet is malformed')
      assert(bet.stakeMinor > 0n && bet.legs.length > 0, 'a bet needs a stake and a leg')
      if (bet.money) assertMoney(bet.stakeMinor, bet.money)
      return queue.add(bet)
    },
    close() {
      closed = true
      return queue.idle()
    },
    waiting: () => queue.waiting.length,
  }
}

class Queue {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly maxBatch: number
  /** So many at most go in the next batch: after a stop in the middle of one fewer, so that a row of stops cannot hold betting up. */
  most: number
  readonly maxBatches: number
  readonly batchFrom: number
  readonly maxSingles: number
  readonly maxWaiting: number
  readonly stops: AcceptorOptions['stops']
  waiting: Waiting[] = []
  singles = 0
  /** The function for batches knows neither promo codes nor advances: there are few of them. */
  alone: Waiting[] = []
  alones = 0
  batches = 0
  /** When the last batch left, by performance.now(). */
  sentAt = 0
  /** Accounts of the batches on their way: a second bet of one would wait in the database for the first. */
  busy = new Set<number>()
  scheduled = false
  idleListeners: (() => void)[] = []

  constructor(pool: pg.Pool, clock: Clock, options: AcceptorOptions) {
    this.pool = pool
    this.clock = clock
    this.maxBatch = options.maxBatch ?? 200
    this.most = this.maxBatch
    this.maxBatches = options.maxBatches ?? 2
    this.batchFrom = options.batchFrom ?? 8
    this.maxSingles = options.maxSingles ?? 6
    this.maxWaiting = options.maxWaiting ?? 8_000
    this.stops = options.stops
  }

  add(bet: BetToAccept): Promise<BetOutcome> {
    const queue = bet.money?.promo || bet.money?.advance ? this.alone : this.waiting
    if (queue.length >= this.maxWaiting) return Promise.resolve({ kind: 'busy' })
    return new Promise((resolve, reject) => {
      queue.push({ bet, resolve, reject })
      if (queue === this.alone) this.sendAlone()
      else this.schedule()
    })
  }

  idle(): Promise<void> {
    if (this.quiet()) return Promise.resolve()
    return new Promise((resolve) => this.idleListeners.push(resolve))
  }

  private quiet(): boolean {
    return this.waiting.length + this.alone.length + this.singles + this.alones + this.batches === 0
  }

  /** After the present turn of the event loop, so that everything that arrives in it leaves together. */
  private schedule(): void {
    if (this.scheduled || !this.maySend()) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      this.send()
    })
  }

  private maySend(): boolean {
    if (this.batches === 0) return this.waiting.length > 0
    const isLate = performance.now() - this.sentAt > LATE_MS
    return this.batches < this.maxBatches && this.waiting.length >= (isLate ? 1 : BESIDE_FROM)
  }

  private send(): void {
    if (!this.maySend()) return
    if (this.batches === 0 && this.waiting.length < this.batchFrom) {
      while (this.waiting.length > 0 && this.singles < this.maxSingles) void this.sendSingle(this.waiting.shift()!, 'singles')
      return
    }
    const batch = this.takeBatch()
    if (batch.length === 0) return
    void this.sendBatch(batch)
    this.schedule()
  }

  private sendAlone(): void {
    while (this.alone.length > 0 && this.alones < this.maxSingles) void this.sendSingle(this.alone.shift()!, 'alones')
  }

  private finished(): void {
    if (this.waiting.length > 0) this.schedule()
    else if (this.quiet()) for (const listener of this.idleListeners.splice(0)) listener()
  }

  /** At most one bet of an account, in the order of accounts: the guarded debits then never wait for each other. */
  private takeBatch(): Waiting[] {
    // Enough for two batches side by side are shared between them.
    const share =
      this.batches === 0 && this.waiting.length >= 2 * BESIDE_FROM ? Math.ceil(this.waiting.length / this.maxBatches) : this.most
    const most = Math.min(this.most, share)
    const taken: Waiting[] = []
    const left: Waiting[] = []
    for (const waiting of this.waiting) {
      if (taken.length < most && !this.busy.has(waiting.bet.accountId)) {
        this.busy.add(waiting.bet.accountId)
        taken.push(waiting)
      } else left.push(waiting)
    }
    this.waiting = left
    return taken.sort((a, b) => a.bet.accountId - b.bet.accountId)
  }

  private async sendBatch(taken: Waiting[]): Promise<void> {
    this.batches += 1
    this.sentAt = performance.now()
    const late = setTimeout(() => this.schedule(), LATE_MS + 1)
    const batch = taken.filter((waiting) => this.isStillGood(waiting))
    const at = this.clock.now()
    try {
      if (batch.length > 0) {
        const statement = batchOf(
          batch.map((waiting) => waiting.bet),
          at,
        )
        const rows = await this.query<BatchRow>(statement)
        this.most = Math.min(this.maxBatch, this.most * 2)
        const byRequest = new Map(rows.map((row) => [row.request, row]))
        for (const waiting of batch) {
          const row = byRequest.get(waiting.bet.betId)
          if (row) waiting.resolve(outcomeOf(waiting.bet, row, at))
          else waiting.reject(new Error(`bet ${waiting.bet.betId} has no answer`))
        }
      }
    } catch (error) {
      await this.failed(batch, error)
    } finally {
      clearTimeout(late)
      this.batches -= 1
      for (const { bet } of taken) this.busy.delete(bet.accountId)
      this.finished()
    }
  }

  private async sendSingle(waiting: Waiting, count: 'singles' | 'alones'): Promise<void> {
    if (!this.isStillGood(waiting)) return this.finished()
    this[count] += 1
    const at = this.clock.now()
    try {
      const [row] = await this.query<SingleRow>(singleOf(waiting.bet, at))
      waiting.resolve(outcomeOf(waiting.bet, row!, at))
    } catch (error) {
      await this.failed([waiting], error)
    } finally {
      this[count] -= 1
      this.sendAlone()
      this.finished()
    }
  }

  private async failed(bets: readonly Waiting[], error: unknown): Promise<void> {
    if (!isStale(error)) {
      for (const waiting of bets) waiting.reject(error)
      return
    }
    if (bets.length > 1) this.most = Math.floor(bets.length / 2)
    // Nothing was written; bets that are checked without the stop would only come back again.
    await this.stops?.refresh().catch(() => {})
    for (const waiting of bets) waiting.resolve({ kind: 'changed' })
  }

  private isStillGood({ bet, resolve, reject }: Waiting): boolean {
    try {
      // The look may bring what the bet knows of stops up to date.
      const isGood = bet.stillGood?.() ?? true
      const isStale = this.stops !== undefined && bet.stops !== undefined && bet.stops < this.stops.version()
      if (isGood && !isStale) return true
      resolve({ kind: 'changed' })
    } catch (error) {
      reject(error)
    }
    return false
  }

  private async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
    const from = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await this.pool.query<Row>(statement)).rows
      } catch (error) {
        if (attempt >= ATTEMPTS || performance.now() - from > ATTEMPTS_MS || !mayTryAgain(error)) throw error
        await new Promise((done) => setTimeout(done, 10 * 4 ** attempt * (0.5 + Math.random() / 2)))
      }
    }
  }
}

/** Betting was stopped since the bet was checked: it has to be checked again. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STALE
}

function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return RETRYABLE.test(code) || /^E(CONN|PIPE)/.test(code) || /terminated|timeout exceeded when trying to connect/i.test(error.message)
}

function assertMoney(stakeMinor: Minor, { stakeTaxMinor, promo, advance }: StakeMoney): void {
  const parts = (promo?.minor ?? 0n) + (advance?.minor ?? 0n)
  assert(stakeTaxMinor >= 0n && stakeTaxMinor <= stakeMinor && parts >= 0n && parts <= stakeMinor, 'parts of a stake exceed it')
}

/** The answer of the database to a bet that was sent at this time. */
export function outcomeOf(bet: BetToAccept, row: SingleRow, at: number): BetOutcome {
  switch (row.outcome) {
    case 0:
      return { kind: 'accepted', betId: bet.betId, balanceMinor: row.balance, acceptedAt: at }
    case 103:
      return { kind: 'insufficientFunds' }
    case 900_030:
    case 109:
    case 900_011:
      return { kind: 'refused', outcome: row.outcome }
    case 2:
      return { kind: 'keyReused' }
    default:
      // Our own bet, committed by an attempt whose answer was lost.
      if (row.bet_id === bet.betId && row.stored_outcome === 0) {
        return { kind: 'accepted', betId: bet.betId, balanceMinor: null, acceptedAt: at }
      }
      return { kind: 'repeated', betId: row.bet_id, outcome: row.stored_outcome }
  }
}
