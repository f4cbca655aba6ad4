/** A feed that is stopped in the middle of its start or of what a provider tells: nothing is asked of the database after it. */
import { expect, test } from 'vitest'
import { createDb, rawPool } from '#platform/server/db.ts'
import { manualClock } from '#platform/server/clock.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { makeFact } from '../rules/fact-key.ts'
import { createFeed } from './index.ts'
import type { DrivenProvider } from './ports.ts'

const { url } = await testDatabase(2)
const START = Date.UTC(2026, 10, 21, 12)

function talker(): DrivenProvider & { told: number } {
  return {
    id: 'world',
    told: 0,
    caps: {
      delivery: 'builtin',
      liveState: true,
      incidents: true,
      prices: 'model',
      betStop: true,
      settlement: true,
      cancel: true,
      recovery: true,
      stableIds: true,
      clock: 'wall',
      languages: ['en'],
    },
    async start(_from, to) {
      this.told += 1
      await to([
        makeFact('world', 'world', START, {
          t: 'catalog',
          entities: [
            { kind: 'sport', ref: 's1', sportId: 1 },
            { kind: 'country', ref: 'eng', code: 'GB-ENG' },
          ],
        }),
        ...Array.from({ length: 5_000 }, (_, n) =>
          makeFact('world', 'world', START + n, {
            t: 'catalog',
            entities: [{ kind: 'competitor', ref: `c${n}`, sport: 's1', type: 'team', country: 'eng', names: { en: `Team ${n}` } }],
          }),
        ),
      ])
    },
    stop: async () => {},
    recover: async () => ({ requestId: '1' }),
    fetchGame: () => Promise.reject(new Error('not asked')),
    describe: async () => [],
  }
}

async function stopped(after: 'the start' | 'nothing', waitMs = 0) {
  const db = createDb(url, { max: 2 })
  const errors: unknown[] = []
  const provider = talker()
  const feed = createFeed({
    db,
    clock: manualClock(START),
    providers: [provider],
    book: { apply: (facts) => facts.map(() => []) as never, game: () => null },
    pricing: { onFact: () => [], tick: () => [] },
    onSettle: async () => {},
    log: { info() {}, warn() {}, error: (data) => errors.push(data) },
    tickMs: 5,
  })
  const starting = feed.start()
  if (after === 'the start') await starting
  await new Promise((done) => setTimeout(done, waitMs))
  await feed.stop()
  await rawPool(db).end()
  await starting
  // Whatever still runs has come to the closed pool by now.
  await new Promise((done) => setTimeout(done, 300))
  return { errors, told: provider.told }
}

test('what a database that is away holds up is given up when it is to wait no more', async () => {
  const db = createDb('postgres://nobody@127.0.0.1:1/none', { max: 2 })
  const tried = Promise.withResolvers<void>()
  const feed = createFeed({
    db,
    clock: manualClock(START),
    providers: [],
    book: { apply: (facts) => facts.map(() => []) as never, game: () => null },
    pricing: { onFact: () => [], tick: () => [] },
    onSettle: async () => {},
    log: { info() {}, warn() {}, error: () => tried.resolve() },
  })
  const taking = feed.take([makeFact('world', 'world', START, { t: 'catalog', entities: [{ kind: 'sport', ref: 's1', sportId: 1 }] })])
  const refused = expect(taking).rejects.toThrow('ECONNREFUSED')
  await tried.promise
  feed.waitNoMore()
  await refused
  await feed.stop()
})

test('while a provider tells', async () => {
  const { errors, told } = await stopped('the start', 30)
  expect([errors, told]).toEqual([[], 1])
})

test('while it starts', async () => {
  const { errors, told } = await stopped('nothing')
  expect([errors, told]).toEqual([[], 0])
})
