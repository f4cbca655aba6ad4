/** Which bets a settled chunk has decided: for those who tell players about it, after the commit and apart from it. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Db } from '#platform/server/db.ts'

export interface SettledBet {
  id: bigint
  playerId: number
  /** Wire 8.11: lost, paid or returned; open or blocked: a bet of a promo code that was settled before and is not any more. */
  status: number
  /** Rises with every settlement of the bet. */
  version: number
  /** What the player got, after taxes and with every addition. */
  netMinor: Minor
  currencyId: number
  /** A promo code stood for the stake. */
  hasPromo: boolean
  /** Insured and lost by one leg: what was given for it, while it is not used (XT-21). */
  freeBet: { code: string; minor: Minor } | null
}

/**
 * The bets whose status of now was given by this chunk; a later chunk that says otherwise tells of them itself. With them the
 * bets of promo codes that it has opened again: the code that came back for one must not stand beside it.
 */
export async function listSettledBets(db: Db, { run, chunk }: { run: number; chunk: number }): Promise<SettledBet[]> {
  const { rows } = await sql<{
    id: bigint
    player_id: number
    status: number
    version: number
    net: bigint
    currency_id: number
    promo: boolean
    code: string | null
    free_bet: bigint
  }>`
    SELECT b.id, b.player_id, b.status::integer AS status, b.settled_version::integer AS version, b.currency_id::integer AS currency_id,
      coalesce(m.promo_minor, 0) > 0 AS promo, b.payout_minor AS net,
      c.code, coalesce(m.free_bet_minor, 0) AS free_bet
    FROM (
      SELECT DISTINCT c.done_at, l.bet_id
      FROM settlement_chunk c
      CROSS JOIN LATERAL unnest(c.ci, c.t, c.p, c.player_id, c.from_bet_id, c.to_bet_id) AS x(ci, t, p, player_id, from_bet, to_bet)
      CROSS JOIN LATERAL (
        SELECT l.bet_id FROM bet_leg l
        WHERE l.ci = x.ci AND l.t = x.t AND l.p = x.p AND l.player_id = x.player_id AND l.bet_id > x.from_bet AND l.bet_id <= x.to_bet OFFSET 0
      ) l
      WHERE c.run_id = ${run} AND c.no = ${chunk}
    ) g
    JOIN bet b ON b.id = g.bet_id LEFT JOIN bet_money m ON m.bet_id = b.id
    LEFT JOIN promo_code c ON m.free_bet_minor > 0 AND c.insured_bet = b.id AND c.bet_id IS NULL
    WHERE (b.settled_at = g.done_at AND b.status IN (2, 4, 5))
      OR (b.status IN (1, 7) AND b.first_settled_at IS NOT NULL AND m.promo_minor > 0)`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    playerId: row.player_id,
    status: row.status,
    version: row.version,
    netMinor: row.net,
    currencyId: row.currency_id,
    hasPromo: row.promo,
    freeBet: row.code === null ? null : { code: row.code, minor: row.free_bet },
  }))
}
