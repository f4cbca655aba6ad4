import { expect, test } from 'vitest'
import { windowFault } from './window.ts'

test('a window is of five minutes to two days', () => {
  expect(windowFault(300, 600)).toBeNull()
  expect(windowFault(0, 2 * 86_400)).toBeNull()
  expect(windowFault(0, 2 * 86_400 + 300)).toEqual({ fault: 'too_long', field: 'dateTo' })
})
