import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { KIND_OF_VID, type BetKind, type BetLeg, type SettledBet } from './bet.ts'
import { compare, fraction, type Fraction, plus, roundHalfUp, times, ZERO } from './fraction.ts'
import { gradedLine, scoreBy } from '../../../../test/support/graded-line.ts'
import { deadHeatFraction, deadHeatResult, legFactor, legResult, type LegResult, resultName } from './leg.ts'
import { settleBet } from './payout.ts'

const price = fc.integer({ min: 1001, max: 60_000 })
const stake = fc.bigInt({ min: 1n, max: 10_000_000n })
const result: fc.Arbitrary<LegResult> = fc.oneof(
  fc.constantFrom('WIN', 'LOSE', 'VOID', 'HALF_WIN', 'HALF_LOSE').map((name) => legResult(name as 'WIN')),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 4 })).map(([places, more]) => deadHeatResult(places, places + more)),
)
const leg: fc.Arbitrary<BetLeg> = fc.record({ price, result })
const kind: fc.Arbitrary<BetKind> = fc.constantFrom(...Object.values(KIND_OF_VID))

/** Blocks that hold every leg once, at least `least` of them. */
function blocksOf(legs: number, cuts: boolean[]): number[][] {
  const blocks: number[][] = [[0]]
  for (let i = 1; i < legs; i += 1) {
    if (cuts[i % cuts.length]) blocks.push([i])
    else blocks.at(-1)!.push(i)
  }
  return blocks
}

function shape(k: BetKind, legs: BetLeg[], stakeMinor: bigint, size: number, cuts: boolean[], lobby: boolean): SettledBet {
  if (k === 'single') return { kind: k, stakeMinor, legs: legs.slice(0, 1) }
  if (k === 'system') return { kind: k, stakeMinor, legs, size: 1 + (size % legs.length) }
  if (k === 'conditional') {
    const blocks = blocksOf(legs.length, cuts)
    const blockStakesMinor = blocks.map((_, i) => (i === 0 ? stakeMinor : cuts[i % cuts.length] ? null : BigInt(size + 1) * 100n))
    return { kind: k, stakeMinor, legs, blocks, blockStakesMinor }
  }
  if (k === 'multi_bet') {
    const blocks = legs.map((_, i) => [i])
    return { kind: k, stakeMinor, legs, blocks, withLobby: lobby, size: 1 + (size % (legs.length - (lobby ? 1 : 0))) }
  }
  return { kind: k, stakeMinor, legs }
}

const bet: fc.Arbitrary<SettledBet> = fc
  .tuple(
    kind,
    fc.array(leg, { minLength: 2, maxLength: 7 }),
    stake,
    fc.nat(20),
    fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([k, legs, s, size, cuts, lobby]) => shape(k, legs, s, size, cuts, lobby))

const paid = (b: SettledBet): bigint => must(settleBet(b), 'decided').payoutMinor
const exact = (b: SettledBet): Fraction => times(must(settleBet(b), 'decided').coefficient, fraction(b.stakeMinor))

function subsets(legs: BetLeg[], sizes: number[]): BetLeg[][] {
  const all = legs.reduce<BetLeg[][]>((sets, l) => [...sets, ...sets.map((s) => [...s, l])], [[]])
  return all.filter((s) => sizes.includes(s.length))
}

describe('rules 13', () => {
  test('1: a system is the sum of its expresses with the exact variant stake', () => {
    fc.assert(
      fc.property(fc.array(leg, { minLength: 3, maxLength: 6 }), stake, fc.nat(10), (legs, s, n) => {
        const k = 2 + (n % (legs.length - 2))
        const forms: [SettledBet, number[]][] = [
          [{ kind: 'system', stakeMinor: s, legs, size: k }, [k]],
          [{ kind: 'lucky', stakeMinor: s, legs }, legs.map((_, i) => i + 1)],
          [{ kind: 'patent', stakeMinor: s, legs }, legs.slice(1).map((_, i) => i + 2)],
        ]
        for (const [b, sizes] of forms) {
          const variants = subsets(legs, sizes)
          const share = fraction(s, variants.length)
          const sum = variants.reduce((total, v) => plus(total, v.map((l) => legFactor(l.price, l.result!)).reduce(times, share)), ZERO)
          expect(compare(exact(b), sum)).toBe(0)
        }
      }),
    )
  })

  test('2: all void returns the stake for every kind; a void leg is a leg that is not there', () => {
    fc.assert(
      fc.property(bet, (b) => {
        const voided = { ...b, legs: b.legs.map((l) => ({ ...l, result: legResult('VOID') })) }
        expect(must(settleBet(voided), 'decided')).toMatchObject({ payoutMinor: b.stakeMinor, status: 'RETURN' })
      }),
    )
    fc.assert(
      fc.property(fc.array(leg, { minLength: 2, maxLength: 8 }), stake, price, (legs, s, p) => {
        const without: SettledBet = { kind: 'express', stakeMinor: s, legs }
        expect(paid({ ...without, legs: [{ price: p, result: legResult('VOID') }, ...legs] })).toBe(paid(without))
      }),
    )
  })

  test('3: quarter lines mirror, and are the mean of their neighbours', () => {
    const twice = (line: number) => line * 4
    fc.assert(
      fc.property(fc.integer({ min: -24, max: 24 }), fc.integer({ min: -6, max: 6 }), price, (quarter, difference, p) => {
        const line = quarter / 4
        const mirror: Record<string, string> = {
          WIN: 'LOSE',
          LOSE: 'WIN',
          VOID: 'VOID',
          HALF_WIN: 'HALF_LOSE',
          HALF_LOSE: 'HALF_WIN',
        }
        const score = scoreBy(difference)
        expect(resultName(gradedLine(8, -line, score))).toBe(mirror[resultName(gradedLine(7, line, score))])
        const total = Math.abs(line)
        expect(resultName(gradedLine(10, total, score))).toBe(mirror[resultName(gradedLine(9, total, score))])
        if (twice(line) % 2 === 0) return
        const sides = [line - 0.25, line + 0.25].map((l) => legFactor(p, gradedLine(7, l, score)))
        const mean = times(plus(sides[0]!, sides[1]!), fraction(1, 2))
        expect(compare(legFactor(p, gradedLine(7, line, score)), mean)).toBe(0)
      }),
    )
  })

  test('4: the order of legs changes no payout', () => {
    const free = bet.filter((b) => !['chain', 'conditional', 'multi_bet'].includes(b.kind) && b.legs.length > 1)
    fc.assert(
      fc.property(free, (b) => {
        expect(paid({ ...b, legs: b.legs.toReversed() })).toBe(paid(b))
      }),
    )
  })

  test('5: between zero and the maximum; a better result never pays less', () => {
    fc.assert(
      fc.property(bet, fc.bigInt({ min: 10_000_000n, max: 20_000_000n }), fc.nat(6), result, (b, maxPayoutMinor, at, better) => {
        const capped = paid({ ...b, maxPayoutMinor })
        expect(capped >= 0n && capped <= maxPayoutMinor).toBe(true)
        const i = at % b.legs.length
        const old = b.legs[i]!
        const changed = { ...b, legs: b.legs.map((l, j) => (j === i ? { ...l, result: better } : l)) }
        if (compare(legFactor(old.price, better), legFactor(old.price, old.result!)) < 0) return
        if (b.kind !== 'anti_express') expect(paid(changed) >= paid(b)).toBe(true)
      }),
    )
    // Win over loss is the order that an anti-express turns round; a void leg changes its price instead.
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 2, maxLength: 5 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        stake,
        (prices, won, s) => {
          const legs = prices.map((p, i) => ({ price: p, result: legResult(won[i] ? 'WIN' : 'LOSE') }))
          const raised = legs.map((l, i) => (i === 0 ? { ...l, result: legResult('WIN') } : l))
          expect(paid({ kind: 'anti_express', stakeMinor: s, legs: raised }) <= paid({ kind: 'anti_express', stakeMinor: s, legs })).toBe(
            true,
          )
        },
      ),
    )
  })

  test('6: of anti-express and express exactly one wins unless all is void', () => {
    const simple = fc.record({ price, result: fc.constantFrom(legResult('WIN'), legResult('LOSE'), legResult('VOID')) })
    fc.assert(
      fc.property(fc.array(simple, { minLength: 2, maxLength: 6 }), (legs) => {
        const of = (k: BetKind) => must(settleBet({ kind: k, stakeMinor: 1_000_000n, legs }), 'decided')
        const allVoid = legs.every((l) => l.result.voidHalves === 2)
        if (allVoid) expect([of('express').status, of('anti_express').status]).toEqual(['RETURN', 'RETURN'])
        else expect([of('express').payoutMinor > 0n, of('anti_express').payoutMinor > 0n].filter(Boolean)).toHaveLength(1)
      }),
    )
  })

  test('6: of shared places and half results too never both win: what the express brings against its stake decides', () => {
    fc.assert(
      fc.property(fc.array(leg, { minLength: 2, maxLength: 6 }), (legs) => {
        const of = (k: BetKind) => must(settleBet({ kind: k, stakeMinor: 1_000_000n, legs }), 'decided')
        const [express, anti] = [of('express'), of('anti_express')]
        if (express.allVoid) return
        const loses = compare(express.coefficient, fraction(1)) < 0
        expect(anti.payoutMinor > 0n).toBe(loses)
        expect(express.status === 'WIN' && anti.status === 'WIN').toBe(false)
      }),
    )
    const legs = [
      { price: 3000, result: legResult('WIN') },
      { price: 1500, result: deadHeatResult(1, 2) },
    ]
    expect(settleBet({ kind: 'express', stakeMinor: 10_000n, legs })).toMatchObject({ payoutMinor: 22_500n, status: 'WIN' })
    expect(settleBet({ kind: 'anti_express', stakeMinor: 10_000n, legs })).toMatchObject({ payoutMinor: 0n, status: 'LOSE' })
  })

  test('7: accounts of chains and conditional bets never fall below zero', () => {
    fc.assert(
      fc.property(
        bet.filter((b) => b.kind === 'chain' || b.kind === 'conditional'),
        (b) => {
          for (const step of settleBet(b)!.steps!) {
            expect(step.account.num >= 0n && step.stake.num >= 0n).toBe(true)
          }
        },
      ),
    )
  })

  test('8: settling twice changes nothing', () => {
    fc.assert(
      fc.property(bet, (b) => {
        expect(settleBet(b)).toEqual(settleBet(structuredClone(b)))
      }),
    )
  })
})

const LEFT_OVER: SettledBet = {
  kind: 'conditional',
  stakeMinor: 101n,
  legs: (['WIN', 'WIN', 'WIN', 'LOSE'] as const).map((code) => ({ price: 1001, result: legResult(code) })),
  blocks: [
    [0, 1],
    [2, 3],
  ],
  blockStakesMinor: [101n, 100n],
}

describe('open bets', () => {
  test('a bet is decided early only when the open legs can change nothing', () => {
    fc.assert(
      fc.property(bet, fc.nat(63), fc.array(result, { minLength: 7, maxLength: 7 }), (b, mask, later) => {
        const open = { ...b, legs: b.legs.map((l, i) => ((mask >> i) & 1 ? { ...l, result: null } : l)) }
        if (!open.legs.some((l) => l.result === null)) return
        const early = settleBet(open)
        if (early === null) return
        const whole = { ...b, legs: open.legs.map((l, i) => ({ ...l, result: l.result ?? later[i]! })) }
        expect(paid(whole)).toBe(early.payoutMinor)
      }),
      // A conditional bet whose last block is lost keeps what that block did not stake.
      { numRuns: 1000, examples: [[LEFT_OVER, 4, Array.from({ length: 7 }, () => legResult('WIN'))]] },
    )
  })

  test('a chain waits for the links before it', () => {
    const legs: BetLeg[] = [
      { price: 1800, result: null },
      { price: 2100, result: legResult('LOSE') },
    ]
    expect(settleBet({ kind: 'chain', stakeMinor: 100n, legs })).toBeNull()
  })
})

test('dead-heat factors: doubles of simple fractions are those fractions', () => {
  expect(deadHeatFraction(1 / 3)).toEqual(fraction(1, 3))
  expect(deadHeatFraction(0.5)).toEqual(fraction(1, 2))
  expect(roundHalfUp(times(deadHeatFraction(0.3333), fraction(1_000_000_000)))).toBe(333_300_000n)
  expect(() => deadHeatFraction(0)).toThrow(RangeError)
})
