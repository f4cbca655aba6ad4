/**
 * F-8, F-9: whose clock decides, and how old a suspension may be. Caught by what S-5 looks at afterwards: no bet is
 * accepted at or after the start, none after a stop was told.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createAcceptor, type BetOutcome } from '#modules/bets/server/acceptor.ts'
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { checkBet } from '#modules/bets/rules/check-bet.ts'
import { createLedger, systemAccountId } from '#modules/ledger/server/index.ts'
import { createLimits, type Limits } from '#modules/limits/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createDb, inTx, rawPool } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../support/database.ts'
import { plantSql } from './planted.ts'

const START = Date.UTC(2026, 10, 21, 18)
const { db, url } = await testDatabase(4)
const clock = manualClock(START - 60_000)
const ledger = await createLedger({ db, clock })
const desk = createLimits(db, clock)
const other = createDb(url, { max: 4 })
afterAll(() => other.destroy())

const owner = await inTx(db, async (tx) => {
  const opened = await ledger.openAccount(tx, { playerId: 1, currencyId: 2 })
  if (isProblem(opened)) throw new Error(opened.code)
  await ledger.post(tx, {
    kind: 'deposit',
    txId: ledger.ids.next(),
    at: new Date(clock.now()),
    entries: [
      { accountId: opened.id, currencyId: 2, amountMinor: 1_000_000n },
      { accountId: systemAccountId('cashier', 2), currencyId: 2, amountMinor: -1_000_000n },
    ],
  })
  return { playerId: 1, accountId: opened.id }
})
const line = fakeLine(START)
line.addGame(300_000_001)
line.addOutcome(300_000_001, 1, 2000)

/** Another process, that has read the stops once: its bets go out with what it knows. `now` is whose word on the time counts. */
function bettor(limits: Limits, now: () => number) {
  const acceptor = createAcceptor(rawPool(other), clock, { stops: limits.stops })
  const selection = { gameId: 300_000_001, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }
  return async (): Promise<BetOutcome['kind']> => {
    const stops = limits.stops.version()
    if (limits.stops.has({ scope: 'all', target: '' })) return 'refused'
    if (!checkBet([selection], { checkCf: 0, vid: 0, antiExpress: 0 }, line, now()).ok) return 'refused'
    const outcome = await acceptor.accept({
      betId: ledger.ids.next(),
      ...owner,
      currencyId: 2,
      guid: randomBytes(12).toString('hex'),
      bodyHash: '0'.repeat(32),
      vid: 0,
      stakeMinor: 100n,
      price: '2',
      maxPayoutMinor: null,
      receipt: '{}',
      legs: [{ ci: 1, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }],
      stops,
    })
    return outcome.kind
  }
}

/** Bets in the books that were accepted, by the server's clock, at the start or later. */
async function late(): Promise<number> {
  const { rows } = await rawPool(db).query<{ n: number }>('SELECT count(*)::int AS n FROM bet WHERE accepted_at >= $1', [new Date(START)])
  return rows[0]!.n
}

test('no bet at or after the start as it is; F-8: clock taken from the client', async () => {
  const limits = createLimits(other, clock)
  await limits.stops.refresh()
  expect(await bettor(limits, () => clock.now())()).toBe('accepted')
  clock.set(START)
  expect(await bettor(limits, () => clock.now())()).toBe('refused')
  expect(await late()).toBe(0)
  const clientSays = START - 30_000
  expect(await bettor(limits, () => clientSays)()).toBe('accepted')
  expect(await late()).toBe(1)
})

test('no bet after a stop was told as it is; F-9: suspension cached for a second', async () => {
  const place = async () => {
    // It has read the stops and reads them again in a second.
    const limits = createLimits(other, clock)
    await limits.stops.refresh()
    const bet = bettor(limits, () => START - 30_000)
    expect(await bet()).toBe('accepted')
    await desk.stops.set({ scope: 'all', target: '' }, true, 'desk', 'test')
    const after = await bet()
    await desk.stops.set({ scope: 'all', target: '' }, false, 'desk', 'test over')
    return after
  }
  expect(await place()).toBe('changed')
  await plantSql(db, 'heed_stops', [['IF p_stops IS NULL THEN RETURN', 'IF true THEN RETURN']])
  expect(await place()).toBe('accepted')
})
