/** One version of an answer: its bytes in the encodings that were asked for, and how they are sent. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
/** Below it compressing saves nothing. */
const SMALL = 600

export type Encoding = 'identity' | 'gzip' | 'br'
type Body = { bytes: Buffer; headers: string[] }

/** The text never changes after it is made; encodings are added. */
export interface Version {
  number: number
  builtAt: number
  etag: string
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
  /** Encodings being made. */
  making: Partial<Record<Encoding, Promise<void>>>
  /** Headers of all encodings. */
  common: string[]
  unchanged: string[]
}

export function versionOf(text: string, number: number, builtAt: number, cacheControl: string): Version {
  const identity = Buffer.from(text)
  // Seconds to the start count down by themselves: two answers that differ only there are the same resource.
  const etag = `W/"${createHash('sha1')
    .update(text.replaceAll(/,?"B":\d+/g, ''))
    .digest('base64url')
    .slice(0, 20)}"`
  const validator = ['ETag', etag, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding']
  const common = ['Content-Type', 'application/json; charset=utf-8', ...validator, 'X-Content-Type-Options', 'nosniff']
  return {
    number,
    builtAt,
    etag,
    bodies: { identity: bodyOf(identity, 'identity', common) },
    making: {},
    common,
    unchanged: validator,
  }
}

function bodyOf(bytes: Buffer, encoding: Encoding, common: readonly string[]): Body {
  const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  return { bytes, headers: [...common, 'Content-Length', String(bytes.length), ...coded] }
}

/** Adds an encoding, off the main thread; at once when it is there. */
export function encoded(version: Version, encoding: Encoding): Promise<void> | null {
  if (version.bodies[encoding]) return null
  return (version.making[encoding] ??= encode(version, encoding))
}

async function encode(version: Version, encoding: Encoding): Promise<void> {
  const { bytes } = version.bodies.identity
  const packed =
    encoding === 'br'
      ? await brotliAsync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        })
      : await gzipAsync(bytes, { level: 6 })
  version.bodies[encoding] = bodyOf(packed, encoding, version.common)
}

/** The encoding in which a client gets this version. */
export function encodingFor(request: IncomingMessage, { bodies }: Version): Encoding {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || bodies.identity.bytes.length < SMALL) return 'identity'
  if (takes(accepted, 'br')) return 'br'
  return takes(accepted, 'gzip') ? 'gzip' : 'identity'
}

function takes(accepted: string, encoding: string): boolean {
  const at = accepted.indexOf(encoding)
  return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(at + encoding.length))
}

/** Writes the version, or 304. False: the encoding that the client takes is not there yet, nothing was written. */
export function sendVersion(request: IncomingMessage, response: ServerResponse, version: Version): boolean {
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, version.etag)) {
    response.writeHead(304, version.unchanged)
    response.end()
    return true
  }
  const body = version.bodies[encodingFor(request, version)]
  if (!body) return false
  response.writeHead(200, body.headers)
  response.end(request.method === 'HEAD' ? undefined : body.bytes)
  return true
}

/** A list member `*` asks whether there is anything at all. */
const ANY_TAG = /(^|,)\s*\*\s*(,|$)/

function matches(known: string, etag: string): boolean {
  return known === etag || known.includes(etag.slice(2)) || ANY_TAG.test(known)
}
