import { expect, it } from 'vitest'
import { promoFault, type PromoCode } from './fits.ts'

const code: PromoCode = { code: 'A', name: '', minor: 500n, minPrice: 1_800, vids: [] }
const bet = { vid: 0, totalMilli: 1_800n, stakeMinor: 500n }

it.each<[string, Partial<PromoCode>, Partial<typeof bet>, ReturnType<typeof promoFault>]>([
  ['fits at its least price', {}, {}, null],
  ['a stake of 0 is left to the code', {}, { stakeMinor: 0n }, null],
  ['an express as well', {}, { vid: 1 }, null],
  ['a system only when it says so', {}, { vid: 2 }, 'kind'],
  ['a system when it says so', { vids: [2] }, { vid: 2 }, null],
  ['then no single', { vids: [2] }, {}, 'kind'],
  ['a thousandth below its price', {}, { totalMilli: 1_799n }, 'price'],
  ['never in part', {}, { stakeMinor: 499n }, 'stake'],
  ['never more', {}, { stakeMinor: 501n }, 'stake'],
])('%s', (_name, ofCode, ofBet, expected) => {
  expect(promoFault({ ...code, ...ofCode }, { ...bet, ...ofBet })).toBe(expected)
})
