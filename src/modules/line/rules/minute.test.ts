import { expect, test } from 'vitest'
import { minuteOf } from './minute.ts'

const FOOTBALL = 1
const ICE = 89

test.each([
  ['the minute that runs', 0, FOOTBALL, 1, false, '1'],
  ['the minute that runs', 66 * 60 + 59, FOOTBALL, 2, false, '67'],
  ['a break at the full half', 2700, FOOTBALL, 1, true, '45'],
  ['the second half begins', 2700, FOOTBALL, 2, false, '46'],
  ['added time', 2701, FOOTBALL, 1, false, '45+1'],
  ['added time', 2760, FOOTBALL, 1, false, '45+2'],
  ['a break after added time', 2830, FOOTBALL, 1, true, '45+3'],
  ['added time of the second half', 5461, FOOTBALL, 2, false, '90+2'],
  ['extra time', 5461, FOOTBALL, 3, false, '92'],
  ['the end of extra time', 7200, FOOTBALL, 3, true, '120'],
  ['the end of three periods of four minutes', 720, ICE, 3, true, '12'],
  ['the third of them', 719, ICE, 3, false, '12'],
  ['a clock that was stopped inside a minute', 700, ICE, 3, true, '12'],
  ['before anything', 0, ICE, 0, true, '1'],
  ['a football clock whose part is not known', 3000, FOOTBALL, 0, false, '51'],
] as const)('%s: %i s of sport %i, part %i, stands %s: %s', (_what, clockSec, sportId, part, stands, said) => {
  expect(minuteOf(clockSec, sportId, part, stands)).toBe(said)
})
