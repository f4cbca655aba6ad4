import { expect, it } from 'vitest'
import { checkFact } from './fact-schema.ts'

const delta = (spec: string, key: string) => ({
  ...{ provider: 'uof', producer: 'p', key: 'k', sentAt: 1, receivedAt: 1, t: 'odds.delta', game: 'g' },
  markets: [{ game: 'g', part: 'full', key: 'handicap', spec, status: 'active', outcomes: [{ key, active: true, price: 1900 }] }],
})

it.each([
  ['line=-1.5', '7:-1.5', true],
  ['', '7', true],
  ['line=NaN', '7', false],
  ['from=1|to=Infinity', '7', false],
  ['line=-Infinity', '7', false],
  ['line=0', '7:NaN', false],
  ['line=0', '7:NaN@12', false],
  // No number is meant.
  ['', 'NaNtes', true],
])('a market with the specifier "%s" and the outcome "%s" is taken: %s', (spec, key, isTaken) => {
  expect('fact' in checkFact(delta(spec, key))).toBe(isTaken)
})
