import { afterAll, expect, it } from 'vitest'
import { readFilter, windowOf } from './filter.ts'

const zone = process.env['TZ']
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

it('a day on which the clocks are put ends at its own midnight', () => {
  process.env['TZ'] = 'Europe/Berlin'
  const lengthOf = (day: string) => {
    const window = windowOf(readFilter(new URLSearchParams({ from: day, to: day }), 7))
    return 'days' in window ? null : (window.timestamp_to - window.timestamp_from) / 3600
  }
  expect([lengthOf('2026-10-25'), lengthOf('2026-03-29'), lengthOf('2026-06-01')]).toEqual([25, 23, 24])
})

it('of an address with more than ninety days the newest ninety are in force, and those are the dates that are shown', () => {
  process.env['TZ'] = 'UTC'
  const shown = (from: string, to: string) => {
    const filter = readFilter(new URLSearchParams({ from, to }), 7)
    const window = windowOf(filter)
    return [filter.from, filter.to, 'days' in window ? null : (window.timestamp_to - window.timestamp_from) / 86_400]
  }
  expect(shown('2026-01-01', '2026-12-01')).toEqual(['2026-09-03', '2026-12-01', 90])
  expect(shown('2026-09-03', '2026-12-01')).toEqual(['2026-09-03', '2026-12-01', 90])
  expect(shown('2026-09-04', '2026-12-01')).toEqual(['2026-09-04', '2026-12-01', 89])
  expect(shown('2026-09-31', '2026-12-01')).toEqual(['', '', null])
  // An hour that is had twice is too much for the calls: the oldest goes.
  process.env['TZ'] = 'Europe/Berlin'
  expect(shown('2026-09-03', '2026-12-01')).toEqual(['2026-09-03', '2026-12-01', 90])
  const window = windowOf(readFilter(new URLSearchParams({ from: '2026-09-03', to: '2026-12-01' }), 7))
  expect('days' in window ? null : new Date(window.timestamp_to * 1000).toISOString()).toBe('2026-12-01T23:00:00.000Z')
})
