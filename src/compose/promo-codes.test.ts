/** Codes that come of other bets go with them when results are corrected (rules 2.11, XT-21). */
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { createPromo, verifyCodes, type GivenBack } from '#modules/promo/server/index.ts'
import { openAccounts, placeTestBet, settleFact, wonBy } from '#modules/settlement/server/fixtures.ts'
import { createSettlement } from '#modules/settlement/server/index.ts'
import { verify } from '#modules/settlement/server/verify.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../test/support/planted-rows.ts'

const { db } = await testDatabase()
const NOW = 10_000_000
const clock = manualClock(NOW)
const promo = createPromo({ db, clock })
const settlement = createSettlement({ db, clock, log: createLog('silent', false) })
const STAKE = 800n

let account = 0
let player = 0
let ci = 410_000_000
let at = NOW

beforeEach(async () => {
  account = (await openAccounts(db, 1))[0]!
  player = (await db.selectFrom('account').select('player_id').where('id', '=', account).executeTakeFirstOrThrow()).player_id
  ci += 100
})

afterAll(async () => expect(brokenOf(await verifyCodes(db))).toEqual([]))

/** A single on a match of its own, paid by this code. */
const use = (code: string, game: number) =>
  placeTestBet(db, {
    accountId: account,
    stakeMinor: STAKE,
    legs: [{ ci: ci + game, t: 1, price: 2000 }],
    terms: { promo: { code, minor: String(STAKE) } },
    promoCode: code,
    at: NOW,
  })
const give = () => promo.give({ playerId: player, currencyId: 1, minor: STAKE, validUntil: NOW + DAY })
const say = (game: number, results: Parameters<typeof settleFact>[0]['results']) =>
  settlement.apply([settleFact({ ci: ci + game, at: (at += 1000), results })])
const winner = (game: number, side: 1 | 3) => say(game, wonBy(side))
const isVoid = (game: number) => say(game, [{ outcome: '1', won: 0, voidFactor: 1 }])
const usable = async () => (await promo.usable(player, { currencyId: 1, vid: 0, prices: [2000] })).map(({ code }) => code)
async function record(code: string): Promise<{ bet: bigint | null; takenBack: boolean }> {
  const row = await db.selectFrom('promo_code').select(['bet_id', 'taken_back_at']).where('code', '=', code).executeTakeFirstOrThrow()
  return { bet: row.bet_id, takenBack: row.taken_back_at !== null }
}
const onlyCode = ([given]: GivenBack[]) => given!.code

async function expectSound(): Promise<void> {
  expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
}

/** An insured express that its first leg has lost, and the code that it gave. */
async function insuredExpress(): Promise<{ bet: bigint; code: string }> {
  const bet = await placeTestBet(db, {
    accountId: account,
    stakeMinor: 1000n,
    legs: [0, 1, 2].map((n) => ({ ci: ci + n, t: 1, price: 2000 })),
    terms: { expressInsurance: { legs: 3, minor: String(STAKE), days: 7 } },
  })
  await winner(0, 3)
  await winner(1, 1)
  await winner(2, 1)
  const { rows } = await sql<{ code: string }>`SELECT code FROM promo_code WHERE insured_bet = ${String(bet)}::bigint`.execute(db)
  return { bet, code: rows[0]!.code }
}

test('the express is corrected to a win: the code that stood in for its void bet goes too, and comes back with it', async () => {
  const { code } = await insuredExpress()
  const free = await use(code, 10)
  await isVoid(10)
  const back = onlyCode(await promo.follow([free]))
  expect(await usable()).toEqual([back])

  await winner(0, 1)
  expect(await usable()).toEqual([])
  await expect(use(back, 11)).rejects.toThrow('900011')
  expect(await record(code)).toEqual({ bet: free, takenBack: true })
  expect(await promo.follow([free])).toEqual([])

  await winner(0, 3)
  expect(await usable()).toEqual([back])
  await expectSound()
})

test('the express is corrected before its void bet was told of: nothing is given for it', async () => {
  const { code } = await insuredExpress()
  const free = await use(code, 10)
  await isVoid(10)
  await winner(0, 1)
  expect(await promo.follow([free])).toEqual([])
  expect(await usable()).toEqual([])
})

test('void bet upon void bet: the last code goes with the first bet; used ones say so and have nothing to give back', async () => {
  const first = await use(await give(), 10)
  await isVoid(10)
  const second = onlyCode(await promo.follow([first]))
  const secondBet = await use(second, 11)
  await isVoid(11)
  const third = onlyCode(await promo.follow([secondBet]))
  expect(await usable()).toEqual([third])

  await winner(10, 3)
  expect(await promo.follow([first])).toEqual([])
  expect(await usable()).toEqual([])
  expect(await record(second)).toEqual({ bet: secondBet, takenBack: true })
  // Told once more, in whatever order: it stays so.
  expect(await promo.follow([secondBet, first])).toEqual([])
  expect(await usable()).toEqual([])

  await isVoid(10)
  expect((await promo.follow([first])).map((given) => [given.betId, given.code])).toEqual([[secondBet, third]])
  expect(await usable()).toEqual([third])
  const thirdBet = await use(third, 12)
  await winner(10, 1)
  await promo.follow([first])
  expect(await record(third)).toEqual({ bet: thirdBet, takenBack: true })
  // Who looks after codes sees them, and which bets they paid for.
  const late = (await promo.list(null)).filter((code) => code.playerId === player)
  expect(new Map(late.map((code) => [code.code, code]))).toEqual(
    new Map([
      [second, expect.objectContaining({ state: 'takenBackLate', betId: secondBet, givenFor: first })],
      [third, expect.objectContaining({ state: 'takenBackLate', betId: thirdBet, givenFor: secondBet })],
    ]),
  )
  expect((await promo.list(player)).map(({ state }) => state).toSorted()).toEqual(['takenBackLate', 'takenBackLate', 'used'])
  await isVoid(12)
  expect(await promo.follow([thirdBet])).toEqual([])
  expect(await usable()).toEqual([])
  await expectSound()
})

test('used while the correction takes it back: used and said so, or gone; never good for a second bet', async () => {
  for (let round = 0; round < 8; round += 1) {
    const base = 20 + round * 4
    const first = await use(await give(), base)
    await isVoid(base)
    const back = onlyCode(await promo.follow([first]))
    await winner(base, round % 2 === 0 ? 1 : 3)
    const [used] = await Promise.allSettled([use(back, base + 1), promo.follow([first]), promo.follow([first])])
    const bet = used.status === 'fulfilled' ? used.value : null
    expect(await record(back)).toEqual({ bet, takenBack: true })
    await isVoid(base + 1)
    expect(bet ? await promo.follow([bet]) : []).toEqual([])
    expect(await usable()).toEqual([])
  }
  await expectSound()
})

test('a code comes back while the express that it was given for is corrected: it is over whichever was first', async () => {
  for (let round = 0; round < 6; round += 1) {
    ci += 100
    const { code } = await insuredExpress()
    const free = await use(code, 10)
    await isVoid(10)
    await Promise.all([promo.follow([free]), winner(0, 1), promo.follow([free])])
    expect(await usable()).toEqual([])
  }
  await expectSound()
})

test.each([
  'UPDATE promo_code SET nominal_minor = nominal_minor + 1 WHERE bet_id IS NOT NULL',
  'UPDATE promo_code SET nominal_minor = nominal_minor + 1 WHERE returned_from IS NOT NULL AND bet_id IS NULL',
  'UPDATE promo_code SET min_price = 3000 WHERE returned_from IS NOT NULL AND bet_id IS NULL',
  'UPDATE promo_code SET bet_id = NULL, used_at = NULL WHERE bet_id IS NOT NULL',
  'UPDATE promo_code SET bet_id = NULL WHERE bet_id IS NOT NULL',
  'UPDATE promo_code SET player_id = player_id + 1 WHERE bet_id IS NOT NULL',
  'UPDATE promo_code SET bet_id = 1, used_at = now() WHERE bet_id IS NULL AND code = (SELECT max(code) FROM promo_code WHERE bet_id IS NULL)',
  'DELETE FROM promo_code WHERE bet_id IS NOT NULL',
])('verify names what was changed in codes: %s', async (change) => {
  // One used, one given again, one that is over and one that nobody has used.
  const [used, over] = [await give(), await give()]
  const bet = await use(used, 10)
  await isVoid(10)
  await promo.follow([bet])
  await give()
  await sql`UPDATE promo_code SET valid_until = given_at WHERE code = ${over}`.execute(db)
  expect(brokenOf(await verifyCodes(db))).toEqual([])
  expect(await plantedIn(db, 'promo_code', change, verifyCodes)).not.toEqual([])
})
