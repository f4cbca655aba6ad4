/** Clearing a list: what is decided by now is hidden from the player and stays on the server (BH-06). */
import { sql } from 'kysely'
import { unixSeconds } from '#lib/time.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { accountOf, type HistoryDeps } from './read-history.ts'
import './tables.ts'

/** Twice, or from two tabs at once, is the same as once: the later moment stands. Problem: history.other_account (30). */
export async function clearHistory(
  deps: HistoryDeps,
  ctx: Ctx,
  body: { account_id: number; undo: boolean },
): Promise<{ cleared_at: number | null } | Problem> {
  const account = await accountOf(deps, ctx, body.account_id)
  if (isProblem(account)) return account
  if (body.undo) {
    await deps.db.deleteFrom('history_cleared').where('account_id', '=', account.id).execute()
    return { cleared_at: null }
  }
  const { rows } = await sql<{ at: Date }>`
    INSERT INTO history_cleared (account_id, at) VALUES (${account.id}, ${new Date(ctx.now)})
    ON CONFLICT (account_id) DO UPDATE SET at = greatest(history_cleared.at, excluded.at) RETURNING at`.execute(deps.db)
  return { cleared_at: unixSeconds(rows[0]!.at.getTime()) }
}
