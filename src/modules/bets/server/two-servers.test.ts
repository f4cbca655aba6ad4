/** One key asked at two servers on one database: one answer, whoever is asked and whenever (WAG-01, WAG-02, WAG-12). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rawPool } from '#platform/server/db.ts'
import { testSite, type WireAnswer } from './test-site.ts'
import { forgetWaited } from './waiting-store.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const DELAY = 5_000
const siteHere = () => testSite(db, polosa.config, (config) => void (config.betting.liveDelayMs = { default: DELAY, bySport: {} }))
const here = await siteHere()
const there = await siteHere()
type Site = typeof here
// Both would give a bet of the same millisecond the same number.
there.clock.advance(777)
const LINE = 600_900_100
const LIVE = 600_900_200
let player = 60_000

const newGuid = () => randomBytes(12).toString('hex')
const bet = (game: number, more: object = {}) => ({
  Events: [{ GameId: game, Type: 9, Coef: 1.9, Param: 2.5, Kind: game === LIVE ? 1 : 3, PlayerId: 0 }],
  Vid: 0,
  Summ: 10,
  betGUID: newGuid(),
  notWait: true,
  ...more,
})
/** Without the number of the call. */
const place = async (site: Site, body: object): Promise<WireAnswer> =>
  Object.assign(await site.makeBet(player, body as Record<string, unknown>), { Guid: '' })
const ask = (site: Site, body: object) => place(site, { ...body, OnlyKnown: true })
const priceIs = (site: Site, game: number, price: number) => site.line.addOutcome(game, 9, price, { p: 2.5 })
const keysOf = () => db.selectFrom('bet_key').select(['guid', 'outcome']).where('player_id', '=', player).execute()
const told = ({ ErrorCode, Error: text, Value }: WireAnswer) => (ErrorCode === 0 ? Value.Id : `${ErrorCode} ${text}`)
/** As if so much time had passed since its process began to wait. */
const waitedMore = (guid: string, ms: number) =>
  sql`UPDATE bet_waiting SET due_at = due_at - ${ms} * interval '1 millisecond' WHERE guid = ${guid}`.execute(db)

beforeEach(async () => {
  player += 1
  await here.playerWith(player, 100_000n)
  for (const site of [here, there])
    for (const game of [LINE, LIVE]) {
      const live = { kind: 1, status: 'live', startsAt: site.clock.now() - 600_000 } as const
      site.line.addGame(game, game === LIVE ? live : { startsAt: site.clock.now() + 3_600_000 })
      priceIs(site, game, 1900)
    }
})
afterAll(() => here.booksAreRight())

test('refused by one server, refused in the same words by another that would take it, and after a start', async () => {
  const body = bet(LINE)
  priceIs(here, LINE, 1950)
  const refused = await place(here, body)
  expect(refused.ErrorCode).toBe(130)
  priceIs(here, LINE, 1900)
  const started = await siteHere()
  started.line.addGame(LINE, { startsAt: started.clock.now() + 3_600_000 })
  priceIs(started, LINE, 1900)
  for (const site of [there, started, here]) {
    expect(await place(site, body)).toEqual(refused)
    expect(await ask(site, body)).toEqual(refused)
  }
  expect((await place(there, { ...body, Summ: 11 })).ErrorCode).toBe(161_627)
  // Another fault by now, and the answer of then.
  priceIs(there, LINE, 0)
  expect(await place(there, body)).toEqual(refused)
})

test('a question to the player stays the answer of its key; approved under a new one it is placed', async () => {
  expect((await place(here, bet(LINE))).Success).toBe(true)
  const asked = bet(LINE)
  expect((await place(here, asked)).ErrorCode).toBe(900_060)
  // What was placed here was not heard of there.
  expect((await place(there, asked)).ErrorCode).toBe(900_060)
  expect((await place(there, bet(LINE, { ApprovedBet: true }))).Success).toBe(true)
})

test('one server refuses while another takes: the same for both', async () => {
  priceIs(here, LINE, 1950)
  let placed = 0
  for (let i = 0; i < 40; i++) {
    const body = bet(LINE, { Summ: 1 + i / 10 })
    const answers = await Promise.all([place(here, body), place(there, body), place(here, body)])
    expect(new Set(answers.map(told)).size).toBe(1)
    if (answers[0].Success) placed += 1
  }
  expect((await keysOf()).filter(({ outcome }) => outcome === 0)).toHaveLength(placed)
})

test('accepted elsewhere is the answer of a server that would refuse', async () => {
  const body = bet(LINE)
  const { Value } = await place(there, body)
  priceIs(here, LINE, 1950)
  expect((await place(here, body)).Value.Id).toBe(Value.Id)
})

test('a key that nobody was told is not kept, nor is "try later": that key may be placed', async () => {
  priceIs(here, LINE, 1950)
  expect((await place(here, bet(LINE, { betGUID: null }))).ErrorCode).toBe(130)
  priceIs(here, LINE, 1900)
  const { acceptor } = here.bets
  const { accept } = acceptor
  acceptor.accept = () => Promise.resolve({ kind: 'busy' })
  const body = bet(LINE)
  const busy = await here.post('/service-api/LiveBet/Secure/MakeBetWeb', body, player)
  acceptor.accept = accept
  expect(busy).toMatchObject({ status: 503, json: { Success: false, ErrorCode: 133 } })
  expect(await keysOf()).toEqual([])
  expect((await place(here, body)).Success).toBe(true)
})

test('a bet that waits at one server waits for a question at another, and is placed', async () => {
  const body = bet(LIVE)
  expect((await place(here, body)).Value.waitTime).toBe(DELAY)
  const pending = await ask(there, body)
  expect(pending.Value).toMatchObject({ Id: 0, betGUID: body.betGUID })
  expect(pending.Value.waitTime).toBeGreaterThan(DELAY - 2_000)
  expect(pending.Value.waitTime).toBeLessThanOrEqual(DELAY)
  expect((await ask(there, { ...body, Summ: 11 })).ErrorCode).toBe(161_627)
  // Its delay is over and it is not decided yet: any moment.
  await waitedMore(body.betGUID, DELAY)
  expect((await ask(there, body)).Value).toMatchObject({ Id: 0, waitTime: 500 })
  here.clock.advance(DELAY)
  const { Value } = await place(here, body)
  expect(Value.Id).toBeGreaterThan(0)
  expect((await ask(there, body)).Value.Id).toBe(Value.Id)
})

test('without notWait the question is held until the other server has decided', async () => {
  const body = bet(LIVE)
  await place(here, body)
  await waitedMore(body.betGUID, DELAY - 300)
  const held = ask(there, { ...body, notWait: false })
  here.clock.advance(DELAY)
  const { Value } = await place(here, body)
  expect((await held).Value.Id).toBe(Value.Id)
})

test('a key of ours, told by the waiting answer, waits everywhere too', async () => {
  const { Value } = await place(here, bet(LIVE, { betGUID: null }))
  expect((await ask(there, bet(LIVE, { betGUID: Value.betGUID }))).Value).toMatchObject({ Id: 0, betGUID: Value.betGUID })
})

test('asked again at another server a bet ends its delay when it would have ended it at the first', async () => {
  const body = bet(LIVE)
  await place(here, body)
  await waitedMore(body.betGUID, 4_000)
  const again = await place(there, body)
  expect(again.Value.waitTime).toBeLessThanOrEqual(1_000)
  expect((await place(there, { ...body, Summ: 11 })).ErrorCode).toBe(161_627)
  here.clock.advance(DELAY)
  there.clock.advance(DELAY)
  const answers = await Promise.all([place(here, body), place(there, body)])
  expect(new Set(answers.map(told)).size).toBe(1)
  expect(answers[0].Success).toBe(true)
})

test('a goal seen by one of two that wait refuses for both, or the other was first', async () => {
  const body = bet(LIVE)
  await place(here, body)
  await place(there, body)
  here.line.addOutcome(LIVE, 9, 1900, { p: 2.5, marketStatus: 'suspended', reason: 'goal' })
  here.clock.advance(DELAY)
  const refused = await place(here, body)
  expect(refused.ErrorCode).toBe(133)
  there.clock.advance(DELAY)
  expect(await place(there, body)).toEqual(refused)
})

test('a killed server: two seconds after the delay the answer is definite, also for the server if it lives after all', async () => {
  const body = bet(LIVE)
  await place(here, body)
  await waitedMore(body.betGUID, DELAY + 500)
  expect((await ask(there, body)).Value.waitTime).toBe(500)
  await waitedMore(body.betGUID, 2_000)
  const refused = await ask(there, body)
  expect(refused.ErrorCode).toBe(900_061)
  here.clock.advance(DELAY)
  expect(await place(here, body)).toEqual(refused)
  // Not only asked for, it is begun anew.
  const other = bet(LIVE)
  await place(here, other)
  await waitedMore(other.betGUID, DELAY)
  expect((await place(there, other)).Value.waitTime).toBe(DELAY)
})

test('what waited long ago is forgotten', async () => {
  const body = bet(LIVE)
  await place(here, body)
  const rows = () => db.selectFrom('bet_waiting').select('guid').where('player_id', '=', player).execute()
  await forgetWaited(db)
  expect(await rows()).toHaveLength(1)
  await waitedMore(body.betGUID, 2 * 3_600_000)
  await forgetWaited(db)
  expect(await rows()).toEqual([])
})

test('a key that is being placed elsewhere is answered "try later", also a question about it, and afterwards for good', async () => {
  const body = bet(LINE)
  priceIs(here, LINE, 1950)
  const elsewhere = await rawPool(db).connect()
  try {
    await elsewhere.query('BEGIN')
    await elsewhere.query('INSERT INTO bet_key (player_id, guid, body_hash, bet_id, at) VALUES ($1, $2, gen_random_uuid(), 5, now())', [
      player,
      body.betGUID,
    ])
    const undecided = await Promise.all([place(here, body), ask(there, body)])
    expect(undecided.map(({ ErrorCode }) => ErrorCode)).toEqual([133, 133])
  } finally {
    await elsewhere.query('ROLLBACK')
    elsewhere.release()
  }
  expect((await place(here, body)).ErrorCode).toBe(130)
  expect((await ask(there, body)).ErrorCode).toBe(130)
})

test('of too many questions in a minute no more are answered for good', async () => {
  const asked = await Promise.all(Array.from({ length: 130 }, () => ask(here, bet(LINE))))
  const answered = (code: number) => asked.filter(({ ErrorCode }) => ErrorCode === code).length
  expect([answered(900_061), answered(133)]).toEqual([120, 10])
  expect(await keysOf()).toHaveLength(120)
})
