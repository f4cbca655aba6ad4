/** One version of an answer: its bytes in the encodings that were asked for, and how they are sent. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip, gzipSync } from 'node:zlib'
import { acceptedEncoding, type Encoding } from '#platform/server/http/packed.ts'
import { headersFor, type Reach } from './reach.ts'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
/** Below it compressing saves nothing. */
const SMALL = 600
/** Below it packing at once costs the main thread less than handing the bytes to another one and taking them back. */
const PACKED_AT_ONCE = 8_000
/** An answer lives for half a second: a tenth more bytes than at level 6 cost less than half the time, for which somebody waits. */
const GZIP_LEVEL = 4
/** About what a list shrinks to: room for the packed bytes that is large enough is not asked for again piece by piece. */
const PACKED_SHARE = 4
const LEAST_ROOM = 1_024
/** Looked for without its first quotation mark: an answer is full of those. */
const SECONDS_TO_START = Buffer.from('B":')
const QUOTE = 0x22
const ZERO = 0x30
const NINE = 0x39

type Body = { bytes: Buffer; headers: string[] }

/**
 * The text never changes after it is made; encodings are added. The bytes that nobody takes as they are go when they are
 * packed: thousands of answers are kept, and each would cost the memory of a list and of the collector's work.
 */
export interface Version {
  number: number
  builtAt: number
  etag: string
  /** Bytes of the text. */
  size: number
  bodies: Partial<Record<Encoding, Body>>
  /** Somebody takes the text as it is. */
  keepsPlain: boolean
  /** Encodings being made. */
  making: Partial<Record<Encoding, Promise<void>>>
  /** Headers of all encodings. */
  common: string[]
  unchanged: string[]
}

export function versionOf(text: string, number: number, builtAt: number, cacheControl: string): Version {
  const identity = Buffer.from(text)
  const etag = `W/"${digestOf(identity).slice(0, 20)}"`
  const validator = ['ETag', etag, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding']
  const common = ['Content-Type', 'application/json; charset=utf-8', ...validator, 'X-Content-Type-Options', 'nosniff']
  return {
    number,
    builtAt,
    etag,
    size: identity.length,
    bodies: { identity: bodyOf(identity, 'identity', common) },
    keepsPlain: false,
    making: {},
    common,
    unchanged: validator,
  }
}

/** Seconds to the start count down by themselves: two answers that differ only there are the same resource. */
function digestOf(bytes: Buffer): string {
  const hash = createHash('sha1')
  let from = 0
  for (let at = bytes.indexOf(SECONDS_TO_START); at >= 0; at = bytes.indexOf(SECONDS_TO_START, from)) {
    const digits = at + SECONDS_TO_START.length
    hash.update(bytes.subarray(from, digits))
    from = digits
    if (bytes[at - 1] !== QUOTE) continue
    while (bytes[from]! >= ZERO && bytes[from]! <= NINE) from += 1
  }
  return hash.update(bytes.subarray(from)).digest('base64url')
}

function bodyOf(bytes: Buffer, encoding: Encoding, common: readonly string[]): Body {
  const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  return { bytes, headers: [...common, 'Content-Length', String(bytes.length), ...coded] }
}

/** Adds an encoding, off the main thread unless it is small; null when it is there. */
export function encoded(version: Version, encoding: Encoding): Promise<void> | null {
  if (encoding === 'identity') version.keepsPlain = true
  if (version.bodies[encoding]) return null
  if (encoding === 'identity') return put(version, encoding, plainOf(version))
  if (encoding === 'gzip' && version.size < PACKED_AT_ONCE) {
    const bytes = plainOf(version)
    return put(version, encoding, gzipSync(bytes, { level: GZIP_LEVEL, chunkSize: roomFor(bytes) }))
  }
  return (version.making[encoding] ??= encode(version, encoding))
}

function put(version: Version, encoding: Encoding, bytes: Buffer): null {
  version.bodies[encoding] = bodyOf(bytes, encoding, version.common)
  if (!version.keepsPlain) delete version.bodies.identity
  return null
}

/** The text again where it is gone: one in a thousand asks for another encoding than all before. */
function plainOf({ bodies }: Version): Buffer {
  if (bodies.identity) return bodies.identity.bytes
  return bodies.gzip ? gunzipSync(bodies.gzip.bytes) : brotliDecompressSync(bodies.br!.bytes)
}

async function encode(version: Version, encoding: 'gzip' | 'br'): Promise<void> {
  const bytes = plainOf(version)
  const packed =
    encoding === 'br'
      ? await brotliAsync(bytes, {
          chunkSize: roomFor(bytes),
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        })
      : await gzipAsync(bytes, { level: GZIP_LEVEL, chunkSize: roomFor(bytes) })
  put(version, encoding, packed)
}

function roomFor(bytes: Buffer): number {
  return Math.max(LEAST_ROOM, Math.ceil(bytes.length / PACKED_SHARE))
}

/** The encoding in which a client gets this version. */
export function encodingFor(request: IncomingMessage, { size }: Version): Encoding {
  return size < SMALL ? 'identity' : acceptedEncoding(request.headers['accept-encoding'])
}

/** Writes the version, or 304. False: the encoding that the client takes is not there yet, nothing was written. */
export function sendVersion(request: IncomingMessage, response: ServerResponse, version: Version, reach: Reach = 'address'): boolean {
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, version.etag)) {
    response.writeHead(304, headersFor(version.unchanged, reach))
    response.end()
    return true
  }
  const body = version.bodies[encodingFor(request, version)]
  if (!body) return false
  response.writeHead(200, headersFor(body.headers, reach))
  response.end(request.method === 'HEAD' ? undefined : body.bytes)
  return true
}

/** A list member `*` asks whether there is anything at all. */
const ANY_TAG = /(^|,)\s*\*\s*(,|$)/

function matches(known: string, etag: string): boolean {
  return known === etag || known.includes(etag.slice(2)) || ANY_TAG.test(known)
}
