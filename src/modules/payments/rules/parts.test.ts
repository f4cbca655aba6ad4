import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bonusInPart, feeInPart, leftOf, partStep } from './deposit-state.ts'

it('the fee and the bonus go back whole in whatever pieces the charge goes, never more, never below nothing', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      fc.bigInt(0n, 10n ** 9n),
      fc.bigInt(0n, 10n ** 9n),
      fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 12 }),
      (amount, feeMinor, bonus, shares) => {
        const chargeMinor = amount + feeMinor
        let [returnedMinor, fees, stands] = [0n, 0n, bonus]
        const charge = () => ({ chargeMinor, feeMinor, returnedMinor })
        const goBack = (part: bigint) => {
          const fee = feeInPart(charge(), part)
          expect(fee >= 0n && fee <= part).toBe(true)
          fees += fee
          const back = bonusInPart(stands, leftOf(charge()), part)
          expect(back >= 0n && back <= stands).toBe(true)
          stands -= back
          returnedMinor += part
        }
        for (const share of shares) {
          const part = (leftOf(charge()) * BigInt(share)) / 1001n
          if (part > 0n) goBack(part)
        }
        goBack(leftOf(charge()))
        expect([returnedMinor, fees, stands]).toEqual([chargeMinor, feeMinor, 0n])
      },
    ),
  )
})

it('only what has come goes back in parts, and stays what it is', () => {
  expect([partStep('done'), partStep('held')]).toEqual([
    { next: 'done', money: 'takeBack' },
    { next: 'held', money: 'giveBack' },
  ])
  expect((['created', 'pending', 'declined', 'expired', 'returned', 'charged_back'] as const).map(partStep)).toEqual(Array(6).fill(null))
})
