/** SQL of linked services. */
import type { Selectable } from 'kysely'
import { sqlState, type Db, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SocialProvider } from '#platform/shared/site-config.ts'
import type { SocialPerson } from '../../rules/social.ts'
import type { SocialIdentityTable } from '../tables.ts'

export interface NewLink {
  brand: string
  provider: SocialProvider
  playerId: number
  person: SocialPerson
  at: Date
}

export async function selectLinkOptional(
  db: Db | Tx,
  given: { brand: string; provider: string; subject: string },
): Promise<Selectable<SocialIdentityTable> | null> {
  const row = await db
    .selectFrom('social_identity')
    .selectAll()
    .where('brand', '=', given.brand)
    .where('provider', '=', given.provider)
    .where('subject', '=', given.subject)
    .executeTakeFirst()
  return row ?? null
}

export async function listLinks(db: Db | Tx, playerId: number): Promise<Selectable<SocialIdentityTable>[]> {
  return db.selectFrom('social_identity').selectAll().where('player_id', '=', playerId).orderBy('linked_at').execute()
}

/** Problem: auth.social_taken (46) when the person is somebody's already, or the player has one of this service. The transaction is lost after it. */
export async function insertLink(tx: Tx, { brand, provider, playerId, person, at }: NewLink): Promise<Problem | null> {
  try {
    await tx
      .insertInto('social_identity')
      .values({
        brand,
        provider,
        subject: person.subject,
        player_id: playerId,
        email: person.email,
        name: person.name,
        linked_at: at,
        used_at: at,
      })
      .execute()
    return null
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    return problem('auth.social_taken', { wire: 46, status: 409 })
  }
}

/** False when it has been taken off meanwhile. */
export async function touchLink(tx: Tx, link: { brand: string; provider: string; subject: string }, at: Date): Promise<boolean> {
  const done = await tx
    .updateTable('social_identity')
    .set({ used_at: at })
    .where('brand', '=', link.brand)
    .where('provider', '=', link.provider)
    .where('subject', '=', link.subject)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

export async function deleteLink(tx: Tx, playerId: number, provider: SocialProvider): Promise<boolean> {
  const done = await tx.deleteFrom('social_identity').where('player_id', '=', playerId).where('provider', '=', provider).executeTakeFirst()
  return done.numDeletedRows === 1n
}
