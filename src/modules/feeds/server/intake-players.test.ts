/** What players, sections and race cards become at the edge: our ids, and rows that a restart gives back. */
import { expect, it } from 'vitest'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { Fact, Game, RaceRunner } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import { createIntake, type Intake } from './intake.ts'
import { Registry } from './registry.ts'

const { db } = await testDatabase()
const START = Date.UTC(2026, 10, 21, 12)

async function started(): Promise<{ intake: Intake; registry: Registry }> {
  const pool = rawPool(db)
  const registry = new Registry()
  const client = await pool.connect()
  await registry.load(client, START).finally(() => client.release())
  return { registry, intake: createIntake({ pool, clock: manualClock(START), registry, log: { warn() {}, error() {} } }) }
}

function runner(order: number, out = false): RaceRunner {
  return {
    order,
    number: order,
    stall: order,
    jockey: { en: `Jockey ${order}` },
    trainer: { en: 'Trainer' },
    age: 4,
    sex: 'm',
    weightKg: 57,
    rating: 80,
    form: '1-2',
    silks: { body: '#112233', sleeves: '#445566', cap: '#778899', pattern: 'plain' },
    ...(out ? { out: true as const } : {}),
  }
}

const race: Game = {
  kind: 'game',
  ref: 'r1',
  championship: 'meeting',
  type: 'race',
  startsAt: START,
  startConfirmed: true,
  status: 'live',
  sides: [1, 2, 3].map((order) => ({ competitor: `h${order}`, role: 'runner', order })),
  liveCoverage: true,
  origin: 'simulated',
  about: {
    title: { en: 'Race 1' },
    card: {
      track: { en: 'Mill Track' },
      race: 1,
      distanceM: 1600,
      going: 'good',
      class: 2,
      prize: { amount: 9000, currency: 'GBP' },
      runners: [runner(1), runner(2, true), runner(3)],
    },
  },
}

const fact = (at: number, body: Parameters<typeof makeFact>[3]): Fact => makeFact('world', 'world', START + at, body)

const facts: Fact[] = [
  fact(0, {
    t: 'catalog',
    entities: [
      { kind: 'sport', ref: 's44', sportId: 44 },
      { kind: 'country', ref: 'gb', code: 'GB-ENG' },
      {
        kind: 'championship',
        ref: 'meeting',
        sport: 's44',
        country: 'gb',
        type: 'league',
        tz: 'Europe/London',
        names: { en: 'Mill Track' },
        about: { section: 'virtual', subSport: { id: 264, names: { en: 'Cyber' } }, recorded: '2017/18' },
      },
    ],
  }),
  fact(1, { t: 'game', game: race, reason: 'new' }),
  fact(2, { t: 'model', game: 'r1', supremacy: 0, total: 3, extra: { w1: 1, 'goal1@p:1': 0.2, 'card1@p:1': 0.1, 'goal2@p:2': 0.3 } }),
  fact(3, { t: 'live', state: { game: 'r1', phase: 'ended', score: [0, 0], periods: [], stats: { place3: [1, 0], place1: [2, 0] } } }),
]

it('gives figures of players our ids, keeps sections and cards, and writes down who ran', async () => {
  const { intake } = await started()
  const resolved = await intake.take(facts)
  const model = resolved.find((one) => one.fact.t === 'model')!.fact
  if (model.t !== 'model') throw new Error('no model')
  const keys = Object.keys(model.extra!)
  const id = (key: string) => Number(key.split('@')[1])
  expect(keys[0]).toBe('w1')
  expect(id(keys[1]!)).toBe(id(keys[2]!))
  expect(id(keys[1]!)).toBeGreaterThanOrEqual(1_000_000)
  expect(id(keys[3]!)).not.toBe(id(keys[1]!))

  const runs = await rawPool(db).query('SELECT place, runners FROM past_run ORDER BY place')
  expect(runs.rows).toEqual([
    { place: 1, runners: 2 },
    { place: 2, runners: 2 },
  ])

  const again = (await started()).registry
  const head = again.game('world', 'r1')!
  expect(head.about).toEqual(race.about)
  expect(head.championship.about).toEqual({ section: 'virtual', subSport: { id: 264, names: { en: 'Cyber' } }, recorded: '2017/18' })
  expect(head.championship.weight).toBeLessThan(100)
}, 30_000)

it('takes more players in one batch than are kept in reserve', async () => {
  const { intake } = await started()
  const extra = Object.fromEntries(Array.from({ length: 400 }, (_, k) => [`goal1@many:${k}`, 0.001]))
  const resolved = await intake.take([fact(10, { t: 'model', game: 'r1', supremacy: 0, total: 3, extra })])
  const told = resolved[0]!.fact
  if (told.t !== 'model') throw new Error('no model')
  expect(new Set(Object.keys(told.extra!)).size).toBe(400)
}, 30_000)

it('what the desk says of a runner is about that runner: it names him by our id, as the book does', async () => {
  const { intake } = await started()
  await intake.take(facts)
  const results = [{ outcome: '2637:0@74539', won: 1 as const }]
  const markets = [{ id: { game: 'r1', part: 'full', key: 'outright', spec: '' }, results }]
  const settle = { t: 'settle', game: 'r1', certainty: 'confirmed', markets } as const
  const [byDesk] = await intake.take([makeFact('trader', 'trader', START + 20, settle)])
  expect(byDesk).toMatchObject({ fact: { t: 'settle' } })
  expect(byDesk!.playerIds).toBeUndefined()
  const [byProvider] = await intake.take([fact(21, settle)])
  expect(Object.keys(byProvider!.playerIds!)).toEqual(['74539'])
}, 30_000)
