/**
 * Advances (rules 8.5): money of the house in a stake, against what open bets may bring. Bets that were made before the
 * advance (with money of the player's own) and are settled within 48 hours after it repay it, whole or not at all; an advance that they have not covered
 * by then, or that nothing can cover any more, leaves its bet void but for the player's own money (settlement does that).
 */
import { sql } from 'kysely'
import { minorFromWire, wireMoney, type Minor } from '#lib/money.ts'
import { DAY, HOUR, type Clock, type Millis } from '#lib/time.ts'
import { selectionOf, type AdvanceValue, type LineReader, type Selection } from '#modules/coupon/server/index.ts'
import { firstIdAt, minorOfEuro, systemAccountId, type Ledger } from '#modules/ledger/server/index.ts'
import { inTx, isDatabaseAway, type Db, type Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { BetRequest } from '../contract.ts'
import { createAccountFinder } from './find-account.ts'
import type { BetAccount, BetCtx } from './bet-request.ts'
import type { AdvancePort } from './ports.ts'

export interface AdvanceDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
  ledger: Ledger
  line: LineReader
  /** Accounts read at once. */
  pageAccounts?: number
  /** What open bets could be sold for now; bets without an offer are left out. */
  saleValues(betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Minor>>
  /** Has these bets worked out again: what they waited for is decided. */
  again(betIds: readonly bigint[]): Promise<void>
}

export interface Advances extends AdvancePort {
  /** GetAvance, and `avanceBet` of UpdateCoupon. */
  quote(ctx: BetCtx, body: AdvanceRequest): Promise<AdvanceValue | Problem>
  /**
   * Repays and closes advances, of these players or of all; answers the bets whose advance is decided. An account that cannot
   * be decided holds up no other: it is logged, and tried again the next time.
   */
  decide(playerIds?: readonly number[]): Promise<bigint[]>
  /** Repays out of money that has just come in, in the transaction that brought it: until then nobody can spend it. The balance after. */
  repayIn(tx: Tx, accountId: number): Promise<Minor>
}

type AdvanceRequest = Pick<BetRequest, 'UserId' | 'UserIdBonus' | 'Summ' | 'Events' | 'couponEvents'>

const WITHIN_MS = 48 * HOUR
/** Bets that are open for longer back nothing. */
const BACK_MS = 60 * DAY
const MAX_BETS = 100
const PAGE_ACCOUNTS = 500
const MAX_TOLD = 500

interface Backing {
  mostMinor: Minor
  betIds: bigint[]
}

const NOTHING: Backing = { mostMinor: 0n, betIds: [] }

export function createAdvances(deps: AdvanceDeps): Advances {
  const { db, clock, ledger, line } = deps
  const findAccount = createAccountFinder(db, ledger)

  /** Live now, or beginning soon. */
  const isNear = (startsAt: Millis | undefined) => startsAt !== undefined && startsAt <= clock.now() + WITHIN_MS

  async function backingOf(ctx: BetCtx, account: BetAccount, selections: readonly Selection[]): Promise<Backing> {
    if (selections.length === 0 || !selections.every(({ gameId }) => isNear(line.findGame(gameId)?.startsAt))) return NOTHING
    const open = await listOpenBets(db, account.id, clock.now())
    const near = open.filter((bet) => bet.cis.every((ci) => isNear(line.findByConstant(ci)?.startsAt))).map((bet) => bet.id)
    if (near.length === 0) return NOTHING
    const values = await deps.saleValues(near)
    const half = [...values.values()].reduce((sum, minor) => sum + minor, 0n) / 2n
    const cap = minorOfEuro(ctx.config.betting.advanceMaxEur, account.currency)
    return { mostMinor: half < cap ? half : cap, betIds: near.filter((id) => (values.get(id) ?? 0n) > 0n) }
  }

  async function quote(ctx: BetCtx, body: AdvanceRequest): Promise<AdvanceValue | Problem> {
    const account = await findAccount(ctx.player!.id, body)
    if (isProblem(account)) return account
    const { exponent, code } = account.currency
    const stakeMinor = minorFromWire(Number(body.Summ.toPrecision(15)), exponent)
    if (stakeMinor === null || stakeMinor < 0n) return problem('bets.bad_stake', { wire: 900_400, field: 'Summ', status: 400 })
    const selections = (body.Events ?? body.couponEvents ?? []).map(selectionOf)
    const [{ mostMinor, betIds }, owedMinor, known] = await Promise.all([
      backingOf(ctx, account, selections),
      owed(db, account.id),
      ledger.account(account.id),
    ])
    const balanceMinor = known?.balanceMinor ?? 0n
    const freeMinor = mostMinor > owedMinor ? mostMinor - owedMinor : 0n
    const needMinor = stakeMinor > balanceMinor ? stakeMinor - balanceMinor : 0n
    const money = (minor: Minor) => wireMoney(minor, exponent)
    return {
      IsAvailable: freeMinor > 0n && needMinor <= freeMinor,
      Avance: money(freeMinor),
      AvanceMax: money(mostMinor),
      AvanceUsed: money(owedMinor),
      Balance: money(balanceMinor),
      Summ: body.Summ,
      NeedAvance: money(needMinor < freeMinor ? needMinor : freeMinor),
      Currency: code,
      BetIds: betIds.map(Number),
    }
  }

  async function decideOwing(playerIds: readonly number[] | undefined): Promise<void> {
    const size = deps.pageAccounts ?? PAGE_ACCOUNTS
    for (let after = 0; ;) {
      const accounts = await listOwing(db, { playerIds, after, size })
      for (const accountId of accounts) {
        await inTx(db, (tx) => decideAccount(tx, deps, accountId)).catch((err: unknown) => {
          if (isDatabaseAway(err)) throw err
          deps.log.error({ err, accountId }, 'the advances of an account could not be decided')
        })
      }
      if (accounts.length < size) return
      after = accounts.at(-1)!
    }
  }

  return {
    quote,
    repayIn: (tx, accountId) => decideAccount(tx, deps, accountId),
    async mostMinor(ctx, { account, selections }) {
      return (await backingOf(ctx, account, selections)).mostMinor
    },
    async decide(playerIds) {
      await decideOwing(playerIds)
      const decided = await listUntold(db)
      if (decided.length === 0) return decided
      await deps.again(decided)
      await sql`UPDATE bet_advance SET told = true WHERE bet_id = ANY(${`{${decided.join()}}`}::bigint[])`.execute(db)
      return decided
    },
  }
}

async function listOpenBets(db: Db, accountId: number, now: Millis): Promise<{ id: bigint; cis: number[] }[]> {
  const { rows } = await sql<{ id: bigint; cis: number[] }>`
    SELECT b.id, (SELECT array_agg(l.ci) FROM jsonb_to_recordset(r.receipt::jsonb -> 'legs') AS l(ci integer)) AS cis
    FROM ledger_entry e JOIN bet b ON b.id = e.tx_id JOIN bet_receipt r ON r.bet_id = b.id LEFT JOIN bet_money m ON m.bet_id = b.id
    WHERE e.account_id = ${accountId} AND e.kind = 1 AND e.tx_id > ${firstIdAt(now - BACK_MS)} AND b.status = 1
      AND coalesce(m.promo_minor, 0) = 0 AND coalesce(m.advance_minor, 0) = 0
    ORDER BY b.id DESC LIMIT ${sql.lit(MAX_BETS)}`.execute(db)
  return rows
}

async function owed(db: Db | Tx, accountId: number): Promise<Minor> {
  const { rows } = await sql<{ owed: bigint }>`SELECT coalesce(sum(amount_minor - repaid_minor), 0)::bigint AS owed
    FROM bet_advance WHERE account_id = ${accountId} AND state = 0`.execute(db)
  return rows[0]!.owed
}

interface OwingPage {
  playerIds: readonly number[] | undefined
  /** The last account of the page before. */
  after: number
  size: number
}

async function listOwing(db: Db, { playerIds, after, size }: OwingPage): Promise<number[]> {
  const ofPlayers = playerIds ? sql`AND player_id = ANY(${`{${playerIds.join()}}`}::integer[])` : sql``
  const { rows } = await sql<{ account_id: number }>`SELECT DISTINCT account_id FROM bet_advance
    WHERE state = 0 AND account_id > ${after} ${ofPlayers} ORDER BY account_id LIMIT ${sql.lit(size)}`.execute(db)
  return rows.map((row) => row.account_id)
}

/** Also those that an earlier life of this process has decided and told nobody of. */
async function listUntold(db: Db): Promise<bigint[]> {
  const { rows } = await sql<{ bet_id: bigint }>`SELECT bet_id FROM bet_advance WHERE state <> 0 AND NOT told ORDER BY bet_id
    LIMIT ${sql.lit(MAX_TOLD)}`.execute(db)
  return rows.map((row) => row.bet_id)
}

interface OpenAdvance {
  bet_id: bigint
  currency_id: number
  amount: bigint
  /** Paid by earlier bets without an advance, also for parts of them that were sold, within its time, less what other advances have taken of that. */
  available: bigint
  /** Earlier bets that are still open. */
  pending: number
  is_due: boolean
}

/** The lock of the account is the lock of its advances: no bet with another one comes between. */
async function decideAccount(tx: Tx, { clock, ledger }: AdvanceDeps, accountId: number): Promise<Minor> {
  const now = new Date(clock.now())
  const locked = await sql<{ balance: bigint }>`SELECT balance_minor AS balance FROM account WHERE id = ${accountId} FOR UPDATE`.execute(tx)
  let balance = locked.rows[0]?.balance ?? 0n
  const { rows: ids } = await sql<{
    bet_id: bigint
  }>`SELECT bet_id FROM bet_advance WHERE account_id = ${accountId} AND state = 0 ORDER BY bet_id`.execute(tx)
  for (const { bet_id: betId } of ids) {
    const advance = await selectAdvance(tx, betId, now)
    const isCovered = advance.available >= advance.amount
    if (isCovered && balance >= advance.amount) {
      const posted = await ledger.post(tx, {
        kind: 'advanceRepaid',
        txId: betId,
        at: now,
        entries: [
          { accountId, currencyId: advance.currency_id, amountMinor: -advance.amount },
          { accountId: systemAccountId('advances', advance.currency_id), currencyId: advance.currency_id, amountMinor: advance.amount },
        ],
      })
      if (isProblem(posted)) throw new Error(`advance of bet ${betId}: ${posted.code}`)
      balance -= advance.amount
      await sql`UPDATE bet_advance SET state = 1, repaid_minor = amount_minor WHERE bet_id = ${betId}`.execute(tx)
    } else if (advance.is_due || (!isCovered && advance.pending === 0)) {
      await sql`UPDATE bet_advance SET state = 2 WHERE bet_id = ${betId}`.execute(tx)
    }
  }
  return balance
}

async function selectAdvance(tx: Tx, betId: bigint, now: Date): Promise<OpenAdvance> {
  const { rows } = await sql<OpenAdvance>`
    SELECT a.bet_id, a.currency_id, a.amount_minor AS amount, a.due_at < ${now} AS is_due, coalesce(p.pending, 0)::integer AS pending,
      coalesce(p.paid, 0)::bigint - coalesce((
        SELECT sum(o.repaid_minor) FROM bet_advance o WHERE o.account_id = a.account_id AND o.state = 1 AND o.due_at > a.at AND o.bet_id <> a.bet_id
      ), 0)::bigint AS available
    FROM bet_advance a LEFT JOIN LATERAL (
      WITH RECURSIVE backing AS (
        SELECT b.id FROM ledger_entry e JOIN bet b ON b.id = e.tx_id
        WHERE e.account_id = a.account_id AND e.kind = 1 AND e.tx_id < a.bet_id AND e.tx_id > ${firstIdAt(now.getTime() - BACK_MS)}
          AND (b.status IN (1, 7) OR b.settled_at > a.at) AND NOT EXISTS (SELECT 1 FROM bet_advance o WHERE o.bet_id = b.id)
        UNION
        SELECT c.bet_id FROM backing r JOIN bet_change c ON c.replaced_bet_id = r.id
      )
      -- An edited bet has paid nothing: the one that took its place will.
      SELECT count(*) FILTER (WHERE b.status IN (1, 7)) AS pending,
        sum(CASE WHEN b.status NOT IN (1, 7) AND b.settled_at <= a.due_at THEN b.payout_minor ELSE 0 END + parts.minor) AS paid
      FROM backing r JOIN bet b ON b.id = r.id LEFT JOIN bet_money m ON m.bet_id = b.id CROSS JOIN LATERAL (
        -- Of all parts that were sold, those of another time are known by their rows; that of this moment has none yet.
        SELECT coalesce(m.sold_minor, 0) - coalesce(sum(s.gross_minor - s.tax_minor), 0) AS minor FROM bet_sale s
        WHERE s.bet_id = b.id AND s.left_stake_minor > 0 AND (s.at <= a.at OR s.at > a.due_at)
      ) parts
      WHERE NOT EXISTS (SELECT 1 FROM bet_change c WHERE c.replaced_bet_id = b.id)
    ) p ON true
    WHERE a.bet_id = ${betId}`.execute(tx)
  return rows[0]!
}
