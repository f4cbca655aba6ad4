import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { createStream, type StreamVisitor } from '#platform/server/stream.ts'
import { accountSite, Visitor } from '../../test/support/account-site.ts'
import { testDatabase } from '../../test/support/database.ts'
import { watchStreams } from './stream-watch.ts'

const { db } = await testDatabase(8)
const site = await accountSite({ db })
const { sessions } = site.auth.deps
const log = createLog('silent', false)
const stream = createStream(log)
const server = createServer()
const answers: ((visitor: StreamVisitor) => void)[] = []
stream.attach(server, () => new Promise((answer) => answers.push(answer)))
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = server.address() as AddressInfo

afterAll(async () => {
  stream.close()
  server.close()
  await site.app.close()
})

/** A connection whose visitor is still being looked for, and what it hears. */
async function upgrading(): Promise<{ socket: Socket; says: () => string; accept: (visitor: StreamVisitor) => Promise<void> }> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
  const lines = ['GET /stream HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Connection: Upgrade', 'Upgrade: websocket']
  socket.write([...lines, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join('\r\n'))
  await expect.poll(() => answers.length).toBe(1)
  const answer = answers.pop()!
  return {
    socket,
    says: () => text,
    async accept(visitor) {
      answer(visitor)
      await expect.poll(() => text).toContain('101 Switching Protocols')
    },
  }
}

async function signedIn() {
  const { userId, password } = await new Visitor(site).oneClick()
  const page = new Visitor(site, { browser: true })
  await page.signIn(String(userId), password)
  const session = (await sessions.bySecret(page.cookies['__Host-session']!))!
  return { userId, page, visitor: { playerId: userId, sessionId: session.id } }
}

/** Asks often, and tells how often the database was asked. */
function watching() {
  const asked: (readonly string[])[] = []
  const listStillOpen = async (ids: readonly string[]) => {
    asked.push(ids)
    return sessions.listStillOpen(ids)
  }
  onTestFinished(watchStreams(stream, { listStillOpen }, log, 20))
  return asked
}

it('a session that is closed while its connection is being accepted ends it with the next look; others stay', async () => {
  const [gone, stays] = [await signedIn(), await signedIn()]
  const [late, other] = [await upgrading(), await upgrading()]
  await gone.page.call('POST', '/user/disconnect')
  await late.accept(gone.visitor)
  await other.accept(stays.visitor)
  const asked = watching()
  await expect.poll(late.says).toContain('session ended')
  await expect.poll(() => asked.length).toBeGreaterThan(3)
  expect(other.says()).not.toContain('session ended')
  other.socket.destroy()
  await expect.poll(() => stream.connections()).toBe(0)
})

it.each([
  ['its time runs out', async () => site.clock.advance(60 * 86_400_000)],
  ['its player is blocked', async (id: number) => db.updateTable('player').set({ status: 'blocked' }).where('id', '=', id).execute()],
])('a session ends its connections when %s, which nobody tells', async (_what, end) => {
  const { userId, visitor } = await signedIn()
  const open = await upgrading()
  await open.accept(visitor)
  const asked = watching()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  expect(open.says()).not.toContain('session ended')
  await end(userId)
  await expect.poll(open.says).toContain('session ended')
  await expect.poll(() => stream.connections()).toBe(0)
})

it('asks the database nothing while nobody with a session listens', async () => {
  const open = await upgrading()
  await open.accept({ playerId: null, sessionId: null })
  const asked = watching()
  const { visitor } = await signedIn()
  expect(asked).toEqual([])
  const second = await upgrading()
  await second.accept(visitor)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toEqual([visitor.sessionId])
  for (const { socket } of [open, second]) socket.destroy()
  await expect.poll(() => stream.connections()).toBe(0)
})
