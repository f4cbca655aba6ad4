import { expect, test } from 'vitest'
import { codeState } from './code-state.ts'

const code = { betId: null, takenBackAt: null, validUntil: 100 }

test('a code is open until its end, used by one bet, or taken back in time or too late', () => {
  expect(codeState(code, 99)).toBe('open')
  expect(codeState(code, 100)).toBe('over')
  expect(codeState({ ...code, betId: 7n }, 200)).toBe('used')
  expect(codeState({ ...code, takenBackAt: 50, validUntil: 10 }, 60)).toBe('takenBack')
  expect(codeState({ ...code, betId: 7n, takenBackAt: 50 }, 60)).toBe('takenBackLate')
})
