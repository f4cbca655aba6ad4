import { describe, expect, test } from 'vitest'
import bets from '../../../../test/vectors/bets.json' with { type: 'json' }
import settlement from '../../../../test/vectors/settlement.json' with { type: 'json' }
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice, priceText } from '#lib/price.ts'
import { antiExpressCoefficient, antiExpressPrice, MIN_ANTI_EXPRESS_PRICE } from '#modules/payout/rules/anti-express.ts'
import type { BetKind, BetLeg, SettledBet } from '#modules/payout/rules/bet.ts'
import { correctPayout } from './correction.ts'
import { boostedPayout, expressOfDayPayout, HYPER_BONUS_TABLE } from '#modules/payout/rules/express-bonus.ts'
import { type Fraction, fraction, fractionText, roundHalfUp, times } from '#modules/payout/rules/fraction.ts'
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
import { cutPayout, payoutStatus, settleBet, variantCount, withoutRelated } from '#modules/payout/rules/payout.ts'
import { referencePayout } from '#modules/payout/rules/reference.ts'
import { asReference } from '#modules/payout/rules/reference-bridge.ts'
import { DEFAULT_VALIDITY, FOOTBALL_VALIDITY, ownGoalCounts, validity } from './validity.ts'

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
  expect(minorText(referencePayout(asReference(bet)), 2)).toBe(expected.payout)
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

function checkExpressOfDay({ input, expected }: Case): void {
  const bet: SettledBet = { kind: 'express', stakeMinor: minor(input.stake), legs: input.legs.map(legOf) }
  const paid = must(expressOfDayPayout(bet, Number(input.bonus) * 100, input.unchanged), 'decided')
  expect(fractionText(paid.coefficient, 3)).toBe(expected.coefficient)
  expect(minorText(paid.payoutMinor, 2)).toBe(expected.payout)
}

function checkBoost({ input, expected }: Case): void {
  const bet: SettledBet = { kind: 'express', stakeMinor: minor(input.stake), legs: input.legs.map(legOf) }
  const b = must(boostedPayout(bet, price(input.minOdds), HYPER_BONUS_TABLE), 'decided')
  expect({
    countedLegs: b.countedLegs,
    percent: b.percent,
    payout: minorText(b.payoutMinor, 2),
    bonus: minorText(b.bonusMinor, 2),
    total: minorText(b.totalMinor, 2),
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

test('prices of the vectors survive the round trip', () => {
  expect(priceText(price('1.115'))).toBe('1.115')
})
