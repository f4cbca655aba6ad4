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

test('bets that no batch can hold wait for each other too, and take no place of the others', async () => {
  const promo = (): BetToAccept => ({
    ...bet(),
    money: { stakeTaxMinor: 0n, promo: { codeId: 1n, minor: 100n } } as unknown as NonNullable<BetToAccept['money']>,
  })
  const few = createAcceptor(pool, systemClock(), { maxSingles: 2, maxWaiting: 3 })
  const answers = Array.from({ length: 6 }, () => few.accept(promo()).catch(() => null))
  expect(sent).toHaveLength(2)
  expect(await answers[5]).toEqual({ kind: 'busy' })
  few.accept(bet()).catch(() => {})
  await turn()
  await turn()
  expect(sent).toHaveLength(3)
  for (const answer of sent.splice(0, 2)) answer({ rows: [] })
  await turn()
  expect(sent).toHaveLength(3)
  for (let tries = 0; sent.length > 0 && tries < 5; tries += 1) {
    for (const answer of sent.splice(0)) answer({ rows: [] })
    await turn()
  }
  await few.close()
})

test('a look that fails answers its bet and holds nothing up', async () => {
  const stillGood = () => {
    throw new Error('planted')
  }
  await expect(acceptor.accept({ ...bet(), stillGood })).rejects.toThrow('planted')
  const many = Array.from({ length: 20 }, () => acceptor.accept({ ...bet(), stillGood }).catch((error: Error) => error.message))
  expect(await Promise.all(many)).toEqual(Array.from({ length: 20 }, () => 'planted'))
  await acceptor.close()
})
