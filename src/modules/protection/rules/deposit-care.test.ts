import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { isYoung, ofAge, roomOfMonth } from './deposit-care.ts'
import { PROFILES } from './profile.ts'

const care = PROFILES.nl.depositCare!

/** Golden: EUR 350 (150 under 24) and EUR 700 (300) net a month. */
test.each([
  ['1990-05-17', '2026-11-24', '350', '700'],
  ['2002-11-24', '2026-11-24', '350', '700'],
  ['2002-11-25', '2026-11-24', '150', '300'],
  ['2004-02-29', '2028-02-28', '150', '300'],
  ['2004-02-29', '2028-02-29', '350', '700'],
  ['2003-02-28', '2027-02-28', '350', '700'],
  [null, '2026-11-24', '150', '300'],
])('born %s, on %s: contact above EUR %s, EUR %s net a month', (birthday, today, contact, month) => {
  const young = isYoung(birthday, today, care.youngBelow)
  expect([ofAge(care.contactAboveEur, young), ofAge(care.netMonthEur, young)]).toEqual([contact, month])
})

test.each([
  [{ paidIn: 0n, begun: 0n, paidOut: 0n }, 70_000n],
  [{ paidIn: 69_999n, begun: 0n, paidOut: 0n }, 1n],
  [{ paidIn: 70_000n, begun: 0n, paidOut: 0n }, 0n],
  [{ paidIn: 60_000n, begun: 20_000n, paidOut: 0n }, -10_000n],
  [{ paidIn: 70_000n, begun: 0n, paidOut: 25_000n }, 25_000n],
  [{ paidIn: -5_000n, begun: 0n, paidOut: 0n }, 75_000n],
])('of EUR 700 net: %o leaves %s', (month, left) => expect(roomOfMonth(month, 70_000n)).toBe(left))

it('whatever is paid in and out in any order, what the room lets in never takes the month above its ceiling', () => {
  const steps = fc.array(fc.record({ out: fc.boolean(), sum: fc.bigInt({ min: 1n, max: 60_000n }) }), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (wanted) => {
      const month = { paidIn: 0n, begun: 0n, paidOut: 0n }
      for (const { out, sum } of wanted) {
        if (out) month.paidOut += sum
        else if (sum <= roomOfMonth(month, 70_000n)) month.paidIn += sum
        expect(month.paidIn - month.paidOut).toBeLessThanOrEqual(70_000n)
      }
    }),
  )
})
