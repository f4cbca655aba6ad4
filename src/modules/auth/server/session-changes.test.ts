import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createDb, inTx } from '#platform/server/db.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createSessionChanges, listSessionChanges, type Changes } from './session-changes.ts'
import { createSessions } from './sessions.ts'

/** A watch over answers that are given by hand, at a time that is set by hand. */
function watch() {
  let at = 1_000
  const asked: { since: string | null; answer: (changes: Changes | Error) => Promise<void> }[] = []
  const changes = createSessionChanges(
    (since) =>
      new Promise((resolve, reject) => {
        asked.push({
          since,
          answer: async (given) => {
            if (given instanceof Error) reject(given)
            else resolve(given)
            await new Promise((done) => setImmediate(done))
          },
        })
      }),
    () => at,
  )
  return { changes, asked, pass: (ms: number) => (at += ms) }
}

test('what was read is remembered while the answers come, and for 0.4 s without them', async () => {
  const { changes, asked, pass } = watch()
  expect(changes.holds(7, 1_000)).toBe(true)
  await asked[0]!.answer({ snapshot: 'a', players: [] })
  pass(350)
  changes.holds(7, 1_000)
  await asked[1]!.answer({ snapshot: '1', players: [] })
  pass(100)
  // Read before the first answer: a change between the two is told by none.
  expect(changes.holds(7, 1_000)).toBe(false)
  await asked[2]!.answer({ snapshot: '2', players: [] })
  const readAt = 1_451
  pass(1)
  for (let n = 3; n <= 50; n += 1) {
    pass(200)
    changes.holds(7, readAt)
    if (asked[n]) await asked[n]!.answer({ snapshot: `${n}`, players: [8] })
    expect(changes.holds(7, readAt)).toBe(true)
  }
  expect(asked.slice(0, 4).map(({ since }) => since)).toEqual([null, 'a', '1', '2'])
  pass(401)
  expect(changes.holds(7, readAt)).toBe(false)
})

test('a change makes what was read before it old, and nothing else', async () => {
  const { changes, asked, pass } = watch()
  changes.holds(7, 1_000)
  await asked[0]!.answer({ snapshot: 'a', players: [] })
  pass(100)
  const readAt = 1_100
  pass(50)
  changes.holds(7, readAt)
  await asked[1]!.answer({ snapshot: 'b', players: [7] })
  expect([changes.holds(7, readAt), changes.holds(8, readAt), changes.holds(7, 1_151)]).toEqual([false, true, true])
  pass(10)
  changes.note(8)
  expect([changes.holds(8, readAt), changes.holds(8, 1_161)]).toEqual([false, true])
})

test('a question that fails makes nobody sure, and one is on its way at a time', async () => {
  const { changes, asked, pass } = watch()
  changes.holds(7, 1_000)
  pass(150)
  changes.holds(7, 1_000)
  expect(asked).toHaveLength(1)
  await asked[0]!.answer({ snapshot: 'a', players: [] })
  pass(150)
  changes.holds(7, 1_300)
  await asked[1]!.answer(new Error('away'))
  pass(401)
  expect(changes.holds(7, 1_290)).toBe(false)
  expect(asked[2]!.since).toBe('a')
})

test('each change is told once, when it has committed, in whatever order', async () => {
  const { db } = await testDatabase(6)
  const site = await accountSite({ db })
  const [first, second] = [await new Visitor(site).oneClick(), await new Visitor(site).oneClick()]
  const begin = await listSessionChanges(db, null)
  expect(begin.players).toEqual([])
  const change = (playerId: number) => sql`UPDATE session SET grade = grade WHERE player_id = ${playerId}`
  let commit = () => {}
  const late = new Promise<void>((done) => (commit = done))
  const begun = Promise.withResolvers<void>()
  // The older transaction commits last.
  const older = inTx(db, async (tx) => {
    await change(first.userId).execute(tx)
    begun.resolve()
    await late
  })
  await begun.promise
  await change(second.userId).execute(db)
  const one = await listSessionChanges(db, begin.snapshot)
  expect(one.players).toEqual([second.userId])
  commit()
  await older
  const two = await listSessionChanges(db, one.snapshot)
  expect(two.players).toEqual([first.userId])
  expect((await listSessionChanges(db, two.snapshot)).players).toEqual([])
})

test('another node remembers a session for seconds without asking, and lets it go when it ends or its player is blocked', async () => {
  // What is sure is counted by this clock: a machine that stands still for a moment must not count.
  vi.useFakeTimers({ toFake: ['performance'] })
  const { db, url } = await testDatabase(6)
  const site = await accountSite({ db })
  const asked: string[] = []
  const otherDb = createDb(url, { max: 1 })
  const other = createSessions({ db: otherDb, clock: site.clock })
  const { sessions } = site.auth.deps
  const { userId } = await new Visitor(site).oneClick()
  const row = await db.selectFrom('session').select(['id', 'brand']).where('player_id', '=', userId).executeTakeFirstOrThrow()
  const frame = { brand: row.brand, ip: '127.0.0.1', country: 'KZ', userAgent: '', deviceSecret: '' }
  const session = (await inTx(db, (tx) => sessions.appSession(tx, row.id, frame)))!
  const { token } = await inTx(db, (tx) => sessions.issueToken(tx, session, 'app'))
  const look = async () => {
    vi.advanceTimersByTime(50)
    // The other node has one connection: what it asked before is answered when this is.
    await sql`SELECT 1`.execute(otherDb)
    const got = other.byToken(token)
    asked.push(got instanceof Promise ? 'asked' : 'remembered')
    return await got
  }
  const withinSecond = async (isTold: (seen: Awaited<ReturnType<typeof look>>) => boolean) => {
    for (let n = 0; n < 20; n += 1) {
      const seen = await look()
      if (isTold(seen)) return seen
    }
    throw new Error('not told within a second')
  }
  for (let n = 0; n < 30; n += 1) expect((await look())?.session.id).toBe(session.id)
  // A second and a half: once at first, at most once again before the first answer covers it.
  expect(asked.filter((how) => how === 'asked').length).toBeLessThanOrEqual(3)
  expect(asked.at(-1)).toBe('remembered')

  await db.updateTable('player').set({ status: 'blocked' }).where('id', '=', userId).execute()
  expect((await withinSecond((seen) => seen?.session.blocked === true))?.session.id).toBe(session.id)
  await inTx(db, (tx) => sessions.close(tx, { playerId: userId }, 'signed_out'))
  expect(await withinSecond((seen) => seen === null)).toBeNull()
  await otherDb.destroy()
})
