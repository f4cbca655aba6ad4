/** First and second start: thousands of games at once, and nothing to write when they are known. */
import { expect, it } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { HOUR } from '#lib/time.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { Entity, Fact, Game } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import { createIntake, type Intake } from './intake.ts'
import { Registry } from './registry.ts'

const { db } = await testDatabase()
const START = Date.UTC(2026, 10, 21, 12)
const GAMES = 3000

const entities: Entity[] = [
  { kind: 'sport', ref: 's1', sportId: 1 },
  { kind: 'country', ref: 'es', code: 'ES' },
  { kind: 'championship', ref: 'liga', sport: 's1', country: 'es', type: 'league', tz: 'Europe/Madrid', names: { en: 'La Liga' } },
  ...Array.from({ length: 200 }, (_, k): Entity => ({
    kind: 'competitor',
    ref: `t${k}`,
    sport: 's1',
    type: 'team',
    country: 'es',
    names: { en: `Team ${k}` },
  })),
]

function game(k: number): Game {
  return {
    kind: 'game',
    ref: `g${k}`,
    championship: 'liga',
    type: 'match',
    startsAt: START + (k + 1) * HOUR,
    startConfirmed: true,
    status: 'scheduled',
    sides: [
      { competitor: `t${k % 200}`, role: 'home', order: 1 },
      { competitor: `t${(k + 7) % 200}`, role: 'away', order: 2 },
    ],
    liveCoverage: true,
    origin: 'simulated',
    neutral: false,
    format: { periods: 2 },
  }
}

const facts: Fact[] = [
  makeFact('world', 'world', START, { t: 'catalog', entities }),
  ...Array.from({ length: GAMES }, (_, k) => makeFact('world', 'world', START, { t: 'game', game: game(k), reason: 'new' })),
]

async function started(): Promise<Intake> {
  const pool = rawPool(db)
  const registry = new Registry()
  const client = await pool.connect()
  await registry.load(client, START).finally(() => client.release())
  return createIntake({ pool, clock: manualClock(START), registry, log: { warn() {}, error() {} } })
}

async function rows(): Promise<Record<string, unknown>> {
  const sql = `SELECT (SELECT count(*)::int FROM game) AS games, (SELECT count(*)::int FROM game_part) AS parts, (SELECT count(*)::int FROM fact) AS facts,
    (SELECT count(*)::int FROM ext_ref) AS refs, (SELECT max(ci) FROM game_part) AS ci, (SELECT sum(xmin::text::bigint) FROM game) AS written`
  return (await rawPool(db).query(sql)).rows[0] as Record<string, unknown>
}

it('takes thousands of games at the first start and writes nothing at the second', async () => {
  const first = await (await started()).take(facts)
  expect(first).toHaveLength(facts.length)
  const before = await rows()
  expect(before).toMatchObject({ games: GAMES, parts: GAMES * 5, facts: facts.length, refs: 203 })
  const ids = new Set(first.flatMap((one) => one.game?.parts.flatMap((part) => [part.ci, part.i]) ?? []))
  expect(ids.size).toBe(GAMES * 10)

  const again = await (await started()).take(facts)
  expect(again.map((one) => one.game?.ci)).toEqual(first.map((one) => one.game?.ci))
  expect(again.map((one) => one.game)).toEqual(first.map((one) => one.game))
  expect(await rows()).toEqual(before)
}, 30_000)

it('a game that was announced and begun in one moment has begun after a restart too, under the same numbers', async () => {
  const at = START + HOUR / 2
  const head = (status: Game['status']) =>
    makeFact('world', 'world', at, { t: 'game', game: { ...game(0), ref: 'sudden', startsAt: at, status }, reason: 'new' })
  const told = [head('scheduled'), head('live')]
  const begun = (await (await started()).take(told)).at(-1)!.game
  expect(begun).toMatchObject({ status: 'live', kind: 1 })
  const before = await rows()
  const second = await started()
  for (const one of await second.take(told)) expect(one.game).toEqual(begun)
  expect(second.counts.flagged).toBe(0)
  expect(await rows()).toEqual(before)
})

it.each<[Game['status'], Game['status']]>([
  ['scheduled', 'ended'],
  ['live', 'cancelled'],
  ['live', 'postponed'],
  ['postponed', 'live'],
  ['scheduled', 'suspended'],
  ['cancelled', 'live'],
  ['scheduled', 'abandoned'],
])('of two words of one moment that the table allows in neither order the later is taken and flagged: %s, %s', async (first, second) => {
  const at = START + HOUR / 2
  const head = (status: Game['status']) => {
    const ref = `odd ${first} ${second}`
    return makeFact('world', 'world', at, { t: 'game', game: { ...game(0), ref, startsAt: at, status }, reason: 'new' })
  }
  const intake = await started()
  await intake.take([head(first)])
  expect((await intake.take([head(second)])).at(-1)!.game).toMatchObject({ status: second })
  expect(intake.counts.flagged).toBe(1)
})
