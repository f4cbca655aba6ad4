/** The watch against a server that says hello and then nothing. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { connectionOf } from './db.ts'
import { createDatabaseWatch } from './db-watch.ts'

/** AuthenticationOk and ReadyForQuery. */
const HELLO = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
const lines: { socket: Socket; asked: Promise<void>; closed: Promise<void> }[] = []
const server = createServer((socket) => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  socket.once('data', () => {
    socket.write(HELLO)
    socket.once('data', () => asked.resolve())
  })
  socket.on('error', () => {}).on('close', () => closed.resolve())
  lines.push({ socket, asked: asked.promise, closed: closed.promise })
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
afterAll(() => {
  for (const { socket } of lines) socket.destroy()
  return new Promise((done) => server.close(done))
})

it('opens no connection any more once it was stopped in the middle of a question', async () => {
  const { port } = server.address() as AddressInfo
  const watch = createDatabaseWatch(connectionOf(`postgres://nobody@127.0.0.1:${port}/none`))
  watch.start()
  await expect.poll(() => lines.length).toBe(1)
  await lines[0]!.asked
  watch.stop()
  await lines[0]!.closed
  // Another line would have been asked for when the first was cut: this one comes after it.
  const later = createDatabaseWatch(connectionOf(`postgres://nobody@127.0.0.1:${port}/none`))
  later.start()
  await expect.poll(() => lines.length).toBeGreaterThan(1)
  await lines[1]!.asked
  expect(lines.length).toBe(2)
  later.stop()
})
