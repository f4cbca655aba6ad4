/** The paper that a player's country asks for when he registers or makes his account full: kept sealed, read for registers of self-exclusion. */
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import './tables.ts'

const paperSeal = (playerId: number) => `paper:${playerId}`

interface GivenPaper {
  playerId: number
  brand: string
  /** Two letters. */
  country: string
  document: string
  personalCode: string
  documentNumber: string
  at: Date
}

/** One paper, one account (ACC-02): the MAC decides, the number itself is sealed. Problem: account.paper_taken at its field. */
export async function storePaper({ keys }: Pick<AuthDeps, 'keys'>, tx: Tx, given: GivenPaper): Promise<Problem | null> {
  const { playerId, brand, country, document, personalCode, documentNumber, at } = given
  const number = (personalCode || documentNumber).toUpperCase().replaceAll(/[\s/-]/g, '')
  const stored = await tx
    .insertInto('registration_paper')
    .values({
      player_id: playerId,
      brand,
      country: country.toUpperCase(),
      document,
      number_mac: keys.mac('paper', number),
      sealed: keys.seal(JSON.stringify({ personalCode, documentNumber }), paperSeal(playerId)),
      given_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows === 1n) return null
  return problem('account.paper_taken', { field: personalCode ? 'personal_code' : 'document_number', status: 422 })
}

/** Whether the player has given the paper of his country. */
export async function hasPaper(db: Db | Tx, playerId: number): Promise<boolean> {
  const row = await db.selectFrom('registration_paper').select('player_id').where('player_id', '=', playerId).executeTakeFirst()
  return row !== undefined
}

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
