import { expect, it } from 'vitest'
import { PURPOSES } from './file-kind.ts'
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
  expect(imageRefusal({ width, height, isProgressive, pages }, PURPOSES.support.leastPx)).toBe(refusal)
})

it.each([
  [400, 250, null],
  [250, 400, null],
  [399, 399, 'small'],
  [4000, 249, 'small'],
  [20, 15, 'small'],
] as const)('a paper of %i × %i', (width, height, refusal) => {
  expect(imageRefusal({ width, height, isProgressive: false, pages: 1 }, PURPOSES.identity.leastPx)).toBe(refusal)
})

it('a question may be about a picture of any size', () => {
  expect(imageRefusal({ width: 20, height: 15, isProgressive: false, pages: 1 }, PURPOSES.support.leastPx)).toBeNull()
})
