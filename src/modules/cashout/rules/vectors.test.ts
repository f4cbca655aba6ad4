/** cashout.json, every case that is about placed bets; advances and VIP stakes are tested where they are decided. */
import { describe, expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice, priceText } from '#lib/price.ts'
import { betMoney, possibleMoney } from '#modules/payout/rules/money.ts'
import { rebasedPrice } from '#modules/payout/rules/base-price.ts'
import { fraction, fractionText, times } from '#modules/payout/rules/fraction.ts'
import { legResult, type LegResult } from '#modules/payout/rules/leg.ts'
import vectors from '../../../../test/vectors/cashout.json' with { type: 'json' }
import { addedPrice, raises } from './change.ts'
import { fairChance } from './fair-chance.ts'
import { insurancePremium, insuredStake } from './insurance.ts'
import { afterCommission, offerFor } from './offer.ts'
import { reachesTarget, soldStakeFor } from './part-sale.ts'
import { millionths, type SaleBet, type SaleLeg } from './sale-bet.ts'

interface Case {
  name: string
  input: Record<string, any>
  expected: Record<string, any>
}

const minor = (text: string) => must(parseMinor(text, 2), text)
const price = (text: string) => must(parsePrice(text), text)
const milli = (text: string) => Math.round(Number(text) * 1000)
/** Money with more decimals than the currency, as a fraction of minor units. */
const UNLIMITED = { maxPayoutMinor: null, exponent: 2 }

function leg(given: { odds: string; state: string; factor?: string; p?: string }): SaleLeg {
  if (given.state === 'OPEN') return { price: price(given.odds), result: null, chance: millionths(Number(given.p)) }
  return { price: price(given.odds), result: resultOf(given.odds, must(given.factor, 'factor')), chance: 0 }
}

function resultOf(odds: string, factor: string): LegResult {
  if (price(factor) === price(odds)) return legResult('WIN')
  if (factor === '1') return legResult('VOID')
  return legResult(factor === '0.5' ? 'HALF_LOSE' : 'LOSE')
}

function checkSale({ input, expected }: Case): void {
  const legs = input['legs'].map(leg) as SaleLeg[]
  const bet: SaleBet = {
    kind: input['op'] === 'cashOutSystem' ? 'system' : legs.length > 1 ? 'express' : 'single',
    stakeMinor: minor(input['stake']),
    legs,
    ...(input['k'] ? { size: input['k'] as number } : {}),
    ...UNLIMITED,
  }
  const answer = offerFor(bet, { commissionMilli: milli(input['commission']), minSaleMinor: 1n, checkFromMinor: null })
  if (!answer.on) throw new Error(answer.reason)
  expect(fractionText(times(answer.offer.expectation, fraction(1, 100)), 4)).toBe(expected['expectation'])
  expect(minorText(answer.offer.netMinor, 2)).toBe(expected['offer'])
}

/** The simple form that some sites publish; reference only. */
function checkSimple({ input, expected }: Case): void {
  const value = fraction(minor(input['stake']) * BigInt(price(input['odds'])), BigInt(price(input['current'])))
  expect(minorText(afterCommission(value, milli(input['commission'])), 2)).toBe(expected['offer'])
}

function checkOffered({ input, expected }: Case): void {
  // A leg that is suspended has no chance to work with (server/leg-now.test.ts).
  if (input['suspended']) return
  const [p, value] = [Number(input['p']), Number(input['value'])]
  // A stake of whole units at the fair price is worth itself; the commission brings it to the value.
  const stakeMinor = Math.ceil(value * 100)
  const answer = offerFor(
    { ...single('1', '1'), stakeMinor: BigInt(stakeMinor), legs: [{ price: Math.round(1000 / p), result: null, chance: millionths(p) }] },
    { commissionMilli: Math.round((1 - (value * 100) / stakeMinor) * 1000), minSaleMinor: minor(input['minSale']), checkFromMinor: null },
  )
  expect(answer.on).toBe(expected['offered'])
}

function single(coefficient: string, stake = '100'): SaleBet {
  return {
    kind: 'single',
    stakeMinor: minor(stake),
    legs: [{ price: price(coefficient), result: null, chance: 500_000 }],
    ...UNLIMITED,
  }
}

function checkInsurance({ input, expected }: Case): void {
  const insured = insuredStake(minor(input['stake']), Number(input['share']) * 100)
  const prices = (input['odds'] as string[]).map(price)
  expect(minorText(insured, 2)).toBe(expected['insuredStake'])
  expect(minorText(insurancePremium(insured, prices, milli(input['margin'])), 2)).toBe(expected['premium'])
}

function checkInsuredResult({ input, expected }: Case): void {
  const bet = {
    ...single(input['coefficient'], input['stake']),
    insuredMinor: insuredStake(minor(input['stake']), Number(input['share']) * 100),
  }
  const lost = betMoney({ ...bet, legs: [{ ...bet.legs[0]!, result: legResult('LOSE') }] })!
  const money = input['result'] === 'LOSE' ? lost : possibleMoney(bet)
  expect(minorText(money.insuranceMinor, 2)).toBe(expected['returned'])
  expect(minorText(money.grossMinor, 2)).toBe(expected['payout'])
}

const CHECKS: Record<string, (one: Case) => void> = {
  cashOut: checkSale,
  cashOutSystem: checkSale,
  cashOutSimple: checkSimple,
  cashOutOffered: checkOffered,
  fairP: ({ input, expected }) => {
    const outcomes = (input['odds'] as number[]).map((odds) => ({ price: Math.round(odds * 1000), prob: 0 }))
    expect(fairChance(outcomes, input['index'])!.toFixed(6)).toBe(String(expected['p']))
    expect(outcomes.reduce((sum, { price: p }) => sum + 1000 / p, 0).toFixed(6)).toBe(String(expected['booksum']))
  },
  partialSale: ({ input, expected }) => {
    const stake = minor(input['stake'])
    const sold = soldStakeFor(stake, minor(input['take']), minor(input['offer']))
    expect([minorText(sold, 2), minorText(stake - sold, 2)]).toEqual([expected['soldStake'], expected['remainingStake']])
  },
  autoSale: ({ input, expected }) => {
    expect(reachesTarget(minor(input['offer']), minor(input['target'])) ? 'SELL' : 'WAIT').toBe(expected['action'])
  },
  powerBet: ({ input, expected }) => {
    const raised = rebasedPrice(minor(input['saleValue']), minor(input['stake']), [price(input['newOdds'])])
    expect((raised / 1000).toFixed(3)).toBe(expected['newCoefficient'])
    expect(raises(raised, price(input['oldCoefficient']))).toBe(expected['offered'])
  },
  editAdd: ({ input, expected }) => {
    const added = addedPrice(single(input['oldCoefficient']), [price(input['addOdds'])])
    expect(priceText(added)).toBe(String(Number(expected['newCoefficient'])))
  },
  editReplace: ({ input, expected }) => {
    const edited = rebasedPrice(minor(input['saleValue']), minor(input['stake']), (input['currentOdds'] as string[]).map(price))
    expect((edited / 1000).toFixed(3)).toBe(expected['newCoefficient'])
  },
  insurance: checkInsurance,
  insuranceSettle: checkInsuredResult,
}
/** Decided when a bet is placed: bets and orders test them. */
const ELSEWHERE = ['advance', 'advanceSize', 'vip']

describe('cashout.json', () => {
  const cases = vectors.cases as unknown as Case[]
  test.each(cases.filter(({ input }) => !ELSEWHERE.includes(input['op'])))('$name', (one) => {
    must(CHECKS[one.input['op']], `no check for ${one.input['op']}`)(one)
  })
})

describe('chance of an outcome', () => {
  const market = [
    { price: 1500, prob: 0.6 },
    { price: 4200, prob: 0.25 },
    { price: 6500, prob: 0.15 },
  ]
  test('the probability of the book, unless a trader has set the price or the price is above it', () => {
    expect(fairChance(market, 0)).toBe(0.6)
    expect(fairChance(market, 0, true)).toBeCloseTo(0.642656, 6)
    expect(fairChance([{ price: 1900, prob: 0.6 }, ...market.slice(1)], 0)).toBe(1000 / 1900)
  })

  test('a market with several winners, or without prices, has none of its own', () => {
    const doubleChance = [1300, 1310, 1740].map((one) => ({ price: one, prob: 0 }))
    expect(fairChance(doubleChance, 0)).toBeNull()
    expect(fairChance([{ price: 1300, prob: 0.8 }, ...doubleChance.slice(1)], 0, true)).toBe(1000 / 1300)
    expect(fairChance([{ price: 2000, prob: 0 }], 0)).toBeNull()
    expect(fairChance(market, 5)).toBeNull()
  })
})
