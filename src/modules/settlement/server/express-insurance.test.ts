/** Insured expresses: exactly one lost leg gives a promo code, corrections take it back (XT-21). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { DAY } from '#lib/time.ts'
import { betState, cancelFact, placeTestBet, rollbackFact, settleFact, wonBy, type TestBet } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { settlingScene } from './test-scene.ts'
import { askVoid } from './void-bet.ts'

const { db } = await testDatabase()
const NOW = 10_000_000
const scene = settlingScene(db, { firstCi: 380_000_000, balanceMinor: 1_000_000n, now: NOW })
const { clock, log, settlement, expectSound } = scene
const TERMS = { expressInsurance: { legs: 3, minor: '800', days: 7 } } as const

let account = 0
let ci = 0

beforeEach(async () => {
  ;({ account, ci } = await scene.fresh())
})

const place = (more: Partial<TestBet> = {}) =>
  placeTestBet(db, {
    accountId: account,
    stakeMinor: 1000n,
    legs: [0, 1, 2].map((n) => ({ ci: ci + n, t: 1, price: 2000 })),
    terms: TERMS,
    ...more,
  })
/** Winners of the three matches in their order; 0 = nothing is said. */
async function results(...winners: (0 | 1 | 3)[]): Promise<void> {
  for (const [n, winner] of winners.entries()) if (winner !== 0) await scene.result(winner, ci + n)
}
const codesOf = async (bet: bigint) =>
  (
    await sql<{ code: string; minor: bigint; until: Date; given_at: Date; bet_id: bigint | null }>`
      SELECT code, nominal_minor AS minor, valid_until AS until, given_at, bet_id FROM promo_code WHERE insured_bet = ${String(bet)}::bigint`.execute(
      db,
    )
  ).rows
/** Status, payout, and what codes that can be used stand for. */
async function state(bet: bigint): Promise<string> {
  const good = (await codesOf(bet)).filter((code) => code.until > code.given_at)
  return [await scene.state(bet), ...good.map(({ minor }) => `code ${minor}`)].join(' ')
}
const use = async (code: string) => {
  const stake = 800n
  return placeTestBet(db, {
    accountId: account,
    stakeMinor: stake,
    legs: [{ ci: ci + 9, t: 1, price: 2000 }],
    terms: { promo: { code, minor: String(stake) } },
    promoCode: code,
    at: NOW,
  })
}

test('one lost leg waits for the others; then the bet is lost and a code is given, no money moves', async () => {
  const [bet, usual] = [await place(), await place({ terms: {} })]
  const before = await scene.balance(account)
  await results(3)
  expect([await state(bet), await state(usual)]).toEqual(['1 0', '2 0'])
  await results(0, 1, 1)
  expect([await state(bet), await state(usual)]).toEqual(['2 0 code 800', '2 0'])
  const [code] = await codesOf(bet)
  expect(code!.until.getTime()).toBe(NOW + 7 * DAY)
  expect(await scene.balance(account)).toBe(before)
  await expectSound()
})

test('two lost legs decide it at once and give nothing; a void one that counts no more gives nothing', async () => {
  const [two, short] = [await place(), await place({ legs: [0, 1, 3].map((n) => ({ ci: ci + n, t: 1, price: 2000 })) })]
  await results(3, 3)
  expect([await state(two), await state(short)]).toEqual(['2 0', '2 0'])
  ci = scene.nextGame()
  const voided = await place()
  await settlement.apply([cancelFact({ ci: ci + 1, at: scene.sentAt(), from: 0, to: 9_000_000 })])
  await results(3, 0, 1)
  expect(await state(voided)).toBe('2 0')
  await expectSound()
})

test('corrections: taken back by a second lost leg, by a win, by a rollback, and given again, always the same code', async () => {
  const bet = await place()
  await results(3, 1, 1)
  const { code } = (await codesOf(bet))[0]!
  const walk: [() => Promise<unknown>, string][] = [
    [() => results(0, 3), '2 0'],
    [() => results(0, 1), '2 0 code 800'],
    [() => results(1), '4 8000'],
    [() => results(0, 0, 3), '2 0 code 800'],
    [() => settlement.apply([rollbackFact({ ci: ci + 1, at: scene.sentAt() })]), '1 0'],
    [() => results(0, 3), '2 0'],
    // From two lost ones back to one: found though the bet was and is lost.
    [() => results(0, 1), '2 0 code 800'],
  ]
  for (const [step, expected] of walk) {
    await step()
    expect(await state(bet)).toBe(expected)
    await expectSound()
  }
  expect((await codesOf(bet)).map((row) => row.code)).toEqual([code])
})

test('from two lost legs with one open back to one: the bet is open again', async () => {
  const bet = await place()
  await results(3, 3)
  expect(await state(bet)).toBe('2 0')
  await results(0, 1)
  expect(await state(bet)).toBe('1 0')
  await results(0, 0, 1)
  expect(await state(bet)).toBe('2 0 code 800')
  await expectSound()
})

test('a code that was used stays with its bet when the result is corrected, and no second one is ever given', async () => {
  const bet = await place()
  await results(3, 1, 1)
  const { code } = (await codesOf(bet))[0]!
  const second = await use(code)
  await results(1)
  expect(await state(bet)).toBe('4 8000 code 800')
  await expectSound()
  await results(3)
  expect((await codesOf(bet)).map((row) => [row.code, row.bet_id])).toEqual([[code, second]])
  await expectSound()
})

test('a code that was taken back cannot be used', async () => {
  const bet = await place()
  await results(3, 1, 1)
  const { code } = (await codesOf(bet))[0]!
  await results(1)
  await expect(use(code)).rejects.toThrow('900011')
  expect(await state(bet)).toBe('4 8000')
})

test('voided by hand: the stake comes back, the code goes', async () => {
  const bet = await place()
  await results(3, 1, 1)
  const deps = { db, clock, settlement, staffPlayersOf: async () => [] }
  await askVoid(deps, { betId: bet, reason: 'obvious_error', note: 'wrong match', officer: 'anna' })
  expect(await state(bet)).toBe('5 1000')
  await expectSound()
})

test('with an early payout: a leg that led is no lost leg', async () => {
  const legs = [0, 1, 2].map((n) => ({ ci: ci + n, t: 1, price: 2000 }))
  const bet = await place({ legs, terms: { ...TERMS, earlyPayout: { lead: 2, legs: [0] } } })
  await settlement.leads({ ci, steps: [{ home: 2, away: 0, at: 1_500_000 }] })
  await results(3, 3, 1)
  expect(await state(bet)).toBe('2 0 code 800')
  await expectSound()
})

test('several settlers and results at once, forty bets: one code each', async () => {
  const bets = []
  for (let i = 0; i < 40; i += 1) bets.push(await place())
  const others = [1, 2].map(() => createSettlement({ db, clock, log }))
  const say = (by: typeof settlement, n: number, winner: 1 | 3) =>
    by.apply([settleFact({ key: `same-${ci + n}`, ci: ci + n, at: 3_000_000 + n, results: wonBy(winner) })])
  await Promise.all([say(settlement, 0, 3), say(others[0]!, 1, 1), say(others[1]!, 2, 1), say(others[0]!, 0, 3), say(settlement, 2, 1)])
  await settlement.resume()
  expect(new Set(await Promise.all(bets.map(state)))).toEqual(new Set(['2 0 code 800']))
  expect((await Promise.all(bets.map(codesOf))).map((codes) => codes.length)).toEqual(bets.map(() => 1))
  await expectSound()
})

test('the code is used while a correction takes it back: used or gone, never both', async () => {
  for (let round = 0; round < 6; round += 1) {
    ci = scene.nextGame()
    const bet = await place()
    await results(3, 1, 1)
    const { code } = (await codesOf(bet))[0]!
    const [used] = await Promise.allSettled([use(code), results(1)])
    const [row] = await codesOf(bet)
    expect(row!.bet_id !== null).toBe(used.status === 'fulfilled')
    expect(row!.until > row!.given_at).toBe(used.status === 'fulfilled')
    expect((await betState(db, bet)).status).toBe(4)
  }
  await expectSound()
})
