import { describe, expect, test } from 'vitest'
import settlement from '../../../../test/vectors/settlement.json' with { type: 'json' }
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice } from '#lib/price.ts'
import type { BetLeg, SettledBet } from '#modules/payout/rules/bet.ts'
import { correctPayout } from './correction.ts'
import { fraction, fractionText, roundHalfUp, times } from '#modules/payout/rules/fraction.ts'
import {
  deadHeatResult,
  deadHeatUnder,
  europeanHandicapWinner,
  handicapResult,
  legFactor,
  legResult,
  resultName,
  totalResult,
} from '#modules/payout/rules/leg.ts'
import { cutPayout, payoutStatus, settleBet, withoutRelated } from '#modules/payout/rules/payout.ts'
import { DEFAULT_VALIDITY, FOOTBALL_VALIDITY, ownGoalCounts, validity } from '#modules/feeds/rules/validity.ts'

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

function checkSplit({ input, expected }: Case): void {
  // oxlint-disable-next-line typescript/no-explicit-any
  const legs: BetLeg[] = input.legs.map((l: any) =>
    l.result ? legOf(l) : { price: price(l.odds), result: totalResult('over', Number(l.line), l.goals) },
  )
  const bet: SettledBet = { kind: 'express', stakeMinor: minor(input.stake), legs }
  expect(minorText(must(settleBet(bet), 'decided').payoutMinor, 2)).toBe(expected.payout)
  let variants: BetLeg[][] = [[]]
  // oxlint-disable-next-line typescript/no-explicit-any
  for (const l of input.legs as any[]) {
    const lines = l.result ? [null] : [Number(l.line) - 0.25, Number(l.line) + 0.25]
    variants = variants.flatMap((v) =>
      lines.map((line) => [...v, line === null ? legOf(l) : { price: price(l.odds), result: totalResult('over', line, l.goals) }]),
    )
  }
  expect(variants.length).toBe(expected.subExpresses)
  const sum = variants.reduce(
    (s, v) => s + must(settleBet({ ...bet, stakeMinor: bet.stakeMinor / BigInt(variants.length), legs: v }), 'decided').payoutMinor,
    0n,
  )
  expect(minorText(sum, 2)).toBe(expected.payout)
}

function checkRelated({ input, expected }: Case): void {
  const legs: BetLeg[] = input.legs.map(legOf)
  expect(withoutRelated(legs).map((l) => fractionText(fraction(l.price, 1000), 2))).toEqual(expected.effectiveOdds)
  const bet: SettledBet = { kind: 'express', stakeMinor: minor(input.stake), legs }
  expect(minorText(must(settleBet(bet), 'decided').payoutMinor, 2)).toBe(expected.payout)
}

function checkResettle({ input, expected }: Case): void {
  const c = correctPayout(minor(input.balance), minor(input.oldPayout), minor(input.newPayout))
  expect(c.entries.map((e) => ({ type: e.type, amount: minorText(e.amountMinor, 2) }))).toEqual(expected.entries)
  expect(minorText(c.balanceMinor, 2)).toBe(expected.balance)
  expect(c.bettingBlocked).toBe(expected.bettingBlocked)
}

function checkLine({ input, expected }: Case): void {
  for (const [value, wanted] of Object.entries(expected)) {
    if (input.op === 'european') {
      expect(europeanHandicapWinner(input.start.split(':').map(Number), Number(value))).toBe(wanted)
    } else {
      const result =
        input.op === 'total'
          ? totalResult(input.side, Number(input.line), Number(value))
          : handicapResult(Number(input.line), Number(value))
      expect([value, resultName(result)]).toEqual([value, wanted])
    }
  }
}

describe('settlement.json', () => {
  test.each(settlement.cases as Case[])('$name', (c) => {
    const { input, expected } = c
    switch (input.op) {
      case 'factor':
        return expect(fractionText(legFactor(price(input.odds), legResult(input.result)), 6)).toBe(expected.factor)
      case 'deadHeat': {
        const result = deadHeatUnder(input.mode, input.places, input.tied, input.matchUp)
        return expect(fractionText(legFactor(price(input.odds), result), 6)).toBe(expected.factor)
      }
      case 'total':
      case 'handicap':
      case 'european':
        return checkLine(c)
      case 'expressEqualsSplit':
        return checkSplit(c)
      case 'status':
        return expect(payoutStatus(minor(input.stake), minor(input.payout), input.allVoid)).toBe(expected.status)
      case 'maxPayout': {
        const exact = roundHalfUp(times(fraction(minor(input.stake)), fraction(price(input.coefficient), 1000)))
        return expect(minorText(cutPayout(exact, minor(input.maxPayout)), 2)).toBe(expected.payout)
      }
      case 'related':
        return checkRelated(c)
      case 'validity':
        return expect(validity(input.sport === 'football' ? FOOTBALL_VALIDITY : DEFAULT_VALIDITY, input)).toBe(expected.result)
      case 'ownGoal':
        return expect(ownGoalCounts(input.market)).toBe(expected.counts)
      case 'resettle':
        return checkResettle(c)
      default:
        throw new Error(`no check for ${input.op}`)
    }
  })
})
