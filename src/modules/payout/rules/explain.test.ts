import { describe, expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import ar from '../../../../locales/ar/payout.json' with { type: 'json' }
import ru from '../../../../locales/ru/payout.json' with { type: 'json' }
import type { BetLeg, SettledBet } from './bet.ts'
import { explain, sameMoney } from './explain.ts'
import { legResult, type ResultName } from './leg.ts'
import { betMoney, betOf, possibleMoney } from './money.ts'
import { betOfInputs, inputsOf } from './why.ts'
import { winRange } from './win-range.ts'

const leg = (price: number, name: Exclude<ResultName, 'DEAD_HEAT'> | null): BetLeg => ({ price, result: name && legResult(name) })

const SYSTEM: SettledBet = {
  kind: 'system',
  stakeMinor: 15_000n,
  size: 2,
  legs: [leg(1500, 'WIN'), leg(2000, 'WIN'), leg(2600, 'LOSE')],
}

describe('the arithmetic told', () => {
  test('a system names its variants and what each returns', () => {
    const told = must(explain(SYSTEM), 'decided')
    expect(told.factors).toEqual(['1.5', '2', '0'])
    expect(told.variants).toEqual({
      count: '3',
      stake: '50.0000',
      shown: [
        { members: [1, 2], factors: ['1.5', '2'], product: '3', sum: '150.0000' },
        { members: [1, 3], factors: ['1.5', '0'], product: '0', sum: '0.0000' },
        { members: [2, 3], factors: ['2', '0'], product: '0', sum: '0.0000' },
      ],
    })
    expect(told.lines).toEqual([
      { key: 'line_stake', sum: 15_000n },
      { key: 'line_coefficient', value: '1' },
      { key: 'line_gross', sum: 15_000n },
      { key: 'line_net', sum: 15_000n },
    ])
  })

  test('a lobby stands in every variant of a multi-bet', () => {
    const legs = [1800, 1390, 1780, 2440].map((price) => leg(price, 'WIN'))
    const told = must(
      explain({ kind: 'multi_bet', stakeMinor: 30_000n, legs, blocks: [[0], [1], [2], [3]], withLobby: true, size: 2 }),
      'decided',
    )
    expect(told.variants!.shown.map((v) => v.members)).toEqual([
      [0, 1, 2],
      [0, 1, 3],
      [0, 2, 3],
    ])
    expect(told.variants!.shown.reduce((sum, v) => sum + Number(v.sum), 0)).toBeCloseTo(1837.62, 9)
    expect(told.money.netMinor).toBe(183_762n)
  })

  test('a chain tells stake and account of every step', () => {
    const legs = [leg(1800, 'WIN'), leg(2100, 'LOSE'), leg(1500, 'WIN'), leg(2000, 'WIN')]
    const told = must(explain({ kind: 'chain', stakeMinor: 10_000n, legs }), 'decided')
    expect(told.steps!.map((s) => s.account)).toEqual([18_000n, 8000n, 12_000n, 22_000n])
  })

  test('taxes, a bonus and a sold part have lines of their own', () => {
    const keys = (bet: SettledBet) => must(explain(bet), 'decided').lines.map((line) => line.key)
    const tax = {
      rule: 'KE',
      stake: { mode: 'included', rate: '0.15' },
      payout: { base: 'net', rate: '0.2' },
      returnsStakeTax: true,
    } as const
    const bet: SettledBet = { kind: 'single', stakeMinor: 10_000n, legs: [leg(3000, 'WIN')], tax }
    expect(keys(bet)).toEqual([
      'line_stake',
      'line_stake_tax',
      'line_effective',
      'line_coefficient',
      'line_gross',
      'line_payout_tax',
      'line_net',
    ])
    expect(keys({ ...bet, legs: [leg(3000, 'VOID')] })).toContain('line_stake_tax_back')
    expect(keys({ ...bet, soldStakeMinor: 4000n })).toContain('line_running')
    expect(keys({ ...bet, maxPayoutMinor: 1000n })).toContain('line_cap')
    expect(keys({ ...bet, insuredMinor: 1000n, legs: [leg(3000, 'LOSE')] })).toContain('line_insurance')
    const late = { ...bet, insuredMinor: 0n, premiumBackMinor: 90n }
    expect(keys({ ...late, legs: [leg(3000, 'LOSE')] }).filter((key) => key.startsWith('line_insurance'))).toEqual(['line_insurance_late'])
    expect(keys({ ...late, legs: [leg(3000, 'WIN')] })).not.toContain('line_insurance_late')
    expect(keys({ ...bet, bonus: { kind: 'boost', minPrice: 1200, table: { 1: 10 } } })).toContain('line_bonus_boost')
  })

  test('a bonus that came to nothing says so with its numbers, where the bet won', () => {
    const boost = { kind: 'boost', minPrice: 1200, table: { 4: 10, 5: 15 } } as const
    const day = { kind: 'day', percent: 10, expressId: 1 } as const
    const told = (bonus: NonNullable<SettledBet['bonus']>, legs: BetLeg[], more: Partial<SettledBet> = {}) => {
      const { lines } = must(explain({ kind: 'express', stakeMinor: 1000n, legs, bonus, ...more }), 'decided')
      return lines.filter(({ key }) => key.startsWith('line_bonus'))
    }
    const won = [1500, 1600, 1700].map((price) => leg(price, 'WIN'))
    const short = { key: 'line_bonus_boost_none', sum: 0n, params: { count: 3, needed: 4 } }
    expect(told(boost, [...won, leg(2000, 'VOID')])).toEqual([short])
    // Below the least price.
    expect(told(boost, [...won, leg(1100, 'WIN')])).toEqual([short])
    expect(told(boost, [...won, leg(2000, 'WIN')])).toMatchObject([{ key: 'line_bonus_boost', params: { percent: 10, count: 4 } }])
    expect(told(day, [...won, leg(2000, 'VOID')])).toEqual([{ key: 'line_bonus_day_none', sum: 0n, params: { count: 1 } }])
    // The payout is the largest one already.
    expect(told(day, won, { maxPayoutMinor: 2000n })).toEqual([{ key: 'line_bonus_day', sum: 0n, params: { percent: 10 } }])
    for (const bonus of [boost, day]) {
      expect(told(bonus, [...won, leg(2000, 'LOSE')])).toEqual([])
      expect(told(bonus, [leg(1500, 'VOID'), leg(1500, 'VOID')])).toEqual([])
      expect(told(bonus, [...won, leg(2000, 'VOID')], { uncoveredMinor: 500n })).toEqual([])
    }
  })

  test('of outcomes of one game with a void one among them it is said why the joint price does not multiply', () => {
    const bet: SettledBet = { kind: 'express', stakeMinor: 1000n, jointPrice: 2519, legs: [leg(1445, 'WIN'), leg(1632, 'VOID')] }
    const keys = (one: SettledBet) => must(explain(one), 'decided').lines.map((line) => line.key)
    expect(keys(bet)).toEqual(['line_stake', 'line_joint_price', 'line_joint_void', 'line_coefficient', 'line_gross', 'line_net'])
    expect(keys({ ...bet, legs: [leg(1445, 'WIN'), leg(1632, 'WIN')] })).not.toContain('line_joint_void')
    expect(keys({ ...bet, legs: [leg(1445, 'LOSE'), leg(1632, 'VOID')] })).not.toContain('line_joint_void')
  })

  test('of a changed bet whose events are all void it is said what it stood for, and winnings of it are taxed', () => {
    const bet: SettledBet = { kind: 'single', stakeMinor: 100_000n, basePrice: 1072, worthMinor: 50_287n, legs: [leg(2131, 'VOID')] }
    const tax = { rule: 'T', payout: { base: 'net', rate: '0.2' }, returnsStakeTax: false } as const
    expect(must(explain({ ...bet, tax }), 'decided')).toMatchObject({
      money: { status: 'RETURN', netMinor: 50_287n, taxMinor: 0n },
      lines: [
        { key: 'line_stake', sum: 100_000n },
        { key: 'line_base_price', value: '1.072' },
        { key: 'line_all_void_changed', sum: 50_287n },
        { key: 'line_gross', sum: 50_287n },
        { key: 'line_net', sum: 50_287n },
      ],
    })
    const risen = must(explain({ ...bet, tax, worthMinor: 150_000n }), 'decided')
    expect(risen.money).toMatchObject({ status: 'WIN', grossMinor: 150_000n, taxMinor: 10_000n, netMinor: 140_000n })
    expect(risen.lines.map((line) => line.key)).toContain('line_payout_tax')
    const sold = must(explain({ ...bet, soldStakeMinor: 30_650n }), 'decided')
    expect(sold.lines.slice(-4)).toEqual([
      { key: 'line_all_void_changed', sum: 50_287n },
      { key: 'line_all_void_left', sum: 34_874n },
      { key: 'line_gross', sum: 34_874n },
      { key: 'line_net', sum: 34_874n },
    ])
    const { worthMinor: _, ...older } = bet
    expect(must(explain(older), 'decided').money).toMatchObject({ status: 'RETURN', netMinor: 100_000n })
    const read = betOfInputs(JSON.parse(JSON.stringify(inputsOf(bet))))
    expect(must(betMoney(read), 'decided')).toEqual(betMoney(bet))
  })

  test('of a won bet whose advance nothing repaid the own part comes back: the sum of its lines is the payout', () => {
    const bet: SettledBet = { kind: 'single', stakeMinor: 59_450n, uncoveredMinor: 3000n, legs: [leg(3000, 'WIN')] }
    expect(must(explain(bet), 'decided').lines).toEqual([
      { key: 'line_stake', sum: 59_450n },
      { key: 'line_coefficient', value: '1' },
      { key: 'line_uncovered', sum: -3000n },
      { key: 'line_gross', sum: 56_450n },
      { key: 'line_net', sum: 56_450n },
    ])
    const lost = must(explain({ ...bet, legs: [leg(3000, 'LOSE')] }), 'decided')
    expect(lost.lines.slice(1)).toEqual([
      { key: 'line_coefficient', value: '0' },
      { key: 'line_gross', sum: 0n },
      { key: 'line_net', sum: 0n },
    ])
  })

  test('the few variants of almost all legs are listed without all others being made', () => {
    const legs = Array.from({ length: 20 }, (_, i) => leg(1500, i === 3 ? 'LOSE' : 'WIN'))
    const { count, shown } = must(explain({ kind: 'system', size: 19, stakeMinor: 20_000n, legs })!.variants, 'variants')
    expect([count, shown.length, shown.filter(({ members }) => !members.includes(4)).map(({ sum }) => sum)]).toEqual([
      '20',
      20,
      [expect.stringMatching(/^22168\./)],
    ])
    const all = Array.from({ length: 60 }, () => leg(1500, 'WIN'))
    expect(explain({ kind: 'system', size: 59, stakeMinor: 60_000n, legs: all })!.variants).toMatchObject({ count: '60' })
  })

  test('more variants than can be read are counted only, and an open bet has no sum', () => {
    const legs = Array.from({ length: 12 }, () => leg(1500, 'WIN'))
    expect(explain({ kind: 'system', size: 6, stakeMinor: 1000n, legs })!.variants).toMatchObject({ count: '924', shown: [] })
    expect(explain({ ...SYSTEM, legs: [leg(1500, null), leg(2000, 'WIN'), leg(2600, 'WIN')] })).toBeNull()
  })

  test('every line has a text in Russian and Arabic', () => {
    const keys = ['stake', 'sold', 'running', 'stake_tax', 'effective', 'base_price', 'joint_price', 'joint_void', 'coefficient', 'all_void', 'all_void_changed', 'all_void_left', 'product', 'cap',
      'stake_tax_back', 'promo', 'uncovered', 'gross', 'bonus_day', 'bonus_day_none', 'bonus_boost', 'bonus_boost_none', 'insurance', 'payout_tax', 'net'] // prettier-ignore
    for (const key of keys) expect([key, `line_${key}` in ru, `line_${key}` in ar]).toEqual([key, true, true])
  })
})

describe('inputs that travel', () => {
  test('come back as the same bet through JSON and give the same money', () => {
    const bet: SettledBet = {
      kind: 'conditional',
      stakeMinor: 9_007_199_254_740_993n,
      legs: [leg(1800, 'WIN'), leg(1400, 'HALF_LOSE'), { price: 2000, result: { won: 1, voidHalves: 0, deadHeat: { num: 1n, den: 3n } } }],
      blocks: [[0], [1, 2]],
      blockStakesMinor: [9_007_199_254_740_993n, null],
      exponent: 3,
      maxPayoutMinor: null,
      soldStakeMinor: 10n,
      tax: { rule: 'X', payout: { base: 'gross', rate: '0.1' }, returnsStakeTax: false },
    }
    const read = betOfInputs(JSON.parse(JSON.stringify(inputsOf(bet))))
    expect(read).toEqual(bet)
    const money = must(betMoney(read), 'decided')
    expect(money).toEqual(betMoney(bet))
    const booked = {
      gross: money.grossMinor,
      bonus: money.bonusMinor,
      tax: money.taxMinor,
      insurance: 0n,
      freeBet: 0n,
      net: money.netMinor,
    }
    const texts = Object.fromEntries(Object.entries(booked).map(([key, value]) => [key, String(value)])) as Parameters<typeof sameMoney>[1]
    expect([sameMoney(money, texts), sameMoney(money, { ...texts, tax: '1' })]).toEqual([true, false])
  })
})

describe('least and greatest win', () => {
  const prices = [1500, 2000, 2600, 1400]
  const legs = prices.map((price) => ({ price }))
  /** Every way in which legs can be won or lost. */
  const played = (bet: SettledBet) => {
    const nets = Array.from(
      { length: 2 ** bet.legs.length },
      (_, bits) =>
        must(betMoney({ ...bet, legs: bet.legs.map((l, i) => leg(l.price, (bits >> i) & 1 ? 'WIN' : 'LOSE')) }), 'decided').netMinor,
    )
    const wins = nets.filter((net) => net > 0n)
    return { least: wins.reduce((a, b) => (b < a ? b : a)), most: wins.reduce((a, b) => (b > a ? b : a)) }
  }

  test.each([
    ['system', betOf({ vid: 2, stakeMinor: 60_000n, legs, terms: { size: 2 }, exponent: 2 })],
    ['lucky', betOf({ vid: 7, stakeMinor: 15_000n, legs, exponent: 2 })],
    ['patent', betOf({ vid: 8, stakeMinor: 11_000n, legs, exponent: 2 })],
    [
      'multi-bet with a lobby',
      betOf({ vid: 4, stakeMinor: 30_000n, legs, terms: { size: 2, withLobby: true, blocks: [[0], [1], [2], [3]] }, exponent: 2 }),
    ],
    ['express', betOf({ vid: 1, stakeMinor: 10_000n, legs, exponent: 2 })],
    ['anti-express', betOf({ vid: 6, stakeMinor: 10_000n, legs, terms: { antiExpressPrice: 1071 }, exponent: 2 })],
    ['several singles', betOf({ vid: 11, stakeMinor: 10_000n, legs, exponent: 2 })],
    [
      'system with a tax',
      betOf({
        vid: 2,
        stakeMinor: 60_000n,
        legs,
        terms: { size: 3, tax: { rule: 'T', payout: { base: 'net', rate: '0.2' }, returnsStakeTax: false } },
        exponent: 2,
      }),
    ],
  ])('%s: as if every outcome had been played', (_name, bet) => {
    expect(winRange(bet)).toEqual(played(bet))
    expect(possibleMoney(bet).netMinor).toBe(played(bet).most)
  })

  test.each([
    ['a chain', betOf({ vid: 3, stakeMinor: 10_000n, legs, exponent: 2 })],
    [
      'a conditional bet',
      betOf({
        vid: 5,
        stakeMinor: 10_000n,
        legs,
        terms: { blocks: [[0], [1, 2], [3]], blockStakes: ['10000', '15000', null] },
        exponent: 2,
      }),
    ],
  ])('%s may end with nothing at every step: it promises no least', (_name, bet) => {
    expect(winRange(bet)).toEqual({ least: played(bet).most, most: played(bet).most })
  })
})
