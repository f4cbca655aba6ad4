/** The bonus and the points account of a player: opened with the first thing that comes to them. */
import type { Tx } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { ACCOUNT_KINDS } from '#modules/ledger/server/index.ts'
import type { LedgerPort } from './deposits.ts'

/** Its id. Two at once open one: the ledger opens accounts of a player one after the other. */
export async function ensureAccount(
  ledger: LedgerPort,
  tx: Tx,
  given: { playerId: number; currencyId: number; kind: 'bonus' | 'points' },
): Promise<number> {
  const kind = ACCOUNT_KINDS[given.kind]
  const find = () =>
    tx
      .selectFrom('account')
      .select('id')
      .where('player_id', '=', given.playerId)
      .where('currency_id', '=', given.currencyId)
      .where('kind', '=', kind)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  const opened = await ledger.openAccount(tx, { playerId: given.playerId, currencyId: given.currencyId, kind })
  if (!isProblem(opened)) return opened.id
  const other = await find()
  if (!other) throw new Error(`no ${given.kind} account for player ${given.playerId}: ${opened.code}`)
  return other.id
}
