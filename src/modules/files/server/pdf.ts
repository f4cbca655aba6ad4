/** Looks through a PDF, its packed objects too, without ever inflating more than a bounded amount. */
import { inflateSync } from 'node:zlib'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { countObjectStreams, countPages, isActive, isWhole, MAX_PDF_PAGES, plainNames, streamsOf } from '../rules/pdf.ts'

const MOST_INFLATED = 16 * 1024 * 1024
const MOST_STREAMS = 2_000

/**
 * Everything is read as it stands, also what looks packed, so that no comment hides a part of the document; objects that
 * are packed are unpacked, and one that is announced but not found is no honest one.
 * Problems: files.pdf_broken, files.pdf_active, files.pdf_pages; null = it may be kept.
 */
export function pdfRefusal(bytes: Buffer): Problem | null {
  const text = bytes.toString('latin1')
  if (!isWhole(text)) return problem('files.pdf_broken')
  let inside = ''
  let streams = 0
  let packedObjects = 0
  for (const { before, from, to } of streamsOf(text)) {
    streams += 1
    if (streams > MOST_STREAMS) return problem('files.pdf_broken')
    const head = plainNames(before)
    if (countObjectStreams(head) === 0) continue
    packedObjects += 1
    const objects = /\/Predictor\s*[2-9]|\/Predictor\s*1\d/.test(head)
      ? null
      : objectsIn(bytes.subarray(from, to), MOST_INFLATED - inside.length)
    if (objects === null) return problem('files.pdf_broken')
    inside += objects
  }
  const all = plainNames(text) + plainNames(inside)
  if (countObjectStreams(all) !== packedObjects) return problem('files.pdf_broken')
  if (isActive(all)) return problem('files.pdf_active')
  return countPages(all) > MAX_PDF_PAGES ? problem('files.pdf_pages', { params: { most: MAX_PDF_PAGES } }) : null
}

/** Null when it cannot be read or would be larger than allowed. */
function objectsIn(packed: Buffer, most: number): string | null {
  try {
    return most > 0 ? inflateSync(packed, { maxOutputLength: most }).toString('latin1') : null
  } catch {
    return null
  }
}
