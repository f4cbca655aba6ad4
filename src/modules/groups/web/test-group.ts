/** A group and an account of its currency, as the tests of groups have them. */
import type { Group } from './queries.ts'

const currency = { code: 'KZT', exponent: 2, symbol: '₸' }
export const group = {
  group_id: 3001,
  code: '123456',
  name: 'Our boys',
  status: 0,
  reason: null,
  is_admin: false,
  is_member: false,
  currency,
  max_sum: 5_000,
  pooled: 2_000,
  my_sum: 0,
  my_state: null,
  my_reason: null,
  my_bet_id: null,
  my_bet_status: null,
  my_payout: null,
  created: 1_799_000_000,
  closes: 1_800_000_000,
  left_ms: 3_600_000,
  bet_type: 0,
  coef: 2.5,
  coef_made: 2.5,
  is_open: true,
  events: [],
  members: [],
} satisfies Group

export const account = { id: 1, name: '', balance: 0n, currency, isActive: true, isBonus: false }
