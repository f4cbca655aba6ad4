import type { Generated } from 'kysely'
import type { DepositState } from '../rules/deposit-state.ts'

export interface DepositTable {
  id: Generated<bigint>
  ref: string
  brand: string
  player_id: number
  account_id: number
  currency_id: number
  method: string
  provider: string
  amount_minor: bigint
  state: DepositState
  created_at: Date
  updated_at: Date
  done_at: Date | null
  balance_after: bigint | null
}

declare module '#platform/server/db.ts' {
  interface Tables {
    deposit: DepositTable
    payment_callback: { provider: string; event_id: string; body_hash: Buffer; outcome: string; received_at: Date }
  }
}
