import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { before, dayFault, dayText, isDay, windowOf } from './days.ts'

const zone = process.env['TZ']
const liveIn = (name: string | undefined) => {
  if (name === undefined) delete process.env['TZ']
  else process.env['TZ'] = name
}
const at = (...date: [number, number, number, number]) => Date.UTC(...date) / 1000

describe('days of the results', () => {
  beforeEach(() => liveIn('Asia/Almaty'))
  afterEach(() => liveIn(zone))

  test('a day that cannot be shown has a reason', () => {
    const fault = (text: string) => dayFault(text, '2026-11-28')
    expect(['2026-11-28', '2020-02-29'].map(fault)).toEqual([null, null])
    expect(['2026-11-29', '2131-01-01'].map(fault)).toEqual(['day_ahead', 'day_ahead'])
    expect(['abc', '', '2026-02-30', '2026-13-01'].map(fault)).toEqual(['day_unknown', 'day_unknown', 'day_unknown', 'day_unknown'])
    expect(fault('1990-01-01')).toBe('day_old')
  })

  test('a window is the day of the reader and begins at a multiple of five minutes', () => {
    // Almaty is five hours ahead: its 21st begins on the 20th at 19:00 UTC.
    expect(windowOf('2026-11-21')).toEqual({ from: at(2026, 10, 20, 19), to: at(2026, 10, 21, 19) })
    liveIn('Asia/Kathmandu')
    expect(windowOf('2026-11-21').from % 300).toBe(0)
  })
  test('the day of a change of summer time is as long as it is, and the days before it begin at their own midnights', () => {
    liveIn('Europe/Berlin')
    expect(windowOf('2026-03-29')).toEqual({ from: at(2026, 2, 28, 23), to: at(2026, 2, 29, 22) })
    expect(windowOf('2026-10-25')).toEqual({ from: at(2026, 9, 24, 22), to: at(2026, 9, 25, 23) })
    expect([windowOf('2026-03-28').from, windowOf('2026-03-30').from]).toEqual([at(2026, 2, 27, 23), at(2026, 2, 29, 22)])
  })
  test('the day of a moment depends on the zone', () => {
    const dayIn = (name: string) => (liveIn(name), dayText(at(2026, 10, 21, 22)))
    expect(['UTC', 'Asia/Almaty', 'Pacific/Honolulu'].map(dayIn)).toEqual(['2026-11-21', '2026-11-22', '2026-11-21'])
  })
  test('whatever the address says, only a real day is taken', () => {
    expect(['2026-11-21', '2026-02-30', '2026-1-1', 'x', null].map(isDay)).toEqual([true, false, false, false, false])
    expect(before('2026-03-01', 1)).toBe('2026-02-28')
  })
})
