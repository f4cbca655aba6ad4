import type { Generated } from 'kysely'
import type { DepositState } from '../rules/deposit-state.ts'
import type { WithdrawalState } from '../rules/withdrawal-state.ts'

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

export interface WithdrawalTable {
  id: Generated<bigint>
  ref: string
  brand: string
  player_id: number
  request_key: string
  account_id: number
  currency_id: number
  method: string
  provider: string
  amount_minor: bigint
  state: WithdrawalState
  approvals_needed: number
  send_after: Date
  ask_after: Date | null
  reason: string | null
  balance_after: bigint
  created_at: Date
  updated_at: Date
  sent_at: Date | null
  done_at: Date | null
}

declare module '#platform/server/db.ts' {
  interface Tables {
    deposit: DepositTable
    withdrawal: WithdrawalTable
    withdrawal_approval: { withdrawal_id: bigint; officer: string; at: Date }
    withdrawal_step: { withdrawal_id: bigint; n: number; state: string; at: Date }
    payment_callback: { provider: string; event_id: string; body_hash: Buffer; outcome: string; received_at: Date }
  }
}
