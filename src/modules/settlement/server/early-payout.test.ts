/** Early payout: a winner is paid as soon as its side leads by the agreed number (XT-21). */
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { standingLeads, type ScoreStep } from '../rules/leads.ts'
import { cancelFact, placeTestBet, type TestBet, type TestLeg } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { settlingScene } from './test-scene.ts'
import { askVoid } from './void-bet.ts'

const { db } = await testDatabase()
const { clock, log, settlement, fresh, result, state, expectSound } = settlingScene(db, {
  firstCi: 390_000_000,
  balanceMinor: 1_000_000n,
})

let account = 0
let ci = 0

beforeEach(async () => {
  ;({ account, ci } = await fresh())
})

const HOME: TestLeg = { ci: 0, t: 1, price: 1500 }
const early = (legs: number[] = [0], lead = 2) => ({ terms: { earlyPayout: { lead, legs } } })
const place = (legs: Partial<TestLeg>[], more: Partial<TestBet>) =>
  placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: legs.map((leg) => ({ ...HOME, ci, ...leg })), ...more })
const steps = (...scores: `${number}:${number}`[]): ScoreStep[] =>
  scores.map((score, i) => {
    const [home, away] = score.split(':').map(Number)
    return { home: home!, away: away!, at: 1_500_000 + i * 1000 }
  })
const scores = (...list: `${number}:${number}`[]) => settlement.leads({ ci, steps: steps(...list) })

test('leads that stand: a goal of the other side takes nothing back, a goal that did not stand does', () => {
  const of = (...list: `${number}:${number}`[]) => standingLeads(steps(...list)).map(({ t, home, away }) => `${t} ${home}:${away}`)
  expect(of('0:0', '1:0', '2:0', '2:1', '2:2', '2:3')).toEqual(['1 2:0'])
  expect(of('0:0', '1:0', '2:0', '1:0', '1:1')).toEqual([])
  expect(of('0:1', '0:2', '0:3', '0:2', '1:2')).toEqual(['3 0:2'])
  expect(of('1:0', '2:0', '2:0', '2:1', '1:1', '2:1')).toEqual([])
  expect(of('2:0', '1:0', '2:0')).toEqual(['1 2:0'])
})

test('paid at once by the lead, and the end of the match changes nothing; without the term it is lost', async () => {
  const [bet, usual, away] = [await place([{}], early()), await place([{}], {}), await place([{ t: 3 }], early())]
  await scores('0:0', '1:0')
  expect(await state(bet)).toBe('1 0')
  await scores('0:0', '1:0', '2:0')
  expect([await state(bet), await state(usual), await state(away)]).toEqual(['4 1500', '1 0', '1 0'])
  await scores('0:0', '1:0', '2:0', '2:1', '2:2', '2:3')
  await result(3)
  expect([await state(bet), await state(usual), await state(away)]).toEqual(['4 1500', '2 0', '4 1500'])
  await expectSound()
})

test('a lead before the bet, a smaller one, or that of a bet on the draw pays nothing', async () => {
  const [late, three, draw] = [
    await place([{}], { ...early(), at: 1_502_000 }),
    await place([{}], early([0], 3)),
    await place([{ t: 2 }], early()),
  ]
  await scores('0:0', '1:0', '2:0', '2:2')
  await result(2)
  expect([await state(late), await state(three), await state(draw)]).toEqual(['2 0', '2 0', '4 1500'])
  await expectSound()
})

test('a goal that did not stand takes the payout back, and one given again pays again; the same scores twice are one payout', async () => {
  const bet = await place([{}], early())
  await scores('1:0', '2:0')
  expect(await state(bet)).toBe('4 1500')
  await scores('1:0', '2:0', '1:0')
  expect(await state(bet)).toBe('1 0')
  await expectSound()
  await scores('1:0', '2:0', '1:0', '1:1', '2:1', '3:1')
  await scores('1:0', '2:0', '1:0', '1:1', '2:1', '3:1')
  expect(await state(bet)).toBe('4 1500')
  const { settled_version: version } = await db.selectFrom('bet').select('settled_version').where('id', '=', bet).executeTakeFirstOrThrow()
  expect(version).toBe(3)
  await expectSound()
})

test('a goal that did not stand is found after the end: the bet follows the result', async () => {
  const bet = await place([{}], early())
  await scores('1:0', '2:0', '2:2')
  await result(2)
  expect(await state(bet)).toBe('4 1500')
  await scores('1:0', '2:0', '2:2', '1:2')
  expect(await state(bet)).toBe('2 0')
  await expectSound()
})

test('in an express: the last open leg decides it, though the match that led goes on; a lost leg that led is no lost leg', async () => {
  const other = { ci: ci + 1, price: 2000 }
  const bet = await place([{}, other], early([0]))
  await scores('1:0', '2:0')
  expect(await state(bet)).toBe('1 0')
  await result(1, ci + 1)
  expect(await state(bet)).toBe('4 3000')
  await result(2)
  await result(2, ci + 1)
  expect(await state(bet)).toBe('2 0')
  // Corrected: the leg that is officially lost was won by the lead, so the other one counts again.
  await result(1, ci + 1)
  expect(await state(bet)).toBe('4 3000')
  await expectSound()
})

test('with an addition and a tax, both calculations agree', async () => {
  const bonus = { kind: 'boost', minPrice: 1200, table: { 2: 10 } } as const
  const tax = { rule: 'X', payout: { base: 'net', rate: '0.2' }, returnsStakeTax: false } as const
  const bet = await place([{}, { ci: ci + 1, t: 3, price: 2000 }], { terms: { ...early([0, 1]).terms, bonus, tax } })
  await scores('2:0')
  await settlement.leads({ ci: ci + 1, steps: steps('0:1', '0:2') })
  // 3.000 of 10.00: 20.00 won, 10 % added, a fifth of the winnings taken.
  expect(await state(bet)).toBe('4 2760')
  await expectSound()
})

test('what is void stays void: a cancelled market, a bet voided by hand', async () => {
  const [cancelled, byHand] = [await place([{}], early()), await place([{}], early())]
  await settlement.apply([cancelFact({ ci, at: 1_600_000, from: 0, to: 1_200_000 })])
  await scores('1:0', '2:0')
  expect([await state(cancelled), await state(byHand)]).toEqual(['5 1000', '5 1000'])
  await settlement.apply([cancelFact({ ci, at: 1_700_000, from: 0, to: 1_200_000, back: true })])
  expect(await state(byHand)).toBe('4 1500')
  await askVoid(
    { db, clock, settlement, staffPlayersOf: async () => [] },
    { betId: byHand, reason: 'obvious_error', note: 'wrong match', officer: 'anna' },
  )
  await scores('1:0', '2:0', '3:0')
  expect([await state(cancelled), await state(byHand)]).toEqual(['4 1500', '5 1000'])
  await expectSound()
})

test('scores and results at once, twenty bets: each is paid once, the books are even', async () => {
  const bets = []
  for (let i = 0; i < 20; i += 1) bets.push(await place([{}], early()))
  const second = createSettlement({ db, clock, log })
  await Promise.all([
    scores('1:0', '2:0'),
    second.leads({ ci, steps: steps('1:0', '2:0') }),
    result(2),
    second.leads({ ci, steps: steps('1:0', '2:0', '2:2') }),
  ])
  expect(new Set(await Promise.all(bets.map(state)))).toEqual(new Set(['4 1500']))
  await expectSound()
})
