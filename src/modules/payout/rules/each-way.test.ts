import { describe, expect, it, test } from 'vitest'
import { settleBet } from './payout.ts'
import { betMoney, betOf } from './money.ts'
import { deadHeatResult, legResult, type LegResult } from './leg.ts'
import { deductedOf, placePrice, placesPart, ruleFourPercent } from './each-way.ts'
import { asReference, referenceAgrees } from './reference-bridge.ts'
import { referenceMoney } from './reference.ts'
import type { SettledBet } from './bet.ts'

const [WIN, LOSE, VOID] = [legResult('WIN'), legResult('LOSE'), legResult('VOID')]

/** 10.00 each way: 5.00 on the win, 5.00 on a place at a fifth. */
function eachWay(win: LegResult, place: LegResult, deducted = 0): SettledBet {
  const bet = betOf({
    vid: 4,
    stakeMinor: 1000n,
    legs: [{ price: 6000 }, { price: placePrice(6000, placesPart(3))! }],
    terms: { size: 1, blocks: [[0], [1]], eachWay: true },
    exponent: 2,
  })
  return { ...bet, legs: bet.legs.map((leg, i) => ({ ...leg, result: i === 0 ? win : place, ...(deducted ? { deducted } : {}) })) }
}

function paid(bet: SettledBet): bigint {
  const money = betMoney(bet)!
  expect(referenceAgrees(bet, money)).toBe(true)
  return money.netMinor
}

describe('each way', () => {
  test.each([
    ['won', WIN, WIN, 4000n],
    ['placed', LOSE, WIN, 1000n],
    ['lost', LOSE, LOSE, 0n],
    ['did not start', VOID, VOID, 1000n],
    ['two share the win', deadHeatResult(1, 2), WIN, 2500n],
    ['two share the last place', LOSE, deadHeatResult(1, 2), 500n],
  ])('%s', (_, win, place, expected) => {
    expect(paid(eachWay(win, place))).toBe(expected)
  })

  it('cuts the winnings of both halves for a withdrawn runner and never the stake', () => {
    // 500 · (1 + 5 · 0.75) + 500 · (1 + 1 · 0.75)
    expect(paid(eachWay(WIN, WIN, 25))).toBe(3250n)
    expect(paid(eachWay(LOSE, LOSE, 25))).toBe(0n)
    expect(paid(eachWay(VOID, VOID, 25))).toBe(1000n)
    // A shared win: the deduction first, the half of it after.
    expect(paid(eachWay(deadHeatResult(1, 2), WIN, 25))).toBe(2062n + 1n)
  })

  it('is a double of winners and a double of places', () => {
    const bet = betOf({
      vid: 4,
      stakeMinor: 1000n,
      legs: [{ price: 6000 }, { price: 3000 }, { price: 2000 }, { price: 1400 }],
      terms: {
        size: 1,
        blocks: [
          [0, 1],
          [2, 3],
        ],
        eachWay: true,
      },
      exponent: 2,
    })
    const legs = (...results: LegResult[]) => ({ ...bet, legs: bet.legs.map((leg, i) => ({ ...leg, result: results[i]! })) })
    expect(paid(legs(WIN, WIN, WIN, WIN))).toBe(500n * 18n + 1400n)
    expect(paid(legs(WIN, LOSE, WIN, WIN))).toBe(1400n)
  })
})

describe('rule 4', () => {
  test.each([
    [1100, 90],
    [1111, 90],
    [1112, 85],
    [2000, 45],
    [4000, 25],
    [10_000, 10],
    [15_000, 5],
    [15_001, 0],
  ])('a runner of price %i takes %i percent', (price, percent) => {
    expect(ruleFourPercent(price)).toBe(percent)
  })

  it('adds up what is out, to ninety at most, leg by leg', () => {
    const rule4 = [
      {
        leg: 1,
        runners: [
          [7, 60],
          [8, 45],
          [9, 10],
        ] as const,
      },
    ]
    expect(deductedOf(rule4, 1, (runner) => runner === 9)).toBe(10)
    expect(deductedOf(rule4, 1, () => true)).toBe(90)
    expect(deductedOf(rule4, 0, () => true)).toBe(0)
    expect(deductedOf(undefined, 1, () => true)).toBe(0)
  })
})

describe('forecast and tricast', () => {
  const joint = (price: number, ...results: LegResult[]): SettledBet => ({
    kind: 'express',
    stakeMinor: 1000n,
    jointPrice: price,
    legs: results.map((result) => ({ price: 3000, result })),
  })
  test.each([
    ['in this order', [WIN, WIN], 12_000n],
    ['the second is not', [WIN, LOSE], 0n],
    ['one did not start', [WIN, VOID], 1000n],
    ['two share the win', [deadHeatResult(1, 2), deadHeatResult(1, 2)], 6000n],
    ['three share the win', [deadHeatResult(1, 3), deadHeatResult(1, 3), deadHeatResult(1, 3)], 2000n],
    ['two share the win and two the third place', [deadHeatResult(1, 2), deadHeatResult(1, 2), deadHeatResult(1, 2)], 3000n],
    ['two share the second place', [WIN, deadHeatResult(1, 2)], 6000n],
  ])('%s', (_, results, expected) => {
    const bet = joint(12_000, ...results)
    expect(settleBet(bet)!.payoutMinor).toBe(expected)
    expect(referenceMoney(asReference(bet)).net).toBe(expected)
  })
})
