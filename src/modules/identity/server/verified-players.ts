/** Who has proved what, known without asking: the gate looks here at every call. Read at the start and again every second. */
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { IdentityNeed } from '#platform/shared/site-config.ts'
import { identityOf, type ProofOf } from '../rules/state.ts'
import { proofOf } from './store.ts'

const EVERY_MS = 1_000
/** Steps may become visible out of order: those just below the highest known are looked for again. */
const OVERLAP = 200n

export interface VerifiedPlayers {
  has(playerId: number, needs: readonly IdentityNeed[]): boolean
  hear(playerId: number): Promise<void>
  load(): Promise<void>
  stop(): void
}

export function createVerifiedPlayers(db: Db, clock: Clock): VerifiedPlayers {
  const proofs = new Map<number, ProofOf[]>()
  let highest = 0n
  let seen = new Set<bigint>()
  let timer: NodeJS.Timeout | null = null
  let reading: Promise<unknown> | null = null

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

  return {
    has: (playerId, needs) => identityOf(needs, proofs.get(playerId) ?? [], clock.now()).state === 'approved',
    hear: (playerId) => read([playerId]),
    async load() {
      const last = await db
        .selectFrom('identity_step')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirst()
      highest = last?.id ?? 0n
      seen = new Set((await listSteps(highest - OVERLAP)).map(({ id }) => id))
      await read(null)
      timer ??= setInterval(() => {
        // A failed read is made again in the next turn.
        reading ??= readNew()
          .catch(() => {})
          .finally(() => (reading = null))
      }, EVERY_MS).unref()
    },
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}
