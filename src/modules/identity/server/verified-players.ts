/** Who has proved what, known without asking: the gate looks here at every call. Read at the start and again every second. */
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { keepFresh, type Kept, type ReadLog } from '#platform/server/keep-up.ts'
import type { IdentityNeed } from '#platform/shared/site-config.ts'
import { identityOf, type ProofOf } from '../rules/state.ts'
import { proofOf } from './store.ts'

/** Steps may become visible out of order: those just below the highest known are looked for again. */
const OVERLAP = 200n

export interface VerifiedPlayers extends Kept {
  has(playerId: number, needs: readonly IdentityNeed[]): boolean
  hear(playerId: number): Promise<void>
}

export function createVerifiedPlayers(db: Db, clock: Clock, log: ReadLog): VerifiedPlayers {
  const proofs = new Map<number, ProofOf[]>()
  let highest = 0n
  let seen = new Set<bigint>()

  async function read(players: readonly number[] | null): Promise<void> {
    const approved = db.selectFrom('identity_request').select(['player_id', 'kind', 'state', 'valid_until']).where('state', '=', 'approved')
    const rows = await (players === null ? approved : approved.where('player_id', 'in', players)).execute()
    for (const player of players ?? []) proofs.delete(player)
    for (const row of rows) proofs.set(row.player_id, [...(proofs.get(row.player_id) ?? []), proofOf(row)])
  }

  const listSteps = (after: bigint) => db.selectFrom('identity_step').select(['id', 'player_id']).where('id', '>', after).execute()

  async function readNew(): Promise<void> {
    const steps = await listSteps(highest - OVERLAP)
    const fresh = steps.filter(({ id }) => !seen.has(id))
    if (fresh.length === 0) return
    await read([...new Set(fresh.map(({ player_id }) => player_id))])
    highest = steps.reduce((most, { id }) => (id > most ? id : most), highest)
    seen = new Set(steps.map(({ id }) => id))
  }

  async function load(): Promise<void> {
    const last = await db
      .selectFrom('identity_step')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    highest = last?.id ?? 0n
    seen = new Set((await listSteps(highest - OVERLAP)).map(({ id }) => id))
    await read(null)
  }

  return {
    ...keepFresh({ of: 'verified_players', log, load, readOn: readNew }),
    has: (playerId, needs) => identityOf(needs, proofs.get(playerId) ?? [], clock.now()).state === 'approved',
    hear: (playerId) => read([playerId]),
  }
}
