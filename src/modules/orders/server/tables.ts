import type { Generated } from 'kysely'

interface OrderColumns {
  id: Generated<number>
  player_id: number
  account_id: number
  currency_id: number
  guid: string
  body_hash: string
  status: Generated<number>
  reason: string | null
  request: unknown
  visit: unknown
  legs: unknown
  stake_minor: bigint
  wanted_milli: number
  bet_id: bigint | null
  created_at: Date
  decided_at: Date | null
}

interface AutoBetTable extends OrderColumns {
  drop_on_score: boolean
  into_live: boolean
}

interface BidTable extends OrderColumns {
  tx_id: bigint
  vip: boolean
  agreed: Generated<boolean>
  by_trader: Generated<boolean>
  outcomes: string
  held_minor: bigint
  approved_minor: Generated<bigint>
  offered_milli: Generated<number>
  line_milli: number
  max_minor: bigint
  expires_at: Date
}

declare module '#platform/server/db.ts' {
  interface Tables {
    auto_bet: AutoBetTable
    bid: BidTable
  }
}
