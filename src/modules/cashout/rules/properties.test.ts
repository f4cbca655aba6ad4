import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { KIND_OF_VID, type BetKind } from '#modules/payout/rules/bet.ts'
import { rebasedPrice } from '#modules/payout/rules/base-price.ts'
import { compare, fraction, type Fraction, ONE, plus, times, ZERO } from '#modules/payout/rules/fraction.ts'
import { deadHeatResult, legResult } from '#modules/payout/rules/leg.ts'
import { betMoney, possibleMoney } from '#modules/payout/rules/money.ts'
import { settleBet } from '#modules/payout/rules/payout.ts'
import { expectedCoefficient, MOST_OPEN_STEPS } from './expectation.ts'
import { chanceOf, compileBet, liveGrossMinor, liveNetMinor } from './live-value.ts'
import { type Offer, offerFor } from './offer.ts'
import { mostPart, partOf, restWorth, soldStakeFor } from './part-sale.ts'
import { saleTaxOf } from './sale-tax.ts'
import { CERTAIN, type SaleBet, type SaleLeg, type SaleTerms } from './sale-bet.ts'

const NOTHING = { grossMinor: 0n, taxMinor: 0n }
const price = fc.integer({ min: 1001, max: 30_000 })
const chance = fc.integer({ min: 10_000, max: 990_000 })
const open: fc.Arbitrary<SaleLeg> = fc.record({ price, chance, result: fc.constant(null) })
const decided: fc.Arbitrary<SaleLeg> = fc.record({
  price,
  chance: fc.constant(0),
  result: fc.oneof(
    fc.constantFrom('WIN', 'VOID', 'HALF_WIN', 'HALF_LOSE', 'LOSE').map((name) => legResult(name as 'WIN')),
    fc.integer({ min: 2, max: 4 }).map((tied) => deadHeatResult(1, tied)),
  ),
})
const leg = fc.oneof({ weight: 3, arbitrary: open }, { weight: 1, arbitrary: decided })
const kind: fc.Arbitrary<BetKind> = fc.constantFrom(...Object.values(KIND_OF_VID))
const stake = fc.bigInt({ min: 1n, max: 100_000_000n })
const terms: fc.Arbitrary<SaleTerms> = fc.record({
  commissionMilli: fc.integer({ min: 0, max: 200 }),
  minSaleMinor: fc.constant(1n),
  checkFromMinor: fc.constant(null),
})

function shape(k: BetKind, legs: SaleLeg[], stakeMinor: bigint, size: number, lobby: boolean): SaleBet {
  const common = { kind: k, stakeMinor, legs, exponent: 2, maxPayoutMinor: null }
  if (k === 'single') return { ...common, legs: legs.slice(0, 1) }
  if (k === 'system') return { ...common, size: 1 + (size % legs.length) }
  if (k === 'conditional') {
    const blocks = legs.map((_, i) => [i])
    return { ...common, blocks, blockStakesMinor: blocks.map((_, i) => (i === 0 ? stakeMinor : i % 2 ? null : BigInt(size + 1) * 50n)) }
  }
  if (k === 'multi_bet') {
    return { ...common, blocks: legs.map((_, i) => [i]), withLobby: lobby, size: 1 + (size % (legs.length - (lobby ? 1 : 0))) }
  }
  return common
}

const bet: fc.Arbitrary<SaleBet> = fc
  .tuple(kind, fc.array(leg, { minLength: 2, maxLength: 6 }), stake, fc.nat(20), fc.boolean())
  .map(([k, legs, stakeMinor, size, lobby]) => shape(k, legs, stakeMinor, size, lobby))
const capped = fc
  .tuple(bet, fc.option(fc.bigInt({ min: 1n, max: 1_000_000_000n })))
  .map(([one, maxPayoutMinor]): SaleBet => ({ ...one, maxPayoutMinor }))

/** The mean of the payouts over every way in which the open legs can end, each settled by the algebra of payouts. */
function meanOverCourses(one: SaleBet): Fraction {
  const at = one.legs.flatMap((l, i) => (l.result === null ? [i] : []))
  let mean = ZERO
  for (let bits = 0; bits < 2 ** at.length; bits += 1) {
    let weight = ONE
    const legs = one.legs.map((l, i) => {
      const k = at.indexOf(i)
      if (k < 0) return l
      const wins = ((bits >> k) & 1) === 1
      weight = times(weight, fraction(wins ? l.chance : CERTAIN - l.chance, CERTAIN))
      return { ...l, result: legResult(wins ? 'WIN' : 'LOSE') }
    })
    mean = plus(mean, times(weight, settleBet({ ...one, legs, maxPayoutMinor: null })!.coefficient))
  }
  return mean
}

describe('expectation', () => {
  test('of every kind is the mean over all courses', () => {
    fc.assert(
      fc.property(bet, (one) => {
        if (one.legs.every((l) => l.result !== null)) return
        const value = expectedCoefficient(one)
        if (typeof value === 'string') throw new Error(value)
        expect(compare(value, meanOverCourses(one)), one.kind).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test('a chain of many open steps and outcomes of one game are not worked out', () => {
    const legs = Array.from({ length: MOST_OPEN_STEPS + 1 }, () => ({ price: 1500, chance: 600_000, result: null }))
    expect(expectedCoefficient({ kind: 'chain', stakeMinor: 100n, legs })).toBe('too_long')
    expect(expectedCoefficient({ kind: 'express', stakeMinor: 100n, legs, jointPrice: 3000 })).toBe('same_game')
  })
})

function offerOf(one: SaleBet, given: SaleTerms): Offer | null {
  const answer = offerFor(one, given)
  return answer.on ? answer.offer : null
}

describe('offer (rules 13.18)', () => {
  test('cash-out ≤ expectation ≤ maximum payout and ≤ what can be won', () => {
    fc.assert(
      fc.property(capped, terms, (one, given) => {
        const offer = offerOf(one, given)
        if (!offer) return
        expect(compare(fraction(offer.grossMinor), offer.expectation)).toBeLessThanOrEqual(0)
        if (one.maxPayoutMinor != null) expect(compare(offer.expectation, fraction(one.maxPayoutMinor))).toBeLessThanOrEqual(0)
        expect(offer.netMinor).toBeLessThanOrEqual(possibleMoney(one).grossMinor)
        expect(offer.netMinor + offer.taxMinor).toBe(offer.grossMinor)
      }),
    )
  })

  test('a part and the rest are never more than the whole, and less by roundings only', () => {
    fc.assert(
      fc.property(capped, terms, fc.integer({ min: 1, max: 999 }), (one, given, share) => {
        const offer = offerOf(one, given)
        if (!offer || one.stakeMinor < 2n) return
        const take = (offer.netMinor * BigInt(share)) / 1000n
        if (take <= 0n) return
        const sold = soldStakeFor(one.stakeMinor, take, offer.netMinor)
        if (sold >= one.stakeMinor) return
        const part = partOf(offer.grossMinor, sold, one.stakeMinor, null)
        expect(part.netMinor).toBeGreaterThanOrEqual(take)
        const rest = offerOf({ ...one, soldStakeMinor: sold }, given)?.netMinor ?? 0n
        expect(part.netMinor + rest).toBeLessThanOrEqual(offer.netMinor)
        expect(part.netMinor + rest).toBeGreaterThanOrEqual(offer.netMinor - 2n)
      }),
    )
  })

  test('beside the largest part the rest can be sold, beside a larger one it cannot', () => {
    let parts = 0
    fc.assert(
      fc.property(capped, terms, fc.bigInt({ min: 1n, max: 100_000n }), (one, given, minSaleMinor) => {
        const least = { ...given, minSaleMinor }
        const offer = offerOf(one, least)
        if (!offer) return
        const most = mostPart(offer.grossMinor, one.stakeMinor, minSaleMinor, null)
        // A stake of few units may have no part between the two.
        if (!most) return
        parts += 1
        const sold = soldStakeFor(one.stakeMinor, most.netMinor, offer.netMinor)
        const rest = restWorth(offer.grossMinor, sold, one.stakeMinor, null)
        expect(rest).toBeGreaterThanOrEqual(minSaleMinor)
        expect(most.netMinor + rest).toBeLessThanOrEqual(offer.netMinor)
        expect(offerOf({ ...one, soldStakeMinor: sold }, least)).not.toBeNull()
        const more = soldStakeFor(one.stakeMinor, most.netMinor + 1n, offer.netMinor)
        expect(restWorth(offer.grossMinor, more, one.stakeMinor, null)).toBeLessThan(minSaleMinor)
      }),
    )
    expect(parts).toBeGreaterThan(10)
  })

  test('a bet without an open leg has no sale', () => {
    fc.assert(
      fc.property(fc.array(decided, { minLength: 2, maxLength: 5 }), kind, terms, (legs, k, given) => {
        expect(offerFor(shape(k, legs, 1_000n, 1, false), given)).toEqual({ on: false, reason: 'decided' })
      }),
    )
  })

  test('slices of a sale pay the tax of the whole, whatever the threshold', () => {
    const tax = { rule: 'T', payout: { base: 'gross' as const, rate: '0.1' }, threshold: '100', returnsStakeTax: false }
    const one: SaleBet = { kind: 'single', stakeMinor: 10_000n, legs: [{ price: 3000, chance: 500_000, result: null }], tax, exponent: 2 }
    const given = { commissionMilli: 0, minSaleMinor: 1n, checkFromMinor: null }
    const whole = offerOf(one, given)!
    expect([whole.grossMinor, whole.taxMinor, whole.netMinor]).toEqual([15_000n, 1_500n, 13_500n])
    const part = partOf(whole.grossMinor, 5_000n, 10_000n, saleTaxOf(one, NOTHING))
    const rest = offerFor({ ...one, soldStakeMinor: 5_000n }, given, part)
    // 75 alone is not above 100; with the other half it is, and a tenth of both is owed.
    expect(part).toEqual({ grossMinor: 7_500n, taxMinor: 0n, netMinor: 7_500n })
    expect(rest).toMatchObject({ on: true, offer: { grossMinor: 7_500n, taxMinor: 1_500n, netMinor: 6_000n } })
  })
})

describe('a sale of a part and the results of the rest', () => {
  const WON = legResult('WIN')
  const tax = { rule: 'T', payout: { base: 'gross' as const, rate: '0.1' }, threshold: '200', returnsStakeTax: false }
  const one: SaleBet = { kind: 'single', stakeMinor: 10_000n, legs: [{ price: 3000, chance: 600_000, result: null }], exponent: 2 }
  const given = { commissionMilli: 0, minSaleMinor: 1n, checkFromMinor: null }

  test('neither the threshold of a tax nor its brackets are passed by selling a part below them', () => {
    const offer = offerOf({ ...one, tax }, given)!
    expect([offer.grossMinor, offer.taxMinor]).toEqual([18_000n, 0n])
    const part = partOf(offer.grossMinor, 5_000n, 10_000n, saleTaxOf({ ...one, tax }, NOTHING))
    const sold = { soldStakeMinor: 5_000n, soldGrossMinor: part.grossMinor, soldTaxMinor: part.taxMinor }
    const rest = betMoney({ ...one, tax, ...sold, legs: [{ price: 3000, result: WON }] })!
    // 90 and 150 are 240: above 200, so a tenth of all of it.
    expect([rest.grossMinor, rest.taxMinor, rest.netMinor]).toEqual([15_000n, 2_400n, 12_600n])
    // What a sale has paid is not paid again.
    const late = betMoney({ ...one, tax, ...sold, soldTaxMinor: 900n, legs: [{ price: 3000, result: WON }] })!
    expect(late.taxMinor).toBe(1_500n)
  })

  test('the maximum payout is one of the whole bet', () => {
    const capped = { ...one, maxPayoutMinor: 20_000n }
    const part = partOf(offerOf(capped, given)!.grossMinor, 5_000n, 10_000n, null)
    expect(part.netMinor).toBe(6_000n)
    const sold = { soldStakeMinor: 5_000n, soldGrossMinor: part.grossMinor, soldTaxMinor: 0n }
    expect(offerOf({ ...capped, ...sold }, given)!.netMinor).toBe(6_000n)
    expect(betMoney({ ...capped, ...sold, legs: [{ price: 3000, result: WON }] })!.grossMinor).toBe(10_000n)
  })
})

describe('changes (rules 13.19)', () => {
  test('an edit at margin-free prices and without commission keeps the expectation', () => {
    fc.assert(
      fc.property(fc.array(open, { minLength: 1, maxLength: 4 }), fc.array(chance, { minLength: 1, maxLength: 4 }), (legs, chances) => {
        const one: SaleBet = { kind: legs.length > 1 ? 'express' : 'single', stakeMinor: 1_000_000n, legs, exponent: 2 }
        const offer = offerOf(one, { commissionMilli: 0, minSaleMinor: 1n, checkFromMinor: null })
        if (!offer) return
        const prices = chances.map((p) => Math.max(1001, Math.round(1e9 / p)))
        const base = rebasedPrice(offer.grossMinor, one.stakeMinor, prices)
        const after = chances.reduce((all, p) => all * chanceOf(p), (base / 1000) * Number(one.stakeMinor))
        const before = Number(offer.grossMinor)
        // Prices and the coefficient have three decimals.
        const slack = Number(one.stakeMinor) * 0.0005 + before * prices.reduce((sum, p) => sum + 0.5 / p, 0) + 1
        expect(Math.abs(after - before)).toBeLessThanOrEqual(slack * 1.01)
      }),
    )
  })

  test('an edit at fair prices of outcomes that may be void keeps the value, whatever it has become of the stake', () => {
    const share = fc.integer({ min: 1, max: 60 })
    const outcome = fc.record({ wins: share, voids: share, loses: share })
    fc.assert(
      fc.property(stake, fc.integer({ min: 1, max: 5_000 }), fc.array(outcome, { minLength: 1, maxLength: 3 }), (s, milli, outcomes) => {
        const stakeMinor = s + 10_000n
        const worthMinor = (stakeMinor * BigInt(milli)) / 1000n
        // Fair: wins · price + voids is one stake.
        const prices = outcomes.map(({ wins, loses }) => Math.round(((wins + loses) / wins) * 1000))
        const basePrice = rebasedPrice(worthMinor, stakeMinor, prices)
        const kind = prices.length > 1 ? ('express' as const) : ('single' as const)
        let mean = 0
        for (const ends of ways(outcomes)) {
          const legs = ends.map(({ result }, i) => ({ price: prices[i]!, result: legResult(result) }))
          const money = must(betMoney({ kind, stakeMinor, legs, basePrice, worthMinor }), 'decided')
          mean += ends.reduce((all, { chance }) => all * chance, 1) * Number(money.netMinor)
          if (ends.every(({ result }) => result === 'VOID')) expect(money.netMinor).toBe(worthMinor)
        }
        // Prices and the coefficient have three decimals.
        const slack = Number(stakeMinor) * 0.0005 + Number(worthMinor) * prices.reduce((sum, p) => sum + 0.5 / p, 0) + 1
        expect(Math.abs(mean - Number(worthMinor))).toBeLessThanOrEqual(slack * 1.01)
      }),
    )
  })
})

interface End {
  result: 'WIN' | 'VOID' | 'LOSE'
  chance: number
}

/** Every way in which the outcomes can end together. */
function ways(outcomes: readonly { wins: number; voids: number; loses: number }[]): End[][] {
  return outcomes.reduce<End[][]>(
    (all, { wins, voids, loses }) => {
      const sum = wins + voids + loses
      const ends: End[] = [
        { result: 'WIN', chance: wins / sum },
        { result: 'VOID', chance: voids / sum },
        { result: 'LOSE', chance: loses / sum },
      ]
      return all.flatMap((before) => ends.map((end) => [...before, end]))
    },
    [[]],
  )
}

describe('the value of the screen', () => {
  test('is the exact offer or a unit beside it, for every kind', () => {
    fc.assert(
      fc.property(capped, terms, (one, given) => {
        const live = compileBet(one, given, { grossMinor: 0n, taxMinor: 0n })
        const answer = offerFor(one, given)
        if (typeof live === 'string') {
          expect(answer).toEqual({ on: false, reason: live })
          return
        }
        const chances = live.open.map((at) => chanceOf(one.legs[at]!.chance))
        const shown = BigInt(liveNetMinor(live, liveGrossMinor(live, chances)))
        if (!answer.on) {
          expect(shown <= 0n, answer.reason).toBe(true)
          return
        }
        const difference = shown - answer.offer.netMinor
        expect(difference <= 1n && difference >= -1n, `${one.kind} ${shown} ${answer.offer.netMinor}`).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
