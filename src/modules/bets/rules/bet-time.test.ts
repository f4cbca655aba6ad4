import { expect, it } from 'vitest'
import { betTime } from './bet-time.ts'

it('reads the time of an id back', () => {
  const at = Date.UTC(2026, 10, 21, 12, 30)
  const id = Number((BigInt(at - Date.UTC(2025, 0, 1)) << 12n) | 0xabcn)
  expect(betTime(id)).toBe(at)
})

it.each([0, 12, -4096, 2 ** 60, 1.5, Number.NaN])('%d is no bet', (id) => {
  expect(betTime(id)).toBeNull()
})
