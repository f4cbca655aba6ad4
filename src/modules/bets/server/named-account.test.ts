/** `UserId` of coupon and bet calls (wire 8.3): the token decides; the player's own number and his own accounts are his. */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { namedAccount } from '#modules/coupon/server/index.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { EUR, testSite, type WireAnswer } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config)
const GAME = 600_100_200
const OTHER = 600_100_300
const event = (GameId: number) => ({ GameId, Type: 9, Coef: 1.9, Param: 2.5, Kind: 3, PlayerId: 0 })
let player = 7_000
let account = 0

const body = (UserId: number, more: object = {}) => ({
  Events: [event(GAME)],
  Vid: 0,
  Summ: 10,
  UserId,
  betGUID: randomBytes(12).toString('hex'),
  // Equal bets within a moment are confirmed first.
  ApprovedBet: true,
  ...more,
})
const ask = async (call: string, UserId: number, more: object = {}, by = player) =>
  (await site.post(`/service-api/LiveBet/${call}`, body(UserId, more), by)).json as WireAnswer

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 100_000n)
  expect(account).not.toBe(player)
  for (const game of [GAME, OTHER]) {
    site.line.addGame(game, { startsAt: site.clock.now() + 3_600_000 })
    site.line.addOutcome(game, 9, 1900, { p: 2.5 })
  }
})

test('an own account comes first, then the own number, which is the active account', () => {
  const accounts = [{ id: 50 }, { id: 60 }, { id: 7 }]
  const named = (userId: number) => namedAccount(accounts, 7, userId)?.id
  expect([named(0), named(60), named(7), named(8)]).toEqual([50, 60, 7, undefined])
  expect(namedAccount(accounts, 9, 9)?.id).toBe(50)
})

test.each(['Open/UpdateCoupon', 'Open/UpdateCouponMulti', 'Open/GetAvance', 'Secure/MakeBetWeb', 'Secure/MakeBetWebMulti'])(
  '%s takes nothing, the account and the number of the player, and nobody else',
  async (call) => {
    const foreign = await site.playerWith(player + 50_000, 100n)
    const multi = call.endsWith('Multi')
    const code = async (userId: number) => {
      const answer = await ask(call, userId, multi ? { Vid: 11, Events: [event(GAME), event(OTHER)] } : {})
      const [row] = (answer.Value?.['Bets'] ?? []) as { ErrorCode: number }[]
      return row?.ErrorCode ?? answer.ErrorCode
    }
    expect([await code(0), await code(account), await code(player)]).toEqual([0, 0, 0])
    for (const other of [foreign, player + 50_000, 2 ** 31 - 1]) expect([other, await code(other)]).toEqual([other, 403])
  },
)

test('the bet stands in the active account, also where the number is an account of somebody else', async () => {
  const foreign = await site.playerWith(player + 50_000, 100_000n)
  const own = await site.playerWith(foreign, 100_000n)
  const { Value } = await ask('Secure/MakeBetWeb', foreign, {}, foreign)
  expect(Value).toMatchObject({ Balance: 990 })
  const bet = await db.selectFrom('bet').select('account_id').where('id', '=', BigInt(Value.Id)).executeTakeFirstOrThrow()
  expect(bet.account_id).toBe(own)
  expect((await site.ledger.account(foreign))?.balanceMinor).toBe(100_000n)
  await site.booksAreRight()
})

test('bonus money pays for no bet, neither by its number nor as the active account', async () => {
  const bonus = await inTx(db, (tx) => site.ledger.openAccount(tx, { playerId: player, currencyId: EUR, kind: 1 }))
  const id = isProblem(bonus) ? 0 : bonus.id
  await inTx(db, async (tx) => {
    const entries = [
      { accountId: id, currencyId: EUR, amountMinor: 5_000n },
      { accountId: systemAccountId('bonus', EUR), currencyId: EUR, amountMinor: -5_000n },
    ]
    await site.ledger.post(tx, { kind: 'bonus', txId: site.ledger.ids.next(), at: new Date(site.clock.now()), entries })
    await site.ledger.activateAccount(tx, player, id)
  })
  const codes = []
  for (const named of [id, 0, player]) codes.push((await ask('Secure/MakeBetWeb', named)).ErrorCode)
  expect(codes).toEqual([900_020, 900_020, 900_020])
  expect((await ask('Secure/MakeBetWeb', account)).ErrorCode).toBe(0)
})
