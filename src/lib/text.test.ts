import { expect, it } from 'vitest'
import { wholeSpans } from './text.ts'

it.each([
  ['Goal in minutes 61-75: no', 'Goal in minutes \u206661\u2060-\u206075\u2069: no'],
  ['هدف في الدقائق 61-75: لا', 'هدف في الدقائق \u206661\u2060-\u206075\u2069: لا'],
  // A score and a line below zero stand alone: they have nothing to be parted from.
  ['2-1', '2-1'],
  ['Handicap -1.5', 'Handicap -1.5'],
])('a span of numbers stays in its line: %s', (text, whole) => {
  expect(wholeSpans(text)).toBe(whole)
})
