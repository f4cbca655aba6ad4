import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { accountSite, Visitor, type AccountSite } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(6)
const standard = await accountSite({ db })
const strict = await accountSite({ db, change: (config) => (config.responsible.profile = 'strict') })

async function signedIn(site: AccountSite, login: string, password: string): Promise<Visitor> {
  site.clock.advance(60_000)
  const visitor = new Visitor(site, { browser: true })
  expect((await visitor.signIn(login, password)).status).toBe(200)
  return visitor
}
const isIn = async (visitor: Visitor) => (await visitor.call('GET', '/session-api/sessions/user')).status === 200
const open = async (playerId: number) =>
  db.selectFrom('session').select('id').where('player_id', '=', playerId).where('closed_at', 'is', null).execute()

test('the strict profile knows one session: a second device ends the first (SES-08)', async () => {
  const { userId, password } = await new Visitor(strict).oneClick()
  const first = await signedIn(strict, String(userId), password)
  expect(await isIn(first)).toBe(true)
  const second = await signedIn(strict, String(userId), password)
  expect([await isIn(first), await isIn(second)]).toEqual([false, true])
  const ended = await db
    .selectFrom('session')
    .select('close_reason')
    .where('player_id', '=', userId)
    .where('closed_at', 'is not', null)
    .execute()
  expect(new Set(ended.map((row) => row.close_reason))).toEqual(new Set(['too_many']))
  // Several at once leave one as well.
  await Promise.all(Array.from({ length: 4 }, () => new Visitor(strict, { browser: true }).signIn(String(userId), password)))
  expect(await open(userId)).toHaveLength(1)
})

test('elsewhere the one that rested longest makes room for the twenty-first', async () => {
  const { userId, password } = await new Visitor(standard).oneClick()
  const visitors: Visitor[] = []
  for (let n = 0; n < 20; n += 1) visitors.push(await signedIn(standard, String(userId), password))
  // The session of the registration was the oldest.
  expect(await open(userId)).toHaveLength(20)
  // The first of the others has just been used: the second goes.
  await visitors[0]!.call('POST', '/web-api/office/getusersessions', {})
  await signedIn(standard, String(userId), password)
  expect([await isIn(visitors[0]!), await isIn(visitors[1]!), await isIn(visitors[2]!)]).toEqual([true, false, true])
})

test('what is undone ends no page: who was to make room, or was taken for a thief, is told after the commit', async () => {
  const { sessions } = strict.auth.deps
  const ended: string[] = []
  sessions.onClosed((ids) => void ended.push(...ids))
  const { userId, password } = await new Visitor(strict).oneClick()
  const first = await signedIn(strict, String(userId), password)
  const [{ id }] = (await open(userId)) as [{ id: string }]
  const visitor = { brand: 'polosa', ip: '127.0.0.1', country: 'KZ', userAgent: '', deviceSecret: 'x' }
  const another = { playerId: userId, visitor, kind: 'app', grade: 'password', openedBy: 'sign_in' } as const
  ended.length = 0
  await expect(
    inTx(db, async (tx) => {
      await sessions.open(tx, another)
      throw new Error('planted')
    }),
  ).rejects.toThrow('planted')
  expect([ended, await isIn(first)]).toEqual([[], true])
  const opened = await inTx(db, (tx) => sessions.open(tx, another))
  expect(ended).toEqual([id])

  const token = await inTx(db, (tx) => sessions.issueRefresh(tx, opened.session.id))
  await sessions.refresh(token)
  ended.length = 0
  await sql`CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(db)
  await sql`CREATE CONSTRAINT TRIGGER planted AFTER UPDATE ON session DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (new.close_reason = 'refresh_reused') EXECUTE FUNCTION planted()`.execute(db)
  await expect(sessions.refresh(token)).rejects.toThrow('planted')
  expect(ended).toEqual([])
  await sql`DROP TRIGGER planted ON session`.execute(db)
  await sessions.refresh(token)
  expect(ended).toEqual([opened.session.id])
})
