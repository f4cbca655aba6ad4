/** Pictures are decoded and written anew: what is kept holds pixels and nothing else. */
import type { Sharp } from 'sharp'
import { inPictureTurn } from '#platform/server/pictures.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { FileType } from '../rules/file-kind.ts'
import { barePng, imageRefusal, KEPT_SIDE_PX, type LeastSides } from '../rules/image.ts'

type ImageType = Exclude<FileType, 'application/pdf'>

const FORMATS: Readonly<Record<ImageType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' }
const TIME_LIMIT_S = 15

/** Problems: files.broken, files.pixels, files.small, files.moving, files.busy. */
export async function redraw(
  bytes: Uint8Array,
  type: ImageType,
  { maxBytes, leastPx }: { maxBytes: number; leastPx: LeastSides },
): Promise<{ bytes: Buffer; type: ImageType } | Problem> {
  const bare = type === 'image/png' ? barePng(bytes) : bytes
  if (!bare) return problem('files.broken')
  const kept = await inPictureTurn(async (sharp) => {
    const open = (limitInputPixels: number | false = 50_000_000) =>
      sharp(bare, { failOn: 'error', limitInputPixels, sequentialRead: true, pages: 1 })
    try {
      // Nothing but the header is read: how large is too large our own bounds say, in words of their own.
      const head = await open(false).metadata()
      if (head.format !== FORMATS[type]) return problem('files.broken')
      const refused = imageRefusal({ ...head, isProgressive: head.isProgressive ?? false, pages: head.pages ?? 1 }, leastPx)
      if (refused) return problem(`files.${refused}`, refused === 'small' ? { params: { ...leastPx } } : {})
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
  return kept ?? problem('files.busy', { status: 503 })
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
