import { expect, test } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { manualClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { Fact, ProviderId } from '../rules/fact.ts'
import { insertFacts, insertParked } from './fact-log.ts'
import { FACTS_KEPT_MS, forgetOldFacts } from './forget-facts.ts'

const { db } = await testDatabase()
const NOW = Date.UTC(2026, 10, 29, 4)
const clock = manualClock(NOW)
const OLD = NOW - FACTS_KEPT_MS - HOUR

let n = 0
async function store(at: number, provider: ProviderId, body: object): Promise<void> {
  n += 1
  const fact = { provider, producer: 'p', key: `k${n}`, sentAt: at, receivedAt: at, game: `g${n}`, ...body }
  await insertFacts(rawPool(db), [fact as unknown as Fact])
}
const left = async () => (await rawPool(db).query<{ key: string }>('SELECT key FROM fact ORDER BY id')).rows.map(({ key }) => key)

test('facts of a month ago go, page by page; what was played, results and what a person did stay, and a later night goes on where this one ended', async () => {
  for (let day = 0; day < 3; day += 1) await store(OLD + day * 60_000, 'world', { t: 'odds.delta', markets: [] })
  await store(OLD, 'result', { t: 'settle', markets: [] })
  await store(OLD, 'result', { t: 'settle.rollback', markets: [] })
  await store(OLD, 'world', { t: 'cancel', reason: 'called_off' })
  await store(OLD, 'trader', { t: 'bet.stop', reason: 'trader' })
  await store(OLD, 'world', { t: 'live', state: { game: 'g' } })
  await store(OLD, 'world', { t: 'model' })
  await store(OLD + 2 * HOUR, 'world', { t: 'model' })
  // It came late: what is behind a younger one waits with it.
  await store(OLD, 'world', { t: 'model' })
  expect(await forgetOldFacts({ db, clock }, 2)).toBe(4)
  expect(await left()).toEqual(['k4', 'k5', 'k6', 'k7', 'k8', 'k10', 'k11'])
  expect(await forgetOldFacts({ db, clock }, 2)).toBe(0)
  clock.set(NOW + DAY)
  expect(await forgetOldFacts({ db, clock }, 2)).toBe(2)
  expect(await left()).toEqual(['k4', 'k5', 'k6', 'k7', 'k8'])
  await store(NOW + DAY, 'world', { t: 'model' })
  expect(await forgetOldFacts({ db, clock })).toBe(0)
  expect(await left()).toEqual(['k4', 'k5', 'k6', 'k7', 'k8', 'k12'])
})

test('what was parked a month ago goes too', async () => {
  await insertParked(rawPool(db), [
    { provider: 'world', reason: 'malformed', body: 'old', at: clock.now() - FACTS_KEPT_MS - HOUR },
    { provider: 'world', reason: 'malformed', body: 'new', at: clock.now() - HOUR },
  ])
  await forgetOldFacts({ db, clock })
  expect((await rawPool(db).query('SELECT body FROM fact_parked')).rows).toEqual([{ body: 'new' }])
})
