import { expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const CREATE = '/web-api/office/phone-actions/create-phone-number'
const CONFIRM = '/web-api/office/phoneActions/createPhoneNumber/confirm'

async function player(): Promise<Visitor> {
  const visitor = new Visitor(site)
  await visitor.oneClick()
  return visitor
}

async function codeTo(phone: string): Promise<string> {
  const { body } = await new Visitor(site).call('GET', `/dev/api/inbox?to=${encodeURIComponent(phone)}`)
  return /\d{6}/.exec(body.messages[0].body as string)![0]
}

test('a phone is bound by the code that it received, once, and then serves as the second step of turning on', async () => {
  const visitor = await player()
  const asked = await visitor.call('POST', CREATE, { phone_number: '701 234 56 78', country_code: 'KZ' })
  expect(asked.body.data).toMatchObject({ code_length: 6, resend_after: 60 })
  const { authId } = asked.body.data
  const code = await codeTo('+77012345678')
  const wrong = await visitor.call('POST', CONFIRM, { authId, sms_code: code === '111111' ? '222222' : '111111' })
  expect([wrong.body.success, wrong.body.error_code]).toEqual([false, 2])
  const stranger = await player()
  expect((await stranger.call('POST', CONFIRM, { authId: 'x'.repeat(32), sms_code: code })).body.error_code).toBe(2)
  expect((await visitor.call('POST', CONFIRM, { authId, sms_code: code })).body.data).toEqual({ phone: '***78', confirmed: true })
  expect((await visitor.call('GET', '/web-api/user/getuserconfig')).body.data.phone).toBe('***78')
  expect((await visitor.call('POST', CONFIRM, { authId, sms_code: code })).body.error_code).toBe(2)
  expect((await visitor.call('POST', CREATE, { phone_number: '7012345679', country_code: 'KZ' })).body.error_code).toBe(53)
  site.clock.advance(61_000)
  expect((await visitor.call('POST', '/web-api/office/sendSmsForTwoFactorActivation')).body.data).toEqual({
    code_length: 6,
    resend_after: 60,
  })
})

test('one phone is one player: also when two ask for it at the same time', async () => {
  const [first, second] = [await player(), await player()]
  const ask = (who: Visitor) => who.call('POST', CREATE, { phone_number: '7771234567', country_code: 'KZ' })
  const one = (await ask(first)).body.data.authId
  const oneCode = await codeTo('+77771234567')
  const two = (await ask(second)).body.data.authId
  const twoCode = await codeTo('+77771234567')
  const done = await Promise.all([
    first.call('POST', CONFIRM, { authId: one, sms_code: oneCode }),
    second.call('POST', CONFIRM, { authId: two, sms_code: twoCode }),
  ])
  expect(done.map(({ body }) => body.data?.confirmed ?? body.error_code).sort()).toEqual([52, true])
  expect((await ask(await player())).body.error_code).toBe(52)
})

test('a number that cannot be is refused at its field, and an old proof is not enough', async () => {
  const visitor = await player()
  const refused = async (phone_number: string, country_code: string) => {
    const { body } = await visitor.call('POST', CREATE, { phone_number, country_code })
    return Object.keys(body.validation_errors ?? {})[0] ?? body.error_code
  }
  expect(await refused('12345', 'KZ')).toBe('phone_number')
  expect(await refused('9012345678', 'KZ')).toBe('phone_number')
  expect(await refused('8001234567', 'GB')).toBe('phone_number')
  expect(await refused('7012345678', 'ZZ')).toBe('country_code')
  site.clock.advance(301_000)
  expect(await refused('7012345999', 'KZ')).toBe(48)
})

test('masks and countries are published as the wire has them (VL-10, VL-11)', async () => {
  const visitor = new Visitor(site)
  const { data: masks } = (await visitor.call('GET', '/web-api/api/user/phonemasks')).body
  expect(masks).toContainEqual(expect.objectContaining({ CountryId: 82, Mask: '000 000 00 00', Min: 10, Max: 10, FirstDigits: '67' }))
  const { data: countries } = (await visitor.call('GET', '/web-api/user/getphonecountries')).body
  expect(countries[0]).toEqual({ id: 0, name: '', code: 'default', phoneCode: '', iso: '' })
  expect(countries[1]).toEqual({ id: 82, name: 'Kazakhstan', code: 'kz', phoneCode: '+7', iso: 'KZ' })
  for (const method of ['GET', 'POST'] as const) {
    const data = (await visitor.call(method, '/account-api/user/v1/phone-data')).body
    expect(data.countries[0]).toEqual({ id: 82, name: 'Kazakhstan', code: 'kz', alpha2: 'KZ', phoneCode: '+7', otpChannels: ['sms'] })
    expect(data.countries).toHaveLength(countries.length - 1)
  }
  // Both are kept for a day: the language is a part of the address.
  const kosovo = async (lng: string): Promise<string> =>
    (await visitor.call('GET', `/web-api/user/getphonecountries?lng=${lng}`)).body.data.find(({ iso }: { iso: string }) => iso === 'XK')
      .name
  expect(await kosovo('ru')).not.toBe(await kosovo('en'))
})

test('a code whose tries are used up is told as such, also when it is the right one', async () => {
  const visitor = await player()
  const { authId } = (await visitor.call('POST', CREATE, { phone_number: '7012345699', country_code: 'KZ' })).body.data
  const code = await codeTo('+77012345699')
  const wrong = code === '111111' ? '222222' : '111111'
  const said = []
  for (const sms_code of [wrong, wrong, wrong, wrong, wrong, code])
    said.push((await visitor.call('POST', CONFIRM, { authId, sms_code })).body.validation_errors.sms_code[0])
  const over = 'The code is no longer valid. Ask for a new one'
  expect(said).toEqual([...Array<string>(4).fill('Wrong code'), over, over])
})
