import type { Generated } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    bet: {
      id: bigint
      player_id: number
      account_id: number
      currency_id: number
      vid: number
      status: Generated<number>
      legs: number
      open_legs: number
      settled_version: Generated<number>
      stake_minor: bigint
      payout_minor: Generated<bigint>
      max_payout_minor: bigint | null
      accepted_at: Date
      settled_at: Date | null
      /** Of a bet whose settlement was put right or taken back. */
      first_settled_at: Generated<Date | null>
      price: string
      won_num: Generated<string>
      won_den: Generated<string>
      /** False: settled by the rules, with `bet_money` and the terms of the receipt. */
      plain: Generated<boolean>
    }
    bet_leg: {
      ci: number
      t: number
      p: number
      player_id: number
      bet_id: bigint
      ix: number
      kind: number
      price: number
      /** Of a leg that an edit kept; null: bought with its bet. */
      bought_at: Date | null
    }
    bet_receipt: { bet_id: bigint; receipt: unknown }
    bet_key: {
      player_id: number
      guid: string
      body_hash: string
      bet_id: bigint
      outcome: Generated<number>
      refused_for: Generated<unknown>
      at: Date
    }
    bet_waiting: { player_id: number; guid: string; body_hash: string; due_at: Date }
    bet_open_from: { only_row: Generated<boolean>; bet_id: bigint }
    bet_long_open: { bet_id: bigint; account_id: number }
    bet_game: { ci: number; main_ci: number; game: unknown; at: Generated<Date> }
  }
}
