/** A house in production before its first provider: the worker's rounds find nothing to do, and what stands stays. */
import { expect, test } from 'vitest'
import { createLedger } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { sweepPayouts } from './payouts.ts'
import { sweepReturns } from './returns.ts'

const { db } = await testDatabase(4)
const clock = manualClock(Date.UTC(2026, 10, 21, 12))
const deps = { db, clock, ledger: await createLedger({ db, clock }), providers: {}, log: createLog('silent', false) }

test('payouts and returns are looked for without a provider', async () => {
  expect([await sweepPayouts(deps), await sweepReturns(deps)]).toEqual([0, 0])
})
