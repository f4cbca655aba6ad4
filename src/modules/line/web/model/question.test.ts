import { expect, test } from 'vitest'
import { questionOf } from './columns.ts'
import { readGame } from './wire-rows.ts'

test('a race keeps the name of its market; a whole competition, which has no statistics, asks what it is called', () => {
  const { marks, ...row } = readGame({ I: 1, CI: 1, S: 0, O1: 'To be relegated 2026', SI: 1, LI: 1 })
  const asked = (stats: boolean, side2 = '') => questionOf({ ...row, side2, marks: { ...marks, stats } }, 'Winner')
  expect([asked(true), asked(false), asked(false, 'B')]).toEqual(['Winner', 'To be relegated 2026', 'Winner'])
})
