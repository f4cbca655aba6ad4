import { expect, test } from 'vitest'
import { refOf, visitBegan, visitText, VISIT_PAUSE_MS } from './visit-clock.ts'

const NOW = 1_800_000_000_000

test.each([
  ['a first visit', null, null, NOW],
  ['goes on', NOW - 600_000, NOW - 60_000, NOW - 600_000],
  ['goes on at the limit', NOW - 9_000_000, NOW - VISIT_PAUSE_MS, NOW - 9_000_000],
  ['begins anew after the pause', NOW - 9_000_000, NOW - VISIT_PAUSE_MS - 1, NOW],
  ['a beginning in the future is no beginning', NOW + 5_000, NOW, NOW],
])('%s', (_name, began, active, expected) => {
  expect(visitBegan(NOW, began, active)).toBe(expected)
})

test('time of a visit in hours and minutes', () => {
  expect([0, 59_999, 60_000, 3_660_000, -5].map((ms) => visitText(NOW - ms, NOW))).toEqual(['0:00', '0:00', '0:01', '1:01', '0:00'])
})

test('only a number of six digits is a reference', () => {
  expect(['?ref=77', '?a=1&ref=123456', '?ref=1234567', '?ref=0', '?ref=x', ''].map(refOf)).toEqual([
    '77',
    '123456',
    null,
    null,
    null,
    null,
  ])
})
