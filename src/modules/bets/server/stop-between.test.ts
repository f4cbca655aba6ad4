/** A stop of betting that comes between the check of a bet and its writing (WAG-09, WAG-11). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { stoppedLine, type Stop, type Stops } from '#modules/limits/server/index.ts'
import { rawPool } from '#platform/server/db.ts'
import type { FakeLine } from './fake-line.ts'
import { testSite } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const told: { stops: Stops | null } = { stops: null }
/** Players who have closed the product for themselves. */
const closedFor = new Set<number>()
/** As the product reads it: a game is one object until it changes, and what is stopped is on hold. */
const stoppable = (line: FakeLine): FakeLine => {
  const kept: FakeLine = { ...line, findGame: (gameId) => line.games.get(gameId) ?? null }
  const now = () => (told.stops ? stoppedLine(kept, told.stops, () => 'world') : kept)
  return { ...kept, findGame: (id) => now().findGame(id), findOutcome: (id, t, p, playerId) => now().findOutcome(id, t, p, playerId) }
}
const site = await testSite(
  db,
  polosa.config,
  () => {},
  () => ({ sports: { isDisallowed: (playerId) => closedFor.has(playerId) } }),
  stoppable,
)
const { line, clock } = site
told.stops = site.limits.stops
afterAll(() => site.booksAreRight())

const [OTHER, FIRST] = [601_100_001, 601_100_002]
const AT_ONCE = 6
for (const game of [OTHER, FIRST]) {
  line.addGame(game, { startsAt: clock.now() + 3_600_000 })
  line.addOutcome(game, 9, 1900, { p: 2.5 })
}
let player = 41_000

/** The first few keep the connections of the acceptor busy, the bets of the rest wait. */
async function playersWithMoney(count: number): Promise<{ player: number; account: number }[]> {
  const found: { player: number; account: number }[] = []
  while (found.length < count) {
    player += 1
    found.push({ player, account: await site.playerWith(player, 100_000n) })
  }
  return found
}

const place = (of: { player: number; account: number }, game: number) =>
  site.makeBet(of.player, {
    Events: [{ GameId: game, Type: 9, Coef: 1.9, Param: 2.5, Kind: 3 }],
    Vid: 0,
    Summ: 10,
    UserId: of.account,
    betGUID: randomBytes(12).toString('hex'),
  })

/** Begun one after the other, each waits for its locked account on a connection of its own: together they could be one batch. */
async function keepBusy(blocker: PoolClient, busy: readonly { player: number; account: number }[]) {
  await blocker.query('BEGIN')
  await blocker.query('SELECT 1 FROM account WHERE id = ANY($1) FOR UPDATE', [busy.map(({ account }) => account)])
  const begun: ReturnType<typeof place>[] = []
  for (const owner of busy) {
    const answer = place(owner, OTHER)
    begun.push(answer)
    let early: unknown = null
    void answer.then(
      (told) => (early = told),
      (error: unknown) => (early = error),
    )
    while ((await lockWaits(db)) < begun.length) {
      expect(early, 'a bet of a locked account is answered').toBeNull()
      await new Promise((done) => setTimeout(done, 10))
    }
  }
  return begun
}

test('what a player closes for himself while his bet waits is not taken from him', async () => {
  const owners = await playersWithMoney(AT_ONCE + 1)
  const busy = owners.slice(0, AT_ONCE)
  const closing = owners[AT_ONCE]!
  const blocker = await rawPool(db).connect()
  try {
    const first = await keepBusy(blocker, busy)
    const waiting = place(closing, FIRST)
    await new Promise((done) => setTimeout(done, 150))
    closedFor.add(closing.player)
    await blocker.query('COMMIT')
    expect(await waiting).toMatchObject({ Success: false, ErrorCode: 900_030 })
    for (const answer of await Promise.all(first)) expect(answer.ErrorCode).toBe(0)
    expect((await sql`SELECT 1 FROM bet WHERE account_id = ${closing.account}`.execute(db)).rows).toEqual([])
  } finally {
    await blocker.query('ROLLBACK')
    blocker.release()
  }
})

test.each<[string, (player: number) => Stop, number]>([
  ['market', () => ({ scope: 'market', target: `${line.games.get(FIRST)!.ci}:17` }), 131],
  ['game', () => ({ scope: 'game', target: String(line.games.get(FIRST)!.mainCi) }), 135],
  ['player', (id) => ({ scope: 'player', target: String(id) }), 900_030],
])('a stop of the %s refuses the bet that waits, and no other', async (_, stopOf, code) => {
  const owners = await playersWithMoney(AT_ONCE + 2)
  const busy = owners.slice(0, AT_ONCE)
  const [stopped, free] = owners.slice(AT_ONCE) as [(typeof owners)[0], (typeof owners)[0]]
  const stop = stopOf(stopped.player)
  const blocker = await rawPool(db).connect()
  try {
    const first = await keepBusy(blocker, busy)
    const waiting = [place(stopped, FIRST), place(free, OTHER)]
    await new Promise((done) => setTimeout(done, 150))
    await site.limits.stops.set(stop, true, 'desk', 'test')
    await blocker.query('COMMIT')
    const [refused, taken] = await Promise.all(waiting)
    expect(refused).toMatchObject({ Success: false, ErrorCode: code })
    expect(taken).toMatchObject({ Success: true, ErrorCode: 0 })
    // Their transactions were under way: they are checked again and placed.
    for (const answer of await Promise.all(first)) expect(answer.ErrorCode).toBe(0)
    expect((await sql`SELECT 1 FROM bet WHERE account_id = ${stopped.account}`.execute(db)).rows).toEqual([])
  } finally {
    await blocker.query('ROLLBACK')
    blocker.release()
    await site.limits.stops.set(stop, false, 'desk', 'test over')
  }
})
