import { expect, test } from 'vitest'
import { moveShown } from './shown-pins.ts'

test('a game goes to a place among those that are shown, the others keep theirs', () => {
  expect(moveShown([1, 90, 2, 3, 91], [1, 2, 3], 1, 1)).toEqual([2, 90, 1, 3, 91])
  expect(moveShown([90, 91, 1, 2], [1, 2], 2, 0)).toEqual([90, 91, 2, 1])
  expect(moveShown([90, 1, 2], [1, 2], 1, 9)).toEqual([90, 2, 1])
  expect(moveShown([90, 1], [1], 90, 0)).toEqual([90, 1])
})
