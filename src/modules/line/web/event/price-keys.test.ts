import { expect, test } from 'vitest'
import { nearestBox, type Box } from './price-keys.ts'

const box = (left: number, top: number, width = 100): Box => ({ left, top, right: left + width, bottom: top + 40 })

/** Two columns of cards: three prices in a row, then two, beside a card whose prices stand lower. */
const BOXES = [box(0, 0), box(104, 0), box(208, 0), box(0, 80, 154), box(158, 80, 150), box(400, 60), box(504, 60)]

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, -1],
  ['ArrowDown', 0, 3],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 1, 3],
  ['ArrowUp', 4, 2],
  ['ArrowRight', 4, 5],
  ['ArrowUp', 1, -1],
  ['ArrowDown', 6, -1],
  ['ArrowDown', 99, -1],
] as const)('%s from price %i leads to %i', (arrow, from, to) => {
  expect(nearestBox(arrow, BOXES, from)).toBe(to)
})
