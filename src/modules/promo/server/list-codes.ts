/** Promo codes as officers look at them: those of a player, or of everybody those that were taken back too late. */
import type { Minor } from '#lib/money.ts'
import type { Millis } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { codeState, type CodeState } from '../rules/code-state.ts'
import './tables.ts'

export interface ListedCode {
  code: string
  playerId: number
  currencyId: number
  minor: Minor
  name: string
  state: CodeState
  givenAt: Millis
  validUntil: Millis
  betId: bigint | null
  takenBackAt: Millis | null
  /** The insured express or the void bet that it was given for. */
  givenFor: bigint | null
}

/** Newest first; `playerId` null: used codes of everybody that were taken back afterwards, the last of them first. */
export async function listCodes(db: Db, of: { playerId: number | null; count: number }, now: Millis): Promise<ListedCode[]> {
  const all = db.selectFrom('promo_code').selectAll().limit(of.count)
  const asked =
    of.playerId === null
      ? all.where('bet_id', 'is not', null).where('taken_back_at', 'is not', null).orderBy('taken_back_at', 'desc').orderBy('code')
      : all.where('player_id', '=', of.playerId).orderBy('given_at', 'desc').orderBy('code')
  return (await asked.execute()).map((row) => {
    const times = { betId: row.bet_id, takenBackAt: row.taken_back_at?.getTime() ?? null, validUntil: row.valid_until.getTime() }
    return {
      code: row.code,
      playerId: row.player_id,
      currencyId: row.currency_id,
      minor: row.nominal_minor,
      name: row.name,
      givenAt: row.given_at.getTime(),
      givenFor: row.insured_bet ?? row.returned_from,
      state: codeState(times, now),
      ...times,
    }
  })
}
