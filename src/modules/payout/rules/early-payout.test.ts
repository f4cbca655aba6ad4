import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/support/properties.ts'
import { earlyTerms, resultWithLead, type EarlyLeg, type EarlyRule } from './early-payout.ts'
import { inForceAt } from './in-force.ts'
import { legResult } from './leg.ts'
import { betMoney } from './money.ts'
import { asReference, referenceAgrees } from './reference-bridge.ts'
import type { SettledBet } from './bet.ts'

const RULE: EarlyRule = { from: '2026-03-01', to: '2026-03-31', lead: 2, sports: [1], kinds: ['single', 'express'] }
const LEG: EarlyLeg = { sportId: 1, t: 1, p: 0, kind: 3, isMatch: true }
const at = (day: string) => Date.parse(`${day}T23:59:59.999Z`)

test('the newest entry that has begun and is not over is in force, its last day included', () => {
  const later = { ...RULE, from: '2026-03-10', to: undefined, lead: 3 }
  const leads = (...rules: EarlyRule[]) =>
    ['2026-02-28', '2026-03-01', '2026-03-12', '2026-03-31', '2026-04-01'].map((day) => inForceAt(rules, at(day))?.lead ?? 0)
  expect(leads(RULE)).toEqual([0, 2, 2, 2, 0])
  expect(leads(later, RULE)).toEqual([0, 2, 3, 3, 3])
})

test('winners of the match before it begins, in the kinds and sports of the entry', () => {
  const of = (vid: number, ...legs: Partial<EarlyLeg>[]) =>
    earlyTerms([RULE], { vid, legs: legs.map((leg) => ({ ...LEG, ...leg })) }, at('2026-03-05'))
  expect(of(0, {})).toEqual({ lead: 2, legs: [0] })
  expect(of(1, { t: 2 }, { t: 3 }, { sportId: 4 }, {})).toEqual({ lead: 2, legs: [1, 3] })
  for (const other of [{ t: 2 }, { p: 15_000 }, { kind: 1 }, { isMatch: false }, { sportId: 2 }]) expect(of(0, other)).toBeNull()
  for (const vid of [2, 3, 4, 6, 7, 8, 11]) expect(of(vid, {}, {}, {})).toBeNull()
  expect(earlyTerms([], { vid: 0, legs: [LEG] }, at('2026-03-05'))).toBeNull()
})

const official = fc.constantFrom('WIN', 'LOSE', 'VOID', null).map((name) => (name === null ? null : legResult(name as 'WIN')))
const drawn = fc.record({
  price: fc.integer({ min: 1001, max: 30_000 }),
  official,
  lead: fc.integer({ min: 0, max: 4 }),
  takes: fc.boolean(),
})

test('both calculations pay the same whatever led and ended how; the second one finds the lead by itself', () => {
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 6 }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (list, stakeMinor) => {
      const earlyPayout = { lead: 2, legs: list.flatMap(({ takes }, i) => (takes ? [i] : [])) }
      const legs = list.map(({ price, official: said, lead, takes }, i) => ({
        price,
        result: takes ? resultWithLead(earlyPayout, i, said, lead) : said,
        ...(takes ? { early: { lead, official: said } } : {}),
      }))
      const bet: SettledBet = { kind: list.length > 1 ? 'express' : 'single', stakeMinor, legs, earlyPayout, maxPayoutMinor: null }
      const money = betMoney(bet)
      if (money === null || legs.some(({ result }) => result === null)) return
      expect(referenceAgrees(bet, money)).toBe(true)
      // A first calculation that forgets the lead is found out.
      const led = (leg: (typeof legs)[number]) => leg.early !== undefined && leg.early.lead >= 2 && leg.early.official?.voidHalves !== 2
      const wrong: SettledBet = { ...bet, legs: legs.map((leg) => (led(leg) ? { ...leg, result: legResult('LOSE') } : leg)) }
      if (legs.some(led) && money.grossMinor > 0n) expect(referenceAgrees(wrong, betMoney(wrong)!)).toBe(false)
      expect(asReference(bet).legs.every((leg) => leg.led === undefined || leg.enough === 2)).toBe(true)
    }),
  )
})

test('a result with a lead: reached is won, void stays void, others are as they were', () => {
  const terms = { lead: 2, legs: [0] }
  const of = (said: 'WIN' | 'LOSE' | 'VOID' | null, lead: number, leg = 0) => resultWithLead(terms, leg, said && legResult(said), lead)
  expect([of('LOSE', 2), of(null, 3), of('WIN', 0)]).toEqual([legResult('WIN'), legResult('WIN'), legResult('WIN')])
  expect([of('VOID', 5), of('LOSE', 1), of(null, 1), of('LOSE', 5, 1)]).toEqual([
    legResult('VOID'),
    legResult('LOSE'),
    null,
    legResult('LOSE'),
  ])
})
