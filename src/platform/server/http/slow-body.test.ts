/** A body that comes slowly arrives; one that stands still is ended. */
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { watchBody } from './slow-body.ts'

const TURN_MS = 400
const server: Server = createServer((incoming, answer) => {
  watchBody(incoming, TURN_MS, 100)
  let bytes = 0
  incoming.on('data', (piece: Buffer) => (bytes += piece.length))
  incoming.on('end', () => answer.end(String(bytes)))
  incoming.on('error', () => {})
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
const { port } = server.address() as AddressInfo
afterAll(() => new Promise((done) => server.close(done)))

/** Sends pieces of 200 bytes with pauses; what was answered, or 'ended'. */
async function send(pieces: number, pauseMs: number): Promise<string> {
  const said = Promise.withResolvers<string>()
  const call = request({ port, method: 'POST', headers: { 'content-length': pieces * 200 } }, (answer) =>
    answer.on('data', (text: Buffer) => said.resolve(text.toString())),
  )
  call.on('error', () => said.resolve('ended'))
  for (let i = 0; i < pieces; i += 1) {
    if (call.destroyed) break
    call.write(Buffer.alloc(200))
    if (i < pieces - 1) await wait(pauseMs)
  }
  call.end()
  return said.promise
}

it('time is for each piece: three turns in all are no matter, one without a byte ends it', async () => {
  expect(await Promise.all([send(13, 100), send(2, 3 * TURN_MS)])).toEqual(['2600', 'ended'])
})
