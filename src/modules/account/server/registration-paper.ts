/** The paper that a player's country asked for when he registered: kept sealed, read for registers of self-exclusion. */
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import './tables.ts'

export const paperSeal = (playerId: number) => `paper:${playerId}`

/** Null for a player without a personal number. */
export async function readNationalNumber(
  { db, keys }: { db: Db; keys: Pick<AuthDeps['keys'], 'open'> },
  playerId: number,
): Promise<{ country: string; code: string } | null> {
  const row = await db.selectFrom('registration_paper').select(['country', 'sealed']).where('player_id', '=', playerId).executeTakeFirst()
  if (!row) return null
  const { personalCode } = JSON.parse(keys.open(row.sealed, paperSeal(playerId))) as { personalCode: string }
  return personalCode ? { country: row.country, code: personalCode } : null
}
