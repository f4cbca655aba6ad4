import { expect, test } from 'vitest'
import { treeStep, type TreeItem } from './tree-keys.ts'

/** Favourites, football with two championships, hockey. */
const ITEMS: TreeItem[] = [{ level: 0 }, { level: 0 }, { level: 1 }, { level: 1 }, { level: 0 }]

test.each([
  ['ArrowDown', 0, false, 1],
  ['ArrowDown', 4, false, -1],
  ['ArrowUp', 0, false, -1],
  ['ArrowUp', 4, false, 3],
  ['Home', 3, false, 0],
  ['End', 0, false, 4],
  ['ArrowRight', 1, false, 2],
  ['ArrowRight', 0, false, -1],
  ['ArrowRight', 2, false, -1],
  ['ArrowLeft', 3, false, 1],
  ['ArrowLeft', 1, false, -1],
  ['ArrowLeft', 1, true, 2],
  ['ArrowRight', 3, true, 1],
  ['Enter', 1, false, -1],
  ['ArrowDown', -1, false, -1],
] as const)('%s from item %i (right to left: %s) leads to %i', (key, from, rtl, to) => {
  expect(treeStep(key, ITEMS, from, rtl)).toBe(to)
})
