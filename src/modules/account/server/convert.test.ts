import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { problem } from '#platform/shared/problem.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const PATH = '/web-api/office/account/convert'
const BIRTH = '01.02.1990'

async function oneClick() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  return { visitor, id: userId }
}
const config = async (visitor: Visitor) => (await visitor.call('GET', '/web-api/user/getuserconfig')).body.data
const convert = async ({ visitor }: { visitor: Visitor }, email: string, birth_date = BIRTH) =>
  (await visitor.call('POST', PATH, { email, birth_date })).body

test('a one-click account becomes full, once, and its letter confirms the address', async () => {
  const who = await oneClick()
  expect(await config(who.visitor)).toMatchObject({ isFull: false, email: '' })
  expect((await convert(who, 'convert1@example.test')).data).toEqual({ converted: true })
  expect(await config(who.visitor)).toMatchObject({ isFull: true, email: 'c***@example.test', emailConfirmed: false })
  const profile = await db.selectFrom('player_profile').selectAll().where('player_id', '=', who.id).executeTakeFirstOrThrow()
  expect(profile.registered_by).toBe('converted')
  const letters = await new Visitor(site).call('GET', '/dev/api/inbox?to=convert1%40example.test')
  const hash = /hash=([\w-]+)/.exec(letters.body.messages[0].body)![1]
  const done = await new Visitor(site).call('POST', '/web-api/api/internal/v1/user/activate', { data: { attributes: { hash } } })
  expect(done.body.data.attributes).toMatchObject({ userId: who.id, isActivated: true })
  expect((await convert(who, 'again@example.test')).success).toBe(false)
})

test('every wrong field is named, nobody below the age, no address twice, nothing half done', async () => {
  const who = await oneClick()
  expect(Object.keys((await convert(who, 'nobody', '31.02.1990')).validation_errors).sort()).toEqual(['birth_date', 'email'])
  expect((await convert(who, 'young@example.test', '01.02.2015')).validation_errors).toHaveProperty('birth_date')
  await convert(await oneClick(), 'taken@example.test')
  expect((await convert(who, 'TAKEN@example.test')).validation_errors).toHaveProperty('email')
  const profile = await db.selectFrom('player_profile').selectAll().where('player_id', '=', who.id).executeTakeFirstOrThrow()
  expect([profile.registered_by, profile.birth_date]).toEqual(['fast', null])
  expect((await new Visitor(site).call('POST', PATH, { email: 'x@example.test', birth_date: BIRTH })).status).toBe(401)
  site.clock.advance(6 * 60_000)
  expect((await convert(who, 'late@example.test')).error_code).toBe(48)
})

test('an address that is given in the same moment is not written over', async () => {
  const who = await oneClick()
  let converting: Promise<unknown> | undefined
  await inTx(db, async (tx) => {
    await tx.updateTable('player').set({ email: 'own@example.test', email_key: 'own@example.test' }).where('id', '=', who.id).execute()
    converting = convert(who, 'other@example.test')
    await expect
      .poll(async () => {
        const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          db,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
  })
  expect(await converting).toMatchObject({ success: true })
  const { email } = await db.selectFrom('player').select('email').where('id', '=', who.id).executeTakeFirstOrThrow()
  expect(email).toBe('own@example.test')
})

test('two at once: one letter, one conversion; one address goes to one player', async () => {
  const who = await oneClick()
  const same = await Promise.all([convert(who, 'twice@example.test'), convert(who, 'twice@example.test')])
  expect(same.filter(({ success }) => success)).toHaveLength(1)
  const [first, second] = [await oneClick(), await oneClick()]
  const both = await Promise.all([convert(first, 'both@example.test'), convert(second, 'both@example.test')])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
})

test('the paper of the country is asked for then, is one account’s, and registers hear of the person (RG-16, ACC-02)', async () => {
  const asked: unknown[] = []
  let isListed = false
  const british = await accountSite({
    db,
    change: ({ registration }) => (registration.identity = { GB: { document: 'passport', fields: ['personal_code', 'document_number'] } }),
    mayJoin: async (person) => {
      asked.push(person)
      return isListed ? problem('protection.registered_elsewhere', { status: 403, wire: 42 }) : null
    },
  })
  const joined = async () => {
    const visitor = new Visitor(british)
    const fields = { country: 'GB', currency: 'GBP', terms: true }
    visitor.token = (await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'fast_reg', fields })).body.token
    return visitor
  }
  const full = async (visitor: Visitor, email: string, more: object) =>
    (await visitor.call('POST', PATH, { email, birth_date: BIRTH, ...more })).body
  const first = await joined()
  expect((await config(first)).paper).toEqual({ document: 'passport', fields: ['personal_code', 'document_number'] })
  expect(Object.keys((await full(first, 'gb1@example.test', {})).validation_errors)).toEqual(['personal_code', 'document_number'])
  const paper = { personal_code: 'QQ 12 34 56 C', document_number: '99 1234' }
  isListed = true
  expect((await full(first, 'gb1@example.test', paper)).error_code).toBe(42)
  expect(await config(first)).toMatchObject({ isFull: false, email: '' })
  isListed = false
  expect((await full(first, 'gb1@example.test', paper)).data).toEqual({ converted: true })
  expect(asked.at(-1)).toMatchObject({
    email: 'gb1@example.test',
    birthDate: '1990-02-01',
    national: { country: 'GB', code: 'QQ 12 34 56 C' },
  })
  expect(await config(first)).toMatchObject({ isFull: true, paper: null })
  const second = await joined()
  expect((await full(second, 'gb2@example.test', { ...paper, personal_code: 'qq123456c' })).validation_errors).toHaveProperty(
    'personal_code',
  )
  expect(await config(second)).toMatchObject({ isFull: false, email: '' })
})
