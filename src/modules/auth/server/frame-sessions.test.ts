/** Frames that sign in while their page signs out, on a real PostgreSQL. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(6)
const site = await accountSite({ db })
const { sessions } = site.auth.deps
const visitor = { brand: 'polosa', ip: '127.0.0.1', country: 'KZ', userAgent: '', deviceSecret: '' }

async function openPage() {
  const made = await new Visitor(site).oneClick()
  const page = new Visitor(site, { browser: true })
  await page.signIn(String(made.userId), made.password)
  const { id } = await db
    .selectFrom('session')
    .select('id')
    .where('player_id', '=', made.userId)
    .where('opened_by', '=', 'sign_in')
    .executeTakeFirstOrThrow()
  return { page, id, playerId: made.userId as number }
}
const openFrames = (parent: string) =>
  db.selectFrom('session').select('id').where('parent_id', '=', parent).where('closed_at', 'is', null).execute()

/** Somebody waits for a row that another transaction holds. */
async function isWaitedFor(): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test('none is opened under a page that is being closed', async () => {
  const { page, id, playerId } = await openPage()
  const { xframe_token } = (await page.call('POST', '/api/internal/xframe/v1/user/token')).body.data
  let answer: Promise<{ status: number }> | undefined
  await inTx(db, async (tx) => {
    await sessions.close(tx, { playerId, ids: [id] }, 'signed_out')
    answer = new Visitor(site).call('POST', '/api/internal/xframe/v1/user/auth', { xframe_token })
    await expect.poll(isWaitedFor).toBe(true)
  })
  expect([(await answer!).status, await openFrames(id)]).toEqual([401, []])
})

test('one that was opened just before its page is closed goes with it', async () => {
  const { id, playerId } = await openPage()
  let closed: Promise<string[]> | undefined
  const frame = await inTx(db, async (tx) => {
    const opened = await sessions.appSession(tx, id, visitor)
    closed = inTx(db, (other) => sessions.close(other, { playerId, ids: [id] }, 'signed_out'))
    await expect.poll(isWaitedFor).toBe(true)
    return opened!
  })
  expect((await closed!).toSorted()).toEqual([id, frame.id].toSorted())
  expect(await openFrames(id)).toEqual([])
})

test('one ends with its page, however late it was opened', async () => {
  const { id } = await openPage()
  const { expires_at: ends } = await db.selectFrom('session').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow()
  site.clock.advance(23 * HOUR)
  const frame = await inTx(db, (tx) => sessions.appSession(tx, id, visitor))
  expect(frame!.expiresAt).toBe(ends.getTime())
})

test('one that ends all others leaves the page in which it stands', async () => {
  const { id, playerId } = await openPage()
  const { token } = await inTx(db, async (tx) => sessions.issueToken(tx, (await sessions.appSession(tx, id, visitor))!, 'app'))
  const ended = await new Visitor(site).call('POST', '/web-api/office/disconnecteverywhere', {}, { 'x-auth': `Bearer ${token}` })
  const open = await db.selectFrom('session').select('id').where('player_id', '=', playerId).where('closed_at', 'is', null).execute()
  // Beside them there was the program by which the account was made.
  expect([ended.body.data, open.map((row) => row.id).toSorted()]).toEqual([
    { closed: 1 },
    [id, ...(await openFrames(id)).map((row) => row.id)].toSorted(),
  ])
  expect(open).toHaveLength(2)
})
