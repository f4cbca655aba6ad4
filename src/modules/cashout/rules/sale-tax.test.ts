/** The payout tax of slices: in every ending it is that of all that was really paid. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fraction, type Fraction, plus, times } from '#modules/payout/rules/fraction.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { betMoney } from '#modules/payout/rules/money.ts'
import { referenceAgrees } from '#modules/payout/rules/reference-bridge.ts'
import { effectiveStake, payoutTaxMinor, stakeTaxMinor } from '#modules/payout/rules/tax.ts'
import type { TaxTerms } from '#modules/payout/rules/terms.ts'
import { offerFor } from './offer.ts'
import { mostPart, partOf, restWorth, soldStakeForNet } from './part-sale.ts'
import type { SaleBet } from './sale-bet.ts'
import { saleTaxOf } from './sale-tax.ts'

const POLAND: TaxTerms = { rule: 'PL', payout: { base: 'gross', rate: '0.1' }, threshold: '2280', returnsStakeTax: false }
const ZAMBIA: TaxTerms = { rule: 'ZM', payout: { base: 'net', rate: '0.2' }, returnsStakeTax: false }
const TAXES: readonly TaxTerms[] = [
  POLAND,
  ZAMBIA,
  { rule: 'with a threshold', payout: { base: 'net', rate: '0.25' }, threshold: '150.5', returnsStakeTax: false },
  {
    rule: 'KE',
    stake: { mode: 'included', rate: '0.15' },
    payout: { base: 'net', rate: '0.2' },
    returnsStakeTax: true,
  },
  { rule: 'PL whole', stake: { mode: 'excluded', rate: '0.12' }, payout: POLAND.payout!, threshold: '2280', returnsStakeTax: false },
  {
    rule: 'progressive',
    payout: {
      base: 'net',
      mode: 'progressive',
      brackets: [
        { from: '0', rate: '0.025' },
        { from: '500', rate: '0.075' },
      ],
    },
    returnsStakeTax: false,
  },
  {
    rule: 'slab',
    payout: {
      base: 'gross',
      mode: 'slab',
      brackets: [
        { from: '0', rate: '0.05' },
        { from: '300', rate: '0.1' },
      ],
    },
    returnsStakeTax: false,
  },
]
const ENDINGS = ['WIN', 'LOSE', 'VOID', 'HALF_WIN', 'HALF_LOSE'] as const
type Ending = (typeof ENDINGS)[number]

interface Sold {
  soldStakeMinor: bigint
  soldGrossMinor: bigint
  soldTaxMinor: bigint
}

const betOf = (stakeMinor: bigint, price: number, tax: TaxTerms): SaleBet => ({
  kind: 'single',
  stakeMinor,
  legs: [{ price, result: null, chance: 500_000 }],
  exponent: 2,
  tax,
  maxPayoutMinor: null,
})

/** Sells slices of what runs, each for a value of its own; one that would bring nothing is refused, as in the sale. */
function sell(bet: SaleBet, slices: readonly { share: number; value: bigint }[]): Sold {
  const sold = { soldStakeMinor: 0n, soldGrossMinor: 0n, soldTaxMinor: 0n }
  for (const { share, value } of slices) {
    const running = bet.stakeMinor - sold.soldStakeMinor
    const stakeMinor = (running * BigInt(share)) / 1000n
    if (stakeMinor <= 0n || stakeMinor >= running) continue
    const part = partOf(value, stakeMinor, running, saleTaxOf(bet, { grossMinor: sold.soldGrossMinor, taxMinor: sold.soldTaxMinor }))
    if (part.netMinor <= 0n) continue
    sold.soldStakeMinor += stakeMinor
    sold.soldGrossMinor += part.grossMinor
    sold.soldTaxMinor += part.taxMinor
  }
  return sold
}

/** What the rest brings that a payout tax looks at. A stake that comes back is no payout; it is no gain either. */
function paidFor(bet: SaleBet, running: bigint, ending: Ending): Fraction {
  const stake = effectiveStake(running, bet.tax)
  const won = times(stake, fraction(bet.legs[0]!.price, 1000))
  switch (ending) {
    case 'WIN':
      return won
    case 'LOSE':
      return fraction(0n)
    case 'VOID':
      return fraction(bet.tax!.payout!.base === 'gross' ? 0n : running - stakeTaxMinor(running, bet.tax))
    case 'HALF_WIN':
      return times(plus(won, stake), fraction(1, 2))
    case 'HALF_LOSE':
      return times(stake, fraction(1, 2))
  }
}

const slice = fc.record({ share: fc.integer({ min: 1, max: 999 }), value: fc.bigInt({ min: 1n, max: 600_000n }) })

test('sales and ending pay the tax of all that was paid, never more, and nothing below the threshold', () => {
  let taxed = 0
  fc.assert(
    fc.property(
      fc.bigInt({ min: 100n, max: 300_000n }),
      fc.integer({ min: 1001, max: 12_000 }),
      fc.constantFrom(...TAXES),
      fc.array(slice, { maxLength: 5 }),
      fc.constantFrom(...ENDINGS),
      (stakeMinor, price, tax, slices, ending) => {
        const bet = betOf(stakeMinor, price, tax)
        const sold = sell(bet, slices)
        const ended = { ...bet, ...sold, legs: [{ price, result: legResult(ending) }] }
        const money = betMoney(ended)!
        const total = plus(fraction(sold.soldGrossMinor), paidFor(bet, stakeMinor - sold.soldStakeMinor, ending))
        const owed = payoutTaxMinor(total, effectiveStake(stakeMinor, tax), tax, 2)
        const taken = sold.soldTaxMinor + money.taxMinor
        // What the rest brings may be less than the tax that it makes due on the sales: then it is the tax.
        const isEaten = money.taxMinor > 0n && money.taxMinor === money.grossMinor
        if (isEaten) expect(taken).toBeLessThanOrEqual(owed)
        else expect(taken, `${tax.rule} ${ending}`).toBe(sold.soldStakeMinor === 0n && ending === 'VOID' ? 0n : owed)
        expect(referenceAgrees(ended, money)).toBe(true)
        if (taken > 0n) taxed += 1
      },
    ),
    { numRuns: 2_000 },
  )
  expect(taxed).toBeGreaterThan(200)
})

test('a slice owes nothing for what the rest may bring: Poland and Zambia, by hand', () => {
  const given = { commissionMilli: 0, minSaleMinor: 1n, checkFromMinor: null }
  const half = (tax: TaxTerms, ending: Ending) => {
    const bet: SaleBet = { ...betOf(100_000n, 3000, tax), legs: [{ price: 3000, result: null, chance: 900_000 }] }
    const answer = offerFor(bet, given)
    if (!answer.on) throw new Error(answer.reason)
    const sold = sell(bet, [{ share: 500, value: answer.offer.grossMinor }])
    const money = betMoney({ ...bet, ...sold, legs: [{ price: 3000, result: legResult(ending) }] })!
    return [answer.offer.taxMinor, sold.soldGrossMinor, sold.soldTaxMinor, money.taxMinor]
  }
  // The whole would be sold for 2700, the half is 1350 and not above 2280; with 1500 won it is, and a tenth of 2850 is owed.
  expect(half(POLAND, 'LOSE')).toEqual([27_000n, 135_000n, 0n, 0n])
  expect(half(POLAND, 'VOID')).toEqual([27_000n, 135_000n, 0n, 0n])
  expect(half(POLAND, 'WIN')).toEqual([27_000n, 135_000n, 0n, 28_500n])
  // 1350 for a stake of 1000: a fifth of 350. The other half lost gains nothing more, won 1500, given back 500.
  expect(half(ZAMBIA, 'LOSE')).toEqual([34_000n, 135_000n, 7_000n, 0n])
  expect(half(ZAMBIA, 'WIN')).toEqual([34_000n, 135_000n, 7_000n, 30_000n])
  expect(half(ZAMBIA, 'VOID')).toEqual([34_000n, 135_000n, 7_000n, 10_000n])
  expect(half(ZAMBIA, 'HALF_LOSE')).toEqual([34_000n, 135_000n, 7_000n, 5_000n])
})

test('the stake behind a typed sum brings it, with as little as does', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TAXES),
      fc.bigInt({ min: 2n, max: 300_000n }),
      fc.bigInt({ min: 2n, max: 600_000n }),
      fc.bigInt({ min: 1n, max: 600_000n }),
      (tax, running, gross, take) => {
        const own = saleTaxOf(betOf(running, 2000, tax), { grossMinor: 0n, taxMinor: 0n })!
        const net = (stakeMinor: bigint) => partOf(gross, stakeMinor, running, own).netMinor
        const stakeMinor = soldStakeForNet(gross, take, running, own)
        if (stakeMinor === null) expect(net(running)).toBeLessThan(take)
        else {
          expect(net(stakeMinor)).toBeGreaterThanOrEqual(take)
          expect(net(stakeMinor - 1n)).toBeLessThan(take)
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('the largest part of a taxed bet leaves what can be sold, and what is left has the tax that the part did not pay', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TAXES),
      fc.bigInt({ min: 2n, max: 300_000n }),
      fc.bigInt({ min: 2n, max: 600_000n }),
      fc.bigInt({ min: 1n, max: 60_000n }),
      (tax, running, gross, least) => {
        const bet = betOf(running, 2000, tax)
        const own = saleTaxOf(bet, { grossMinor: 0n, taxMinor: 0n })!
        const whole = partOf(gross, running, running, own)
        const most = mostPart(gross, running, least, own)
        if (!most) return
        expect([most.netMinor >= least, most.netMinor + least <= whole.netMinor]).toEqual([true, true])
        const sold = soldStakeForNet(gross, most.netMinor, running, own)!
        const paid = partOf(gross, sold, running, own)
        const after = saleTaxOf(bet, paid)!
        expect(restWorth(gross, sold, running, own)).toBe(partOf(gross, running - sold, running, after).netMinor)
      },
    ),
    { numRuns: 400 },
  )
})

test('net and gross of a part are those of the bet, not shares of its tax', () => {
  const own = saleTaxOf(betOf(100_000n, 3000, ZAMBIA), { grossMinor: 0n, taxMinor: 0n })
  expect(partOf(270_000n, 10_000n, 100_000n, own)).toEqual({ grossMinor: 27_000n, taxMinor: 0n, netMinor: 27_000n })
  expect(partOf(270_000n, 100_000n, 100_000n, own)).toEqual({ grossMinor: 270_000n, taxMinor: 34_000n, netMinor: 236_000n })
  expect(partOf(270_000n, 10_000n, 100_000n, null)).toEqual({ grossMinor: 27_000n, taxMinor: 0n, netMinor: 27_000n })
})
