/** Accounts, bets and facts for the tests of settlement. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Millis } from '#lib/time.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { ENTRY_KINDS, type EntryKind, type SystemRole } from '#modules/ledger/rules/entry.ts'
import { rawPool, type Db, type Tx } from '#platform/server/db.ts'
import type { OutcomeResult } from '#modules/feeds/rules/fact.ts'
import { stakeTaxMinor } from '#modules/payout/rules/tax.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { effectiveMarket, type MarketAction } from '../rules/effective.ts'
import type { SettleFact, SettleFactTypes } from './actions.ts'

export const EUR = 1
let lastId = 1_000_000n

export async function openAccounts(db: Db, count: number, balanceMinor = 1_000_000n): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO account (player_id, currency_id, is_active, balance_minor)
    SELECT 9000 + g + coalesce((SELECT max(player_id) FROM account), 0), ${EUR}::smallint, true, ${String(balanceMinor)}::bigint FROM generate_series(1, ${count}::integer) g RETURNING id`.execute(
    db,
  )
  for (const { id } of rows) {
    const tx = String((lastId += 1n))
    await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after)
      VALUES (${id}, ${tx}::bigint, 4, ${String(balanceMinor)}::bigint, ${String(balanceMinor)}::bigint), (${-(EUR * 16 + 3)}, ${tx}::bigint, 4, ${String(-balanceMinor)}::bigint, NULL)`.execute(
      db,
    )
  }
  return rows.map((r) => r.id)
}

export interface TestLeg {
  ci: number
  t: number
  /** Wire P. */
  p?: number
  playerId?: number
  price: number
  /** 1: taken in play; of the line by default. */
  kind?: 1 | 3
}

export interface TestBet {
  /** Given when two databases must hold the same bets. */
  id?: bigint
  accountId: number
  stakeMinor: bigint
  legs: TestLeg[]
  vid?: number
  at?: Millis
  maxPayoutMinor?: bigint | null
  receipt?: Record<string, unknown>
  terms?: BetTerms
  /** The code that pays for it, where it has to be one that was given. */
  promoCode?: string
  currencyId?: number
  /** With an advance: its size. */
  advanceMinor?: bigint
  /** Of an edit: the legs that the replaced bet had open. */
  kept?: number[]
}

export async function placeTestBet(db: Db, bet: TestBet): Promise<bigint> {
  const id = bet.id ?? (lastId += 1n)
  const vid = bet.vid ?? (bet.legs.length > 1 ? 1 : 0)
  const terms = bet.advanceMinor ? { ...bet.terms, advance: String(bet.advanceMinor) } : bet.terms
  const list = (values: (number | string)[]) => `{${values.join(',')}}`
  const { rows } = await rawPool(db).query<{ outcome: number }>(
    `SELECT outcome FROM place_bet($1, $2, (SELECT player_id FROM account WHERE id = $3::integer), $3::integer, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
      p_plain => $18, p_stake_tax => $19, p_promo => $20, p_advance => $21, p_advance_most => 1000000000, p_promo_code => $22, p_kept => $23)`,
    [
      randomUUID(),
      '0'.repeat(32),
      bet.accountId,
      String(id),
      vid,
      String(bet.stakeMinor),
      bet.currencyId ?? EUR,
      '2.000',
      bet.maxPayoutMinor == null ? null : String(bet.maxPayoutMinor),
      JSON.stringify(bet.receipt ?? { v: 2, ...(terms ? { terms } : {}) }),
      list(bet.legs.map((l) => l.ci)),
      list(bet.legs.map((l) => l.t)),
      list(bet.legs.map((l) => Math.round((l.p ?? 0) * 10_000))),
      list(bet.legs.map((l) => l.playerId ?? 0)),
      list(bet.legs.map((l) => l.kind ?? 3)),
      list(bet.legs.map((l) => l.price)),
      new Date(bet.at ?? 1_000_000).toISOString(),
      vid <= 1 && !terms,
      String(stakeTaxMinor(bet.stakeMinor, terms?.tax)),
      terms?.promo?.minor ?? '0',
      String(bet.advanceMinor ?? 0n),
      bet.promoCode ?? null,
      bet.kept ? list(bet.kept) : null,
    ],
  )
  if (rows[0]!.outcome !== 0) throw new Error(`the test bet was refused: ${rows[0]!.outcome}`)
  return id
}

interface TestEntry {
  accountId: number
  tx: bigint
  kind: EntryKind
  n?: number
  /** What the account receives, below zero what it gives. */
  minor: bigint
  at?: Millis
  /** The other side. */
  role: SystemRole
}

/** Moves money as the ledger does, whatever is there. */
export async function postTest(db: Db | Tx, { accountId, tx, kind, n = 0, minor, at = 1_000_000, role }: TestEntry): Promise<void> {
  await sql`WITH moved AS (UPDATE account SET balance_minor = balance_minor + ${String(minor)}::bigint WHERE id = ${accountId} RETURNING balance_minor)
    INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, balance_after, at)
    SELECT v.account, ${String(tx)}::bigint, ${ENTRY_KINDS[kind]}::smallint, ${n}::smallint, v.sign * ${String(minor)}::bigint, v.balance, ${new Date(at)}::timestamptz
    FROM moved CROSS JOIN LATERAL (VALUES (${accountId}::integer, 1, moved.balance_minor), (${systemAccountId(role, EUR)}::integer, -1, NULL)) AS v(account, sign, balance)`.execute(
    db,
  )
}

/** Money goes out as at the cashier: half of what is there now, under its lock. */
export async function takeHalf(db: Db, accountId: number, tx: bigint): Promise<void> {
  await db.transaction().execute(async (t) => {
    const { rows } = await sql<{ half: bigint }>`SELECT balance_minor / 2 AS half FROM account WHERE id = ${accountId} FOR UPDATE`.execute(
      t,
    )
    const { half } = rows[0]!
    if (half > 0n) await postTest(t, { accountId, tx, kind: 'adjustment', minor: -half, role: 'adjustments' })
  })
}

/** An edit: the old bet is closed and gives its stake, out of which the new one is paid. */
export async function editTestBet(db: Db, replaced: bigint, bet: TestBet & { terms: BetTerms }): Promise<bigint> {
  const id = (lastId += 1n)
  const at = new Date(bet.at ?? 1_000_000)
  const back = [String(replaced), String(bet.stakeMinor)] as const
  await sql`INSERT INTO bet_change (bet_id, replaced_bet_id, kind, value_minor, at) VALUES (${String(id)}::bigint, ${back[0]}::bigint, 1, 1, ${at})`.execute(
    db,
  )
  await sql`UPDATE bet SET status = 8, payout_minor = ${back[1]}::bigint, settled_version = settled_version + 1, settled_at = ${at} WHERE id = ${back[0]}::bigint`.execute(
    db,
  )
  const { accountId, stakeMinor: minor } = bet
  await postTest(db, { accountId, tx: replaced, kind: 'betReplaced', n: 1, minor, at: at.getTime(), role: 'openStakes' })
  return placeTestBet(db, { ...bet, id })
}

interface TestCover {
  bet: bigint
  accountId: number
  insuredMinor: bigint
  premiumMinor: bigint
  at?: Millis
}

/** A slice of cover for a part of the stake, as it is bought. */
export async function insureTestBet(db: Db, { bet, accountId, insuredMinor, premiumMinor, at = 1_000_000 }: TestCover): Promise<void> {
  const id = String(bet)
  const money = [String(insuredMinor), String(premiumMinor)] as const
  await db.transaction().execute(async (tx) => {
    await sql`UPDATE bet SET plain = false, settled_version = settled_version + 1 WHERE id = ${id}::bigint`.execute(tx)
    const { rows } = await sql<{
      n: number
    }>`INSERT INTO bet_insurance (bet_id, n, player_id, percent, insured_minor, premium_minor, balance_minor, at)
      SELECT ${id}::bigint, 1 + count(i.bet_id), 1, 10, ${money[0]}::bigint, ${money[1]}::bigint, 0, ${new Date(at)} FROM (SELECT 1) o
      LEFT JOIN bet_insurance i ON i.bet_id = ${id}::bigint RETURNING n`.execute(tx)
    await sql`INSERT INTO bet_money AS m (bet_id, insured_minor, premium_minor) VALUES (${id}::bigint, ${money[0]}::bigint, ${money[1]}::bigint)
      ON CONFLICT (bet_id) DO UPDATE SET insured_minor = m.insured_minor + excluded.insured_minor, premium_minor = m.premium_minor + excluded.premium_minor`.execute(
      tx,
    )
    await postTest(tx, { accountId, tx: bet, kind: 'insurancePremium', n: rows[0]!.n, minor: -premiumMinor, at, role: 'house' })
  })
}

export interface BetState {
  status: number
  payout: bigint
}

export async function betState(db: Db, id: bigint): Promise<BetState> {
  const row = await db.selectFrom('bet').select(['status', 'payout_minor']).where('id', '=', id).executeTakeFirstOrThrow()
  return { status: row.status, payout: row.payout_minor }
}

export async function balances(db: Db): Promise<Record<number, bigint>> {
  const rows = await db.selectFrom('account').select(['id', 'balance_minor']).execute()
  return Object.fromEntries(rows.map((r) => [r.id, r.balance_minor]))
}

type Head = { key?: string; at: Millis; ci: number; market?: string; spec?: string }

function head(t: SettleFactTypes, given: Head) {
  return {
    provider: 'world' as const,
    producer: 'w',
    sentAt: given.at,
    receivedAt: given.at,
    key: given.key ?? randomUUID(),
    t,
    game: String(given.ci),
  }
}

function marketOf(given: Head) {
  return { game: String(given.ci), part: 'full', key: given.market ?? 'result_1x2', spec: given.spec ?? '' }
}

export function settleFact(given: Head & { certainty?: 'live' | 'confirmed'; results: OutcomeResult[] }): SettleFact {
  const markets = [{ id: marketOf(given), results: given.results }]
  return {
    fact: { ...head('settle', given), t: 'settle', certainty: given.certainty ?? 'confirmed', markets },
    parts: { full: given.ci },
  }
}

export function rollbackFact(given: Head): SettleFact {
  return {
    fact: { ...head('settle.rollback', given), t: 'settle.rollback', markets: [marketOf(given)] },
    parts: { full: given.ci },
  }
}

export function cancelFact(given: Head & { back?: boolean; from?: Millis; to?: Millis; undecided?: true; line?: true }): SettleFact {
  const range = {
    ...(given.from === undefined ? {} : { from: given.from }),
    ...(given.to === undefined ? {} : { to: given.to }),
    ...(given.line ? { line: given.line } : {}),
  }
  const t = given.back ? ('cancel.rollback' as const) : ('cancel' as const)
  const undecided = t === 'cancel' && given.undecided ? { undecided: given.undecided } : {}
  return { fact: { ...head(t, given), t, markets: [marketOf(given)], ...range, ...undecided }, parts: { full: given.ci } }
}

/** Winner of a three-way market: W1 = 1, X = 2, W2 = 3. */
export function wonBy(winner: 1 | 2 | 3): OutcomeResult[] {
  return [1, 2, 3].map((t) => ({ outcome: String(t), won: t === winner ? (1 as const) : (0 as const) }))
}

/**
 * Whether a bet of then on outcome `t` is void by a cancellation that was not taken back; one of what is undecided is held against
 * what had been said by the time of its sending and nothing else. `actions` in the order of sending.
 */
export function isCancelledIn(actions: readonly MarketAction[], t: number, at: Millis, kind: 1 | 3 = 3): boolean {
  return actions.some((a, i) => {
    if (a.t !== 'cancel' || (a.line && kind === 1) || at < (a.from ?? -Infinity) || at >= (a.to ?? Infinity)) return false
    if (actions.slice(i).some((b) => b.t === 'cancel.rollback' && b.from === a.from && b.to === a.to && b.line === a.line)) return false
    const { results } = effectiveMarket(actions.filter((b) => b.sentAt <= a.sentAt))
    return !a.undecided || (results.find((r) => r.t === t)?.result ?? null) === null
  })
}
