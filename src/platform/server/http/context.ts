/** What every handler knows about a visit: brand, configuration, language, place, player. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { languageOffered } from '#lib/language-tag.ts'
import type { Clock, Millis } from '#lib/time.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'

export interface Session {
  id: string
  playerId: number
  brand: string
}

export interface Player {
  id: number
  brand: string
}

/** Places where a caller may have shown who it is (wire 2.4). */
export interface Identity {
  session: Session | null
  /** Proved by `Authorization: Bearer`. */
  bearer: Player | null
  /** Proved by `x-auth: Bearer`: the only proof that extended calls take. */
  extended: Player | null
  /** Proved by the cookie user_token beside the session. */
  cookieToken: Player | null
  /** A token was given and is not valid. */
  badToken: boolean
  /** The token is good but the account is closed or blocked: 403. */
  blocked: boolean
}

export const NOBODY: Identity = { session: null, bearer: null, extended: null, cookieToken: null, badToken: false, blocked: false }

/** What is known of a request, whichever way it came: through the router or beside it. */
export interface CallRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: { [name: string]: string | undefined }
  readonly query: unknown
  readonly protocol: string
  readonly raw: IncomingMessage
}

/** As the authenticator gets it: brand and place are known, the player is what it finds. */
export interface KnownRequest extends CallRequest {
  readonly ctx: Ctx
}

/** While its context is being made. */
export interface EnteringRequest extends CallRequest {
  ctx: Ctx
}

export interface Ctx {
  brand: string
  config: SiteConfig
  /** One of the brand's, with its port: what links that leave the site are made of. */
  host: string
  lng: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Our own country id (seed/countries.json). */
  countryId: number
  partner: number
  group: number
  cfView: number
  clock: Clock
  now: Millis
  ip: string
  userAgent: string
  identity: Identity
  session: Session | null
  player: Player | null
  /**
   * A proof came, and the database that knows whose it is is away. Whoever asks `identity`, `session` or `player` is
   * thrown out with what the database has thrown; what is for everybody asks none of them and is served.
   */
  isUnasked: boolean
  text(key: string, params?: Record<string, string | number>): string
  request: CallRequest
}

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx
  }
}

/** A program may say its language in the body (wire 8.3, 8.10): what it is refused with is said in it as well (rule 33). */
export function speakAs(ctx: Ctx, body: unknown): void {
  // The bytes of a file are no fields: fifteen million of them would be looked at one by one.
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return
  for (const [key, said] of Object.entries(body)) {
    if (typeof said !== 'string' || !LANGUAGE.test(key)) continue
    const lng = languageOffered(said, ctx.config.languages.offered)
    if (lng !== null) ctx.lng = lng
    return
  }
}

const LANGUAGE = /^(?:lng|language)$/i
