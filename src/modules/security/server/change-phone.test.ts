import { expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { encodePassword } from '#modules/auth/server/index.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const office = (name: string) => `/web-api/office/${name}`
const MINUTE = 60_000
const WRONG = '000000'

interface Player {
  visitor: Visitor
  id: number
  password: string
}

async function player(): Promise<Player> {
  const visitor = new Visitor(site)
  const { userId: id, password } = await visitor.oneClick()
  return { visitor, id, password }
}

/** A code of that number that has just been sent; the newest lies first. */
async function codeTo(phone: string): Promise<string> {
  const { body } = await new Visitor(site).call('GET', `/dev/api/inbox?to=${encodeURIComponent(`+${phone}`)}`)
  return /\d{6}/.exec(body.messages[0].body as string)![0]
}

let serial = 0
const freshNumber = () => `701${String((serial += 1)).padStart(7, '0')}`

async function withPhone(): Promise<Player & { national: string; phone: string }> {
  const who = await player()
  const national = freshNumber()
  const { authId } = (
    await who.visitor.call('POST', office('phone-actions/create-phone-number'), { phone_number: national, country_code: 'KZ' })
  ).body.data
  await who.visitor.call('POST', office('phoneActions/createPhoneNumber/confirm'), { authId, sms_code: await codeTo(`7${national}`) })
  return { ...who, national, phone: `7${national}` }
}

const begin = async ({ visitor }: Player, phone_number: string) =>
  (await visitor.call('POST', office('phone-actions/update-phone-number'), { phone_number, country_code: 'KZ' })).body
const send = async ({ visitor }: Player, authId: string, more: object = {}) =>
  (await visitor.call('POST', office('phoneActions/updatePhoneNumber/sendCode'), { authId, ...more })).body
const prove = async ({ visitor }: Player, body: object) =>
  (await visitor.call('POST', office('phoneActions/updatePhoneNumber/confirm'), body)).body
const setQuestion = (visitor: Visitor, body: object = { question_id: 1, answer: 'Moss Lane', answer_repeat: 'moss lane' }) =>
  visitor.call('POST', office('setanswertosecurequestion'), body)
const boundPhone = async (id: number) =>
  (await db.selectFrom('player').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone

test('v2: the old number, the new number and the answer in turn; money waits, the old number hears of it', async () => {
  const who = await withPhone()
  const next = freshNumber()
  expect((await setQuestion(who.visitor)).body.data).toEqual({ saved: true })
  const { data } = await begin(who, next)
  expect(data).toMatchObject({ nextStep: 'old_phone', code_length: 6 })
  const { authId } = data
  expect((await send(who, authId)).data).toMatchObject({ code_length: 6, resend_after: 60, phone: `***${who.phone.slice(-2)}` })
  expect((await send(who, authId)).error_code).toBe(44)
  expect((await prove(who, { authId, sms_code: WRONG })).error_code).toBe(2)
  expect((await prove(who, { authId, sms_code: await codeTo(who.phone) })).data).toEqual({ nextStep: 'new_phone' })
  expect((await send(who, authId, { is_send_sms_to_apps: true })).success).toBe(true)
  const sent = await db.selectFrom('dev_inbox').select('channel').where('recipient', '=', `+7${next}`).executeTakeFirstOrThrow()
  expect(sent.channel).toBe('app')
  const asked = await prove(who, { authId, sms_code: await codeTo(`7${next}`) })
  expect(asked.data).toEqual({ nextStep: 'question', question: 'What was your first school called?' })
  expect(await boundPhone(who.id)).toBe(who.phone)
  expect((await prove(who, { authId, user_answer: 'oak street' })).error_code).toBe(54)
  expect((await prove(who, { authId, user_answer: ' MOSS  lane ' })).data).toEqual({ nextStep: 'none', phone: `***${next.slice(-2)}` })
  expect(await boundPhone(who.id)).toBe(`7${next}`)
  const notice = await new Visitor(site).call('GET', `/dev/api/inbox?to=${encodeURIComponent(`+${who.phone}`)}`)
  expect(notice.body.messages[0].body).toContain('another phone')
  const event = await db
    .selectFrom('security_event')
    .select('kind')
    .where('player_id', '=', who.id)
    .where('kind', '=', 'phone_changed')
    .execute()
  expect(event).toHaveLength(1)
  expect((await begin(who, freshNumber())).error_code).toBe(53)
})

test('v3 sends by itself and ends with the code where no question is set', async () => {
  const who = await withPhone()
  const next = freshNumber()
  const asked = await who.visitor.call('POST', office('phone-number/update'), { phone_number: next, country_code: 'KZ' })
  expect(asked.body.data).toMatchObject({ nextStep: 'code', code_length: 6 })
  const { authId } = asked.body.data
  const check = async (confirm_code: string) =>
    (await who.visitor.call('GET', office(`phone-number/update/check-confirm-code?authId=${authId}&confirm_code=${confirm_code}`))).body
  expect((await check(WRONG)).validation_errors).toHaveProperty('confirm_code')
  expect((await check(await codeTo(who.phone))).data).toMatchObject({ nextStep: 'code', phone: `***${next.slice(-2)}` })
  expect((await check(await codeTo(`7${next}`))).data).toEqual({ nextStep: 'none', phone: `***${next.slice(-2)}` })
})

test('v3 asks the answer last, and no step of it can be left out', async () => {
  const who = await withPhone()
  await who.visitor.call('POST', office('setanswertocustomsecurequestion'), {
    question: 'Name of my boat?',
    answer: 'Halcyon',
    answer_repeat: 'halcyon',
  })
  const next = freshNumber()
  const { authId } = (await who.visitor.call('POST', office('phone-number/update'), { phone_number: next, country_code: 'KZ' })).body.data
  const answer = async (user_answer: string) =>
    (await who.visitor.call('GET', office(`phone-number/update/check-user-answer?authId=${authId}&user_answer=${user_answer}`))).body
  const check = async (code: string) =>
    (await who.visitor.call('GET', office(`phone-number/update/check-confirm-code?authId=${authId}&confirm_code=${code}`))).body
  expect((await answer('halcyon')).error_code).toBe(54)
  await check(await codeTo(who.phone))
  expect((await answer('halcyon')).error_code).toBe(54)
  expect((await check(await codeTo(`7${next}`))).data).toEqual({ nextStep: 'answer', question: 'Name of my boat?' })
  expect((await answer('halcyon')).data).toMatchObject({ nextStep: 'none' })
  expect((await answer('halcyon')).error_code).toBe(54)
})

test('nobody goes on with the change of another', async () => {
  const [who, thief] = [await withPhone(), await withPhone()]
  const { authId } = (await begin(who, freshNumber())).data
  expect((await send(thief, authId)).error_code).toBe(51)
  await send(who, authId)
  const code = await codeTo(who.phone)
  expect((await prove(thief, { authId, sms_code: code })).error_code).toBe(2)
  expect((await prove(thief, { authId, user_answer: 'x' })).error_code).toBe(54)
  expect((await new Visitor(site).call('POST', office('phoneActions/updatePhoneNumber/sendCode'), { authId })).status).toBe(401)
  const elsewhere = new Visitor(site, { headers: { 'x-test-brand': 'other' } })
  elsewhere.token = who.visitor.token
  expect(
    (await elsewhere.call('POST', office('phoneActions/updatePhoneNumber/confirm'), { authId, sms_code: code })).body.success,
  ).not.toBe(true)
  expect((await prove(who, { authId, sms_code: code })).data).toEqual({ nextStep: 'new_phone' })
})

test('two who prove one number at once: the index gives it to one', async () => {
  const [first, second] = [await withPhone(), await withPhone()]
  const number = freshNumber()
  const ready = async (who: Player & { phone: string }) => {
    const { authId } = (await begin(who, number)).data
    await send(who, authId)
    await prove(who, { authId, sms_code: await codeTo(who.phone) })
    await send(who, authId)
    return { authId, sms_code: await codeTo(`7${number}`) }
  }
  const [one, two] = [await ready(first), await ready(second)]
  const done = await Promise.all([prove(first, one), prove(second, two)])
  expect(done.map(({ data, error_code }) => data?.nextStep ?? error_code).sort()).toEqual([52, 'none'])
  expect((await begin(await withPhone(), number)).error_code).toBe(52)
})

test('an old proof of oneself, an equal number and a player without a phone are refused', async () => {
  const who = await withPhone()
  expect((await begin(who, who.national)).error_code).toBe(52)
  expect((await begin(await player(), freshNumber())).error_code).toBe(57)
  site.clock.advance(6 * MINUTE)
  expect((await begin(who, freshNumber())).error_code).toBe(48)
  expect((await setQuestion(who.visitor)).body.error_code).toBe(48)
})

test('questions: the list, the choice, its fields; answers are kept hashed and nobody reads them', async () => {
  const { visitor, id } = await player()
  const list = (await visitor.call('POST', office('getsecurequestions'))).body.data
  expect(list[0]).toEqual({ question_id: 1, question: 'What was your first school called?' })
  expect((await visitor.call('POST', office('getUserSecureQuestion'))).body.error_code).toBe(55)
  expect((await visitor.call('POST', office('getusersecurequestion-with-phone'))).body.error_code).toBe(55)
  const fieldOf = async (body: object) => Object.keys((await setQuestion(visitor, body)).body.validation_errors ?? {})[0]
  expect(await fieldOf({ question_id: 99, answer: 'moss', answer_repeat: 'moss' })).toBe('question_id')
  expect(await fieldOf({ question_id: 1, answer: 'school', answer_repeat: 'school' })).toBe('answer')
  expect(await fieldOf({ question_id: 1, answer: 'moss', answer_repeat: 'oak' })).toBe('answer_repeat')
  await setQuestion(visitor)
  expect((await visitor.call('POST', office('getUserSecureQuestion'))).body.data).toEqual({
    question_id: 1,
    question: 'What was your first school called?',
    isCustom: false,
  })
  const row = await db.selectFrom('secure_question').selectAll().where('player_id', '=', id).executeTakeFirstOrThrow()
  expect(row.answer_hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(row).toLowerCase()).not.toContain('moss')
})

test('guesses of the answer are counted and end in a lock', async () => {
  const who = await withPhone()
  await setQuestion(who.visitor)
  const { authId } = (await begin(who, freshNumber())).data
  await send(who, authId)
  await prove(who, { authId, sms_code: await codeTo(who.phone) })
  await send(who, authId)
  const target = await db.selectFrom('dev_inbox').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  await prove(who, { authId, sms_code: /\d{6}/.exec(target.body)![0] })
  const codes: unknown[] = []
  for (let guess = 0; guess < 6; guess += 1) codes.push((await prove(who, { authId, user_answer: `guess ${guess}` })).error_code)
  expect(codes.every((code) => code === 54 || code === 42)).toBe(true)
  expect((await prove(who, { authId, user_answer: 'moss lane' })).data).toBeUndefined()
  expect(await boundPhone(who.id)).toBe(who.phone)
})

test('user/secure tells what secures the account and sets a question by password', async () => {
  const { visitor, password } = await player()
  expect((await visitor.call('POST', '/web-api/user/secure')).body.data).toEqual({
    level: 0,
    email: false,
    phone: false,
    two_factor: false,
    question: false,
  })
  const given = { question_id: 2, answer: 'Biscuit' }
  const wrong = await visitor.call('POST', '/web-api/user/secure', {
    ...given,
    password: await encodePassword(site.keys.publicKeyPem(), 'not it at all'),
  })
  expect(wrong.body.success).toBe(false)
  const right = await visitor.call('POST', '/web-api/user/secure', {
    ...given,
    password: await encodePassword(site.keys.publicKeyPem(), password),
  })
  expect(right.body.data).toMatchObject({ level: 1, question: true })
})
