/** Ways in that are under way while their player's account is closed, or what they prove stops being his, on a real PostgreSQL. */
import { expect, it, vi } from 'vitest'
import { listInbox } from '#modules/dev/server/inbox.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { selectAndLockPlayer } from './player-store.ts'
import { confirmPlayer } from './sign-in.ts'
import { telegramSignature } from './social/signed-answers.ts'
import { beginSocial, finishSocial } from './social/social.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const { deps } = site.auth
const [OLD, NEW] = ['violet tractor 71 hums', 'copper lantern 38 drifts']
const visitor = { brand: 'polosa', ip: '127.0.0.1', country: 'KZ', userAgent: '', deviceSecret: '' }

let serial = 0
async function newPlayer(): Promise<{ id: number; phone: string }> {
  const phone = `7701555${String(4000 + (serial += 1))}`
  const { userId: id } = await new Visitor(site).oneClick()
  const bound = { phone, phone_confirmed_at: new Date(site.clock.now()), password_hash: await deps.passwords.hash(OLD) }
  await db.updateTable('player').set(bound).where('id', '=', id).execute()
  return { id, phone }
}
const openOf = (id: number) => db.selectFrom('session').select('id').where('player_id', '=', id).where('closed_at', 'is', null).execute()

/** Asks while `change` is under way; that commits when the call waits for it, or is done. */
async function whileChanging<T>(change: (tx: Tx) => Promise<unknown>, ask: () => Promise<T>): Promise<T> {
  const { answer } = await inTx(db, async (tx) => {
    await change(tx)
    let done = false
    const asked = ask().finally(() => (done = true))
    await expect.poll(async () => done || (await lockWaits(db)) > 0, { timeout: 10_000 }).toBe(true)
    return { answer: asked }
  })
  return answer
}

const whileClosing = <T>(id: number, ask: () => Promise<T>) =>
  whileChanging(async (tx) => {
    await tx.updateTable('player').set({ status: 'closed' }).where('id', '=', id).execute()
    await deps.sessions.close(tx, { playerId: id }, 'closed')
  }, ask)

async function codeBySms(phone: string) {
  const { authId } = (await new Visitor(site).call('POST', '/sms-auth/send-code', { phone: `+${phone}` })).body.data
  await expect.poll(async () => (await listInbox(db, { to: `+${phone}` })).length).toBeGreaterThan(0)
  return { authId, sms_code: (await listInbox(db, { to: `+${phone}` }))[0]!.code! }
}
const checkCode = (way: { authId: string; sms_code: string }) => new Visitor(site).call('POST', '/sms-auth/check-code', way)

it('a code of an SMS opens no account that is being closed', async () => {
  const { id, phone } = await newPlayer()
  const way = await codeBySms(phone)
  const { body } = await whileClosing(id, () => checkCode(way))
  expect([body.error_code, await openOf(id)]).toEqual([42, []])
})

it('nor one that its player has taken that number off since', async () => {
  const { id, phone } = await newPlayer()
  const way = await codeBySms(phone)
  const { body } = await whileChanging(
    (tx) => tx.updateTable('player').set({ phone: '77015559999' }).where('id', '=', id).execute(),
    () => checkCode(way),
  )
  // The session that he has registered in stays the only one.
  expect([body.error_code, (await openOf(id)).length]).toEqual([2, 1])
})

/** Back from another service that is linked to the account; `subject` names the person there. */
async function backFromService(id: number, subject: string) {
  const at = new Date(site.clock.now())
  const link = { brand: 'polosa', provider: 'telegram', subject, player_id: id, email: null, name: 'Ada', linked_at: at, used_at: at }
  await db
    .insertInto('social_identity')
    .values(link as never)
    .execute()
  const client = { settings: { kind: 'telegram' }, clientId: 'b', clientSecret: 'token', applicationKey: '', simulated: false } as never
  const who = { provider: 'telegram', client, simulator: null } as const
  const begun = await beginSocial(deps, { ...who, brand: 'polosa', origin: 'http://localhost', linkTo: null, address: '', statement: '' })
  const { state, browserSecret } = begun as { state: string; browserSecret: string }
  const query = new URLSearchParams({ id: subject, first_name: 'Ada', auth_date: String(Math.floor(at.getTime() / 1000)) })
  query.set('hash', telegramSignature(query, 'token').toString('hex'))
  return () => finishSocial(deps, { ...who, state, query, browserSecret, playerId: null, visitor, browser: true, lng: 'en' })
}

it('nor does another service', async () => {
  const { id } = await newPlayer()
  expect(await whileClosing(id, await backFromService(id, '77'))).toMatchObject({ code: 'auth.account_blocked' })
  expect(await openOf(id)).toEqual([])
})

it('nor one that is being taken off the account', async () => {
  const { id } = await newPlayer()
  const finish = await backFromService(id, '78')
  const answer = await whileChanging(async (tx) => {
    await selectAndLockPlayer(tx, id)
    await tx.deleteFrom('social_identity').where('player_id', '=', id).execute()
  }, finish)
  expect([answer, (await openOf(id)).length]).toEqual([expect.objectContaining({ code: 'auth.social_refused' }), 1])
})

it('a password that was right and is another by now proves nobody; one that is only hashed anew does', async () => {
  const { id } = await newPlayer()
  const { verify } = deps.passwords
  const confirm = async (password: string, becomes: string) => {
    vi.spyOn(deps.passwords, 'verify').mockImplementationOnce(async (...given) => {
      const right = await verify(...given)
      await db
        .updateTable('player')
        .set({ password_hash: await deps.passwords.hash(becomes) })
        .where('id', '=', id)
        .execute()
      return right
    })
    return confirmPlayer(deps, id, { password: await site.encode(password), appCode: '' })
  }
  expect(await confirm(OLD, OLD)).toBe('password')
  expect(await confirm(OLD, NEW)).toMatchObject({ code: 'auth.wrong_password', field: 'password' })
  expect(await confirm(NEW, NEW)).toBe('password')
  vi.restoreAllMocks()
})
