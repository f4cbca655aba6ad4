import { expect, test } from 'vitest'
import { cameFromOf } from './came-from.ts'

const of = (search: string) => cameFromOf(new URLSearchParams(search))

test.each([
  ['?refCode=summer-7', { refCode: 'summer-7', referral: '' }],
  ['?friend=5000012', { refCode: '', referral: '5000012' }],
  ['?referral_user_id=5000013', { refCode: '', referral: '5000013' }],
  ['?tag=R5000014', { refCode: '', referral: '5000014' }],
  ['?friend=5000012&tag=R1&refCode=a', { refCode: 'a', referral: '5000012' }],
  ['?friend=x&tag=5000014&refCode=a%20b', { refCode: '', referral: '' }],
  [`?refCode=${'a'.repeat(65)}&friend=${'1'.repeat(10)}`, { refCode: '', referral: '' }],
])('%s', (search, from) => expect(of(search)).toEqual(from))
