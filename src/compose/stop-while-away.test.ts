/** A process that is told to end while its database is away ends. */
import { expect, it } from 'vitest'
import { createFeed } from '#modules/feeds/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createDb, rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../test/support/database.ts'
import { createPastSeasons } from './past-seasons.ts'

const { db } = await testDatabase()
const NOW = Date.UTC(2026, 10, 21, 12)
const LEAGUE = 910_502
await rawPool(db).query(`INSERT INTO ext_ref (provider, kind, ref, id) VALUES ('world', 'championship', 'l:nhl', $1)`, [LEAGUE])

it('past seasons that wait for the feed end with the process: the feed waits for its database no longer', async () => {
  const clock = manualClock(NOW)
  const tries = Promise.withResolvers<void>()
  const feed = createFeed({
    // Nothing listens there.
    db: createDb('postgres://nobody@127.0.0.1:1/none', { max: 2 }),
    clock,
    providers: [],
    book: { apply: (facts) => facts.map(() => []) as never, game: () => null },
    pricing: { onFact: () => [], tick: () => [] },
    onSettle: async () => {},
    log: {
      info() {},
      warn() {},
      // By now the next results are worked out too, and wait for those that are not stored.
      error: (data) => (data as { attempt?: number }).attempt === 5 && tries.resolve(),
    },
  })
  const stop = new AbortController()
  const past = createPastSeasons({
    env: { worldSeed: 7 },
    db,
    clock,
    log: createLog('silent', false),
    feed: Object.assign(feed, { isReady: () => true }),
    signal: stop.signal,
    onFilled: () => expect.unreachable('nothing can have come'),
    patienceMs: 0,
  })
  expect(await past.wanted(LEAGUE)).toBe(false)
  await tries.promise
  // In the order of the server: the feed itself stops after who waits for it.
  feed.waitNoMore()
  stop.abort()
  await past.end()
  await feed.stop()
})
