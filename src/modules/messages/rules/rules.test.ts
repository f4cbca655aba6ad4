import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#lib/time.ts'
import { callTimes, isOpen, opensAt } from './hours.ts'
import { linkOf, safeLink } from './template.ts'
import { cleanLine, cleanText, ticketStep } from './ticket.ts'

const at = (text: string) => Date.parse(text)
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => [h, m].map((n) => String(n).padStart(2, '0')).join(':'))
const hours = fc.record({
  start: time,
  end: time,
  timeZone: fc.constantFrom('UTC', 'Asia/Almaty', 'Europe/Malta', 'Asia/Kolkata', 'America/New_York'),
})
const moment = fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })

describe('hours of support', () => {
  const day = { start: '09:00', end: '21:00', timeZone: 'Asia/Almaty' }
  test.each([
    ['2026-11-21T03:59:59Z', false],
    ['2026-11-21T04:00:00Z', true],
    ['2026-11-21T15:59:59Z', true],
    ['2026-11-21T16:00:00Z', false],
  ])('%s open: %s', (moment, open) => {
    expect(isOpen(day, at(moment))).toBe(open)
  })

  test('over midnight, and round the clock', () => {
    const night = { start: '22:00', end: '06:00', timeZone: 'UTC' }
    expect([isOpen(night, at('2026-11-21T23:00:00Z')), isOpen(night, at('2026-11-21T05:59:00Z'))]).toEqual([true, true])
    expect(isOpen(night, at('2026-11-21T12:00:00Z'))).toBe(false)
    expect(isOpen({ start: '00:00', end: '00:00', timeZone: 'UTC' }, at('2026-11-21T12:00:00Z'))).toBe(true)
  })

  test('the next opening is open, not before now and within a day and an hour', () => {
    fc.assert(
      fc.property(hours, moment, (given, now) => {
        const next = opensAt(given, now)
        expect(next).toBeGreaterThanOrEqual(now)
        expect(next - now).toBeLessThanOrEqual(25 * HOUR)
        // A window that the change of clocks swallows opens on the next day.
        const long = (Number(given.end.slice(0, 2)) - Number(given.start.slice(0, 2)) + 24) % 24 > 2
        if (long) expect(isOpen(given, next)).toBe(true)
      }),
    )
  })

  test('calls are offered while it is open, half an hour ahead at least, in order', () => {
    fc.assert(
      fc.property(hours, moment, (given, now) => {
        const times = callTimes(given, now)
        expect(times.length).toBeLessThanOrEqual(24)
        for (const [k, wanted] of times.entries()) {
          expect(isOpen(given, wanted)).toBe(true)
          expect(wanted - now).toBeGreaterThanOrEqual(30 * MINUTE)
          if (k > 0) expect(wanted).toBeGreaterThan(times[k - 1]!)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('texts of people', () => {
  test('no signs that steer, no walls of empty lines', () => {
    expect(cleanText('  a\u0000\u202Eb\r\n\r\n\r\n\r\nc \t\nd  ')).toBe('ab\n\nc\nd')
    expect(cleanLine(' a\n b\t c ')).toBe('a b c')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => {
        const once = cleanText(given)
        expect(cleanText(once)).toBe(once)
        expect(once).not.toMatch(/[\u0000\u202A-\u202E\u2066-\u2069]/)
      }),
    )
  })

  test('a message leads to pages of the site only', () => {
    expect(safeLink('/office/history?page=2')).toBe('/office/history?page=2')
    for (const link of ['//evil.example', 'https://evil.example', '/\\evil', 'javascript:alert(1)', '/a b', ''])
      expect(safeLink(link)).toBe('')
    expect(linkOf('bet_voided', { bet: '12' })).toBe('/coupon/12')
    expect(linkOf('support_answered', { ticket: 7 })).toBe('/office/support/7')
    expect(linkOf('written', { link: '//x' })).toBe('')
  })
})

test('a closed question stays closed', () => {
  for (const step of ['player_writes', 'operator_writes', 'close'] as const) expect(ticketStep('closed', step)).toBeNull()
  expect(ticketStep('answered', 'player_writes')).toBe('waiting')
  expect(ticketStep('waiting', 'operator_writes')).toBe('answered')
})
