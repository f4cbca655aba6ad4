/** Results of legs for histories: what settlement has in force for each bet, read only. */
import { sql } from 'kysely'
import { resultByHouse } from '#modules/payout/rules/dead-heat.ts'
import { fraction } from '#modules/payout/rules/fraction.ts'
import { legResult, type LegResult } from '#modules/payout/rules/leg.ts'
import { legScore, SCORE_COLUMNS, type ScoreRow } from '#modules/settlement/server/index.ts'
import type { Db } from '#platform/server/db.ts'

export interface KnownLeg {
  /** Null while nothing is decided. */
  result: LegResult | null
  /**
   * Taken in a time that was cancelled, on the line when the game had begun, or after the result was known (WAG-10); the bet as a whole was voided by hand; the game
   * was cancelled as a whole, whatever way its legs came back.
   */
  voided: 'cancelled' | 'started' | 'late' | 'removed' | 'game' | null
  /** The provider's word on a cancelled market, '' when it gave none. */
  reason: string
  confirmed: boolean
  /** The result has been another one before (SET-11). */
  corrected: boolean
  knownAt: Date | null
  /** "2:1" of a match or part that is over, of a duel what its sides have counted; null while there is none. */
  score: string | null
  /** Nobody has told how the part ended that the leg is about. */
  untold: boolean
}

/** By bet, in the order of its legs. */
export type LegResults = ReadonlyMap<bigint, readonly KnownLeg[]>

interface Row extends ScoreRow {
  bet_id: bigint
  won: 0 | 1 | null
  /** An early payout has won it, whatever the match ended as. */
  by_lead: boolean
  void_halves: 0 | 1 | 2 | null
  heat_num: number | null
  ix: number
  house_heat: number[] | null
  heat_den: number | null
  version: number | null
  confirmed: boolean | null
  known_at: Date | null
  reason: string | null
  cancelled: boolean
  started: boolean
  late: boolean
  removed: boolean
  called_off: boolean
  changed: boolean
}

/** A row of results is also written again when only its time is told anew: corrected is what was said differently before. */
const CORRECTED = sql`coalesce(r.version > 1 AND EXISTS (
  SELECT 1 FROM settlement_action a WHERE a.ci = r.ci AND a.market_key = r.market_key AND a.spec = r.spec AND (
    a.t = 'cancel.rollback' AND a.line IS NULL OR a.t = 'settle' AND EXISTS (
      SELECT 1 FROM jsonb_to_recordset(a.results) AS x(t int, p int, "playerId" int, won smallint, "voidHalves" smallint)
      WHERE x.t = r.t AND x.p = r.p AND coalesce(x."playerId", 0) = r.player_id
        AND (x.won, coalesce(x."voidHalves", 0)) IS DISTINCT FROM (r.won, r.void_halves)))), false)`

export async function listResults(db: Db, betIds: readonly bigint[]): Promise<LegResults> {
  if (betIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    SELECT l.bet_id, l.ix, rc.receipt->'terms'->'houseHeat' AS house_heat, r.won, r.void_halves, r.heat_num, r.heat_den, EXISTS (SELECT 1 FROM game_lead) AND won_by_lead(b.id, l.ix, l.ci, l.t, b.accepted_at) AS by_lead, r.version, r.confirmed, r.known_at, r.reason,
      coalesce(r.voided @> coalesce(l.bought_at, b.accepted_at), false) AS cancelled,
      coalesce(l.kind = 3 AND r.line_voided @> coalesce(l.bought_at, b.accepted_at), false) AS started, coalesce(coalesce(l.bought_at, b.accepted_at) > r.known_at, false) AS late,
      EXISTS (SELECT 1 FROM bet_void v WHERE v.bet_id = b.id AND v.ix = -1 AND v.state = 1) AS removed,
      EXISTS (SELECT 1 FROM game x WHERE x.ci = coalesce(g.main_ci, l.ci) AND (x.status = 'cancelled' OR x.status_note = 'called_off')) AS called_off,
      ${CORRECTED} AS changed,
      ${SCORE_COLUMNS}
    FROM bet_leg l JOIN bet b ON b.id = l.bet_id LEFT JOIN bet_receipt rc ON rc.bet_id = b.id AND NOT b.plain LEFT JOIN bet_game g ON g.ci = l.ci
    LEFT JOIN outcome_result r ON r.ci = l.ci AND r.t = l.t AND r.p = l.p AND r.player_id = l.player_id
    WHERE l.bet_id = ANY(${`{${betIds.join(',')}}`}::bigint[]) ORDER BY l.bet_id, l.ix`.execute(db)
  const found = new Map<bigint, KnownLeg[]>()
  for (const row of rows) {
    const legs = found.get(row.bet_id) ?? []
    legs.push(legOf(row))
    found.set(row.bet_id, legs)
  }
  return found
}

function legOf(row: Row): KnownLeg {
  const voided = voidedOf(row)
  const { score, untold } = legScore(row)
  return {
    result: voided ? legResult('VOID') : resultOf(row),
    voided,
    reason: row.reason ?? '',
    confirmed: row.confirmed ?? false,
    corrected: row.changed,
    knownAt: row.known_at,
    score: score && score.join(':'),
    untold,
  }
}

function voidedOf(row: Row): KnownLeg['voided'] {
  if (row.removed) return 'removed'
  if (row.started && !row.cancelled) return 'started'
  if (row.late && !row.cancelled) return 'late'
  if (row.called_off && (row.cancelled || row.void_halves === 2)) return 'game'
  return row.cancelled ? 'cancelled' : null
}

function resultOf(row: Row): LegResult | null {
  if (row.by_lead && row.void_halves !== 2) return legResult('WIN')
  if (row.won === null) return null
  const official: LegResult = { won: row.won, voidHalves: row.void_halves ?? 0, deadHeat: fraction(row.heat_num ?? 1, row.heat_den ?? 1) }
  return resultByHouse(row.house_heat ?? undefined, row.ix, official)
}

/** result_type of a history row: 1 won, 2 lost, 3 returned, 4 half won, 5 half lost; null while open. */
export function resultType(result: LegResult | null): 1 | 2 | 3 | 4 | 5 | null {
  if (result === null) return null
  if (result.voidHalves === 2) return 3
  if (result.voidHalves === 1) return result.won === 1 ? 4 : 5
  return result.won === 1 ? 1 : 2
}
