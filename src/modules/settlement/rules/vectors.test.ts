import { describe, expect, test } from 'vitest'
import settlement from '../../../../test/vectors/settlement.json' with { type: 'json' }
import { must } from '#lib/assert.ts'
import { minorText, parseMinor } from '#lib/money.ts'
import { parsePrice } from '#lib/price.ts'
import type { BetLeg, SettledBet } from '#modules/payout/rules/bet.ts'
import { fraction, fractionText, roundHalfUp, times } from '#modules/payout/rules/fraction.ts'
import { deadHeatResult, deadHeatUnder, legFactor, legResult, resultName } from '#modules/payout/rules/leg.ts'
import { cutPayout, payoutStatus, settleBet, withoutRelated } from '#modules/payout/rules/payout.ts'
import { DEFAULT_VALIDITY, FOOTBALL_VALIDITY, validity } from '#modules/feeds/rules/validity.ts'
import { gradeOutcome } from '#modules/pricing/rules/grade.ts'
import { ended } from '../../../../test/support/ended-game.ts'
import { gradedLine, scoreBy } from '../../../../test/support/graded-line.ts'

// The files hold many shapes of case; each operation below reads the keys that its cases have.
// oxlint-disable-next-line typescript/no-explicit-any
type Case = { name: string; input: any; expected: any }

const totalOver = (line: number, goals: number) => gradedLine(9, line, [goals, 0])
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
    l.result ? legOf(l) : { price: price(l.odds), result: totalOver(Number(l.line), l.goals) },
  )
  const bet: SettledBet = { kind: 'express', stakeMinor: minor(input.stake), legs }
  expect(minorText(must(settleBet(bet), 'decided').payoutMinor, 2)).toBe(expected.payout)
  let variants: BetLeg[][] = [[]]
  // oxlint-disable-next-line typescript/no-explicit-any
  for (const l of input.legs as any[]) {
    const lines = l.result ? [null] : [Number(l.line) - 0.25, Number(l.line) + 0.25]
    variants = variants.flatMap((v) =>
      lines.map((line) => [...v, line === null ? legOf(l) : { price: price(l.odds), result: totalOver(line, l.goals) }]),
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

/** Both sides of the line: what one of them wins the other loses. */
function checkLine({ input, expected }: Case): void {
  const line = Number(input.line)
  for (const [text, wanted] of Object.entries(expected)) {
    const value = Number(text)
    const result = input.op === 'total' ? gradedLine(input.side === 'over' ? 9 : 10, line, [value, 0]) : gradedLine(7, line, scoreBy(value))
    expect([text, resultName(result)]).toEqual([text, wanted])
    if (input.op === 'handicap') expect(resultName(gradedLine(8, line, scoreBy(-value)))).toBe(wanted)
  }
}

function checkEuropean({ input, expected }: Case): void {
  const [home, away] = input.start.split(':').map(Number)
  for (const [difference, wanted] of Object.entries(expected)) {
    const score = scoreBy(Number(difference))
    const won = [424, 425, 426].filter((t) => resultName(gradedLine(t, home - away, score)) === 'WIN')
    expect(won.map((t) => ({ 424: '1', 425: 'X', 426: '2' })[t])).toEqual([wanted])
  }
}

/** An own goal in a match of one goal: in the total of the match, in no player's (rules 3.5). */
function checkOwnGoal({ input, expected }: Case): void {
  const goal = { type: 'goal', side: 'home' as const, clockSec: 600, detail: { how: 'own_goal', playerId: 7 } }
  const facts = ended({
    sportId: 1,
    score: [1, 0],
    parts: [
      [1, 0],
      [0, 0],
    ],
    incidents: [goal],
  })
  const graded =
    input.market === 'matchTotal' ? gradeOutcome('full', 'total', 9, 0.5, 0, facts) : gradeOutcome('full', 'scorer', 832, 0, 7, facts)
  expect(graded).toEqual({ won: expected.counts ? 1 : 0 })
}

describe('settlement.json', () => {
  // A correction moves money: its cases are held on the books (server/corrected-payout.test.ts).
  test.each((settlement.cases as Case[]).filter(({ input }) => input.op !== 'resettle'))('$name', (c) => {
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
        return checkLine(c)
      case 'european':
        return checkEuropean(c)
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
        return checkOwnGoal(c)
      default:
        throw new Error(`no check for ${input.op}`)
    }
  })
})
