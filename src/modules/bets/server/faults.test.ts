/** Faults of ours while a bet is placed: they are told of, and leave nothing taken. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { testSite } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(6)
const site = await testSite(db, polosa.config, (config) => void (config.betting.liveDelayMs = { default: 40, bySport: {} }))
const { line, clock, logged } = site
const [LINE, LIVE] = [601_200_100, 601_200_200]
let player = 72_000
let account = 0

const single = (game: number, more: object = {}) => ({
  Events: [{ GameId: game, Type: 9, Coef: 1.9, Param: 2.5, Kind: game === LIVE ? 1 : 3 }],
  Vid: 0,
  Summ: 10,
  UserId: account,
  betGUID: randomBytes(12).toString('hex'),
  ...more,
})
const place = (body: object) => site.post('/service-api/LiveBet/Secure/MakeBetWeb', body, player)

/** What bets take of limits from now on, and what becomes of it. */
function seeTaken() {
  const { limits } = site
  const { take } = limits
  const ends: string[] = []
  limits.take = (...bet) => {
    const taken = take(...bet)
    ends.push('taken')
    const then = (end: 'keep' | 'giveBack') => () => {
      ends.push(end)
      taken[end]()
    }
    return { ...taken, keep: then('keep'), giveBack: then('giveBack') }
  }
  onTestFinished(() => void (limits.take = take))
  return ends
}

function acceptorThat(accept: () => Promise<never>): void {
  const { acceptor } = site.bets
  const own = acceptor.accept
  acceptor.accept = accept
  onTestFinished(() => void (acceptor.accept = own))
}

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 100_000n)
  logged.length = 0
  line.addGame(LINE, { startsAt: clock.now() + HOUR })
  line.addGame(LIVE, { kind: 1, status: 'live', startsAt: clock.now() - HOUR })
  for (const game of [LINE, LIVE]) line.addOutcome(game, 9, 1900, { p: 2.5 })
})
afterAll(() => site.booksAreRight())

test('a bet that fails before it is sent gives back what it has taken of limits', async () => {
  acceptorThat(() => {
    throw new Error('planted')
  })
  const ends = seeTaken()
  expect((await place(single(LINE))).status).toBe(500)
  expect(ends).toEqual(['taken', 'giveBack'])
})

test('a bet that fails after it was sent may stand: what it has taken is kept', async () => {
  acceptorThat(() => Promise.reject(new Error('planted')))
  const ends = seeTaken()
  expect((await place(single(LINE))).status).toBe(500)
  expect(ends).toEqual(['taken', 'keep'])
})

test('a bet whose answer nobody waits for fails in the log, once', async () => {
  acceptorThat(() => Promise.reject(new Error('planted')))
  const body = single(LIVE, { notWait: true })
  expect((await place(body)).json).toMatchObject({ Value: { waitTime: 40 } })
  await expect.poll(() => logged).toMatchObject([{ level: 'error', betGUID: body.betGUID, err: { message: 'planted' } }])
  // A call that waits is told itself.
  expect((await place(single(LIVE, { notWait: false }))).status).toBe(500)
  expect(logged).toHaveLength(1)
})

test('an account below zero gets no advance: the money is missing', async () => {
  let asked = 0
  site.bets.useAdvance({ mostMinor: async () => BigInt((asked += 1) * 100_000) })
  await sql`UPDATE account SET balance_minor = -10000, receivable = true WHERE id = ${account}`.execute(db)
  onTestFinished(
    async () => void (await sql`UPDATE account SET balance_minor = 100000, receivable = false WHERE id = ${account}`.execute(db)),
  )
  const ends = seeTaken()
  expect(await place(single(LINE, { avanceBet: true }))).toMatchObject({ status: 200, json: { Success: false, ErrorCode: 103 } })
  expect([ends, asked]).toEqual([['taken', 'giveBack'], 0])
})
