/** Calls of the running product: fast, from ever new addresses, as any host. */
import { Agent, request } from 'node:http'
import type { registered } from '#platform/server/http.ts'
import { sampleOf } from './sample.ts'

export type Endpoint = (typeof registered)[number]

export interface Answer {
  status: number
  text: string
  headers: Record<string, string | string[] | undefined>
}

export interface Caller {
  (method: string, path: string, options?: CallOptions): Promise<Answer>
}

export interface CallOptions {
  token?: string
  host?: string
  body?: string
  /** Instead of the headers that every call of ours has. */
  headers?: Record<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })
let calls = 0

/** Behind a proxy that is trusted, so that no address calls too often. */
export function callerOf(url: string): Caller {
  const { hostname, port } = new URL(url)
  const ask: Caller = (method, path, options = {}) =>
    new Promise((done, failed) => {
      const { token, host = `localhost:${port}`, body, headers } = options
      calls += 1
      const call = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            host,
            'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
            ...(headers ?? { 'x-requested-with': 'XMLHttpRequest' }),
            ...(token ? { authorization: `Bearer ${token}`, 'x-auth': `Bearer ${token}` } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () =>
            done({ status: answer.statusCode!, text: Buffer.concat(parts).toString('utf8'), headers: answer.headers as Answer['headers'] }),
          )
          answer.on('error', failed)
        },
      )
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server lets go of a connection that was idle just when it is used again: no answer was begun.
        if (call.reusedSocket && error.code === 'ECONNRESET') ask(method, path, options).then(done, failed)
        else failed(error)
      })
      call.end(body)
    })
  return ask
}

/** The call of a contract with an id in every field that could name an object. */
export function probeOf({ spec, paths }: Endpoint, id?: string): { method: string; path: string; body?: string } {
  const filled = paths[0]!.replaceAll(/:[a-zA-Z]+/g, encodeURIComponent(id ?? '1'))
  const options = id === undefined ? {} : { id }
  const query = spec.query ? (sampleOf(spec.query, options) as Record<string, unknown>) : {}
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString()
  const path = search ? `${filled}?${search}` : filled
  if (spec.method === 'GET') return { method: 'GET', path }
  return { method: spec.method, path, body: JSON.stringify(spec.body ? sampleOf(spec.body, options) : {}) }
}

/** Runs work over a list, a few at a time, in the order of the list. */
export async function each<T>(list: readonly T[], work: (item: T) => Promise<void>, atOnce = 8): Promise<void> {
  const waiting = [...list]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    }),
  )
}
