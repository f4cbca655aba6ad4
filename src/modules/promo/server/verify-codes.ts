/** Promo codes against the bets that they paid for. The sum of an unused code that somebody was given stands nowhere else. */
import { checkStatements, type Check, type Statement } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'

const STATEMENTS: Statement[] = [
  {
    name: 'promo codes: each that is used stands for what the house put into its bet, and every such bet has its code',
    text: `SELECT coalesce(c.code, m.bet_id::text) AS what
      FROM (SELECT bet_id, promo_minor FROM bet_money WHERE promo_minor > 0) m
      FULL JOIN (SELECT * FROM promo_code WHERE bet_id IS NOT NULL OR used_at IS NOT NULL) c ON c.bet_id = m.bet_id
      LEFT JOIN bet b ON b.id = m.bet_id
      WHERE (c.nominal_minor, c.player_id, c.currency_id, c.used_at) IS DISTINCT FROM (m.promo_minor, b.player_id, b.currency_id, b.accepted_at)`,
  },
  {
    // Whether it stands follows the bet a little later: that is not looked at.
    name: 'promo codes: one that was given again has the money and the conditions of the one that paid for its bet',
    text: `SELECT c.code AS what FROM promo_code c LEFT JOIN promo_code p ON p.bet_id = c.returned_from
      WHERE c.returned_from IS NOT NULL AND (p.player_id, p.currency_id, p.nominal_minor, p.min_price, p.vids, p.name)
        IS DISTINCT FROM (c.player_id, c.currency_id, c.nominal_minor, c.min_price, c.vids, c.name)`,
  },
]

export function verifyCodes(db: Db): Promise<Check[]> {
  return checkStatements(db, STATEMENTS)
}
