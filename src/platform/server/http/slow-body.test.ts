/** A body that comes slowly arrives; one that stands still is ended. */
import { createServer, request, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { dropRest, watchBody } from './slow-body.ts'

const TURN_MS = 800
const MEGABYTE = 1024 * 1024
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

/** A client that hears nothing before it has sent all: what it was answered, or 'ended'. */
async function sendFirst(port: number, megabytes: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const said = Promise.withResolvers<string>()
  socket.on('error', () => said.resolve('ended')).on('close', () => said.resolve('ended'))
  socket.write(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${megabytes * MEGABYTE}\r\n\r\n`)
  for (let i = 0; i < megabytes && !socket.destroyed; i += 1) await new Promise((done) => socket.write(Buffer.alloc(MEGABYTE), done))
  socket.on('data', (text: Buffer) => said.resolve(text.toString().split(' ', 2)[1]!))
  const answer = await said.promise
  socket.destroy()
  return answer
}

it('who sends too much is told so when he has sent it; what is longer than anybody wants is ended', async () => {
  const refusing = createServer((incoming, answer) => {
    answer.writeHead(413).end()
    dropRest(incoming, 8 * MEGABYTE, 2_000)
  })
  await new Promise<void>((ready) => refusing.listen(0, '127.0.0.1', ready))
  const at = (refusing.address() as AddressInfo).port
  expect(await Promise.all([sendFirst(at, 6), sendFirst(at, 40)])).toEqual(['413', 'ended'])
  await new Promise((done) => refusing.close(done))
})
