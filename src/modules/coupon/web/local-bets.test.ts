/** The last bets of this browser are kept as they were made. */
import { expect, it } from 'vitest'
import { currentJob } from '../rules/state/index.ts'
import { offer, ready, run, send, SETUP } from '../rules/state/sample-coupon.ts'
import { localBetOf, waitingBet } from './local-bets.ts'

const TEXTS = { w1: '', w2: '', draw: '' }

it.each(['singles', 'multiSingle'] as const)('%s that were sent keep their currency and sums when another account is chosen', (kind) => {
  const sent = send(run(ready(offer(1), offer(2)), { do: 'kind', kind }))
  const other = run(
    sent,
    { do: 'setup', setup: { ...SETUP, currency: { code: 'JPY', exponent: 0, symbol: '¥' }, template: '300' } },
    { do: 'session', session: { playerId: 7, accountId: 71, balanceMinor: null } },
  )
  const job = currentJob(other.flow)!
  const sums = kind === 'singles' ? { stake: '200000', win: '400000' } : { stake: '400000', win: '800000' }
  const kept = { currency: SETUP.currency, ...sums }
  expect(localBetOf(other, job, '5', job.agreed, 0, TEXTS)).toMatchObject(kept)
  expect(waitingBet(other, TEXTS)).toMatchObject(kept)
})
