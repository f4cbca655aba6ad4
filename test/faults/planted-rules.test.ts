/** F-6, F-14: arithmetic that rounds twice or is too narrow. Caught by the two calculations of a payout (S-4). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideHalfUp } from '#lib/money.ts'
import type { SettledBet } from '#modules/payout/rules/bet.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { betMoney, type BetMoney } from '#modules/payout/rules/money.ts'
import { referenceAgrees } from '#modules/payout/rules/reference-bridge.ts'
import '../support/properties.ts'

const bets: fc.Arbitrary<SettledBet> = fc.record({
  kind: fc.constant('express' as const),
  stakeMinor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  legs: fc.array(
    fc.integer({ min: 1001, max: 9999 }).map((price) => ({ price, result: legResult('WIN') })),
    { minLength: 2, maxLength: 8 },
  ),
})

/** How many of these bets the second calculation would not pay as the first says. */
function differing(pay: (bet: SettledBet) => BetMoney): number {
  return fc.sample(bets, 2_000).filter((bet) => !referenceAgrees(bet, pay(bet))).length
}

const paid = (bet: SettledBet): BetMoney => betMoney(bet)!
const paying = (bet: SettledBet, grossMinor: bigint): BetMoney => ({ ...paid(bet), grossMinor, netMinor: grossMinor })

test('both calculations agree as they are', () => {
  expect(differing(paid)).toBe(0)
})

test('F-6: rounding twice', () => {
  // The total coefficient is rounded to the three decimals of the screen, then the payout.
  const twice = (bet: SettledBet) => {
    const shown = bet.legs.reduce((milli, leg) => divideHalfUp(milli * BigInt(leg.price), 1000n), 1000n)
    return paying(bet, divideHalfUp(bet.stakeMinor * shown, 1000n))
  }
  expect(differing(twice)).toBeGreaterThan(100)
})

test('F-14: int32 cast', () => {
  expect(differing((bet) => paying(bet, BigInt.asIntN(32, paid(bet).grossMinor)))).toBeGreaterThan(100)
})
