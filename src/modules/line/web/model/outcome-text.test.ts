import { expect, it } from 'vitest'
import { outcomeName } from './outcome-text.ts'

const sides = { side1: 'A', side2: 'B' }
const outcome = { g: 1, t: 1000003, p: 2, player: { id: 7, name: 'Ferero J.' } }
const named = (template: string) => outcomeName({ 1: { N: '', M: { 1000003: { N: template } } } } as never, outcome, sides)

it('a Latin name keeps its own direction inside of Arabic, and is plain text elsewhere', () => {
  expect(named('الثنائي (): []')).toBe('الثنائي 2: \u2068Ferero J.\u2069')
  expect(named('Pair (): []')).toBe('Pair 2: Ferero J.')
  expect(named('[]')).toBe('Ferero J.')
})

it('so do the sides: what begins with a Latin name is read from the right all the same, the first side first', () => {
  expect(named('^1^ أو ^2^')).toBe('\u2068A\u2069 أو \u2068B\u2069')
  expect(named('^1^ (())')).not.toContain('\u2068')
})
