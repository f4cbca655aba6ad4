/** A process that joins others at work hears of their bets from the moment it listens. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openAccounts, placeTestBet, rollbackFact, settleFact, wonBy } from '#modules/settlement/server/fixtures.ts'
import { createHttp } from '#platform/server/http.ts'
import { localBus, type Bus } from '#platform/server/bus.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { createStream } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { composeBetting } from './betting.ts'

const { db, url } = await testDatabase(4)

const clock = manualClock(Date.UTC(2026, 10, 21, 12))

async function compose(bus: Bus, settles: boolean) {
  const log = createLog('silent', false)
  const texts = loadTexts(new URL('../../locales', import.meta.url).pathname)
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
    settles,
    writesPrices: false,
  })
  return {
    ...betting,
    async stop() {
      await betting.stop()
      await http.app.close()
    },
  }
}

test('what others take is heard as soon as it is listened to, and not before there are bets', async () => {
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
  const betting = await compose(bus, false)
  expect(heard).toEqual(['limits.taken'])
  await betting.stop()
})

test('a bet that a correction opens again counts in its pools, and others are told', async () => {
  const told: unknown[] = []
  const bus = {
    ...localBus(),
    shared: true,
    broadcast: (subject: string, payload: unknown) => void (subject === 'limits.taken' && told.push(payload)),
  }
  const betting = await compose(bus, true)
  const accountId = (await openAccounts(db, 1, 1_000n))[0]!
  const [ci, at] = [730_000_000, clock.now()]
  const bet = await placeTestBet(db, { accountId, stakeMinor: 1_000n, at: at - 1_000, legs: [{ ci, t: 1, price: 2000 }] })
  await betting.settlement.apply([settleFact({ ci, at, results: wonBy(3) })])
  await betting.settlement.apply([rollbackFact({ ci, at: at + 1_000 })])
  const { rows } = await sql<{ keys: string[] }>`SELECT keys FROM liability_bet WHERE bet_id = ${bet}`.execute(db)
  const keys = rows[0]!.keys
  expect(keys).toEqual(expect.arrayContaining([`o:${ci}:1:0:0`, `g:${ci}`]))
  expect(keys).toHaveLength(4)
  await expect.poll(() => JSON.stringify(told)).toContain(`"g:${ci}"`)
  await betting.stop()
})
