/** Pictures before they are decoded: what a header promises is bounded, so that no small file becomes a large one. */

/** The longer side of what is kept; papers stay readable. */
export const KEPT_SIDE_PX = 3000
const MAX_SIDE_PX = 16_000
const MAX_PIXELS = 50_000_000
/** Pictures that can only be decoded whole: interlaced and progressive ones. */
const MAX_PIXELS_WHOLE = 25_000_000

export interface ImageHead {
  width: number
  height: number
  isProgressive: boolean
  pages: number
}

export interface LeastSides {
  longer: number
  shorter: number
}

/** Why a picture is not decoded; null = it may be. */
export function imageRefusal(
  { width, height, isProgressive, pages }: ImageHead,
  least: LeastSides,
): 'broken' | 'pixels' | 'moving' | 'small' | null {
  if (!(width >= 1) || !(height >= 1)) return 'broken'
  if (pages > 1) return 'moving'
  if (width > MAX_SIDE_PX || height > MAX_SIDE_PX) return 'pixels'
  if (width * height > (isProgressive ? MAX_PIXELS_WHOLE : MAX_PIXELS)) return 'pixels'
  return Math.max(width, height) < least.longer || Math.min(width, height) < least.shorter ? 'small' : null
}

const SIGNATURE_BYTES = 8
const HEAD_BYTES = 13
/** Of a chunk: length, name and sum. */
const FRAME_BYTES = 12
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/**
 * A PNG with nothing but what its picture needs: profiles, texts, animation and everything after its end are left out
 * before anything inflates them. Null when its chunks do not hold together.
 */
export function barePng(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)]
  let at = SIGNATURE_BYTES
  let first = true
  while (at + FRAME_BYTES <= bytes.length) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!)
    const end = at + FRAME_BYTES + length
    if (end > bytes.length) return null
    if (first && (name !== 'IHDR' || length !== HEAD_BYTES)) return null
    first = false
    if (NEEDED.has(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return joined(kept)
    at = end
  }
  return null
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
