import { expect, it } from 'vitest'
import { checkChoices, checkEveryOf } from './reality-check.ts'

it('a player chooses, the profile says the longest', () => {
  expect(checkChoices(0)).toEqual([15, 30, 60, 120, 240])
  expect(checkChoices(60)).toEqual([15, 30, 60])
})

it.each([
  [null, 60, 0, 60],
  [15, 60, 0, 15],
  [240, 60, 0, 240],
  [240, 60, 60, 60],
  [null, 0, 60, 60],
  [null, 0, 0, 0],
  [30, 0, 0, 30],
])('own %s, brand %s, profile %s: %s', (own, brand, profile, every) => expect(checkEveryOf({ own, brand, profile })).toBe(every))
