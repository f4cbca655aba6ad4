/**
 * The audit behind `./polosa verify`: the invariants of the ledger, and every settled bet worked out again by
 * both calculations from its legs and the results in force.
 */
import { sql } from 'kysely'
import { checkInvariants } from '#modules/ledger/server/index.ts'
import { checkOrFail, checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { movements, UNSETTLED } from '../rules/entries.ts'
import { isBooked, targetOfRow, type Target } from './other-kinds.ts'
import { listBetRows, type BetRow } from './stored-bet.ts'
import './tables.ts'
import { checkResults, RESULT_VERSIONS } from './verify-results.ts'
import { checkWaitingWins, RELEASED_WINS } from './verify-wins.ts'

const BATCH = 5_000

export async function verify(db: Db): Promise<Check[]> {
  return [
    ...(await checkOrFail('ledger invariants', () => ledgerChecks(db))),
    ...(await checkStatements(db, [...STATEMENTS, RELEASED_WINS, RESULT_VERSIONS])),
    ...(await checkOrFail('settlement: results in force', async () => [await checkResults(db)])),
    ...(await checkOrFail('settlement: wins that wait', async () => [await checkWaitingWins(db)])),
    ...(await checkOrFail('settlement: bets worked out anew', async () => [await auditBets(db)])),
  ]
}

async function ledgerChecks(db: Db): Promise<Check[]> {
  const { rows } = await sql<{ entries: bigint }>`SELECT count(*) AS entries FROM ledger_entry`.execute(db)
  const groups = Map.groupBy(await checkInvariants(db), (v) => v.invariant)
  const all: Check = { name: 'ledger invariants INV-1 to INV-6', checked: rows[0]!.entries, violations: 0, first: null }
  const broken = [...groups].map(([name, list]) => ({
    name,
    checked: null,
    violations: list.length,
    first: `${list[0]!.what}: ${list[0]!.value}`,
  }))
  return broken.length === 0 ? [all] : broken
}

const STATEMENTS: Statement[] = [
  {
    name: 'settlement: every finished run has done all its chunks',
    text: `SELECT r.id::text || ' chunk ' || c.no AS what FROM settlement_run r JOIN settlement_chunk c ON c.run_id = r.id WHERE r.finished_at IS NOT NULL AND c.done_at IS NULL`,
  },
  {
    name: 'settlement: an open bet has no payout and no settlement time',
    text: `SELECT id::text AS what FROM bet WHERE status = 1 AND (payout_minor <> 0 OR settled_at IS NOT NULL)`,
  },
  {
    name: 'settlement: a settled bet has a settlement time',
    text: `SELECT id::text AS what FROM bet WHERE status IN (2, 4, 5) AND settled_at IS NULL`,
  },
  {
    name: 'settlement: payouts are never negative nor above the maximum',
    text: `SELECT id::text AS what FROM bet WHERE payout_minor < 0 OR (status = 4 AND payout_minor > max_payout_minor)`,
  },
  {
    name: 'settlement: a bet that is not plain has its money, and its payout is the sum of the parts',
    text: `SELECT b.id::text AS what FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id
      WHERE NOT b.plain AND (m.bet_id IS NULL OR (b.status IN (1, 2, 4, 5, 7)
        AND b.payout_minor <> m.gross_minor + m.bonus_minor + m.insurance_minor - m.payout_tax_minor))`,
  },
  {
    name: 'settlement: a win that waits is not paid, and one that was let go was agreed to by two',
    text: `SELECT w.bet_id::text AS what FROM win_check w JOIN bet b ON b.id = w.bet_id
      WHERE (w.state = 0 AND b.status IN (2, 4, 5) AND b.payout_minor >= w.payout_minor) OR (w.state = 1 AND (w.first_by IS NULL OR w.second_by IS NULL OR w.first_by = w.second_by))
        OR (b.status = 7 AND b.payout_minor <> 0)`,
  },
  {
    name: 'settlement: every bet voided by hand has a reason of the rules and was agreed by a second person where that is asked',
    text: `SELECT id::text AS what FROM bet_void WHERE state = 1 AND ix = -1 AND (asked_by IS NULL OR decided_at IS NULL)`,
  },
  {
    name: 'promo stakes: booked once, out of the bonus account; the player paid the rest of the stake and no more (WAG-21)',
    text: `SELECT m.bet_id::text AS what FROM bet_money m JOIN bet b ON b.id = m.bet_id WHERE m.promo_minor > 0 AND (
      (SELECT coalesce(sum(e.amount_minor), 0) FROM ledger_entry e
       WHERE e.tx_id = m.bet_id AND e.kind = 19 AND e.account_id = -(b.currency_id * 16 + 4)) <> -m.promo_minor
      OR (SELECT coalesce(sum(e.amount_minor), 0) FROM ledger_entry e
          WHERE e.tx_id = m.bet_id AND e.kind = 1 AND e.account_id = b.account_id) <> m.promo_minor + m.advance_minor - b.stake_minor)`,
  },
  {
    name: 'insured stakes: given back once, of lost bets only, and never more than was insured (WAG-21)',
    text: `SELECT m.bet_id::text AS what FROM bet_money m JOIN bet b ON b.id = m.bet_id WHERE m.insured_minor > 0 AND (
      m.insurance_minor > m.insured_minor OR (m.insurance_minor > 0 AND b.status <> 2) OR m.insurance_minor <>
      (SELECT coalesce(sum(e.amount_minor), 0) FROM ledger_entry e
       WHERE e.tx_id = m.bet_id AND e.kind IN (22, 26) AND e.account_id = b.account_id))`,
  },
  {
    name: 'insured expresses: one code for each that one leg has lost, of its money and to its player, and none for others (XT-21)',
    text: `SELECT m.bet_id::text AS what FROM bet_money m JOIN bet b ON b.id = m.bet_id LEFT JOIN promo_code c ON c.insured_bet = m.bet_id
      WHERE m.free_bet_minor > 0 AND (b.status <> 2 OR c.code IS NULL OR c.player_id <> b.player_id OR c.currency_id <> b.currency_id
        OR m.free_bet_minor > b.stake_minor OR (c.bet_id IS NULL AND (c.nominal_minor <> m.free_bet_minor OR c.valid_until <= c.given_at)))
      UNION ALL SELECT c.insured_bet::text FROM promo_code c LEFT JOIN bet_money m ON m.bet_id = c.insured_bet
      WHERE c.insured_bet IS NOT NULL AND c.bet_id IS NULL AND coalesce(m.free_bet_minor, 0) = 0 AND c.valid_until > c.given_at`,
  },
  {
    // Without a time it may be new in the bet all the same, where the old bet had it decided: then its outcome had had a result,
    // a cancelled range or a lead. Edits of before 0122 have none.
    name: 'settlement: a leg that an edit kept counts from when the bet before had bought it',
    text: `SELECT l.bet_id::text || ' leg ' || l.ix AS what FROM bet_leg l
      WHERE l.bought_at IS NOT NULL AND l.bought_at IS DISTINCT FROM bought_before(l.bet_id, l.ci, l.t, l.p, l.player_id)
      UNION ALL SELECT l.bet_id::text || ' leg ' || l.ix FROM bet_change c JOIN bet b ON b.id = c.bet_id JOIN bet_leg l ON l.bet_id = b.id
      WHERE l.bought_at IS NULL AND b.accepted_at > (SELECT applied_at FROM migration WHERE name = '0122_bought_before_edits.sql')
        AND bought_before(l.bet_id, l.ci, l.t, l.p, l.player_id) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM settlement_run_outcome o JOIN settlement_run r ON r.id = o.run_id
          WHERE o.ci = l.ci AND o.t = l.t AND o.p = l.p AND o.player_id = l.player_id AND r.created_at <= b.accepted_at + interval '1 minute')
        AND NOT EXISTS (SELECT 1 FROM game_lead g WHERE g.ci = l.ci)`,
  },
  {
    // Kept from the second decision on (0126): the time of the one before was that of its chunk, and what that had paid has it too.
    name: 'settlement: a bet that was decided anew was first decided when a chunk was done, no later than it was first paid',
    text: `SELECT b.id::text AS what FROM bet b WHERE b.first_settled_at > b.settled_at
      UNION ALL SELECT b.id::text FROM bet b
      WHERE b.first_settled_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM settlement_chunk c WHERE c.done_at = b.first_settled_at)
      UNION ALL SELECT b.id::text FROM ledger_entry e JOIN bet b ON b.id = e.tx_id AND b.account_id = e.account_id
      WHERE e.kind = 2 AND e.n < b.settled_version AND (b.first_settled_at > e.at
        OR (b.first_settled_at IS NULL AND coalesce(b.settled_at, e.at) > (SELECT applied_at FROM migration WHERE name = '0126_advances_decided_anew.sql')))`,
  },
  {
    // A result that stays as it is keeps what it says of this, so that only what nobody ever said is known to be wrong.
    name: 'settlement: a confirmed result was confirmed of its market, and its reason was given for a market of its game',
    text: `SELECT concat_ws(' ', o.ci, o.t, o.p, o.player_id) AS what FROM outcome_result o
      WHERE o.confirmed AND NOT EXISTS (SELECT 1 FROM settlement_action a
        WHERE a.ci = o.ci AND a.market_key = o.market_key AND a.spec = o.spec AND a.t = 'settle' AND a.certainty = 'confirmed')
      UNION ALL SELECT concat_ws(' ', o.ci, o.t, o.p, o.player_id) FROM outcome_result o
      WHERE o.reason IS NOT NULL AND NOT EXISTS (SELECT 1 FROM settlement_action a WHERE a.ci = o.ci AND a.reason = o.reason)`,
  },
  {
    name: 'settlement: something was said of the market of every result',
    text: `SELECT concat_ws(' ', o.ci, o.t, o.p, o.player_id) AS what FROM outcome_result o
      WHERE NOT EXISTS (SELECT 1 FROM settlement_action a WHERE a.ci = o.ci AND a.market_key = o.market_key AND a.spec = o.spec)`,
  },
]

/** Open bets too: one that should have been settled is a violation, unless its run is still being worked off. */
async function auditBets(db: Db): Promise<Check> {
  const pool = rawPool(db)
  const check: Check = {
    name: 'settlement: status and every part of the money of every bet as both calculations give them',
    checked: 0n,
    violations: 0,
    first: null,
  }
  let after = 0n
  const waiting = await listWaiting(pool)
  for (;;) {
    const ids = await pool.query<{ id: bigint }>('SELECT id FROM bet WHERE id > $1 ORDER BY id LIMIT $2', [String(after), BATCH])
    if (ids.rows.length === 0) return check
    after = ids.rows.at(-1)!.id
    const rows = (
      await listBetRows(
        pool,
        ids.rows.map((r) => r.id),
      )
    ).filter((row) => AUDITED.includes(row.status))
    for (const row of rows) {
      const fault = faultOf(row, waiting.get(row.bet_id))
      if (!fault) continue
      check.violations += 1
      check.first ??= `bet ${row.bet_id}: ${fault}`
    }
    check.checked! += BigInt(rows.length)
  }
}

const AUDITED: readonly number[] = [1, 2, 4, 5]

/** Pay-outs that wait for officers, by bet. */
async function listWaiting(pool: ReturnType<typeof rawPool>): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await pool.query<{ bet_id: bigint; payout_minor: bigint }>('SELECT bet_id, payout_minor FROM win_check WHERE state = 0')
  return new Map(rows.map((row) => [row.bet_id, row.payout_minor]))
}

/** What is wrong with a bet, null when it is as both calculations say, or paid in part while the rest waits. */
function faultOf(row: BetRow, waitingMinor: bigint | undefined): string | null {
  const { target, stored } = targetOfRow(row)
  // One that cannot be worked out is stopped when its last result comes, not before.
  if (target.alarm && row.status === 1 && row.legs.some((leg) => leg.won === null && !leg.void)) return null
  if (row.payout > 0n && waitingMinor === target.payoutMinor && waitingMinor > row.payout) return null
  if (target.status !== row.status || target.payoutMinor !== row.payout)
    return `status ${row.status} payout ${row.payout}, expected ${target.status} and ${target.payoutMinor}${alarmText(target)}`
  const booked = stored?.booked ?? UNSETTLED
  if (isBooked(booked, target.booked)) return null
  const kinds = movements(booked, target.booked).map((m) => m.kind)
  return `its parts are not booked as they are: kinds ${kinds.join(' ')}, code ${booked.freeBetMinor} for ${target.booked.freeBetMinor}`
}

function alarmText({ alarm }: Target): string {
  return alarm ? ` (${alarm.about}: ${JSON.stringify(alarm.detail)})` : ''
}
