/** A password that is changed or reset opens nothing any more, whatever was on its way with it in that moment (ACC-14, ACC-15). */
import { hash } from '@node-rs/argon2'
import { generate } from 'otplib'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'

const { db } = await testDatabase(10)
const site = await accountSite({ db })
const [OLD, NEW, OTHERS] = ['violet tractor 71 hums', 'copper lantern 38 drifts', 'amber saddle 52 floats']

let serial = 0
async function newPlayer() {
  const email = `changed${(serial += 1)}@example.test`
  const visitor = new Visitor(site)
  const fields = { email, password: await site.encode(OLD), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  return { email, id: body.userId as number, visitor }
}
const hashOf = async (id: number) =>
  (await db.selectFrom('player').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()).password_hash
const openOf = (id: number) => db.selectFrom('session').select('id').where('player_id', '=', id).where('closed_at', 'is', null).execute()

/** Asks while the row of the player is being given another password; the change commits when the call waits for it, or is done. */
async function meanwhile<T>(id: number, ask: () => Promise<T>): Promise<T> {
  const password_hash = await site.auth.deps.passwords.hash(NEW)
  const { answer } = await inTx(db, async (tx) => {
    await tx.updateTable('player').set({ password_hash }).where('id', '=', id).execute()
    await site.auth.deps.sessions.close(tx, { playerId: id }, 'password_reset')
    let done = false
    const asked = ask().finally(() => (done = true))
    await vi.waitFor(
      async () => {
        expect(done || (await lockWaits(db)) > 0).toBe(true)
      },
      { timeout: 10_000 },
    )
    return { answer: asked }
  })
  return answer
}

it('a sign-in with it that is on its way is refused, and leaves no session', async () => {
  const { email, id } = await newPlayer()
  const { body } = await meanwhile(id, () => new Visitor(site).signIn(email, OLD))
  expect([body.success, body.error_code, await openOf(id)]).toEqual([false, 41, []])
  expect((await new Visitor(site).signIn(email, NEW)).body.success).toBe(true)
})

it('a hash that is written anew for being weak does not bring it back', async () => {
  const { email, id } = await newPlayer()
  const outdated = await hash(OLD, { algorithm: 2, memoryCost: 9_728, timeCost: 1, parallelism: 1 })
  await sql`UPDATE player SET password_hash = ${outdated} WHERE id = ${id}`.execute(db)
  expect((await new Visitor(site).signIn(email, OLD)).body.success).toBe(true)
  expect(await hashOf(id)).not.toBe(outdated)
  await sql`UPDATE player SET password_hash = ${outdated} WHERE id = ${id}`.execute(db)
  expect((await meanwhile(id, () => new Visitor(site).signIn(email, OLD))).body.error_code).toBe(41)
  expect(await site.auth.deps.passwords.verify(await hashOf(id), NEW)).toBe(true)
})

it('who knew it does not change it once it was reset', async () => {
  const { id, visitor } = await newPlayer()
  const change = {
    old_password: await site.encode(OLD),
    password: await site.encode(OTHERS),
    password_confirmation: await site.encode(OTHERS),
  }
  const { body } = await meanwhile(id, () => visitor.call('PUT', '/api/web/user/v1/password', change))
  expect(Object.keys(body.validation_errors ?? body)).toEqual(['old_password'])
  expect(await site.auth.deps.passwords.verify(await hashOf(id), NEW)).toBe(true)
})

it('a second step that was begun with it ends with it', async () => {
  const { email, id, visitor } = await newPlayer()
  const office = (name: string) => `/web-api/office/${name}`
  const { code: secret } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
  const code = () => generate({ secret, epoch: Math.floor(site.clock.now() / 1000) })
  await visitor.call('POST', office('twofactorauthenable'), { app_code: await code() })
  site.clock.advance(60_000)
  const thief = new Visitor(site)
  const { authId } = (await thief.signIn(email, OLD)).body.data
  await meanwhile(id, async () => {})
  const finished = await thief.call('POST', '/user/twoauth/', { authId, app_code: await code() })
  expect([finished.body.success, finished.body.error_code, await openOf(id)]).toEqual([false, 41, []])
})
