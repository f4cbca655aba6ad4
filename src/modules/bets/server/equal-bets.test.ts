/** Equal bets of a player have one largest stake together (rules 4): what the coupon is told, and what a bet above it is answered. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { testSite, type WireAnswer } from './test-site.ts'

const { db } = await testDatabase(8)
const limit = { minStakeEur: '0.20', liabilityEur: '500', maxStakeEur: '100000', maxPayoutEur: '50000' }
const siteHere = () => testSite(db, polosa.config, (config) => void (config.betting.limits = limit))
const here = await siteHere()
/** Knows of the other nothing but what the database says. */
const there = await siteHere()
there.clock.advance(777)
type Site = typeof here
let game = 600_990_000
let player = 99_000

const bet = (more: object = {}) => ({
  Events: [{ GameId: game, Type: 9, Coef: 2, Param: 2.5, Kind: 3 }],
  Vid: 0,
  Summ: 500,
  ApprovedBet: true,
  betGUID: randomBytes(12).toString('hex'),
  ...more,
})
const place = (site: Site, more: object = {}): Promise<WireAnswer> => site.makeBet(player, bet(more))
async function coupon(site: Site, more: object = {}): Promise<Record<string, unknown>> {
  const { json } = await site.post('/service-api/LiveBet/Open/UpdateCoupon', bet(more), player)
  return (json as { Value: Record<string, unknown> }).Value
}
const left = '€100 is left for equal bets'
const full = 'The limit for equal bets is used up'
const said = ({ Error: text }: WireAnswer) => text.replaceAll(/[⁦⁩]/g, '')

beforeEach(async () => {
  player += 1
  game += 10
  await here.playerWith(player, 10_000_000n)
  for (const site of [here, there])
    for (const id of [game, game + 1]) {
      site.line.addGame(id, { startsAt: site.clock.now() + 3_600_000 })
      site.line.addOutcome(id, 9, 2000, { p: 2.5 })
    }
})
afterAll(() => here.booksAreRight())

test('the coupon says how much of it is left, a bet above it is answered with that, and the rest is taken to the last cent', async () => {
  expect(await coupon(here)).toMatchObject({ maxBet: 500, MaxBetEquals: null })
  expect((await place(here, { Summ: 400 })).Success).toBe(true)
  expect(await coupon(here)).toMatchObject({ maxBet: 100, MaxBetEquals: 500, RestrictionWarning: null })
  const above = await place(here, { Summ: 100.01 })
  expect([above.ErrorCode, said(above)]).toEqual([109, left])
  expect((await place(here, { Summ: 100 })).Success).toBe(true)
  const none = await coupon(here)
  expect(none).toMatchObject({ maxBet: 0, MaxBetEquals: 500, RestrictionWarning: { GameIds: [game] } })
  for (const Summ of [0.1, 0.2, 500]) {
    const refused = await place(here, { Summ })
    expect([refused.ErrorCode, said(refused)]).toEqual([109, full])
  }
  // Another outcome, another player, another kind are other bets.
  const other = [{ GameId: game + 1, Type: 9, Coef: 2, Param: 2.5, Kind: 3 }]
  expect((await place(here, { Events: other })).Success).toBe(true)
  expect(await coupon(here, { Vid: 1, Events: [...bet().Events, ...other] })).toMatchObject({ MaxBetEquals: null })
  expect(await coupon(here, { Events: other })).toMatchObject({ maxBet: 0 })
})

test('a server that has not heard of it is told by the database, and says what is left; the same key gets the same answer', async () => {
  expect((await place(here, { Summ: 400 })).Success).toBe(true)
  expect(await coupon(there)).toMatchObject({ maxBet: 500, MaxBetEquals: null })
  const body = bet()
  for (const site of [there, there, here]) {
    const refused = await site.makeBet(player, body)
    expect([refused.ErrorCode, said(refused)]).toEqual([109, left])
  }
  expect(await coupon(there)).toMatchObject({ maxBet: 100, MaxBetEquals: 500 })
  expect((await place(there, { Summ: 100 })).Success).toBe(true)
  const refused = await place(here, { Summ: 50 })
  expect([refused.ErrorCode, said(refused)]).toEqual([109, full])
})

test('ten of them at once at two servers: exactly one largest stake is in the books', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => place(i % 2 ? here : there, { Summ: 125 })))
  expect(answers.filter(({ Success }) => Success)).toHaveLength(4)
  expect(answers.filter(({ ErrorCode }) => ErrorCode === 109)).toHaveLength(6)
  const rows = await db.selectFrom('bet').select('stake_minor').where('player_id', '=', player).execute()
  expect(rows.reduce((sum, row) => sum + row.stake_minor, 0n)).toBe(50_000n)
})

test.each([
  ['system', { Vid: 2, expressNum: 2 }],
  ['express', { Vid: 1 }],
  ['lucky', { Vid: 7 }],
  ['patent', { Vid: 8 }],
  ['chain', { Vid: 3 }],
  ['conditional', { Vid: 5 }],
  ['anti-express', { Vid: 6 }],
])('every kind counts: %s', async (_name, kind) => {
  for (const site of [here, there])
    for (const id of [game + 2, game + 3, game + 4]) {
      site.line.addGame(id, { startsAt: site.clock.now() + 3_600_000 })
      site.line.addOutcome(id, 9, 2000, { p: 2.5 })
    }
  const Events = [2, 3, 4].map((i) => ({ GameId: game + i, Type: 9, Coef: 2, Param: 2.5, Kind: 3 }))
  const { maxBet, AntiExpressCoef } = (await coupon(here, { ...kind, Events })) as { maxBet: number; AntiExpressCoef: number }
  const more = { ...kind, Events, AntiExpressCoef }
  const placed = await place(here, { ...more, Summ: maxBet })
  expect([placed.ErrorCode, said(placed)]).toEqual([0, ''])
  expect(await coupon(here, more)).toMatchObject({ maxBet: 0, MaxBetEquals: maxBet })
  expect((await place(here, { ...more, Summ: maxBet })).ErrorCode).toBe(109)
  expect((await place(there, { ...more, Summ: maxBet })).ErrorCode).toBe(109)
})
