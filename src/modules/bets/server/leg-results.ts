/** Results of legs for histories: facts of settlement, read only. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'

/** result_type of a history row: 1 won, 2 lost, 3 returned, 4 half won, 5 half lost; absent = not decided. */
export type LegResults = Map<string, 1 | 2 | 3 | 4 | 5>

export interface LegKey {
  ci: number
  t: number
  p: number
  playerId: number
}

export function legKey(leg: LegKey): string {
  return `${leg.ci}:${leg.t}:${leg.p}:${leg.playerId}`
}

export async function listResults(db: Db, legs: readonly LegKey[]): Promise<LegResults> {
  if (legs.length === 0) return new Map()
  const { rows } = await sql<{ ci: number; t: number; p: number; player_id: number; won: number | null; void_halves: number }>`
    SELECT r.ci, r.t, r.p, r.player_id, r.won, r.void_halves FROM outcome_result r
    JOIN (SELECT DISTINCT * FROM unnest(${arrayOf(legs.map((l) => l.ci))}::int[], ${arrayOf(legs.map((l) => l.t))}::int[],
      ${arrayOf(legs.map((l) => l.p))}::int[], ${arrayOf(legs.map((l) => l.playerId))}::int[]) AS k(ci, t, p, player_id)) k USING (ci, t, p, player_id)
    WHERE r.won IS NOT NULL OR r.void_halves > 0`.execute(db)
  return new Map(rows.map((r) => [legKey({ ci: r.ci, t: r.t, p: r.p, playerId: r.player_id }), resultType(r.won, r.void_halves)]))
}

function resultType(won: number | null, voidHalves: number): 1 | 2 | 3 | 4 | 5 {
  if (voidHalves >= 2) return 3
  if (voidHalves === 1) return won === 1 ? 4 : 5
  return won === 1 ? 1 : 2
}

function arrayOf(values: readonly number[]): string {
  return `{${values.join(',')}}`
}
