import type { Generated } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    betting_block: { player_id: number; until: Date | null; reason: string; created_at: Generated<Date> }
    player_limit: {
      player_id: number
      kind: number
      period_days: number
      currency_id: number
      amount_minor: bigint
      starts_at: Date
      ends_at: Date | null
    }
    player_trust: { player_id: number; factor_milli: number; reason: string; actor: string; at: Generated<Date> }
    limit_counter: { player_id: number; kind: number; currency_id: number; day: string; amount_minor: Generated<bigint> }
  }
}
