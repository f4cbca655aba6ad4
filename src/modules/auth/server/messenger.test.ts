import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
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
  const open = (url: string) => createMessenger({ db, clock, texts, inbox: false, smtpUrl: url, from: 'no-reply@polosa.test' })
  const messenger = open(`smtp://127.0.0.1:${port}`)
  const letter = {
    brand: 'polosa',
    channel: 'mail' as const,
    to: 'ada@example.test',
    template: 'password_reset',
    lng: 'ru',
    params: { link: 'https://x.test/#hash=abc', brand: 'polosa' },
  }
  await expect(
    inTx(db, async (tx) => {
      await messenger.send(tx, letter)
      throw new Error('the cause was undone')
    }),
  ).rejects.toThrow('undone')
  expect(await messenger.deliver()).toBe(0)
  await inTx(db, (tx) => messenger.send(tx, letter))
  expect(await open('smtp://127.0.0.1:1').deliver()).toBe(0)
  expect(await messenger.deliver()).toBe(0)
  clock.advance(3 * 60_000)
  const sent = await Promise.all([messenger.deliver(), messenger.deliver()])
  expect(sent.reduce((a, b) => a + b)).toBe(1)
  server.close()
  const mail = await PostalMime.parse(received[0]!)
  expect([received.length, mail.subject, mail.text?.includes('https://x.test/#hash=abc')]).toEqual([1, 'polosa: новый пароль', true])
  const row = await db.selectFrom('message_out').selectAll().executeTakeFirstOrThrow()
  expect([row.state, row.body, row.attempts]).toEqual(['sent', '', 2])
  expect(await db.selectFrom('dev_inbox').selectAll().execute()).toEqual([])
})
