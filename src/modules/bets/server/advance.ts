/**
 * Advances (rules 8.5): money of the house in a stake, against what open bets may bring. Bets that were made before the
 * advance (with money of the player's own) and are settled within 48 hours after it repay it, whole or not at all; an advance that they have not covered
 * by then, or that nothing can cover any more, leaves its bet void but for the player's own money (settlement does that).
 */
import { sql } from 'kysely'
import { wireMoney, type Minor } from '#lib/money.ts'
import { DAY, type Clock, type Millis } from '#lib/time.ts'
import { ADVANCE_MS } from '#modules/coupon/rules/advance.ts'
import { selectionOf, type AdvanceValue, type LineReader, type Selection } from '#modules/coupon/server/index.ts'
import { firstIdAt, minorOfEuro, type Ledger } from '#modules/ledger/server/index.ts'
import { inTx, isDatabaseAway, type Db, type Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { BetRequest } from '../contract.ts'
import { decideAccount } from './decide-advances.ts'
import { createAccountFinder } from './find-account.ts'
import { readStake, type BetAccount, type BetCtx } from './bet-request.ts'
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
  /**
   * Repays out of money that has just come in, in the transaction that brought it: until then nobody can spend it. The balance
   * after. With `anewSince`, bets that were settled then have been put right: what they decided is decided anew.
   */
  repayIn(tx: Tx, accountId: number, anewSince?: Date): Promise<Minor>
}

type AdvanceRequest = Pick<BetRequest, 'UserId' | 'UserIdBonus' | 'Summ' | 'Events' | 'couponEvents'>

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
  const isNear = (startsAt: Millis | undefined) => startsAt !== undefined && startsAt <= clock.now() + ADVANCE_MS

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
    const stakeMinor = readStake(body.Summ, account.currency)
    if (isProblem(stakeMinor)) return stakeMinor
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
    repayIn: (tx, accountId, anewSince) => decideAccount(tx, deps, accountId, anewSince),
    async mostMinor(ctx, { account, selections }) {
      return (await backingOf(ctx, account, selections)).mostMinor
    },
    async decide(playerIds) {
      await decideOwing(playerIds)
      const untold = await listUntold(db)
      const decided = untold.map(({ betId }) => betId)
      if (untold.length === 0) return decided
      await deps.again(decided)
      await markTold(db, untold)
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

interface Untold {
  betId: bigint
  /** What the row was: it may be decided anew while it is told. */
  row: string
}

/** Also those that a settlement, or an earlier life of this process, has decided and told nobody of. */
async function listUntold(db: Db): Promise<Untold[]> {
  const { rows } = await sql<Untold>`SELECT bet_id AS "betId", xmin::text AS row FROM bet_advance WHERE NOT told ORDER BY bet_id
    LIMIT ${sql.lit(MAX_TOLD)}`.execute(db)
  return rows
}

async function markTold(db: Db, untold: readonly Untold[]): Promise<void> {
  const ids = `{${untold.map(({ betId }) => betId).join()}}`
  const seen = `{${untold.map(({ row }) => row).join()}}`
  await sql`UPDATE bet_advance a SET told = true FROM unnest(${ids}::bigint[], ${seen}::text[]) AS u(bet_id, seen)
    WHERE a.bet_id = u.bet_id AND a.xmin::text = u.seen`.execute(db)
}
