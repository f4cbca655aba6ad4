/** Kinds of files that a player may send; what a file is, its content says, never its sender. */

export const FILE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]

/**
 * What files are taken for: how large they may be, how long they are kept, and the least that a picture needs on its longer and
 * its shorter side. On a smaller one no paper can be read and no face be known; a question may be about any.
 */
export const PURPOSES = {
  identity: { maxBytes: 15 * 1024 * 1024, keepDays: 1826, leastPx: { longer: 400, shorter: 250 } },
  support: { maxBytes: 5 * 1024 * 1024, keepDays: 730, leastPx: { longer: 1, shorter: 1 } },
} as const
export type Purpose = keyof typeof PURPOSES

const ENDINGS: Readonly<Record<FileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

export function isFileType(type: string | undefined): type is FileType {
  return FILE_TYPES.includes(type as FileType)
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
