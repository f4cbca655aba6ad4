/**
 * A proxy between a browser or a program and the server, that loses, cuts, doubles, delays and reorders whole requests
 * and answers (standards §8). It needs no rights and knows as much HTTP as it takes to act at a named point.
 */
import { Agent, createServer, request as forward, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { pause, planOf, type Plan, type Shares } from './fault-plan.ts'

export const HTTP_FAULTS = [
  /** Lost before it reached the server. */
  'drop_request',
  /** Half of the body reached the server. */
  'cut_request',
  /** Done, and nobody heard of it. */
  'drop_answer',
  /** Half of the answer came. */
  'cut_answer',
  /** Reached the server twice at the same time. */
  'duplicate',
  /** Reached the server again when it was long answered. */
  'late_duplicate',
  'delay',
  /** Waits until a later request has passed it. */
  'reorder',
] as const
export type HttpFault = (typeof HTTP_FAULTS)[number]

export interface HttpFaultProxy {
  url: string
  plan: Plan<HttpFault>
  /** Another server under the same address: the old one was killed. */
  aim(target: string): void
  close(): Promise<void>
}

interface Wanted {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const MOST_DELAY_MS = 40
const LATE_MS = 120
const REORDER_MS = 60

export async function httpFaultProxy(target: string, shares: Shares<HttpFault>, seed: number): Promise<HttpFaultProxy> {
  const plan = planOf(HTTP_FAULTS, shares, seed)
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  let to = new URL(target)
  /** Requests that let another one pass first. */
  const held: (() => void)[] = []

  const send = (wanted: Wanted) => sendTo(to, agent, wanted)

  async function handle(wanted: Wanted, response: ServerResponse): Promise<void> {
    const fault = plan.next()
    const cut = () => void response.socket?.destroy()
    switch (fault) {
      case 'drop_request':
        return cut()
      case 'cut_request':
        await sendHalf(to, wanted)
        return cut()
      case 'drop_answer':
        await send(wanted)
        return cut()
      case 'cut_answer': {
        const { status, headers, body } = await send(wanted)
        response.writeHead(status, { ...headers, 'content-length': body.length })
        response.write(body.subarray(0, Math.floor(body.length / 2)))
        return void setTimeout(cut, 1)
      }
      case 'duplicate': {
        const [first, second] = await Promise.allSettled([send(wanted), send(wanted)])
        return reply(response, plan.random() < 0.5 ? first : second)
      }
      case 'late_duplicate':
        setTimeout(() => void send(wanted).catch(() => {}), LATE_MS * plan.random())
        return reply(response, await settled(send(wanted)))
      case 'delay':
        await pause(MOST_DELAY_MS * plan.random())
        return reply(response, await settled(send(wanted)))
      case 'reorder':
        await Promise.race([new Promise<void>((pass) => held.push(pass)), pause(REORDER_MS)])
        return reply(response, await settled(send(wanted)))
      case 'pass': {
        const answer = await settled(send(wanted))
        for (const pass of held.splice(0)) pass()
        return reply(response, answer)
      }
    }
  }

  const server = createServer((request, response) => {
    void bodyOf(request)
      .then((body) => handle({ method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers, body }, response))
      .catch(() => response.socket?.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan,
    aim: (next) => (to = new URL(next)),
    close() {
      agent.destroy()
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

const settled = async (answer: Promise<Answer>): Promise<PromiseSettledResult<Answer>> => (await Promise.allSettled([answer]))[0]

/** What failed on the way to the server fails on the way back as well: the caller cannot tell. */
function reply(response: ServerResponse, answer: PromiseSettledResult<Answer>): void {
  if (answer.status === 'rejected') return void response.socket?.destroy()
  const { status, headers, body } = answer.value
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(body)
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function sendTo(to: URL, agent: Agent, { method, path, headers, body }: Wanted): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const own = { ...headers, host: to.host, 'content-length': String(body.length) }
    const outgoing = forward({ agent, host: to.hostname, port: to.port, method, path, headers: own }, (message) => {
      bodyOf(message).then((answer) => {
        const { 'transfer-encoding': _chunked, ...kept } = message.headers
        resolve({ status: message.statusCode ?? 502, headers: kept, body: answer })
      }, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The head and half of the body, then the line is cut. */
function sendHalf(to: URL, { method, path, headers, body }: Wanted): Promise<void> {
  const { 'transfer-encoding': _chunked, ...kept } = headers
  const head = Object.entries({ ...kept, host: to.host, 'content-length': String(body.length) }).map(
    ([name, value]) => `${name}: ${String(value)}`,
  )
  return new Promise((done) => {
    const socket = connect(Number(to.port), to.hostname, () => {
      socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
      socket.write(body.subarray(0, Math.floor(body.length / 2)), () => socket.destroy())
    })
    socket.on('error', () => {})
    socket.on('close', () => done())
  })
}
