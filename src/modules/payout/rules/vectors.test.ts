import { describe, expect, test } from 'vitest'
import bets from '../../../../test/vectors/bets.json' with { type: 'json' }
import cashout from '../../../../test/vectors/cashout.json' with { type: 'json' }
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice, priceText } from '#lib/price.ts'
import { antiExpressCoefficient, antiExpressPrice, MIN_ANTI_EXPRESS_PRICE } from './anti-express.ts'
import { rebasedPrice } from './base-price.ts'
import type { BetKind, BetLeg, SettledBet } from './bet.ts'
import { bonusPercent, countedLegs, nextBoostStep } from './express-bonus.ts'
import { HYPER_BONUS_TABLE } from '../../../../test/support/hyper-bonus.ts'
import { type Fraction, fraction, fractionText } from './fraction.ts'
import { deadHeatResult, legResult } from './leg.ts'
import { betMoney } from './money.ts'
import { settleBet, variantCount } from './payout.ts'
import { referenceMoney } from './reference.ts'
import { asReference, referenceAgrees } from './reference-bridge.ts'

// The files hold many shapes of case; each operation below reads the keys that its cases have.
// oxlint-disable-next-line typescript/no-explicit-any
type Case = { name: string; input: any; expected: any }

const price = (text: string) => must(parsePrice(text), `price ${text}`)
const minor = (text: string) => must(parseMinor(text, 2), `money ${text}`)

// oxlint-disable-next-line typescript/no-explicit-any
function legOf(leg: any): BetLeg {
  const result = leg.result === 'DEAD_HEAT' ? deadHeatResult(leg.places, leg.tied) : legResult(leg.result)
  return { price: price(leg.odds), result, relatedGroup: leg.relatedGroup ?? null }
}

const KINDS: Record<string, BetKind> = {
  single: 'single',
  express: 'express',
  system: 'system',
  lucky: 'lucky',
  patent: 'patent',
  multibet: 'multi_bet',
  chain: 'chain',
  conditional: 'conditional',
  antiexpress: 'anti_express',
}

function betOf(input: Case['input']): SettledBet {
  const kind = must(KINDS[input.kind], input.kind)
  if (kind === 'conditional') {
    const stakes = (input.groupsSumms as string[]).map((s) => (s === '-1' ? null : minor(s)))
    let at = 0
    const blocks = (input.blocks as unknown[][]).map((block) => block.map(() => at++))
    return { kind, stakeMinor: stakes[0]!, legs: input.blocks.flat().map(legOf), blocks, blockStakesMinor: stakes }
  }
  return {
    kind,
    stakeMinor: minor(input.stake),
    legs: (input.events ?? input.legs).map(legOf),
    size: input.k ?? input.expressNum,
    blocks: input.eventsIndexes,
    withLobby: input.withLobby,
  }
}

/** Minor units at exponent 2 as shown. */
const units = (f: Fraction) => fractionText({ num: f.num, den: f.den * 100n }, 2)

function checkBet({ input, expected }: Case): void {
  const bet = betOf(input)
  const settled = must(settleBet(bet), 'decided')
  expect(minorText(settled.payoutMinor, 2)).toBe(expected.payout)
  expect(settled.status).toBe(expected.status)
  expect(minorText(referenceMoney(asReference(bet)).net, 2)).toBe(expected.payout)
  if (expected.coefficient && bet.kind !== 'anti_express') expect(fractionText(settled.coefficient, 3)).toBe(expected.coefficient)
  if (expected.coefficient && bet.kind === 'anti_express' && settled.payoutMinor > 0n) {
    expect(fractionText(settled.coefficient, 3)).toBe(expected.coefficient)
  }
  if (expected.trace) expect(settled.steps!.map((s) => [units(s.stake), units(s.account)])).toEqual(expected.trace)
  if (expected.debited) expect(minorText(bet.stakeMinor, 2)).toBe(expected.debited)
  if (expected.variants !== undefined) checkVariants(bet, expected)
}

function checkVariants(bet: SettledBet, expected: Case['expected']): void {
  const items = bet.kind === 'multi_bet' ? bet.blocks!.length - (bet.withLobby ? 1 : 0) : bet.legs.length
  const from = bet.kind === 'lucky' ? 1 : bet.kind === 'patent' ? 2 : bet.size!
  const count = variantCount(items, from, bet.size ?? items)
  expect(count).toBe(BigInt(expected.variants))
  if (expected.variantStake) expect(fractionText({ num: bet.stakeMinor, den: count * 100n }, 2)).toBe(expected.variantStake)
}

function checkNamed({ input, expected }: Case): void {
  const won: BetLeg = { price: price(input.odds), result: legResult('WIN') }
  const lost: BetLeg = { price: price(input.odds), result: legResult('LOSE') }
  const total = (first: BetLeg) => {
    const legs = [first, ...Array.from({ length: input.selections - 1 }, () => won)]
    return (input.sizes as number[]).reduce((sum, size) => {
      const stakeMinor = minor(input.unitStake) * variantCount(input.selections, size, size)
      const kind = size === input.selections ? 'express' : 'system'
      return sum + must(settleBet({ kind, stakeMinor, legs, size }), 'decided').payoutMinor
    }, 0n)
  }
  expect((input.sizes as number[]).reduce((n, size) => n + variantCount(input.selections, size, size), 0n)).toBe(BigInt(expected.bets))
  expect(minorText(total(won), 2)).toBe(expected.payoutAllWin)
  expect(minorText(total(lost), 2)).toBe(expected.payoutOneLost)
}

function checkAntiPrice({ input, expected }: Case): void {
  const prices = input.odds.map(price)
  const terms = { legMarginPercent: Number(input.legMargin) * 100, marginPercent: Number(input.margin) * 100 }
  expect(fractionText(antiExpressCoefficient(prices, terms), 6)).toBe(expected.exact)
  const floored = antiExpressPrice(prices, terms)
  expect(floored >= MIN_ANTI_EXPRESS_PRICE).toBe(expected.offered)
  if (expected.offered) expect(fractionText(fraction(floored, 1000), 3)).toBe(expected.coefficient)
}

/** "Reference only, not the price formula": the published figures are 1/(1 − 1/(1.8·A)), A the express price. */
function checkAntiPublished({ input, expected }: Case): void {
  const express = input.odds.map(price).reduce((a: number, b: number) => (a * b) / 1000, 1000) / 1000
  expect((Math.floor(express * 100) / 100).toFixed(2)).toBe(expected.express)
  expect((1 / (1 - 1 / (Number(input.factor) * express))).toFixed(2)).toBe(expected.anti)
}

/** The booked money, after both calculations agreed on it. */
function moneyOf(bet: SettledBet) {
  const money = must(betMoney(bet), 'decided')
  expect(referenceAgrees(bet, money)).toBe(true)
  return money
}

function checkExpressOfDay({ input, expected }: Case): void {
  const bet: SettledBet = { kind: 'express', stakeMinor: minor(input.stake), legs: input.legs.map(legOf) }
  // A coupon that the player has edited carries no bonus: it is accepted without the terms of one.
  const bonus = { kind: 'day', percent: Number(input.bonus) * 100, expressId: 1 } as const
  const money = moneyOf(input.unchanged ? { ...bet, bonus } : bet)
  expect(minorText(money.netMinor, 2)).toBe(expected.payout)
  expect(fractionText(fraction(money.netMinor, bet.stakeMinor), 3)).toBe(expected.coefficient)
}

function checkBoost({ input, expected }: Case): void {
  const bonus = { kind: 'boost', minPrice: price(input.minOdds), table: HYPER_BONUS_TABLE } as const
  const bet: SettledBet = { kind: 'express', stakeMinor: minor(input.stake), legs: input.legs.map(legOf), bonus }
  const money = moneyOf(bet)
  const counted = countedLegs(bet.legs, bonus.minPrice)
  expect({
    countedLegs: counted,
    percent: bonusPercent(bonus.table, counted),
    payout: minorText(money.grossMinor, 2),
    bonus: minorText(money.bonusMinor, 2),
    total: minorText(money.netMinor, 2),
  }).toEqual(expected)
}

describe('bets.json', () => {
  test.each(bets.cases as Case[])('$name', (c) => {
    switch (c.input.kind) {
      case 'named':
        return checkNamed(c)
      case 'antiexpressPrice':
        return checkAntiPrice(c)
      case 'antiexpressPublished':
        return checkAntiPublished(c)
      case 'expressOfDay':
        return checkExpressOfDay(c)
      case 'expressBoost':
      case 'hyperBonus':
        return checkBoost(c)
      default:
        return checkBet(c)
    }
  })

  test('the bonus table is the one of the vectors', () => {
    expect(HYPER_BONUS_TABLE).toEqual(bets.hyperBonusTable)
  })
})

describe('cashout.json: what payouts are made of', () => {
  const cases = (op: string) => (cashout.cases as Case[]).filter((c) => c.input.op === op)

  test.each([...cases('editReplace'), ...cases('powerBet')])('$name', ({ input, expected }) => {
    const prices = (input.currentOdds ?? [input.newOdds]).map(price)
    const rebased = rebasedPrice(minor(input.saleValue), minor(input.stake), prices)
    expect(fractionText(fraction(rebased, 1000), 3)).toBe(expected.newCoefficient)
    const legs = prices.map((p: number) => ({ price: p, result: legResult('WIN') }))
    const bet: SettledBet = { kind: legs.length > 1 ? 'express' : 'single', stakeMinor: minor(input.stake), legs, basePrice: rebased }
    expect(moneyOf(bet).netMinor).toBe((minor(input.stake) * BigInt(rebased) + 500n) / 1000n)
  })

  test.each(cases('insuranceSettle'))('$name', ({ input, expected }) => {
    const stakeMinor = minor(input.stake)
    const insuredMinor = (stakeMinor * BigInt(Number(input.share) * 100)) / 100n
    const legs = [{ price: price(input.coefficient), result: legResult(input.result) }]
    const money = moneyOf({ kind: 'single', stakeMinor, legs, insuredMinor })
    expect([minorText(money.insuranceMinor, 2), minorText(money.grossMinor, 2)]).toEqual([expected.returned, expected.payout])
  })
})

describe('the ladder of the boost', () => {
  const terms = { minPrice: 1200, table: { 4: 10, 6: 10, 7: 25 } }

  test('names the legs that are missing to the next row that gives more', () => {
    expect(nextBoostStep([1500, 1190], terms)).toEqual({ legsMissing: 3, minPrice: 1200, percent: 10 })
    expect(nextBoostStep([1500, 1500, 1500, 1500], terms)).toEqual({ legsMissing: 3, minPrice: 1200, percent: 25 })
    expect(
      nextBoostStep(
        Array.from({ length: 9 }, () => 1300),
        terms,
      ),
    ).toBeNull()
  })

  test('a count between two rows has the percent of the lower', () => {
    expect([3, 4, 5, 6, 7, 30].map((legs) => bonusPercent(terms.table, legs))).toEqual([0, 10, 10, 10, 25, 25])
  })
})

test('prices of the vectors survive the round trip', () => {
  expect(priceText(price('1.115'))).toBe('1.115')
})
