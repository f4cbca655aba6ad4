/**
 * Calls that come by the thousand a second are answered before the router: the same context, the same contract, the
 * same handler, without the router's own work, which is more than theirs. Only the plainest requests are taken: the
 * exact path without a query, JSON of known and modest length. Everything else takes the long way, so whoever
 * calls sees one behaviour.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import type { Logger } from '../log.ts'
import type { Ctx, EnteringRequest } from './context.ts'
import type { WireReply } from './envelope.ts'
import { replyToError } from './errors.ts'
import { jsonOf } from './json-text.ts'

const MAX_BODY = 64 * 1024
const NOTHING: Readonly<Record<string, never>> = Object.freeze({})

/** A call of the table: what it answers to this input of this visitor. */
export interface HotCall {
  spec: EndpointSpec
  run(ctx: Ctx, body: unknown): Promise<WireReply | null> | WireReply | null
}

/** Paths of POST calls as they are written. */
export type HotCalls = Map<string, HotCall>

declare module 'fastify' {
  interface FastifyInstance {
    hotCalls?: HotCalls
  }
}

export interface HotPathDeps {
  calls: HotCalls
  log: Logger
  /** On every answer. */
  headers: Readonly<Record<string, string>>
  parseCookie(header: string): { [name: string]: string | undefined }
  protocolOf(request: IncomingMessage): string
  /** Brand, place and player; the players of most calls are known at once. */
  enter(request: EnteringRequest): Promise<Ctx> | Ctx
  /** Throws what the router's parser throws. */
  parseBody(text: string): unknown
}

export interface HotPath {
  /** True when the request is taken. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** From now on everything takes the long way, which says that the server goes. */
  close(): void
}

export function createHotPath(deps: HotPathDeps): HotPath {
  const { calls, log, parseCookie, protocolOf, enter, parseBody } = deps
  const always = Object.entries(deps.headers).flat()
  let closing = false

  function write(response: ServerResponse, reply: WireReply, more: readonly string[]): void {
    const text = jsonOf(reply.body)
    const length = String(Buffer.byteLength(text))
    response.writeHead(reply.status, always.concat(more, 'content-type', reply.contentType, 'content-length', length))
    response.end(text)
  }

  function failed(call: HotCall, request: HotRequest, response: ServerResponse, error: Error): void {
    if (response.headersSent) return void response.destroy()
    const { id: requestId, method, url, ctx } = request
    const reply = replyToError(error, { spec: call.spec, ctx, requestId, method, url }, log)
    write(response, reply, Object.entries(reply.headers).flat())
  }

  /** What is known at once is done at once: most calls wait for the database alone, and for it once. */
  function answer(call: HotCall, request: HotRequest, response: ServerResponse, text: string): void {
    const refuse = (error: unknown) => failed(call, request, response, error instanceof Error ? error : new Error(String(error)))
    const reply = (given: WireReply | null) => {
      if (given && !response.destroyed)
        write(response, given, given.headers ? [...NO_STORE, ...Object.entries(given.headers).flat()] : NO_STORE)
    }
    const run = (ctx: Ctx) => {
      const given = call.run(ctx, parseBody(text))
      return given instanceof Promise ? given.then(reply) : reply(given)
    }
    try {
      const entered = enter(request)
      const done = entered instanceof Promise ? entered.then(run) : run(entered)
      if (done instanceof Promise) done.catch(refuse)
    } catch (error) {
      refuse(error)
    }
  }

  return {
    serve(raw, response) {
      const call = calls.get(raw.url!)
      if (!call || closing || raw.method !== 'POST' || !isPlain(raw)) return false
      const { cookie } = raw.headers
      const request = new HotRequest(raw, cookie === undefined ? NOTHING : parseCookie(cookie), protocolOf)
      readText(raw, (text) => answer(call, request, response, text))
      return true
    },
    close: () => (closing = true),
  }
}

class HotRequest implements EnteringRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: { [name: string]: string | undefined }
  readonly query = NOTHING
  readonly raw: IncomingMessage
  readonly #protocolOf: HotPathDeps['protocolOf']
  #id: string | null = null
  ctx!: Ctx

  constructor(raw: IncomingMessage, cookies: HotRequest['cookies'], protocolOf: HotPathDeps['protocolOf']) {
    this.method = raw.method!
    this.url = raw.url!
    this.headers = raw.headers
    this.cookies = cookies
    this.raw = raw
    this.#protocolOf = protocolOf
  }

  /** Made when something is logged or told of the call: nothing else names it. */
  get id(): string {
    return (this.#id ??= randomUUID())
  }

  get protocol(): string {
    return this.#protocolOf(this.raw)
  }
}

const NO_STORE = ['cache-control', 'no-store']

function isPlain({ headers }: IncomingMessage): boolean {
  const type = headers['content-type']
  if (type !== 'application/json' && !type?.startsWith('application/json;')) return false
  const length = Number(headers['content-length'])
  return length > 0 && length <= MAX_BODY && headers['content-encoding'] === undefined
}

/** A body that does not arrive wholly is nobody's call. */
function readText(request: IncomingMessage, done: (text: string) => void): void {
  let first: Buffer | null = null
  let more: Buffer[] | null = null
  request.on('data', (chunk: Buffer) => {
    if (first) (more ??= [first]).push(chunk)
    else first = chunk
  })
  request.on('end', () => done(more ? Buffer.concat(more).toString() : (first?.toString() ?? '')))
  request.on('error', () => {})
}
