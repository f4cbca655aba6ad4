import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { DepositState } from '../rules/deposit-state.ts'
import type { DifferenceEnd, DifferenceKind, Movement } from '../rules/reconcile.ts'
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
  /** What is credited; the payer pays the fee on top. */
  amount_minor: bigint
  fee_minor: Generated<bigint>
  bonus_minor: Generated<bigint>
  /** Taken of what is credited, by the rule that was in force when it was begun. */
  tax_minor: Generated<bigint>
  tax_rule: Generated<string | null>
  tax_rate: Generated<string | null>
  /** What has gone back to the payer, of the charge with its fee. */
  returned_minor: Generated<bigint>
  /** When that was, the last time. */
  returned_at: Generated<Date | null>
  external_id: Generated<string | null>
  request_key: Generated<string | null>
  /** Of the provider's page, once it has answered. */
  pay_url: Generated<string | null>
  return_after: Generated<Date | null>
  /** Page of the provider at which the payer takes back what is kept apart. */
  claim_url: Generated<string | null>
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
  /** What leaves the account; the fee and the tax are taken out of it. */
  amount_minor: bigint
  fee_minor: Generated<bigint>
  tax_minor: Generated<bigint>
  tax_rule: Generated<string | null>
  tax_rate: Generated<string | null>
  external_id: Generated<string | null>
  destination: Generated<string | null>
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

export interface GuestDepositTable {
  ref: string
  brand: string
  secret_hash: Buffer
  currency_id: number
  method: string
  provider: string
  amount_minor: bigint
  fee_minor: bigint
  tax_minor: bigint
  tax_rule: string | null
  tax_rate: string | null
  external_id: string | null
  form: string
  state: 'created' | 'pending' | 'declined' | 'returned' | 'paid'
  player_id: number | null
  /** When its payer was let in by it. */
  taken_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface DifferenceTable {
  id: Generated<bigint>
  provider: string
  day: ColumnType<string, string, never>
  kind: DifferenceKind
  movement: Movement
  ref: string
  there: string
  here: string
  times: number
  found_at: Date
  over_at: Date | null
  reason: DifferenceEnd | null
  officer: string | null
}

declare module '#platform/server/db.ts' {
  interface Tables {
    deposit: DepositTable
    guest_deposit: GuestDepositTable
    withdrawal: WithdrawalTable
    withdrawal_approval: { withdrawal_id: bigint; officer: string; at: Date }
    money_case: {
      id: Generated<bigint>
      player_id: number
      brand: string
      in_cents: bigint
      out_cents: bigint
      opened_at: Date
      closed_at: Generated<Date | null>
      closed_by: Generated<string | null>
      note: Generated<string | null>
    }
    withdrawal_step: { withdrawal_id: bigint; n: number; state: string; at: Date }
    paycheck: {
      id: Generated<bigint>
      brand: string
      code_hash: Buffer
      currency_id: number
      amount_minor: bigint
      issued_by: string
      issued_at: Date
      valid_until: Date
      player_id: number | null
      account_id: number | null
      credited_at: Date | null
    }
    paycheck_try: { player_id: number; ip: string; at: Date }
    reward_taken: {
      id: Generated<bigint>
      player_id: number
      reward_id: number
      request_key: string
      points: bigint
      account_id: number
      amount_minor: bigint
      at: Date
    }
    consultant_request: {
      id: Generated<bigint>
      player_id: number
      ticket_id: bigint
      topic_id: number
      payment_ref: string | null
      fields: JSONColumnType<Record<string, string>>
      created_at: Date
    }
    statement_day: { provider: string; day: ColumnType<string, string, never>; movements: number; checked_at: Date }
    payment_difference: DifferenceTable
    sandbox_movement: { id: Generated<bigint>; ref: string; movement: Movement; amount: string; currency: string; at: Date }
    sandbox_page: { ref: string; ending: 'paid' | 'closed' }
    payment_callback: {
      provider: string
      event_id: string
      body_hash: Buffer
      outcome: string
      received_at: Date
      id: GeneratedAlways<bigint>
    }
  }
}
