/** Which wording of the documents a player has accepted: what has changed is accepted before the next stake (ACC-04). */
import { createHash } from 'node:crypto'
import { largeMemory } from '#platform/server/large-memory.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'

export interface Wording {
  id: string
  version: string
}

type Documents = Pick<SiteConfig, 'id' | 'registration'>

/** Every document in force with its version and a digest that ties the row to it; one that is accepted already stays as it is. */
export async function storeTerms(
  tx: Tx,
  { playerId, config, ip, at }: { playerId: number; config: Documents; ip: string; at: Date },
): Promise<void> {
  const documents = [...config.registration.terms.map(({ id, version }) => ({ document: id, version })), { document: 'age', version: '1' }]
  const rows = documents.map(({ document, version }) => ({
    player_id: playerId,
    document,
    version,
    accepted_at: at,
    ip,
    hash: createHash('sha256').update(`${config.id}:${document}:${version}`).digest('hex'),
  }))
  await tx
    .insertInto('terms_acceptance')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Documents in force that the player has not accepted. Whom no form has made, a bench's player, has accepted none that could change. */
export async function listNewTerms(db: Db | Tx, playerId: number, { registration }: Documents): Promise<Wording[]> {
  const rows = await db.selectFrom('terms_acceptance').select(['document', 'version']).where('player_id', '=', playerId).execute()
  if (rows.length === 0) return []
  return registration.terms.filter(({ id, version }) => !rows.some((row) => row.document === id && row.version === version))
}

/** ErrorCode of a stake that waits for new documents. */
export const TERMS_FIRST = 900_032

export interface AcceptedTerms {
  /** Null at once for whoever is known to have accepted what is in force. Problem: account.terms_changed (900032, link). */
  refusal(config: SiteConfig, playerId: number): Problem | null | Promise<Problem | null>
}

export function createAcceptedTerms(db: Db): AcceptedTerms {
  // Nobody takes an acceptance back: what was found once holds, here and in every other process.
  const known = largeMemory<number, string>(50_000)

  async function ask(config: SiteConfig, playerId: number, inForce: string): Promise<Problem | null> {
    if ((await listNewTerms(db, playerId, config)).length > 0)
      return problem('account.terms_changed', { wire: TERMS_FIRST, extra: { link: '/office#terms' } })
    known.set(playerId, inForce)
    return null
  }

  return {
    refusal(config, playerId) {
      const inForce = config.registration.terms.map(({ id, version }) => `${id}:${version}`).join()
      return known.get(playerId) === inForce ? null : ask(config, playerId, inForce)
    },
  }
}
