import { expect, it } from 'vitest'
import { isSettled, isVoid, type EndedGame } from './ended-query.ts'

const market = (...results: EndedGame['markets'][number]['outcomes'][number]['result'][]): EndedGame['markets'][number] => ({
  g: 1,
  gs: 1,
  part: '',
  outcomes: results.map((result, t) => ({ t, p: 0, player: null, result, price: null, changes: [] })),
})

it('an ended event is settled once no outcome of any market waits for its result', () => {
  expect(isSettled({ markets: [market('won', 'lost'), market('void', 'half_won', 'half_lost')] })).toBe(true)
  expect(isSettled({ markets: [market('won', 'lost'), market('lost', 'open')] })).toBe(false)
  expect(isSettled({ markets: [] })).toBe(false)
  expect(isSettled(null)).toBe(false)
})

it('an ended event has come back whole once every outcome is void', () => {
  expect(isVoid({ markets: [market('void', 'void'), market('void')] })).toBe(true)
  expect(isVoid({ markets: [market('void', 'void'), market('won', 'void')] })).toBe(false)
  expect(isVoid({ markets: [] })).toBe(false)
})
