import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOfKept, isShapeFault, kindShape, type ShapeAsked } from './kind-shape.ts'
import { VID } from './kinds.ts'

const asked = (more: Partial<ShapeAsked>): ShapeAsked => ({
  vid: VID.multi,
  events: 4,
  size: 0,
  blocks: null,
  withLobby: false,
  stakes: null,
  ...more,
})
const nameOf = (more: Partial<ShapeAsked>): string | null => {
  const found = kindShape(asked(more))
  return isShapeFault(found) ? found.name : null
}

test.each([
  ['a system without its size is of twos', { vid: VID.system, events: 3 }, { vid: 2, size: 2 }],
  ['a system of three', { vid: VID.system, events: 5, size: 3 }, { vid: 2, size: 3 }],
  [
    'a lobby and three blocks',
    { withLobby: true, blocks: [[0], [1], [2], [3]] },
    { vid: 4, size: 2, blocks: [[0], [1], [2], [3]], withLobby: true },
  ],
  ['blocks with an express', { blocks: [[3, 0], [1], [2]] }, { vid: 4, size: 2, blocks: [[3, 0], [1], [2]] }],
  ['all blocks singles and no lobby is a system', { blocks: [[3], [0], [1], [2]], size: 3 }, { vid: 2, size: 3 }],
  ['a multi-bet without blocks is a system of its legs', {}, { vid: 2, size: 2 }],
  [
    'a lobby alone carries every single block',
    { withLobby: true, size: 3, blocks: [[0], [1], [2], [3]] },
    { vid: 4, size: 3, blocks: [[0], [1], [2], [3]], withLobby: true },
  ],
  [
    'conditions: the first stake is the stake of the bet',
    { vid: VID.condition, blocks: [[0], [1, 2], [3]], stakes: [10000n, 15000n] },
    { vid: 5, blocks: [[0], [1, 2], [3]], blockStakes: [null, '15000', null] },
  ],
  ['a chain has nothing of its own', { vid: VID.chain }, { vid: 3 }],
] as const)('%s', (_name, more, shape) => {
  expect(kindShape(asked(more as Partial<ShapeAsked>))).toEqual(shape)
})

test.each([
  ['bad_size', { vid: VID.system, events: 2 }],
  ['bad_size', { vid: VID.condition, events: 13 }],
  ['bad_size', { vid: VID.lucky, events: 9 }],
  ['system_size', { vid: VID.system, events: 4, size: 4 }],
  ['system_size', { vid: VID.system, events: 4, size: 1 }],
  ['system_size', { withLobby: true, size: 4, blocks: [[0], [1], [2], [3]] }],
  ['system_size_only', { vid: VID.system, events: 3, size: 3 }],
  ['block_index', { blocks: [[0, 1], [2], [4]] }],
  ['block_twice', { blocks: [[0, 1], [2, 1], [3]] }],
  ['block_missing', { blocks: [[0, 1], [2]] }],
  ['block_empty', { blocks: [[0, 1], [], [2, 3]] }],
  ['lobby_small', { withLobby: true, blocks: [[0, 1], [2], [3]] }],
  ['few_blocks', { withLobby: true, blocks: [[0], [1, 2, 3]] }],
  ['few_blocks', { vid: VID.condition, blocks: [[0, 1, 2, 3]] }],
  [
    'block_stake',
    {
      vid: VID.condition,
      blocks: [
        [0, 1],
        [2, 3],
      ],
      stakes: [1n, 0n],
    },
  ],
  [
    'block_stake',
    {
      vid: VID.condition,
      blocks: [
        [0, 1],
        [2, 3],
      ],
      stakes: [1n, 1n, 1n],
    },
  ],
] as const)('%s is refused', (name, more) => {
  expect(nameOf(more as Partial<ShapeAsked>)).toBe(name)
})

test('blocks keep their legs when others go', () => {
  // Legs 0 and 3 of five are gone: what was 1, 2, 4 is now 0, 1, 2.
  expect(blocksOfKept([[0], [1, 3], [2], [4]], true, [1, 2, 4])).toEqual({ blocks: [[0], [1], [2]], withLobby: false })
  expect(blocksOfKept([[0, 1], [2, 4], [3]], true, [1, 2, 4])).toEqual({ blocks: [[0], [1, 2]], withLobby: true })
})

test('whatever blocks are sent, a shape holds every event exactly once', () => {
  const blocks = fc.array(fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(
      fc.constantFrom(VID.multi, VID.condition),
      fc.integer({ min: 3, max: 6 }),
      blocks,
      fc.boolean(),
      (vid, events, given, withLobby) => {
        const found = kindShape(asked({ vid, events, blocks: given, withLobby }))
        if (isShapeFault(found) || !found.blocks) return
        expect(found.blocks.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: events }, (_, i) => i))
      },
    ),
  )
})
