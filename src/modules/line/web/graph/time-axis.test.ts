import { expect, test } from 'vitest'
import { timeAxis } from './Chart.tsx'

test('beyond a day the axis says the day beside the hour', () => {
  expect(timeAxis([0, 3600, 86_400]).pattern).toBe('HH:mm')
  expect(timeAxis([0, 3600, 86_401]).pattern).toBe('dd.MM / HH:mm')
})
