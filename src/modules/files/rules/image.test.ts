import { expect, it } from 'vitest'
import { imageRefusal } from './image.ts'

it.each([
  [4032, 3024, false, 1, null],
  [16_000, 3125, false, 1, null],
  [16_001, 1, false, 1, 'pixels'],
  [40_000, 40_000, false, 1, 'pixels'],
  [7100, 7100, false, 1, 'pixels'],
  [5100, 5000, true, 1, 'pixels'],
  [100, 100, false, 2, 'moving'],
  [0, 100, false, 1, 'broken'],
] as const)('a header that promises %i × %i, progressive: %s, pages: %i', (width, height, isProgressive, pages, refusal) => {
  expect(imageRefusal({ width, height, isProgressive, pages })).toBe(refusal)
})
