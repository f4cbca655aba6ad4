/** Pictures are decoded and written anew: what is kept holds pixels and nothing else. */
import type { Sharp } from 'sharp'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { FileType } from '../rules/file-kind.ts'
import { barePng, imageRefusal, KEPT_SIDE_PX } from '../rules/image.ts'

type ImageType = Exclude<FileType, 'application/pdf'>

const FORMATS: Readonly<Record<ImageType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' }
const TIME_LIMIT_S = 15
/** Pictures that wait for their turn; more are asked to come again. */
const MOST_WAITING = 12

type Decoder = typeof import('sharp').default

let loaded: Promise<Decoder> | null = null

/** Loaded with the first picture. Only the decoders of the three kinds are left in. */
function decoder(): Promise<Decoder> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
    return sharp
  })
  return loaded
}

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One picture at a time in a process: its memory is bounded however many are sent at once. */
async function inTurn<T>(work: () => Promise<T>): Promise<T | Problem> {
  if (waiting >= MOST_WAITING) return problem('files.busy', { status: 503 })
  waiting += 1
  const mine = turn.then(work)
  turn = mine.catch(() => {}).finally(() => (waiting -= 1))
  return mine
}

/** Problems: files.broken, files.pixels, files.moving, files.busy. */
export async function redraw(bytes: Uint8Array, type: ImageType, maxBytes: number): Promise<{ bytes: Buffer; type: ImageType } | Problem> {
  const bare = type === 'image/png' ? barePng(bytes) : bytes
  if (!bare) return problem('files.broken')
  const sharp = await decoder()
  return inTurn(async () => {
    const open = () => sharp(bare, { failOn: 'error', limitInputPixels: 50_000_000, sequentialRead: true, pages: 1 })
    try {
      const head = await open().metadata()
      if (head.format !== FORMATS[type]) return problem('files.broken')
      const refused = imageRefusal({ ...head, isProgressive: head.isProgressive ?? false, pages: head.pages ?? 1 })
      if (refused) return problem(`files.${refused}`)
      const drawn = open().autoOrient().resize({ width: KEPT_SIDE_PX, height: KEPT_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      const written = await encoded(drawn, type).timeout({ seconds: TIME_LIMIT_S }).toBuffer()
      if (written.length <= maxBytes) return { bytes: written, type }
      const smaller = await sharp(written)
        .flatten({ background: 'white' })
        .jpeg({ quality: 85 })
        .timeout({ seconds: TIME_LIMIT_S })
        .toBuffer()
      return smaller.length <= maxBytes ? { bytes: smaller, type: 'image/jpeg' as const } : problem('files.pixels')
    } catch {
      // Whatever the decoder stumbled over, it is no picture that can be kept.
      return problem('files.broken')
    }
  })
}

function encoded(image: Sharp, type: ImageType): Sharp {
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({ quality: 90 })
    case 'image/png':
      return image.png({ compressionLevel: 6 })
    case 'image/webp':
      return image.webp({ quality: 90, effort: 2 })
  }
}
