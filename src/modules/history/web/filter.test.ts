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
