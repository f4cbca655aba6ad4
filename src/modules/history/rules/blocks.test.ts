/** What the blocks of a conditional bet have staked: cut to what was there, and nothing after the bet stood at zero (rules 2.8). */
import { expect, it } from 'vitest'
import { legResult } from '#modules/payout/rules/leg.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { blocksOf } from './blocks.ts'

const WISHED = [null, '99999999999999', null]
const results = { W: legResult('WIN'), L: legResult('LOSE'), V: legResult('VOID'), '?': null }

function staked(told: string, blockStakes: BetTerms['blockStakes'] = [null, '5000', null], more: object = {}) {
  const legs = [...told].map((sign) => ({ price: 2005, result: results[sign as keyof typeof results] }))
  const terms = { blocks: [[0], [1, 2], [3]], blockStakes, ...more }
  const blocks = blocksOf({ vid: 5, stakeMinor: 1000n, terms, legs, ...more })
  return [0, 1, 3].map((at) => blocks[at]!.stakedMinor)
}

it.each([
  ['nothing is decided: the first block has the stake of the bet', '????', [1000n, null, null]],
  ['the second has what the first has won, where that is less than was wished', 'W???', [1000n, 2005n, null]],
  ['decided in another order, a later block still waits for those before it', '???W', [1000n, null, null]],
  ['all that is available', 'WWW?', [1000n, 2005n, 8060n]],
  ['a settled bet', 'WWWW', [1000n, 2005n, 8060n]],
  ['a void block gives its stake back', 'VVV?', [1000n, 1000n, 1000n]],
  ['the bet stops at zero: a block after that was never staked, whatever has become of it', 'L?WW', [1000n, 0n, 0n]],
  ['one lost leg of a block is enough', 'WL?W', [1000n, 2005n, 0n]],
])('%s', (_name, told, sums) => {
  expect(staked(told)).toEqual(sums)
})

it('a wish that is there is staked as it is, and what it leaves runs on', () => {
  expect(staked('WLL?', [null, '5', null])).toEqual([1000n, 5n, 2000n])
  expect(staked('WWW?', WISHED)).toEqual([1000n, 2005n, 8060n])
})

it('a bet that was sold has not gone on; what withdrawn runners took is not worked out here', () => {
  expect(staked('WWWW', undefined, { isSold: true })).toEqual([1000n, null, null])
  expect(staked('WWWW', undefined, { rule4: [{ leg: 0 }] })).toEqual([1000n, null, null])
})
