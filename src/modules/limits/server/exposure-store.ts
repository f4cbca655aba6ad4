/** What open bets take of outcomes, read from the database. */
import { sql } from 'kysely'
import { currencyById, euroCents } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'

export interface Outcome {
  ci: number
  t: number
  /** P · 10 000. */
  p: number
  playerId: number
}

interface OutcomeRow {
  ci: number
  t: number
  p: number
  player_id: number
}

export const keyOf = (outcome: Outcome) => `${outcome.ci}:${outcome.t}:${outcome.p}:${outcome.playerId}`
const keyOfRow = (row: OutcomeRow) => `${row.ci}:${row.t}:${row.p}:${row.player_id}`

function arraysOf(outcomes: readonly Outcome[]) {
  const list = (values: readonly number[]) => `{${values.join()}}`
  return {
    ci: list(outcomes.map((one) => one.ci)),
    t: list(outcomes.map((one) => one.t)),
    p: list(outcomes.map((one) => one.p)),
    player: list(outcomes.map((one) => one.playerId)),
  }
}

/** Outcomes with open bets or a counted row. */
export async function listOutcomesWithBets(db: Db): Promise<Outcome[]> {
  const { rows } = await sql<OutcomeRow>`
    SELECT l.ci, l.t, l.p, l.player_id FROM bet b JOIN bet_leg l ON l.bet_id = b.id WHERE b.status IN (1, 7) GROUP BY 1, 2, 3, 4
    UNION SELECT ci, t, p, player_id FROM outcome_liability WHERE used_cents > 0`.execute(db)
  return rows.map((row) => ({ ci: row.ci, t: row.t, p: row.p, playerId: row.player_id }))
}

/** The counted rows of these outcomes, by `keyOf`. */
export async function selectCounted(db: Db, outcomes: readonly Outcome[]): Promise<Map<string, bigint>> {
  const { ci, t, p, player } = arraysOf(outcomes)
  const { rows } = await sql<OutcomeRow & { used_cents: bigint }>`
    SELECT o.ci, o.t, o.p, o.player_id, o.used_cents
    FROM unnest(${ci}::int[], ${t}::int[], ${p}::int[], ${player}::int[]) AS k(ci, t, p, player)
    JOIN outcome_liability o ON o.ci = k.ci AND o.t = k.t AND o.p = k.p AND o.player_id = k.player`.execute(db)
  return new Map(rows.map((row) => [keyOfRow(row), row.used_cents]))
}

/** What open bets take of these outcomes without and with a count, by `keyOf`. Settled bets give back what was counted. */
export async function selectTaken(db: Db, outcomes: readonly Outcome[]): Promise<Map<string, { free: bigint; counted: bigint }>> {
  const { ci, t, p, player } = arraysOf(outcomes)
  const taken = new Map<string, { free: bigint; counted: bigint }>()
  const at = (row: OutcomeRow) => {
    const key = keyOfRow(row)
    const known = taken.get(key) ?? { free: 0n, counted: 0n }
    taken.set(key, known)
    return known
  }
  const free = await sql<OutcomeRow & { currency_id: number; loss: string }>`
    SELECT l.ci, l.t, l.p, l.player_id, b.currency_id, ceil(sum(b.stake_minor * (l.price - 1000) / 1000.0))::text AS loss
    FROM unnest(${ci}::int[], ${t}::int[], ${p}::int[], ${player}::int[]) AS k(ci, t, p, player)
    JOIN bet_leg l ON l.ci = k.ci AND l.t = k.t AND l.p = k.p AND l.player_id = k.player
    JOIN bet b ON b.id = l.bet_id AND b.status IN (1, 7)
    WHERE NOT EXISTS (
      SELECT 1 FROM liability_leg c WHERE c.ci = l.ci AND c.t = l.t AND c.p = l.p AND c.player_id = l.player_id AND c.bet_id = l.bet_id
    ) GROUP BY 1, 2, 3, 4, 5`.execute(db)
  for (const row of free.rows) at(row).free += euroCents(BigInt(row.loss), currencyById(row.currency_id))
  const counted = await sql<OutcomeRow & { used_cents: bigint }>`
    SELECT ci, t, p, player_id, used_cents FROM release_liability(${ci}::int[], ${t}::int[], ${p}::int[], ${player}::int[])`.execute(db)
  for (const row of counted.rows) at(row).counted = row.used_cents
  return taken
}
