/**
 * One object describes an endpoint: the server registers exactly that, the browser binds to its type, and
 * /dev/docs/api prints it (design §5).
 */
import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How an answer is wrapped (wire rule 5). A: {Id, Success, Error, ErrorCode, Guid, Value}. B: bare.
 * C: {success, data}. J: JSON:API. bytes: ready bytes of a feed. none: the handler wrote the reply itself.
 */
export type Envelope = 'A' | 'B' | 'C' | 'J' | 'bytes' | 'none'

/**
 * Who may call (wire 2.4). none: everybody; player: the session's cookie; token: Authorization or x-auth
 * Bearer, on web-api and office also the cookie; extended: x-auth Bearer only.
 */
export type Auth = 'none' | 'player' | 'token' | 'extended'

export interface EndpointSpec {
  method: Method
  path: string | readonly string[]
  /** Also served without the prefix /service-api (wire rule 1). */
  serviceRoot?: boolean
  envelope: Envelope
  auth: Auth
  /** Feature switch of the site's configuration; a switched-off call is 404. */
  feature?: string
  /** A further switch of a call that several sections have an address of: the feature of the section that was asked. */
  featureOf?(this: void, url: string): string
  /** Keys without regard to case, strings read as numbers and booleans, unknown keys dropped (wire 19, 20). */
  wire?: boolean
  /** Asks for x-captcha-token when the brand has a captcha. */
  captcha?: boolean
  /** False for calls that touch no account and for signed callbacks (standards C15). Default: true unless GET. */
  csrf?: boolean
  /** Also answered in countries where the site may not be offered: what the page that says so needs. */
  everywhere?: boolean
  /** Old form (wire 8.7.4): `hash`, the beginning of the token's cookie, stands for the token beside the session's cookie. */
  uhash?: boolean
  /** Its body may be as large as files are: who may not make the call is told so before it is read. */
  files?: boolean
  rateLimit?: { max: number; windowMs: number }
  contentType?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  reply?: z.ZodType
  summary: string
}

export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

/** Both addresses of a call of the office (wire rule 1). */
export const office = (name: string) => [`/web-api/office/${name}`, `/office/${name}`] as const

type Read<T> = T extends z.ZodType ? z.output<T> : undefined
type Given<T> = T extends z.ZodType ? z.input<T> : undefined

/** What the handler receives. */
export interface Input<E extends EndpointSpec> {
  params: Read<E['params']>
  query: Read<E['query']>
  body: Read<E['body']>
}

/** What a caller gives and gets, without zod: for the browser. */
export interface CallTypes<E extends EndpointSpec> {
  method: E['method']
  path: E['path'] extends readonly (infer P)[] ? P : E['path']
  query: Given<E['query']>
  body: Given<E['body']>
  reply: Read<E['reply']>
}
