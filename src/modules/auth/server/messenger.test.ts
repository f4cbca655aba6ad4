import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, it, vi } from 'vitest'
import { drawnDirection } from '#lib/text-direction.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createMessenger } from './messenger.ts'

const { db } = await testDatabase()
const clock = manualClock(Date.UTC(2026, 10, 21))
const texts = loadTexts(resolve('locales'))

it('letters leave by SMTP once, wait when the server is down, and are blanked when they have left', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => (received.push(Buffer.concat(parts).toString('utf8')), done()))
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const open = (url: string) =>
    createMessenger({ db, clock, texts, inbox: false, smtpUrl: url, senderOf: () => ({ name: 'Polosa', address: 'no-reply@polosa.test' }) })
  const messenger = open(`smtp://127.0.0.1:${port}`)
  const letter = {
    brand: 'polosa',
    channel: 'mail' as const,
    to: 'ada@example.test',
    template: 'password_reset',
    lng: 'ru',
    params: { link: 'https://x.test/#hash=abc' },
  }
  await expect(
    inTx(db, async (tx) => {
      await messenger.send(tx, letter)
      throw new Error('the cause was undone')
    }),
  ).rejects.toThrow('undone')
  expect(await messenger.deliver('mail')).toBe(0)
  await inTx(db, (tx) => messenger.send(tx, letter))
  expect(await open('smtp://127.0.0.1:1').deliver('mail')).toBe(0)
  expect(await messenger.deliver('mail')).toBe(0)
  clock.advance(3 * 60_000)
  const sent = await Promise.all([messenger.deliver('mail'), messenger.deliver('mail')])
  expect(sent.reduce((a, b) => a + b)).toBe(1)
  server.close()
  const mail = await PostalMime.parse(received[0]!)
  expect(mail.from).toMatchObject({ name: 'Polosa', address: 'no-reply@polosa.test' })
  expect([received.length, mail.subject, mail.text?.includes('https://x.test/#hash=abc')]).toEqual([1, 'polosa: новый пароль', true])
  const row = await db.selectFrom('message_out').selectAll().executeTakeFirstOrThrow()
  expect([row.state, row.body, row.attempts]).toEqual(['sent', '', 2])
  expect(await db.selectFrom('dev_inbox').selectAll().execute()).toEqual([])
})

it('every letter of the house leaves in Russian and English with nothing left open in it', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => (received.push(Buffer.concat(parts).toString('utf8')), done()))
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const messenger = createMessenger({
    db,
    clock,
    texts,
    inbox: false,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    senderOf: () => ({ name: 'Polosa', address: 'no-reply@polosa.test' }),
  })
  const words = JSON.parse(readFileSync(resolve('locales/ru/auth.json'), 'utf8')) as Record<string, string>
  const templates = Object.keys(words).flatMap((key) => /^mail_(.*)_subject$/.exec(key)?.[1] ?? [])
  expect(templates.length).toBeGreaterThan(10)
  const names = Object.values(words).flatMap((text) => [...text.matchAll(/\{\{\s*([a-zA-Z]+)/g)].map((match) => match[1]!))
  const params = Object.fromEntries(names.map((name) => [name, `value-of-${name}`]))
  for (const template of templates)
    for (const lng of ['ru', 'en'])
      await inTx(db, (tx) => messenger.send(tx, { brand: 'polosa', channel: 'mail', to: `${lng}@example.test`, template, lng, params }))
  for (let sent = 1; sent > 0;) sent = await messenger.deliver('mail')
  server.close()
  const mails = await Promise.all(received.map((raw) => PostalMime.parse(raw)))
  expect(mails).toHaveLength(templates.length * 2)
  for (const mail of mails) {
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/\{\{|mail_[a-z_]+|undefined/)
    expect(/[а-яё]/i.test(mail.text!), mail.subject).toBe(mail.to![0]!.address!.startsWith('ru'))
  }
})

it('a letter in Arabic runs from right to left, keeps a phone whole, and says all that the Russian one says', () => {
  const read = (lng: string) => JSON.parse(readFileSync(resolve(`locales/${lng}/auth.json`), 'utf8')) as Record<string, string>
  const [ru, ar] = [read('ru'), read('ar')]
  const sentences = (text: string) => text.split(/[.?؟!](?=\s|$)/).length
  for (const key of Object.keys(ru).filter((name) => /^(mail_.*_(subject|text)|sms_(code|sign_in_code|p.*_changed))$/.test(name))) {
    const told = texts.text('ar', `auth:${key}`, {
      brand: 'Polosa',
      code: '123456',
      device: 'Safari, iOS',
      title: key.includes('game') ? 'Arden' : 'دفعة',
      text: 'هدف',
      phone: '+770•••12',
    })
    // Their first words are not the house's own.
    if (!/^mail_(promotion_|game_notice_text)/.test(key)) expect(drawnDirection(told), key).toBe('rtl')
    if (ru[key]!.includes('{{phone}}')) expect(told, key).toContain('\u2066+770•••12\u2069')
    expect(sentences(ar[key]!), key).toBeGreaterThanOrEqual(sentences(ru[key]!))
  }
})

it('a letter about a sign-in names the country in words', () => {
  const params = { device: 'Safari, iOS', country: 'KZ' }
  expect(texts.text('ru', 'auth:mail_new_device_text', params)).toContain('страна Казахстан')
  expect(texts.text('en', 'auth:mail_sign_in_code_text', { ...params, code: '123456' })).toContain('country Kazakhstan')
})

it('an SMS leaves through its port once, waits while the gateway fails, and is blanked when it has left', async () => {
  const left: { to: string; text: string; key: string }[] = []
  let isDown = true
  const sms = {
    send: async (message: { to: string; text: string; key: string }) => {
      if (isDown) throw new Error('down')
      left.push(message)
    },
  }
  const messenger = createMessenger({
    db,
    clock,
    texts,
    inbox: false,
    smtpUrl: null,
    senderOf: () => ({ name: 'x', address: 'x@x.test' }),
    sms,
  })
  await inTx(db, (tx) =>
    messenger.send(tx, {
      brand: 'polosa',
      channel: 'sms',
      to: '77012345678',
      template: 'code',
      lng: 'en',
      params: { code: '123456' },
    }),
  )
  expect(await messenger.deliver('sms')).toBe(0)
  isDown = false
  clock.advance(3 * 60_000)
  expect((await Promise.all([messenger.deliver('sms'), messenger.deliver('sms')])).sort()).toEqual([0, 1])
  expect(left).toMatchObject([{ to: '77012345678', text: expect.stringContaining('123456') }])
  const row = await db.selectFrom('message_out').selectAll().where('channel', '=', 'sms').executeTakeFirstOrThrow()
  expect([row.state, row.body]).toEqual(['sent', ''])
})

it('a letter that hangs holds up no other one, and what has left meanwhile never leaves again', async () => {
  await db.deleteFrom('message_out').execute()
  const received: string[] = []
  let isHanging = true
  let endHanging = () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const [to] = session.envelope.rcptTo.map(({ address }) => address)
      stream.resume()
      stream.on('end', () => {
        if (to === 'ada2@example.test' && isHanging) return void (endHanging = () => done(new Error('at last')))
        received.push(to!)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const told: object[] = []
  const open = (silentMs: number) =>
    createMessenger({
      db,
      clock,
      texts,
      inbox: false,
      smtpUrl: `smtp://127.0.0.1:${port}`,
      senderOf: () => ({ name: 'Polosa', address: 'no-reply@polosa.test' }),
      log: { warn: (details: object) => told.push(details) },
      silentMs,
    })
  const to = Array.from({ length: 8 }, (_, i) => `ada${i + 1}@example.test`)
  const letter = { brand: 'polosa', channel: 'mail' as const, template: 'password_reset', lng: 'en', params: { link: 'https://x.test/' } }
  for (const one of to) await inTx(db, (tx) => open(0).send(tx, { ...letter, to: one }))
  const statesOf = async () => (await db.selectFrom('message_out').select('state').orderBy('id').execute()).map(({ state }) => state)
  const others = to.map((_, i) => (i === 1 ? 'queued' : 'sent'))
  const round = open(30_000).deliver('mail')
  // While the second still hangs the others have left, and every process can see that.
  await vi.waitFor(async () => expect(await statesOf()).toEqual(others), { interval: 20 })
  expect(await open(30_000).deliver('mail')).toBe(0)
  expect(told).toEqual([])
  endHanging()
  expect(await round).toBe(7)
  // It hangs once more, and nobody ends it but the limit of silence.
  clock.advance(3 * 60_000)
  expect(await open(300).deliver('mail')).toBe(0)
  expect(told).toMatchObject([
    { channel: 'mail', attempts: 1, fault: 'EMESSAGE' },
    { channel: 'mail', attempts: 2, fault: 'ETIMEDOUT' },
  ])
  expect(JSON.stringify(told)).not.toContain('@')
  isHanging = false
  clock.advance(30 * 60_000)
  expect(await open(30_000).deliver('mail')).toBe(1)
  server.close()
  expect(received.sort()).toEqual(to)
})

it('a message whose process died on the way is sent once more at most, and given up when no try is left', async () => {
  await db.deleteFrom('message_out').execute()
  let tries = 0
  const dies = { send: () => new Promise<void>(() => (tries += 1)) }
  const lives = { send: async () => void (tries += 1) }
  const open = (sms: typeof dies | typeof lives) =>
    createMessenger({ db, clock, texts, inbox: false, smtpUrl: null, senderOf: () => ({ name: 'x', address: 'x@x.test' }), sms })
  const sms = { brand: 'polosa', channel: 'sms' as const, to: '77012345678', template: 'code', lng: 'en', params: { code: '123456' } }
  await inTx(db, (tx) => open(lives).send(tx, sms))
  void open(dies).deliver('sms')
  await vi.waitFor(() => expect(tries).toBe(1))
  expect(await open(lives).deliver('sms')).toBe(0)
  clock.advance(6 * 60_000)
  expect([await open(lives).deliver('sms'), await open(lives).deliver('sms'), tries]).toEqual([1, 0, 2])
  await inTx(db, (tx) => open(lives).send(tx, sms))
  await db.updateTable('message_out').set({ attempts: 8 }).where('state', '=', 'queued').execute()
  expect([await open(lives).deliver('sms'), tries]).toEqual([0, 2])
  const rows = await db.selectFrom('message_out').select(['state', 'attempts']).orderBy('id').execute()
  expect(rows).toEqual([
    { state: 'sent', attempts: 2 },
    { state: 'failed', attempts: 8 },
  ])
})

it('a code leaves in the first round, however much to many was queued before it; letters are no matter of the gateway', async () => {
  await db.deleteFrom('message_out').execute()
  const left: string[] = []
  const messenger = createMessenger({
    db,
    clock,
    texts,
    inbox: false,
    smtpUrl: 'smtp://127.0.0.1:1',
    senderOf: () => ({ name: 'x', address: 'x@x.test' }),
    sms: { send: async ({ to }) => void left.push(to) },
  })
  const sms = { brand: 'polosa', channel: 'sms' as const, to: '77010000000', template: 'code', lng: 'en', params: { code: '123456' } }
  await inTx(db, async (tx) => {
    for (let i = 0; i < 30; i += 1) await messenger.send(tx, { ...sms, toMany: true })
    await messenger.send(tx, { ...sms, to: '77012345678' })
    await messenger.send(tx, {
      ...sms,
      channel: 'mail',
      to: 'ada@example.test',
      template: 'password_reset',
      params: { link: 'https://x.test/' },
    })
  })
  expect(await messenger.deliver('sms')).toBe(20)
  expect(left).toContain('77012345678')
  const letters = await db.selectFrom('message_out').select(['state', 'attempts']).where('channel', '=', 'mail').execute()
  expect(letters).toEqual([{ state: 'queued', attempts: 0 }])
})
