import type { ColumnType, Generated } from 'kysely'

export interface PlayerFundsTable {
  day: ColumnType<string, string, never>
  currency_id: number
  balances_minor: bigint
  staked_minor: bigint
  leaving_minor: bigint
  received_minor: bigint
  taken_at: Date
  stated_minor: bigint | null
  stated_by: string | null
  stated_at: Date | null
}

declare module '#platform/server/db.ts' {
  interface Tables {
    currency: {
      id: number
      code: string
      symbol: string
      name_key: string
      exponent: number
      rate: string
      min_bet_minor: bigint
      hidden: boolean
      crypto: boolean
    }
    account: {
      id: Generated<number>
      player_id: number
      currency_id: number
      kind: Generated<number>
      name: Generated<string>
      is_active: Generated<boolean>
      balance_minor: Generated<bigint>
      receivable: Generated<boolean>
      created_at: Generated<Date>
      closed_at: Date | null
    }
    ledger_entry: {
      account_id: number
      tx_id: bigint
      kind: number
      n: Generated<number>
      amount_minor: bigint
      balance_after: bigint | null
      at: Generated<Date>
    }
    exchange_rate: { day: ColumnType<string, string, never>; code: string; per_euro: string; source: string; simulated: boolean }
    player_funds: PlayerFundsTable
    ledger_posting: { kind: number; key: string; tx_id: bigint; body_hash: string; at: Generated<Date> }
  }
}
