/** In which order the legs of a bet with blocks are shown, and where the heads of the blocks stand. */
import { expect, it } from 'vitest'
import { byBlock } from './block-order.ts'

it.each<[name: string, levels: (number | null)[], shown: string]>([
  ['no blocks: as they stand, and no head', [null, null, null], '0 1 2'],
  ['blocks in the order of the legs', [1, 2, 3], '*0 *1 *2'],
  ['blocks that were moved', [3, 1, 2], '*1 *2 *0'],
  ['a block of two legs that others stand between has one head', [1, 2, 1, 3], '*0 2 *1 *3'],
  ['the lobby stands before the blocks', [1, 0, 2], '*1 *0 *2'],
  ['legs of one block stay as they stood', [2, 1, 2, 1, 1], '*1 3 4 *0 2'],
  ['eleven blocks count as numbers', [11, 2, 1], '*2 *1 *0'],
  ['nothing', [], ''],
])('%s', (_name, levels, shown) => {
  const told = byBlock(levels, (level) => level).map(({ at, isFirst }) => `${isFirst ? '*' : ''}${at}`)
  expect(told.join(' ')).toBe(shown)
})
