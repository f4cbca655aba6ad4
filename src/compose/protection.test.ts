/** What protection keeps in memory in a process is read on from its composition to its stop. */
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createDisallowedSports } from '#modules/account/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { localBus } from '#platform/server/bus.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { composeProtection } from './protection.ts'

const { db } = await testDatabase()
const clock = manualClock(Date.UTC(2026, 10, 21))
const log = createLog('silent', false)

afterEach(() => {
  vi.useRealTimers()
})

test('sports that another process has closed are seen; nothing is read any more after the stop', async () => {
  const http = await createHttp({ log, clock, texts: loadTexts('locales'), trustProxy: false, visitOf: () => ({}) as never })
  const [sports, elsewhere] = [createDisallowedSports(db, clock, log), createDisallowedSports(db, clock, log)]
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const me = { tell: vi.fn(), onListener: vi.fn() }
  const protection = await composeProtection({
    http,
    auth: { db, clock, sessions: {} },
    betting: { news: { bus: localBus(), log }, bets: { me, useSports: vi.fn() } },
    identity: { refusal: () => null },
    sports,
    register: null,
  } as never)
  await sql`INSERT INTO player (id, brand, password_hash, language, created_at)
    OVERRIDING SYSTEM VALUE VALUES (1, 'polosa', '', 'en', now())`.execute(db)
  await elsewhere.set(1, { line: [4], live: [] })
  await vi.waitFor(() => expect(sports.isDisallowed(1, 4, false)).toBe(true), { timeout: 10_000 })
  await protection.stop()
  expect(vi.getTimerCount()).toBe(0)
  await http.app.close()
})
