/** Answers made small for the way: which encoding a client takes, and the bytes in it. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
/** Whoever waits for an answer waits for its packing too: the last percent of size is not worth it. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5
/** Clients have few ways to say what they take; whoever says it in a new way each time is read anew. */
const MOST_KNOWN = 200

export type Encoding = 'identity' | 'gzip' | 'br'
const known = new Map<string, Encoding>()

/** The encoding that a client likes best (RFC 9110 12.5.3); of those that it likes alike, the smaller one. */
export function acceptedEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  let encoding = known.get(accepted)
  if (encoding === undefined) {
    encoding = bestOf(accepted)
    if (known.size < MOST_KNOWN) known.set(accepted, encoding)
  }
  return encoding
}

function bestOf(accepted: string): Encoding {
  const liked = new Map(accepted.split(',').map((one) => likingOf(one)))
  const all = liked.get('*') ?? 0
  const br = liked.get('br') ?? all
  const packed = liked.get('gzip') ?? liked.get('x-gzip') ?? all
  if (br <= 0 && packed <= 0) return 'identity'
  return br >= packed ? 'br' : 'gzip'
}

function likingOf(text: string): [name: string, liking: number] {
  const [name = '', ...params] = text.toLowerCase().split(';')
  const liking = params.map((param) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(param)?.[1]).find((q) => q !== undefined)
  return [name.trim(), liking === undefined ? 1 : Number(liking) || 0]
}

/** Off the main thread. */
export function packed(text: string, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  return encoding === 'br'
    ? brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : gzipAsync(text, { level: GZIP_LEVEL })
}
