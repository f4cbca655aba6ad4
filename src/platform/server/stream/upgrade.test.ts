/** Connections that end while they are answered: nobody listens to their sockets then but us. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createStream, type StreamVisitor } from './stream.ts'

const stream = createStream(createLog('silent', false))
const server = createServer()
const asked: ((visitor: StreamVisitor | null) => void)[] = []
stream.attach(server, () => new Promise((answer) => asked.push(answer)))
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = server.address() as AddressInfo
const [nobody, stranger] = [{ playerId: null, sessionId: null }, null]

afterAll(() => {
  stream.close()
  server.close()
})

async function upgrading(origin = `http://127.0.0.1:${port}`): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const lines = ['GET /stream HTTP/1.1', `Host: 127.0.0.1:${port}`, `Origin: ${origin}`, 'Connection: Upgrade', 'Upgrade: websocket']
  socket.write([...lines, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join('\r\n'))
  return socket
}
const firstLine = async (socket: Socket) => String(((await once(socket, 'data')) as [Buffer])[0]).split('\r\n')[0]

/** What is not listened to ends the process. */
const uncaught: unknown[] = []
process.on('uncaughtException', (error) => uncaught.push(error))

test.each([
  ['a known visitor', nobody],
  ['one who may not listen', stranger],
])('a connection that is reset while it is found out that it is %s harms nobody and is not kept', async (_what, visitor) => {
  const socket = await upgrading()
  await expect.poll(() => asked.length).toBe(1)
  socket.resetAndDestroy()
  await wait(30)
  asked.pop()!(visitor)
  await wait(30)
  expect([stream.connections(), uncaught]).toEqual([0, []])
})

test('a page of another site is refused, and may reset the connection after it', async () => {
  const socket = await upgrading('https://other.example')
  expect(await firstLine(socket)).toBe('HTTP/1.1 403 Forbidden')
  socket.resetAndDestroy()
  await wait(30)
  expect([stream.connections(), uncaught]).toEqual([0, []])
})

test('one that is accepted is forgotten when it is reset', async () => {
  const socket = await upgrading()
  await expect.poll(() => asked.length).toBe(1)
  asked.pop()!(nobody)
  expect(await firstLine(socket)).toBe('HTTP/1.1 101 Switching Protocols')
  expect(stream.connections()).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => stream.connections()).toBe(0)
  expect(uncaught).toEqual([])
})

/** What the browser sends: short and masked. */
function said(text: string): Buffer {
  const mask = Buffer.alloc(4)
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, Buffer.from(text)])
}

/** The answer to a ping: everything that was said before it has been answered by then. */
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])
const PONG = '\u008a\u0000'

test('while the database is away nothing is said of private topics; he who waits for it is told to come again', async () => {
  stream.provide('me', { open: () => true, authorize: (_name, { playerId }) => playerId !== null })
  const heard = async (visitor: StreamVisitor) => {
    const socket = await upgrading()
    await expect.poll(() => asked.length).toBe(1)
    asked.pop()!(visitor)
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')))
    socket.write(said('{"sub":[["me:7",0]]}'))
    const isRenewed = () => text.includes('session renewed')
    const pongs = () => text.split(PONG).length - 1
    socket.write(PING)
    await expect.poll(pongs).toBe(1)
    stream.disconnect(({ isUnasked }) => isUnasked === true, 'renewed')
    // Who was not disconnected still answers.
    if (!visitor.isUnasked) socket.write(PING)
    await expect.poll(() => isRenewed() || pongs() === 2).toBe(true)
    socket.destroy()
    return [text.includes('forbidden'), isRenewed()]
  }
  expect(await heard({ playerId: null, sessionId: null })).toEqual([true, false])
  expect(await heard({ playerId: null, sessionId: null, isUnasked: true })).toEqual([false, true])
})

async function opened(): Promise<Socket> {
  const socket = await upgrading()
  await expect.poll(() => asked.length).toBe(1)
  asked.pop()!(nobody)
  expect(await firstLine(socket)).toBe('HTTP/1.1 101 Switching Protocols')
  return socket
}

test('who asks on and on without reading is not listened to, and gets all of it when he reads', async () => {
  const kilobyte = 'x'.repeat(1_000)
  stream.provide('big', {
    open(topic) {
      for (let n = 0; n < 200; n += 1) topic.set(`key ${n}`, kilobyte)
      return true
    },
  })
  const socket = await opened()
  socket.pause()
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 400; n += 1) socket.write(said(`{"un":["big:1","big:2"],"sub":[["big:1",0],["big:2",0],["big:${n % 9}",0]]}`))
  await wait(300)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6)
  let images = new Set<string>()
  socket.on('data', (bytes: Buffer) => {
    for (const [, name] of bytes.toString('latin1').matchAll(/"t":"(big:\d)"/g)) images = images.add(name!)
  })
  socket.resume()
  await expect.poll(() => images.size).toBe(9)
  socket.destroy()
})

test('a message that is nothing is a fault of its sender, not of ours', async () => {
  const socket = await opened()
  socket.write(said('null'))
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect(bytes.toString('latin1')).toContain('bad message')
  await expect.poll(() => stream.connections()).toBe(0)
})
