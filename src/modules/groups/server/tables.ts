import type { Generated } from 'kysely'

interface GroupTable {
  id: Generated<number>
  brand: string
  player_id: number
  guid: string
  code: string
  name: string
  currency_id: number
  max_stake_minor: bigint
  request: unknown
  legs: unknown
  price_milli: number
  status: Generated<number>
  reason: string | null
  closes_at: Date
  created_at: Date
  decided_at: Date | null
}

interface GroupMemberTable {
  id: Generated<number>
  group_id: number
  player_id: number
  account_id: number
  currency_id: number
  guid: string
  tx_id: bigint
  nick: string | null
  stake_minor: bigint
  visit: unknown
  state: Generated<number>
  reason: string | null
  bet_id: bigint | null
  joined_at: Date
  decided_at: Date | null
}

declare module '#platform/server/db.ts' {
  interface Tables {
    bet_group: GroupTable
    bet_group_member: GroupMemberTable
    bet_group_miss: { player_id: number; since: Date; misses: number }
  }
}
