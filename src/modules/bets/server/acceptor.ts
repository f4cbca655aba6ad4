/**
 * The acceptor writes accepted bets. Lanes are chosen by account; a lane sends whatever has queued as soon as
 * its connection is free, without a timer, so that batches grow and shrink with the load; when few wait each
 * goes alone, which is faster then. An answer comes only after the commit. (performance §1.2)
 *
 * A cut connection leaves the fate of a batch unknown: it is sent again. The keys make that safe: a bet that
 * had been committed answers "repeated" with the id that we gave it, which is an acceptance.
 */
import type pg from 'pg'
import { assert } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Clock } from '#lib/time.ts'
import { batchValues, PLACE_BATCH, PLACE_SINGLE, singleValues, type BatchRow, type SingleRow } from './place-sql.ts'

export interface AcceptorLeg {
  ci: number
  t: number
  /** P · 10 000. */
  p: number
  playerId: number
  kind: number
  /** Thousandths. */
  price: number
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
  /** What the house may lose on each leg in euro cents, 0 = not counted; and the room of an outcome. Null: no leg is counted. */
  liability?: { cents: readonly bigint[]; mostCents: bigint } | null
  /** The last look at prices and states, in the moment in which the bet leaves (WAG-09). False: not sent. */
  stillGood?(): boolean
}

export type BetOutcome =
  | { kind: 'accepted'; betId: bigint; balanceMinor: Minor | null; acceptedAt: number }
  | { kind: 'insufficientFunds' }
  /** A block or a limit of the player does not allow it, an outcome has no room left: the key keeps the refusal. */
  | { kind: 'refused'; outcome: 900_030 | 109 }
  /** The key had been used with the same body; outcome 0 = accepted then, else the error number answered then. */
  | { kind: 'repeated'; betId: bigint; outcome: number }
  | { kind: 'keyReused' }
  /** `stillGood` said no: nothing was written. */
  | { kind: 'changed' }
  /** More is waiting than can be served in time: nothing was written. */
  | { kind: 'busy' }

export interface AcceptorOptions {
  lanes?: number
  maxBatch?: number
  /** Fewer than this waiting: each goes alone. */
  batchFrom?: number
  /** Singles of one lane on their way at the same time. */
  maxSingles?: number
  maxWaiting?: number
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
/** Connection lost, server stopping, deadlock, serialization: the same call may be made again. */
const RETRYABLE = /^(08...|57P0[1-3]|40P01|40001)$/

export function createAcceptor(pool: pg.Pool, clock: Clock, options: AcceptorOptions = {}): Acceptor {
  // A connection that dies between two of its queries says so by an event; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const laneCount = options.lanes ?? 2
  const lanes = Array.from({ length: laneCount }, () => new Lane(pool, clock, options))
  let closed = false
  return {
    accept(bet) {
      assert(!closed, 'the acceptor is closed')
      assert(/^[0-9A-Za-z-]{1,64}$/.test(bet.guid) && /^[0-9a-f]{32}$/.test(bet.bodyHash), 'betGUID or hash of a bet is malformed')
      assert(bet.stakeMinor > 0n && bet.legs.length > 0, 'a bet needs a stake and a leg')
      return lanes[bet.accountId % laneCount]!.add(bet)
    },
    async close() {
      closed = true
      await Promise.all(lanes.map((lane) => lane.idle()))
    },
    waiting: () => lanes.reduce((sum, lane) => sum + lane.waiting(), 0),
  }
}

class Lane {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly maxBatch: number
  readonly batchFrom: number
  readonly maxSingles: number
  readonly maxWaiting: number
  queue: Waiting[] = []
  singles = 0
  batchRunning = false
  scheduled = false
  idleListeners: (() => void)[] = []

  constructor(pool: pg.Pool, clock: Clock, options: AcceptorOptions) {
    this.pool = pool
    this.clock = clock
    this.maxBatch = options.maxBatch ?? 200
    this.batchFrom = options.batchFrom ?? 8
    this.maxSingles = options.maxSingles ?? 3
    this.maxWaiting = options.maxWaiting ?? 4_000
  }

  add(bet: BetToAccept): Promise<BetOutcome> {
    if (this.queue.length >= this.maxWaiting) return Promise.resolve({ kind: 'busy' })
    return new Promise((resolve, reject) => {
      this.queue.push({ bet, resolve, reject })
      this.schedule()
    })
  }

  waiting(): number {
    return this.queue.length
  }

  idle(): Promise<void> {
    if (this.quiet()) return Promise.resolve()
    return new Promise((resolve) => this.idleListeners.push(resolve))
  }

  private quiet(): boolean {
    return this.queue.length === 0 && this.singles === 0 && !this.batchRunning
  }

  /** After the present turn of the event loop, so that everything that arrives in it leaves together. */
  private schedule(): void {
    if (this.scheduled || this.batchRunning) return
    this.scheduled = true
    setImmediate(() => {
      this.scheduled = false
      this.send()
    })
  }

  private send(): void {
    if (this.batchRunning) return
    if (this.queue.length >= this.batchFrom) {
      void this.sendBatch(this.takeBatch())
      return
    }
    while (this.queue.length > 0 && this.singles < this.maxSingles) void this.sendSingle(this.queue.shift()!)
  }

  private finished(): void {
    if (this.queue.length > 0) this.schedule()
    else if (this.quiet()) for (const listener of this.idleListeners.splice(0)) listener()
  }

  /** At most one bet of an account, in the order of accounts: the guarded debits then never wait for each other. */
  private takeBatch(): Waiting[] {
    const accounts = new Set<number>()
    const taken: Waiting[] = []
    const left: Waiting[] = []
    for (const waiting of this.queue) {
      if (taken.length < this.maxBatch && !accounts.has(waiting.bet.accountId)) {
        accounts.add(waiting.bet.accountId)
        taken.push(waiting)
      } else left.push(waiting)
    }
    this.queue = left
    return taken.sort((a, b) => a.bet.accountId - b.bet.accountId)
  }

  private async sendBatch(taken: Waiting[]): Promise<void> {
    this.batchRunning = true
    const batch = taken.filter((waiting) => isStillGood(waiting))
    const at = this.clock.now()
    try {
      if (batch.length > 0) {
        const values = batchValues(
          batch.map((waiting) => waiting.bet),
          at,
        )
        const rows = await this.query<BatchRow>(PLACE_BATCH, values)
        const byRequest = new Map(rows.map((row) => [row.request, row]))
        for (const waiting of batch) {
          const row = byRequest.get(waiting.bet.betId)
          if (row) waiting.resolve(outcomeOf(waiting.bet, row, at))
          else waiting.reject(new Error(`bet ${waiting.bet.betId} has no answer`))
        }
      }
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    } finally {
      this.batchRunning = false
      this.finished()
    }
  }

  private async sendSingle(waiting: Waiting): Promise<void> {
    if (!isStillGood(waiting)) return
    this.singles += 1
    const at = this.clock.now()
    try {
      const [row] = await this.query<SingleRow>(PLACE_SINGLE, singleValues(waiting.bet, at))
      waiting.resolve(outcomeOf(waiting.bet, row!, at))
    } catch (error) {
      waiting.reject(error)
    } finally {
      this.singles -= 1
      this.finished()
    }
  }

  private async query<Row extends pg.QueryResultRow>(statement: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await this.pool.query<Row>({ ...statement, values })).rows
      } catch (error) {
        if (attempt >= ATTEMPTS || !mayTryAgain(error)) throw error
        await new Promise((done) => setTimeout(done, 10 * 4 ** attempt * (0.5 + Math.random() / 2)))
      }
    }
  }
}

function isStillGood(waiting: Waiting): boolean {
  if (!waiting.bet.stillGood || waiting.bet.stillGood()) return true
  waiting.resolve({ kind: 'changed' })
  return false
}

function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return RETRYABLE.test(code) || /^E(CONN|PIPE)/.test(code) || /terminated|timeout exceeded when trying to connect/i.test(error.message)
}

function outcomeOf(bet: BetToAccept, row: SingleRow, at: number): BetOutcome {
  switch (row.outcome) {
    case 0:
      return { kind: 'accepted', betId: bet.betId, balanceMinor: row.balance, acceptedAt: at }
    case 103:
      return { kind: 'insufficientFunds' }
    case 900_030:
    case 109:
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
