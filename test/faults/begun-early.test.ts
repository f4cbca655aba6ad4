/**
 * A match that begins before anybody here has heard of it (rules 3.5, SET-12, WAG-10). Stated behaviour: who bet on the line after the
 * provider saw it begin has his stake back, once; who bet before that moment stands, and so does who bets in play.
 */
import { afterEach, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/time.ts'
import type { Fact, FactBody } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import { NOT_STARTED } from '#modules/feeds/rules/status.ts'
import { LOOKED_AGAIN_MS } from '#modules/feeds/server/course.ts'
import { createSettlement, verify } from '#modules/settlement/server/index.ts'
import { rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { sweepAll } from '#modules/settlement/server/test-scene.ts'
import { courseScene, headed, model, OPEN, played, VOID } from './course-scene.ts'
import { betOnAll, gameOf } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const { announced, clock, house, lastBet, offered, openAnew, send, states, tell, turn } = courseScene(db)
afterEach(() => house().close())

const sent = (at: number, ...bodies: FactBody[]): Fact[] => bodies.map((body) => makeFact('uof', 'outside', at, body))
const line = (id: string) => betOnAll(house(), `${id}:g`, 3)

/** Offered for an hour later; somebody bets until it begins ten minutes early, and in the two minutes after. */
async function early(id: string, offer = announced): Promise<{ start: number; real: number; before: number; since: bigint; late: number }> {
  const start = clock.now() + HOUR
  await offer(id, start)
  clock.advance(50 * MINUTE)
  const before = await line(id)
  expect(before).toBeGreaterThan(5)
  const [real, since] = [clock.now(), await lastBet()]
  clock.advance(2 * MINUTE)
  return { start, real, before, since, late: await line(id) }
}

async function actions(id: string): Promise<{ t: string; n: number }[]> {
  const { rows } = await rawPool(db).query<{ t: string; n: number }>(
    `SELECT a.t, count(*)::int AS n FROM settlement_action a JOIN game_part gp ON gp.ci = a.ci JOIN game g ON g.ci = gp.game_ci
     WHERE g.ref = $1 AND a.line GROUP BY 1 ORDER BY 1`,
    [`${id}:g`],
  )
  return rows
}
const unjudged = async () => (await rawPool(db).query('SELECT 1 FROM game_begun WHERE judged_at IS NULL')).rowCount

async function expectSound(): Promise<void> {
  expect(await house().ledger.checkInvariants()).toEqual([])
  expect((await verify(db)).filter(({ violations }) => violations > 0)).toEqual([])
}

it('of all parts and statistics; bets of before stand, and those in play', async () => {
  await openAnew()
  const { start, real, before, since, late } = await early('early', offered)
  await tell(sent(real, headed('early', start, 'live')))
  await tell(sent(real + MINUTE, played('early', 60, [0, 0]), model('early')))
  await turn()
  expect(await states('early')).toEqual({ [OPEN]: before, [VOID]: late })
  expect(await states('early', since)).toEqual({ [VOID]: late })
  const inPlay = await lastBet()
  const live = await betOnAll(house(), 'early:g')
  expect(live).toBeGreaterThan(10)
  clock.advance(LOOKED_AGAIN_MS)
  await turn()
  expect(await states('early', inPlay)).toEqual({ [OPEN]: live })
  const parts = await rawPool(db).query(
    `SELECT DISTINCT gp.part FROM settlement_action a JOIN game_part gp ON gp.ci = a.ci JOIN game g ON g.ci = gp.game_ci WHERE g.ref = 'early:g' AND a.line`,
  )
  expect(parts.rows.map(({ part }: { part: string }) => part)).toEqual(expect.arrayContaining(['full', 'h1', 'h2', 'corners', 'cards']))
  expect(
    (await rawPool(db).query(`SELECT DISTINCT payload->>'reason' AS reason FROM outbox WHERE topic = 'settlement.voided'`)).rows,
  ).toEqual([{ reason: 'started' }])
  // What is decided afterwards changes nothing of it.
  clock.advance(50 * MINUTE)
  await send(played('early', 2700, [1, 0], 'ht'))
  clock.advance(60 * MINUTE)
  await send(played('early', 5400, [1, 0], 'ft'))
  await send(headed('early', start, 'ended'))
  await turn()
  expect((await states('early', since))[VOID]).toBeGreaterThanOrEqual(late)
  const { rows } = await rawPool(db).query(`SELECT count(*)::int AS n FROM bet WHERE id > $1 AND id <= $2 AND status <> $3`, [
    since,
    inPlay,
    VOID,
  ])
  expect(rows).toEqual([{ n: 0 }])
  expect((await states('early', inPlay))[OPEN]).toBeUndefined()
  await expectSound()
})

it('the process dies before it has looked, and after; the same is told once', async () => {
  await openAnew()
  const { start, real, before, late } = await early('again')
  const heard = () => tell(sent(real, headed('again', start, 'live')))
  await heard()
  for (let time = 0; time < 2; time += 1) {
    await house().close()
    await openAnew()
    await heard()
    await turn()
    expect(await states('again')).toEqual({ [OPEN]: before, [VOID]: late })
  }
  const told = await actions('again')
  clock.advance(LOOKED_AGAIN_MS)
  await turn()
  await heard()
  await turn()
  expect(await actions('again')).toEqual(told)
  expect(await unjudged()).toBe(0)
  await expectSound()
})

it('another process has heard of it later, and took bets on the line until then', async () => {
  await openAnew()
  const { start, real, before, late } = await early('other')
  await tell(sent(real, headed('other', start, 'live')))
  await tell(sent(real + MINUTE, played('other', 60, [0, 0]), model('other')))
  await turn()
  const since = await lastBet()
  clock.advance(SECOND)
  const [more, live] = [await line('other'), await betOnAll(house(), 'other:g', 1)]
  await turn()
  clock.advance(2 * LOOKED_AGAIN_MS)
  await turn()
  await sweepAll(db, clock, createSettlement({ db, clock, log: createLog('silent', false) }))
  expect(await states('other', since)).toEqual({ [OPEN]: live, [VOID]: more })
  expect(await states('other')).toEqual({ [OPEN]: before + live, [VOID]: late + more })
  await expectSound()
})

it('the database knows the phases before a game as the feed does', async () => {
  const { rows } = await rawPool(db).query(
    `SELECT substring(prosrc FROM '''({[^'']+})''::text\\[\\]')::text[] AS phases FROM pg_proc WHERE proname = 'game_began'`,
  )
  expect(rows).toEqual([{ phases: [...NOT_STARTED] }])
})

it('the first word of play counts, whichever is heard first', async () => {
  await openAnew()
  for (const isInOrder of [true, false]) {
    const id = isInOrder ? 'head-first' : 'state-first'
    const { start, real, before, late } = await early(id)
    const facts = [sent(real, headed(id, start, 'live')), sent(real + 130 * SECOND, played(id, 130, [0, 0]))]
    clock.advance(11 * SECOND)
    for (const some of isInOrder ? facts : facts.toReversed()) await tell(some)
    await turn()
    expect(await states(id)).toEqual({ [OPEN]: before, [VOID]: late })
  }
})

it('it was said by mistake: all stand; when it begins in truth, that moment counts', async () => {
  await openAnew()
  const { start, real, before, since, late } = await early('mistake')
  await tell(sent(real, headed('mistake', start, 'live')))
  await turn()
  expect(await states('mistake', since)).toEqual({ [VOID]: late })
  await send(headed('mistake', start, 'scheduled'), model('mistake'))
  await turn()
  expect(await states('mistake')).toEqual({ [OPEN]: before + late })
  clock.advance(MINUTE)
  const between = await line('mistake')
  const truth = clock.now()
  clock.advance(MINUTE)
  const after = await lastBet()
  const again = await line('mistake')
  await tell(sent(truth, headed('mistake', start, 'live')))
  await turn()
  clock.advance(LOOKED_AGAIN_MS)
  await turn()
  expect(await states('mistake')).toEqual({ [OPEN]: before + late + between, [VOID]: again })
  expect(await states('mistake', after)).toEqual({ [VOID]: again })
  expect((await actions('mistake')).map(({ t }) => t)).toEqual(['cancel', 'cancel.rollback'])
  await expectSound()
})

it('a false start that is put off takes nothing from the bets of its new line', async () => {
  await openAnew()
  const { start, real, before, late } = await early('off')
  await tell(sent(real, headed('off', start, 'live')))
  await turn()
  await send(headed('off', start, 'interrupted'))
  await send(headed('off', start, 'postponed'))
  await turn()
  await send(headed('off', start, 'scheduled'), model('off'))
  clock.advance(MINUTE)
  const anew = await line('off')
  const truth = clock.now() + 5 * SECOND
  clock.advance(10 * SECOND)
  await tell(sent(truth, headed('off', start, 'live')))
  await turn()
  clock.advance(LOOKED_AGAIN_MS)
  await turn()
  expect(await states('off')).toEqual({ [OPEN]: before + late + anew })
  await expectSound()
})

it('a game that begins as announced, or late, takes nothing back, nor does a clock that runs ahead', async () => {
  await openAnew()
  const times = [
    [0, 2 * SECOND],
    [10 * MINUTE, 11 * MINUTE],
    [-9 * MINUTE, -10 * MINUTE],
  ] as const
  for (const [sentFrom, heardFrom] of times) {
    const id = `fine${sentFrom}`
    const start = clock.now() + HOUR
    await announced(id, start)
    clock.set(start + Math.min(heardFrom, 0) - 1)
    const all = await line(id)
    expect(all).toBeGreaterThan(5)
    clock.set(start + heardFrom)
    await tell(sent(start + sentFrom, headed(id, start, 'live')))
    await turn()
    clock.advance(LOOKED_AGAIN_MS)
    await turn()
    expect(await states(id)).toEqual({ [OPEN]: all })
    expect([await actions(id), await unjudged()]).toEqual([[], 0])
  }
})

it('a long-term bet has no start, and what is not of the game is none of its business', async () => {
  await openAnew()
  const start = clock.now() + HOUR
  await announced('season', start)
  await announced('match', start)
  const season = headed('season', start, 'scheduled') as Extract<FactBody, { t: 'game' }>
  const outright = (status: 'scheduled' | 'live'): FactBody => ({ ...season, game: { ...season.game, type: 'outright', status } })
  await send(outright('scheduled'))
  const real = clock.now()
  clock.advance(MINUTE)
  const [long, own] = [await line('season'), await line('match')]
  expect(Math.min(long, own)).toBeGreaterThan(0)
  await tell(sent(real, outright('live')))
  await turn()
  expect([await states('season'), await states('match')]).toEqual([{ [OPEN]: long }, { [OPEN]: own }])
  expect(gameOf(house(), 'season:g')).toMatchObject({ kind: 1, type: 'outright' })
  await tell(sent(real, headed('match', start, 'live')))
  await turn()
  expect([await states('season'), await states('match')]).toEqual([{ [OPEN]: long }, { [VOID]: own }])
})
