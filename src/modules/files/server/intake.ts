/** The one way in for files: recognised by content, looked through, pictures drawn anew (DAT-03, DAT-04). */
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { isFileType, PURPOSES, type FileType, type Purpose } from '../rules/file-kind.ts'
import { redraw } from './decode.ts'
import { pdfRefusal } from './pdf.ts'

/** A malware scanner; while it cannot answer nothing is taken. */
export type Scan = (bytes: Buffer) => Promise<'clean' | 'infected'> | 'clean' | 'infected'

export interface TakenFile {
  type: FileType
  bytes: Buffer
}

export interface IntakeOptions {
  purpose: Purpose
  /** Whether documents in PDF are taken. */
  pdf: boolean
}

/** The test file of all scanners: the rule of the house, whatever else is plugged in. */
const TEST_VIRUS = Buffer.from(['X5O!P%@AP[4', 'PZX54(P^)7CC)7}$EICAR'].join('\\'))

export const houseScan: Scan = (bytes) => (bytes.includes(TEST_VIRUS) ? 'infected' : 'clean')

/** How much of a file is shown to what recognises it. */
const HEAD_BYTES = 4_100

/**
 * Problems: files.empty, files.size, files.kind, files.pdf_off, files.infected, files.not_scanned (503) and those of
 * decoding. They name no field: whoever asks knows which it was.
 */
export async function takeFile(bytes: Buffer, { purpose, pdf }: IntakeOptions, scan: Scan): Promise<TakenFile | Problem> {
  const { maxBytes, leastPx } = PURPOSES[purpose]
  if (bytes.length === 0) return problem('files.empty')
  if (bytes.length > maxBytes) return problem('files.size', { params: { most: maxBytes / 1_048_576 } })
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined))?.mime
  if (!isFileType(type)) return problem('files.kind')
  const found = await Promise.resolve()
    .then(async () => [await houseScan(bytes), await scan(bytes)])
    .catch(() => null)
  if (found === null) return problem('files.not_scanned', { status: 503 })
  if (found.includes('infected')) return problem('files.infected')
  if (type !== 'application/pdf') return redraw(bytes, type, { maxBytes, leastPx })
  if (!pdf) return problem('files.pdf_off')
  const refused = await pdfRefusal(bytes)
  return isProblem(refused) ? refused : { type, bytes }
}
