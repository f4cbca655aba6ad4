import { describe, expect, test } from 'vitest'
import { before, dayText, isDay, windowOf } from './days.ts'

describe('days of the results', () => {
  test('a window is the day of the reader and begins at a multiple of five minutes', () => {
    // Almaty is five hours ahead: its 21st begins on the 20th at 19:00 UTC.
    expect(windowOf('2026-11-21', -300)).toEqual({ from: Date.UTC(2026, 10, 20, 19) / 1000, to: Date.UTC(2026, 10, 21, 19) / 1000 })
    expect(windowOf('2026-11-21', 0).from % 300).toBe(0)
    expect(windowOf('2026-11-21', -345).from % 300).toBe(0)
  })
  test('the day of a moment depends on the zone', () => {
    const lateEvening = Date.UTC(2026, 10, 21, 22) / 1000
    expect([dayText(lateEvening, 0), dayText(lateEvening, -300), dayText(lateEvening, 600)]).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-21',
    ])
  })
  test('whatever the address says, only a real day is taken', () => {
    expect(['2026-11-21', '2026-02-30', '2026-1-1', 'x', null].map(isDay)).toEqual([true, false, false, false, false])
    expect(before('2026-03-01', 1)).toBe('2026-02-28')
  })
})
