/** Files that go with a question: what they are is read from their first bytes, never from what the sender says. */

export const FILE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]

export const MAX_FILE_BYTES = 5 * 1024 * 1024

const ENDINGS: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

function startsWith(bytes: Uint8Array, signature: readonly number[], at = 0): boolean {
  return bytes.length >= at + signature.length && signature.every((byte, k) => bytes[at + k] === byte)
}

const codes = (text: string) => [...text].map((sign) => sign.charCodeAt(0))
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** Null when it is none of the kinds that are taken. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  if (startsWith(bytes, PNG)) return 'image/png'
  if (startsWith(bytes, JPEG)) return 'image/jpeg'
  if (startsWith(bytes, codes('RIFF')) && startsWith(bytes, codes('WEBP'), 8)) return 'image/webp'
  return startsWith(bytes, codes('%PDF-')) ? 'application/pdf' : null
}

/** A name that is safe in a list, a header and a folder; it ends as its kind does, whatever it was called. */
export function fileName(given: string, type: FileType): string {
  const base = given
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(/\.[^.]*$/s, '')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '')
    .replace(/^[ .]+|[ .]+$/g, '')
  const cut = [...base].slice(0, 60).join('').trim()
  return `${cut === '' ? 'file' : cut}.${ENDINGS[type]}`
}
