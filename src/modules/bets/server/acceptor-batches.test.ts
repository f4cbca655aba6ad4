/** When a batch leaves beside another. The database is one that answers when it is told to. */
import type pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { createAcceptor, type BetToAccept } from './acceptor.ts'

vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
const sent: ((rows: { rows: [] }) => void)[] = []
const pool = { query: () => new Promise((resolve) => sent.push(resolve)) } as unknown as pg.Pool
const acceptor = createAcceptor(pool, systemClock())
let next = 1

afterEach(async () => {
  while (sent.length > 0 || acceptor.waiting() > 0) {
    for (const answer of sent.splice(0)) answer({ rows: [] })
    await turn()
  }
})

const turn = () => new Promise((done) => setImmediate(done))

async function arrive(bets: number): Promise<void> {
  for (let i = 0; i < bets; i += 1) acceptor.accept(bet()).catch(() => {})
  await turn()
  await turn()
}

function bet(): BetToAccept {
  const id = next
  next += 1
  return {
    betId: BigInt(id),
    playerId: id,
    accountId: id,
    currencyId: 2,
    guid: `guid-${id}`,
    bodyHash: '0'.repeat(32),
    vid: 1,
    stakeMinor: 100n,
    price: '1.9',
    maxPayoutMinor: null,
    receipt: '{}',
    legs: [{ ci: 1, t: 1, p: 0, playerId: 0, kind: 3, price: 1900 }],
  }
}

test('a second batch leaves beside the first when it has 64 bets, no sooner', async () => {
  await arrive(20)
  expect(sent).toHaveLength(1)
  await arrive(63)
  expect(sent).toHaveLength(1)
  await arrive(1)
  expect(sent).toHaveLength(2)
})

test('beside a batch that waits for a lock the others go, however few they are', async () => {
  await arrive(20)
  await arrive(3)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(52)
  await turn()
  expect(sent).toHaveLength(2)
  // Two are on their way: whoever comes now waits for one of them.
  await arrive(3)
  await vi.advanceTimersByTimeAsync(52)
  await turn()
  expect([sent.length, acceptor.waiting()]).toEqual([2, 3])
})
