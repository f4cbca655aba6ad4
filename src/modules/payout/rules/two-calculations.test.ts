import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { KIND_OF_VID, type BetKind, type BetLeg, type SettledBet } from './bet.ts'
import { HYPER_BONUS_TABLE } from '../../../../test/support/hyper-bonus.ts'
import { deadHeatResult, legResult, type LegResult } from './leg.ts'
import { betMoney } from './money.ts'
import { asReference, referenceAgrees } from './reference-bridge.ts'
import { referenceMoney } from './reference.ts'
import type { BonusTerms, TaxTerms } from './terms.ts'

const price = fc.integer({ min: 1001, max: 60_000 })
const result: fc.Arbitrary<LegResult> = fc.oneof(
  { arbitrary: fc.constant(legResult('WIN')), weight: 4 },
  { arbitrary: fc.constantFrom('LOSE', 'VOID', 'HALF_WIN', 'HALF_LOSE').map((name) => legResult(name as 'WIN')), weight: 3 },
  {
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 4 }))
      .map(([places, more]) => deadHeatResult(places, places + more)),
    weight: 1,
  },
)
const leg: fc.Arbitrary<BetLeg> = fc.record({ price, result })
const rate = fc.constantFrom('0', '0.05', '0.1', '0.125', '0.053', '5/105', '0.2', '1/3')

const tax: fc.Arbitrary<TaxTerms> = fc.record(
  {
    rule: fc.constant('T'),
    stake: fc.record({ mode: fc.constantFrom('included' as const, 'excluded' as const), rate }),
    payout: fc.oneof(
      fc.record({ base: fc.constantFrom('gross' as const, 'net' as const), rate }),
      fc.record({
        base: fc.constantFrom('gross' as const, 'net' as const),
        mode: fc.constantFrom('slab' as const, 'progressive' as const),
        brackets: fc.tuple(rate, rate, rate).map((rates) => ['0', '10', '500.5'].map((from, i) => ({ from, rate: rates[i]! }))),
      }),
    ),
    threshold: fc.constantFrom('0', '20', '1000.25'),
    returnsStakeTax: fc.boolean(),
  },
  { requiredKeys: ['rule', 'returnsStakeTax'] },
)
const bonus: fc.Arbitrary<BonusTerms> = fc.oneof(
  fc.record({ kind: fc.constant('day' as const), percent: fc.integer({ min: 1, max: 30 }), expressId: fc.constant(1) }),
  fc.record({ kind: fc.constant('boost' as const), minPrice: fc.constantFrom(1001, 1200, 2000), table: fc.constant(HYPER_BONUS_TABLE) }),
)

interface Draft {
  kind: BetKind
  legs: BetLeg[]
  stakeMinor: bigint
  n: number
  flags: boolean[]
  extra: Partial<SettledBet>
  /** Parts of the stake in thousandths. */
  shares: [promo: number, sold: number, insured: number, uncovered: number]
}

/** A bet as it could be agreed: what belongs to single and express only is left out of other kinds. */
function betFrom({ kind, legs, stakeMinor, n, flags, extra, shares }: Draft): SettledBet {
  const { basePrice, worthMinor, jointPrice, bonus: added, ...rest } = extra
  const plain = kind === 'single' || kind === 'express'
  const part = (thousandths: number) => (stakeMinor * BigInt(thousandths)) / 1000n
  const bet: SettledBet = {
    kind,
    stakeMinor,
    legs: kind === 'single' ? legs.slice(0, 1) : legs,
    ...rest,
    ...(shares[0] ? { promoMinor: part(shares[0]) } : {}),
    ...(shares[1] && !shares[0] ? { soldStakeMinor: part(shares[1]), soldGrossMinor: part(n * 40), soldTaxMinor: part(n * 3) } : {}),
    ...(shares[2] ? { insuredMinor: part(shares[2]) } : {}),
    ...(shares[2] && n % 3 === 0 ? { premiumBackMinor: part(n) } : {}),
    ...(shares[3] ? { uncoveredMinor: part(shares[3]) } : {}),
    ...(plain && basePrice ? { basePrice } : {}),
    ...(plain && basePrice && worthMinor !== undefined ? { worthMinor } : {}),
    ...(plain && jointPrice && !basePrice ? { jointPrice } : {}),
    ...(plain && added ? { bonus: added } : {}),
  }
  return shaped(bet, n, flags)
}

function shaped(bet: SettledBet, n: number, flags: boolean[]): SettledBet {
  const { legs, stakeMinor } = bet
  if (bet.kind === 'system') return { ...bet, size: 1 + (n % legs.length) }
  if (bet.kind === 'multi_bet') {
    const lobby = flags[0] && legs.length > 2
    return { ...bet, blocks: legs.map((_, i) => [i]), withLobby: lobby, size: 1 + (n % (legs.length - (lobby ? 1 : 0))) }
  }
  if (bet.kind === 'conditional') {
    const blocks: number[][] = [[0]]
    for (let i = 1; i < legs.length; i += 1) {
      if (flags[i % flags.length]) blocks.push([i])
      else blocks.at(-1)!.push(i)
    }
    return { ...bet, blocks, blockStakesMinor: blocks.map((_, i) => (i === 0 ? stakeMinor : flags[i % 3] ? null : BigInt(n + 1) * 100n)) }
  }
  if (bet.kind === 'multi_single' && flags[0]) {
    const share = stakeMinor / BigInt(legs.length)
    return { ...bet, blockStakesMinor: legs.map((_, i) => (i === 0 ? stakeMinor - share * BigInt(legs.length - 1) : share)) }
  }
  if (bet.kind === 'anti_express' && flags[1]) return { ...bet, antiExpress: { legMarginPercent: 5, marginPercent: 5, storedPrice: 1231 } }
  return bet
}

function bets(minLength: number, maxLength: number, kinds: BetKind[]): fc.Arbitrary<SettledBet> {
  const some = fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, { arbitrary: fc.integer({ min: 1, max: 999 }), weight: 1 })
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      legs: fc.array(leg, { minLength, maxLength }),
      stakeMinor: fc.bigInt({ min: 1n, max: 10_000_000n }),
      n: fc.nat(20),
      flags: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      extra: fc.record(
        {
          tax,
          bonus,
          basePrice: price,
          worthMinor: fc.bigInt({ min: 0n, max: 30_000_000n }),
          jointPrice: price,
          exponent: fc.constantFrom(0, 2, 3, 8),
          maxPayoutMinor: fc.bigInt({ min: 10_000_000n, max: 20_000_000n }),
        },
        { requiredKeys: [] },
      ),
      shares: fc.tuple(
        some,
        some,
        some,
        some.map((n) => (n % 5 === 0 ? n : 0)),
      ),
    })
    .map(betFrom)
}

/** A part of them in every run of the suite; PAYOUT_RUNS=1000000 is the million of WAG-15. */
const RUNS = Number(process.env['PAYOUT_RUNS'] ?? 20_000)
const every = [...new Set(Object.values(KIND_OF_VID))]

function check(bet: SettledBet): void {
  const money = must(betMoney(bet), 'decided')
  if (!referenceAgrees(bet, money)) expect(referenceMoney(asReference(bet))).toEqual(money)
  expect(money.netMinor).toBe(money.grossMinor + money.bonusMinor + money.insuranceMinor - money.taxMinor)
  if (money.netMinor < 0n || money.taxMinor < 0n || money.bonusMinor < 0n) throw new Error('no amount is negative')
  const most = money.status === 'RETURN' ? null : bet.maxPayoutMinor
  if (most != null && money.grossMinor + money.bonusMinor > most) throw new Error('above the maximum payout')
}

describe('two calculations, one result', () => {
  test(
    'bets of every kind with taxes, additions, sales and insurances',
    () => {
      fc.assert(fc.property(bets(2, 7, every), check), { numRuns: RUNS })
    },
    RUNS * 5,
  )

  test('systems, expresses and chains of up to twenty legs', () => {
    fc.assert(fc.property(bets(8, 20, ['system', 'express', 'chain', 'multi_bet', 'multi_single', 'anti_express']), check), {
      numRuns: 3000,
    })
  }, 240_000)

  test('the greatest system is worked out by both at once', () => {
    const legs = Array.from({ length: 20 }, (_, i) => ({ price: 1500 + i, result: i % 4 === 3 ? legResult('HALF_WIN') : legResult('WIN') }))
    check({ kind: 'system', stakeMinor: 1_000_000n, legs, size: 10 })
  }, 10_000)

  test('related legs that slipped in', () => {
    const related = fc.record({ price, result, relatedGroup: fc.constantFrom(null, 'a', 'b') })
    fc.assert(
      fc.property(fc.array(related, { minLength: 2, maxLength: 6 }), fc.bigInt({ min: 1n, max: 10_000_000n }), (legs, stakeMinor) =>
        check({ kind: 'express', stakeMinor, legs }),
      ),
    )
  })

  test('changed bets whose legs are all void, with taxes and parts sold', () => {
    const voided = bets(1, 4, ['single', 'express']).map((bet): SettledBet => {
      const { jointPrice: _, ...rest } = bet
      const legs = bet.legs.map((one) => ({ ...one, result: legResult('VOID') }))
      return { ...rest, legs, basePrice: bet.basePrice ?? 2000, worthMinor: bet.worthMinor ?? bet.stakeMinor * 2n }
    })
    fc.assert(fc.property(voided, check), { numRuns: 10_000 })
  })

  test('a difference is found', () => {
    const bet: SettledBet = { kind: 'single', stakeMinor: 100n, legs: [{ price: 2000, result: legResult('WIN') }] }
    const money = must(betMoney(bet), 'decided')
    expect(referenceAgrees(bet, money)).toBe(true)
    expect(referenceAgrees(bet, { ...money, taxMinor: 1n })).toBe(false)
    expect(referenceAgrees({ ...bet, legs: [{ price: 2001, result: legResult('LOSE') }] }, money)).toBe(false)
  })
})
