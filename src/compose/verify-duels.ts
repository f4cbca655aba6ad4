/** What `./polosa verify` says of duels: the result that each keeps against what its outcomes were settled as (rules 9.1). */
import { sql } from 'kysely'
import { duelVerdict, readCounts } from '#modules/offers/rules/duel-result.ts'
import { checkOrFail, type Check } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const NAME = 'duels: the outcomes of each were settled as its result says'
const BATCH = 5_000

interface SettledOutcome {
  ci: number
  t: number
  p: number
  player_id: number
  result: string | null
  won: number
  void_halves: number
}

/** Of one that nobody has bet on no outcome is settled: its result stands nowhere else. */
export function verifyDuels(db: Db): Promise<Check[]> {
  return checkOrFail(NAME, async () => [await checkDuels(db)])
}

async function checkDuels(db: Db): Promise<Check> {
  const check = { name: NAME, checked: 0n, violations: 0, first: null as string | null }
  for (let after = [0, 0, 0]; ;) {
    const { rows } = await sql<SettledOutcome>`
      SELECT o.ci, o.t, o.p, o.player_id, d.result, o.won, o.void_halves FROM duel d JOIN outcome_result o ON o.ci = d.ci
      WHERE o.won IS NOT NULL AND (o.ci, o.t, o.p) > (${after[0]}::integer, ${after[1]}::integer, ${after[2]}::integer)
      ORDER BY o.ci, o.t, o.p LIMIT ${sql.lit(BATCH)}`.execute(db)
    for (const row of rows) {
      check.checked += 1n
      if (isSaid(row)) continue
      check.violations += 1
      check.first ??= `duel ${row.ci} outcome ${row.t} ${row.p}: result ${row.result}`
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return check
    after = [last.ci, last.t, last.p]
  }
}

function isSaid({ t, p, result, won, void_halves: voidHalves }: SettledOutcome): boolean {
  const counts = readCounts(result)
  if (!counts) return false
  const verdict = duelVerdict({ t, p: p / 10_000 }, counts)
  return verdict === 'void' ? won === 0 && voidHalves === 2 : voidHalves === 0 && won === (verdict === 'won' ? 1 : 0)
}
