import type { Generated } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    bet_sale: {
      bet_id: bigint
      n: number
      player_id: number
      guid: string | null
      body: string
      by_order: boolean
      sold_stake_minor: bigint
      left_stake_minor: bigint
      offer_minor: bigint
      gross_minor: bigint
      tax_minor: bigint
      balance_minor: bigint
      chances: unknown
      at: Date
    }
    bet_auto_sale: {
      bet_id: bigint
      player_id: number
      target_minor: bigint
      state: Generated<number>
      at: Date
      changed_at: Date
    }
    bet_insurance: {
      bet_id: bigint
      n: number
      player_id: number
      guid: string | null
      percent: number
      insured_minor: bigint
      premium_minor: bigint
      balance_minor: bigint
      at: Date
    }
    bet_change: {
      bet_id: bigint
      replaced_bet_id: bigint
      kind: number
      value_minor: bigint
      at: Date
    }
  }
}
