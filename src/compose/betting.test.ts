/** A process that joins others at work hears of their bets from the moment it listens. */
import { expect, test } from 'vitest'
import { createHttp } from '#platform/server/http.ts'
import { localBus } from '#platform/server/bus.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { createStream } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { composeBetting } from './betting.ts'

const { db, url } = await testDatabase(4)

test('what others take is heard as soon as it is listened to, and not before there are bets', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 21, 12))
  const log = createLog('silent', false)
  const texts = loadTexts(new URL('../../locales', import.meta.url).pathname)
  const heard: string[] = []
  const bus = {
    ...localBus(),
    shared: true,
    on(subject: string, handler: (payload: unknown) => void) {
      if (subject !== 'limits.taken') return
      handler({ taken: [], staked: [{ playerId: 7, stakeMinor: '100', currencyId: 3 }] })
      heard.push(subject)
    },
  }
  const http = await createHttp({ log, clock, texts, visitOf: () => ({}) as never })
  const betting = await composeBetting({
    db,
    clock,
    log,
    texts,
    stream: createStream(log),
    outbox: createOutbox(db, url, log),
    http,
    node: 0,
    serves: false,
    bus,
    settles: false,
    writesPrices: false,
  })
  expect(heard).toEqual(['limits.taken'])
  await betting.stop()
  await http.app.close()
})
