/**
 * Games that do not run as announced (rules 3.5, CT-27). Stated behaviour: bets come back, once, when their game is moved by more
 * than two days or stands still for too long, said or not; what was decided before stands, and so does whoever bets afterwards.
 */
import { afterEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/time.ts'
import type { FactBody, GameStatus } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { DrivenProvider } from '#modules/feeds/server/index.ts'
import { HELD_MS } from '#modules/feeds/server/course.ts'
import type { Sink } from './feed-houses.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { verify } from '#modules/settlement/server/index.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'
import { betOnAll, gameOf, openAccount, outsideProvider, sampleCatalog, sampleHead } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const NOW = Date.UTC(2026, 10, 21, 12)
const [OPEN, LOST, PAID, VOID] = [1, 2, 4, 5]
const clock = manualClock(NOW)
let house: House
let sink: Sink
const silence = { ms: 0 }
let hasMoney = false

async function openAnew(): Promise<void> {
  const provider: DrivenProvider = outsideProvider((to) => (sink = to))
  house = await openHouse({ db, clock, providers: [provider], monotonic: () => silence.ms, tickMs: 1_000_000 })
  if (!hasMoney) await openAccount(db, house, NOW)
  hasMoney = true
  await sink([])
  await house.feed.whole
}
afterEach(() => house.close())

async function send(...bodies: FactBody[]): Promise<void> {
  clock.advance(SECOND)
  await sink(bodies.map((body) => makeFact('uof', 'outside', clock.now(), body)))
}

/** Both halves are played as the clock says. */
const played = (id: string, sec: number, score: [number, number], phase = 'h1'): FactBody => ({
  t: 'live',
  state: { game: `${id}:g`, phase, clockSec: sec, clockRuns: true, score, periods: [{ no: 1, code: 'h1', score }], stats: {} },
})
const headed = (id: string, startsAt: number, status: GameStatus): FactBody => ({
  ...(sampleHead(id, `${id}:g`, startsAt, status) as Extract<FactBody, { t: 'game' }>),
  reason: 'status',
})
const model = (id: string): FactBody => ({ t: 'model', game: `${id}:g`, supremacy: 0.3, total: 2.6, rho: -0.05 })
const turn = () => house.feed.tick()

async function announced(id: string, startsAt: number): Promise<void> {
  await send(sampleCatalog(id))
  await send(sampleHead(id, `${id}:g`, startsAt), model(id))
}

/** Far ahead, and its whole card is sold. */
async function offered(id: string, startsAt: number): Promise<void> {
  await announced(id, startsAt)
  await turn()
  house.feed.open(gameOf(house, `${id}:g`)!.ci)
  await turn()
}

/** How many of the bets on the game are in each state; `after`: of those alone that came after this one. */
async function states(id: string, after = 0n): Promise<Record<number, number>> {
  const { rows } = await rawPool(db).query<{ status: number; n: number }>(
    `SELECT b.status, count(*)::int AS n FROM bet b WHERE b.id > $2 AND EXISTS (
       SELECT 1 FROM bet_leg l JOIN game_part gp ON gp.ci = l.ci JOIN game g ON g.ci = gp.game_ci WHERE l.bet_id = b.id AND g.ref = $1) GROUP BY 1`,
    [`${id}:g`, after],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
/** State of each bet on the game. */
async function betStates(id: string): Promise<Record<string, number>> {
  const { rows } = await rawPool(db).query<{ id: bigint; status: number }>(
    `SELECT DISTINCT b.id, b.status FROM bet b JOIN bet_leg l ON l.bet_id = b.id JOIN game_part gp ON gp.ci = l.ci JOIN game g ON g.ci = gp.game_ci
     WHERE g.ref = $1`,
    [`${id}:g`],
  )
  return Object.fromEntries(rows.map((bet) => [String(bet.id), bet.status]))
}
const rollbacks = async (id: string) =>
  (
    await rawPool(db).query<{ n: number }>(
      `SELECT count(*)::int AS n FROM settlement_action a JOIN game_part gp ON gp.ci = a.ci JOIN game g ON g.ci = gp.game_ci
       WHERE g.ref = $1 AND a.t = 'settle.rollback'`,
      [`${id}:g`],
    )
  ).rows[0]!.n
const lastBet = async () => (await rawPool(db).query<{ id: bigint }>('SELECT coalesce(max(id), 0) AS id FROM bet')).rows[0]!.id
const reasons = async (id: string) =>
  (
    await rawPool(db).query<{ reason: string }>(
      `SELECT DISTINCT r.reason FROM outcome_result r JOIN game_part gp ON gp.ci = r.ci JOIN game g ON g.ci = gp.game_ci WHERE g.ref = $1 AND NOT isempty(r.voided)`,
      [`${id}:g`],
    )
  ).rows.map(({ reason }) => reason)

it('CT-27 moved by two hours bets stand, by three days they come back; who bets under the new start stands', async () => {
  await openAnew()
  const start = clock.now() + DAY
  await offered('moved', start)
  await betOnAll(house, 'moved:g')
  const first = (await states('moved'))[OPEN]!
  expect(first).toBeGreaterThan(10)
  await send(headed('moved', start + 2 * HOUR, 'scheduled'))
  await turn()
  expect(await states('moved')).toEqual({ [OPEN]: first })
  // Each step is small, but for the first bets they add up.
  const before = await lastBet()
  await betOnAll(house, 'moved:g')
  const second = (await states('moved', before))[OPEN]!
  await send(headed('moved', start + 49 * HOUR, 'scheduled'))
  await turn()
  // A start that was mistyped may still be put right.
  expect(await states('moved')).toEqual({ [OPEN]: first + second })
  clock.advance(HELD_MS)
  await turn()
  expect(await states('moved')).toEqual({ [OPEN]: second, [VOID]: first })
  expect(await states('moved', before)).toEqual({ [OPEN]: second })
  expect(await reasons('moved')).toEqual(['moved'])
  // The process dies before it has looked: the next one does.
  await send(headed('moved', start + 100 * HOUR, 'scheduled'))
  await house.close()
  await openAnew()
  await send(headed('moved', start + 100 * HOUR, 'scheduled'), model('moved'))
  clock.advance(HELD_MS)
  await turn()
  expect(await states('moved')).toEqual({ [VOID]: first + second })
  const after = await lastBet()
  await betOnAll(house, 'moved:g')
  const third = (await states('moved', after))[OPEN]!
  await turn()
  expect(await states('moved', after)).toEqual({ [OPEN]: third })
  // Put off, and nobody says until when.
  await send(headed('moved', start + 100 * HOUR, 'postponed'))
  clock.advance(start + 148 * HOUR - clock.now())
  await turn()
  expect(await states('moved', after)).toEqual({ [OPEN]: third })
  clock.advance(MINUTE)
  await turn()
  expect(await states('moved')).toEqual({ [VOID]: first + second + third })
  expect(await house.ledger.checkInvariants()).toEqual([])
})

it('a start that was mistyped and put right takes nothing back, but from those who bet under it; a game that begins is judged at once', async () => {
  await openAnew()
  const start = clock.now() + DAY
  await offered('typo', start)
  const all = await betOnAll(house, 'typo:g')
  await send(headed('typo', start + 72 * HOUR, 'scheduled'))
  await turn()
  const under = await lastBet()
  const wrong = await betOnAll(house, 'typo:g')
  await send(headed('typo', start, 'scheduled'))
  clock.advance(HELD_MS)
  await turn()
  expect(await states('typo')).toEqual({ [OPEN]: all, [VOID]: wrong })
  expect(await states('typo', under)).toEqual({ [VOID]: wrong })
  await send(headed('typo', start + 72 * HOUR, 'scheduled'))
  await send(headed('typo', start + 72 * HOUR, 'live'))
  await turn()
  expect(await states('typo')).toEqual({ [VOID]: all + wrong })
})

it.each(['suspended', 'a word that nobody knows'])('a game that has not begun and is told as %s has not been broken off', async (word) => {
  await openAnew()
  const id = word.slice(0, 3)
  const start = clock.now() + 2 * DAY
  await offered(id, start)
  const all = await betOnAll(house, `${id}:g`)
  await send(headed(id, start, word as GameStatus))
  expect(gameOf(house, `${id}:g`)!.kind).toBe(3)
  clock.advance(6 * HOUR)
  await turn()
  expect(await states(id)).toEqual({ [OPEN]: all })
  await send(headed(id, start, 'scheduled'))
  await turn()
  expect(await states(id)).toEqual({ [OPEN]: all })
  // Nobody says when it will be played.
  await send(headed(id, start, word as GameStatus))
  clock.advance(start + 48 * HOUR + MINUTE - clock.now())
  await turn()
  expect(await states(id)).toEqual({ [VOID]: all })
  expect(await reasons(id)).toEqual(['moved'])
})

/** A match half an hour old, at 1:0, that rain has stopped; answers how many bets on it are still open. */
async function stopped(id: string, status: GameStatus = 'interrupted', offer = announced): Promise<{ start: number; open: number }> {
  const start = clock.now() + HOUR
  await offer(id, start)
  const all = await betOnAll(house, `${id}:g`)
  clock.advance(HOUR)
  await send(headed(id, start, 'live'), played(id, 60, [0, 0]))
  clock.advance(30 * MINUTE)
  await send(played(id, 1800, [1, 0]))
  await send(headed(id, start, status))
  await turn()
  const open = (await states(id))[OPEN]!
  expect(open).toBeLessThan(all)
  expect(open).toBeGreaterThan(5)
  return { start, open }
}

it('stopped and not played on within five hours: what is open comes back, by the clock and for good', async () => {
  await openAnew()
  const { start, open } = await stopped('rain')
  const decided = await states('rain')
  await house.close()
  await openAnew()
  await send(headed('rain', start, 'interrupted'), played('rain', 1800, [1, 0]))
  clock.advance(start + 5 * HOUR - clock.now())
  await turn()
  expect(await states('rain')).toEqual(decided)
  // Of a silent provider nobody knows whether it has gone on.
  clock.advance(MINUTE)
  silence.ms += 30_000
  await turn()
  await turn()
  expect(await states('rain')).toEqual(decided)
  await send({ t: 'producer', state: 'up', lastAliveAt: clock.now() })
  await turn()
  const { [OPEN]: _, ...rest } = decided
  expect(await states('rain')).toEqual({ ...rest, [VOID]: (rest[VOID] ?? 0) + open })
  expect(await reasons('rain')).toEqual(['interrupted'])

  const settled = await states('rain')
  const before = await lastBet()
  clock.advance(HOUR)
  await send(headed('rain', start, 'live'), played('rain', 1860, [1, 0]), model('rain'))
  expect(await betOnAll(house, 'rain:g')).toBeGreaterThan(3)
  await send(played('rain', 5400, [1, 0], 'ended'), headed('rain', start, 'ended'))
  clock.advance(2 * MINUTE)
  await turn()
  const after = await states('rain', before)
  expect((after[LOST] ?? 0) + (after[PAID] ?? 0)).toBeGreaterThan(3)
  for (const [status, n] of Object.entries(after)) settled[Number(status)] = (settled[Number(status)] ?? 0) + n
  expect(await states('rain')).toEqual(settled)
  expect(await house.ledger.checkInvariants()).toEqual([])
})

it('played on in time bets stand; played on too late they come back although nobody had looked meanwhile', async () => {
  await openAnew()
  const soon = await stopped('soon')
  clock.advance(soon.start + 4 * HOUR - clock.now())
  await send(headed('soon', soon.start, 'live'))
  clock.advance(3 * HOUR)
  await turn()
  expect((await states('soon'))[OPEN]).toBe(soon.open)
  // What stops after the five hours has as many of its own.
  await send(headed('soon', soon.start, 'suspended'))
  clock.advance(4 * HOUR)
  await turn()
  expect((await states('soon'))[OPEN]).toBe(soon.open)

  const late = await stopped('late')
  clock.advance(6 * HOUR)
  await send(headed('late', late.start, 'live'), played('late', 1860, [1, 0]))
  await turn()
  expect((await states('late'))[OPEN]).toBeUndefined()
  expect(gameOf(house, 'late:g')!.status).toBe('live')
})

it('football that has been played for eighty minutes counts, however long it stands still', async () => {
  await openAnew()
  const { start, open } = await stopped('long', 'live')
  await send(played('long', 81 * 60, [1, 0], 'h2'))
  await send(headed('long', start, 'interrupted'))
  const before = await states('long')
  expect(before[OPEN]!).toBeLessThanOrEqual(open)
  clock.advance(9 * HOUR)
  await turn()
  expect(await states('long')).toEqual(before)
})

it('a goal taken back after play went on too late gives nothing back that was decided before the stop', async () => {
  await openAnew()
  const { start } = await stopped('var', 'interrupted', offered)
  const before = await betStates('var')
  expect(Object.values(before).filter((status) => status === LOST).length).toBeGreaterThan(3)
  clock.advance(6 * HOUR)
  await turn()
  const judged = Object.fromEntries(Object.entries(before).map(([id, status]) => [id, status === OPEN ? VOID : status]))
  expect(await betStates('var')).toEqual(judged)
  await send(headed('var', start, 'live'), played('var', 1860, [1, 0]), model('var'))
  await send(played('var', 2400, [2, 0]))
  await turn()
  expect(await betStates('var')).toEqual(judged)
  // Each market of which more was told meanwhile is rolled back as a whole and told anew.
  await send(played('var', 2460, [1, 0]))
  await turn()
  expect(await rollbacks('var')).toBeGreaterThan(3)
  expect(await betStates('var')).toEqual(judged)
  await send(played('var', 5400, [1, 0], 'ended'), headed('var', start, 'ended'))
  clock.advance(2 * MINUTE)
  await turn()
  expect(await betStates('var')).toEqual(judged)
  expect((await verify(db)).filter(({ violations }) => violations > 0)).toEqual([])
  expect(await house.ledger.checkInvariants()).toEqual([])
})
