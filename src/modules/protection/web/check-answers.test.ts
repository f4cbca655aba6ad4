import { afterEach, expect, test, vi } from 'vitest'
import { answeredCheck, keepAnswer } from './check-answers.ts'

const refuses = () => {
  throw new DOMException('no room', 'QuotaExceededError')
}
afterEach(() => vi.unstubAllGlobals())

test('an answer is kept for all tabs, and counts for its session only', () => {
  const kept = new Map([['realityCheck', '100:2']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  expect([answeredCheck(100), answeredCheck(200)]).toEqual([2, 0])
  keepAnswer(200, 1)
  expect([kept.get('realityCheck'), answeredCheck(200), answeredCheck(300)]).toEqual(['200:1', 1, 0])
  // Another tab has answered meanwhile.
  kept.set('realityCheck', '200:3')
  expect(answeredCheck(200)).toBe(3)
})

test.each([
  ['full', { getItem: () => null, setItem: refuses }],
  ['closed', { getItem: refuses, setItem: refuses }],
])('where the storage is %s the check comes, and can be answered', (_what, storage) => {
  vi.stubGlobal('localStorage', storage)
  const session = 1_000 + Math.floor(Math.random() * 1e6)
  expect(answeredCheck(session)).toBe(0)
  keepAnswer(session, 4)
  expect(answeredCheck(session)).toBe(4)
})
