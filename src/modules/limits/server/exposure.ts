/** What the house may lose on an outcome, in euro cents: counted when a bet leaves, rebuilt from the open bets. */
import { sql } from 'kysely'
import { currencyById, euroCents } from '#modules/ledger/server/index.ts'
import type { Milli } from '#lib/price.ts'
import type { Db } from '#platform/server/db.ts'

export interface ExposureLeg {
  ci: number
  t: number
  /** P · 10 000. */
  p: number
  playerId: number
  price: Milli
}

export interface Exposure {
  of(leg: ExposureLeg): bigint
  reserve(legs: readonly ExposureLeg[], stakeCents: bigint): () => void
  load(): Promise<void>
}

export function createExposure(db: Db): Exposure {
  let taken = new Map<string, bigint>()
  const keyOf = (leg: ExposureLeg) => `${leg.ci}:${leg.t}:${leg.p}:${leg.playerId}`
  const lossCents = (leg: ExposureLeg, stakeCents: bigint) => (stakeCents * BigInt(leg.price - 1000)) / 1000n
  const add = (leg: ExposureLeg, cents: bigint) => {
    const key = keyOf(leg)
    const sum = (taken.get(key) ?? 0n) + cents
    if (sum > 0n) taken.set(key, sum)
    else taken.delete(key)
  }
  return {
    of: (leg) => taken.get(keyOf(leg)) ?? 0n,
    reserve(legs, stakeCents) {
      for (const leg of legs) add(leg, lossCents(leg, stakeCents))
      let given = false
      return () => {
        if (given) return
        given = true
        for (const leg of legs) add(leg, -lossCents(leg, stakeCents))
      }
    },
    async load() {
      const { rows } = await sql<{ ci: number; t: number; p: number; player_id: number; currency_id: number; loss: string }>`
        SELECT l.ci, l.t, l.p, l.player_id, b.currency_id, floor(sum(b.stake_minor * (l.price - 1000) / 1000.0))::text AS loss
        FROM bet b JOIN bet_leg l ON l.bet_id = b.id WHERE b.status = 1
        GROUP BY l.ci, l.t, l.p, l.player_id, b.currency_id`.execute(db)
      taken = new Map()
      for (const row of rows) {
        const leg = { ci: row.ci, t: row.t, p: row.p, playerId: row.player_id, price: 2000 }
        add(leg, euroCents(BigInt(row.loss), currencyById(row.currency_id)))
      }
    },
  }
}
