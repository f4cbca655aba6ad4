/** The results in force against everything that was ever said, worked out again market by market by the rule that wrote them. */
import { sql } from 'kysely'
import { EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import type { Check, Statement } from '#platform/server/checks.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { resultsInForce, type RowInForce } from './results-in-force.ts'
import type { MarketRef } from './results-store.ts'
import './tables.ts'

/** The races of rule 4 and of each-way are in runs of other outcomes too (apply-results.ts). */
export const RESULT_VERSIONS: Statement = {
  name: 'settlement: a result has changed as often as runs have settled by it',
  text: `SELECT concat_ws(' ', o.ci, o.t, o.p, o.player_id) AS what FROM outcome_result o
    JOIN (SELECT ci, t, p, player_id, count(*) AS runs FROM settlement_run_outcome GROUP BY 1, 2, 3, 4) r
      ON r.ci = o.ci AND r.t = o.t AND r.p = o.p AND r.player_id = o.player_id
    WHERE o.version > r.runs OR (o.version < r.runs AND o.t NOT IN (${[RACE_WINNER, EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE].join()}))`,
}

/** Markets at a time: what is read of them is all that is held. */
const BATCH = 500

export async function checkResults(db: Db): Promise<Check> {
  const check: Check = {
    name: 'settlement: results in force are what was said of their markets',
    checked: 0n,
    violations: 0,
    first: null,
  }
  let after: MarketRef = { ci: -2_147_483_648, market_key: '', spec: '' }
  for (;;) {
    // Of one moment: results are written with what was said of them.
    const read = db.transaction().setIsolationLevel('repeatable read')
    const markets = await read.execute(async (tx) => {
      const next = await listMarkets(tx, after)
      const found = await listDifferent(tx, next, await resultsInForce(tx, next))
      check.violations += found.length
      check.first ??= found[0] ?? null
      return next
    })
    if (markets.length === 0) return check
    check.checked! += BigInt(markets.length)
    after = markets.at(-1)!
  }
}

async function listMarkets(tx: Tx, after: MarketRef): Promise<MarketRef[]> {
  const { rows } = await sql<MarketRef>`SELECT DISTINCT ci, market_key, spec FROM settlement_action
    WHERE (ci, market_key, spec) > (${after.ci}::integer, ${after.market_key}, ${after.spec}) ORDER BY ci, market_key, spec LIMIT ${BATCH}`.execute(
    tx,
  )
  return rows
}

/**
 * Two markets may claim an outcome: what is expected of it is made of both. Before 0122 a correction moved the time at which a
 * result was known, before 0129 nobody kept when it was first called lost.
 */
async function listDifferent(tx: Tx, markets: readonly MarketRef[], expected: readonly RowInForce[]): Promise<string[]> {
  const { rows } = await sql<{ what: string; why: string }>`
    WITH r AS (
      SELECT *, voided::tstzmultirange AS ranges, line_voided::tstzmultirange AS line_ranges FROM jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) AS r(ci integer, t integer, p integer,
        player_id integer, won smallint, void_halves smallint, heat_num integer, heat_den integer, known_at timestamptz, lost_at timestamptz,
        voided text, line_voided text, stated boolean)
    ), o AS (
      SELECT o.* FROM jsonb_to_recordset(${JSON.stringify(markets)}::jsonb) AS m(ci integer, market_key text, spec text)
      JOIN outcome_result o ON o.ci = m.ci AND o.market_key = m.market_key AND o.spec = m.spec
      UNION SELECT o.* FROM r JOIN outcome_result o ON o.ci = r.ci AND o.t = r.t AND o.p = r.p AND o.player_id = r.player_id
    )
    SELECT concat_ws(' ', coalesce(o.ci, r.ci), coalesce(o.t, r.t), coalesce(o.p, r.p), coalesce(o.player_id, r.player_id)) AS what,
      CASE WHEN o.ci IS NULL THEN 'no result stands' WHEN r.ci IS NULL THEN 'nobody said its result' ELSE 'another result was said' END AS why
    FROM o FULL JOIN r ON r.ci = o.ci AND r.t = o.t AND r.p = o.p AND r.player_id = o.player_id
    WHERE CASE
      WHEN o.ci IS NULL THEN r.stated
      WHEN r.ci IS NULL THEN o.won IS NOT NULL
      ELSE (o.won, o.void_halves, o.heat_num, o.heat_den, o.voided, o.line_voided)
          IS DISTINCT FROM (r.won, r.void_halves, r.heat_num, r.heat_den, r.ranges, r.line_ranges)
        OR (o.known_at IS DISTINCT FROM r.known_at
          AND o.updated_at > (SELECT applied_at FROM migration WHERE name = '0122_bought_before_edits.sql'))
        OR (o.lost_at IS DISTINCT FROM r.lost_at
          AND o.updated_at > (SELECT applied_at FROM migration WHERE name = '0129_known_to_be_lost.sql'))
      END`.execute(tx)
  return rows.map(({ what, why }) => `outcome ${what}: ${why}`)
}
