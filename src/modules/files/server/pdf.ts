/** Looks through a PDF, its packed objects too, without ever inflating or rewriting more than a bounded amount. */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { problem, type Problem } from '#platform/shared/problem.ts'
import {
  countEscapes,
  countObjectStreams,
  countPages,
  isActive,
  isWhole,
  MAX_PDF_PAGES,
  MOST_ESCAPES,
  plainNames,
  streamsOf,
} from '../rules/pdf.ts'

/** Of all packed objects together, and of one stream of them: that much is read in one turn. */
const MOST_INFLATED = 16 * 1024 * 1024
const MOST_IN_ONE = 4 * 1024 * 1024
const MOST_STREAMS = 2_000

const unpack = promisify(inflate)

/**
 * Everything is read as it stands, also what looks packed, so that no comment hides a part of the document; objects that
 * are packed are unpacked, one stream a turn, and one that is announced but not found is no honest one.
 * Problems: files.pdf_broken, files.pdf_active, files.pdf_pages; null = it may be kept.
 */
export async function pdfRefusal(bytes: Buffer): Promise<Problem | null> {
  const text = bytes.toString('latin1')
  if (!isWhole(text)) return problem('files.pdf_broken')
  const found = { escapes: 0, announced: 0, isActive: false, pages: 0 }
  if (!look(text, found)) return problem('files.pdf_broken')
  let inflated = 0
  let streams = 0
  let packedObjects = 0
  for (const { before, from, to } of streamsOf(text)) {
    streams += 1
    if (streams > MOST_STREAMS) return problem('files.pdf_broken')
    const head = plainNames(before)
    if (countObjectStreams(head, 0) === 0) continue
    packedObjects += 1
    const objects = /\/Predictor\s*[2-9]|\/Predictor\s*1\d/.test(head)
      ? null
      : await objectsIn(bytes.subarray(from, to), Math.min(MOST_IN_ONE, MOST_INFLATED - inflated))
    if (objects === null || !look(objects, found)) return problem('files.pdf_broken')
    inflated += objects.length
  }
  if (found.announced !== packedObjects) return problem('files.pdf_broken')
  if (found.isActive) return problem('files.pdf_active')
  return found.pages > MAX_PDF_PAGES ? problem('files.pdf_pages', { params: { most: MAX_PDF_PAGES } }) : null
}

/** Notes what a part of the document holds. False: too many names written in codes, so that none of it was looked at. */
function look(part: string, found: { escapes: number; announced: number; isActive: boolean; pages: number }): boolean {
  found.escapes += countEscapes(part, MOST_ESCAPES - found.escapes)
  if (found.escapes > MOST_ESCAPES) return false
  const plain = plainNames(part)
  found.announced += countObjectStreams(plain, MOST_STREAMS)
  found.isActive ||= isActive(plain)
  found.pages += countPages(plain, MAX_PDF_PAGES)
  return true
}

/** Null when it cannot be read or would be larger than allowed. */
async function objectsIn(packed: Buffer, most: number): Promise<string | null> {
  try {
    return most > 0 ? (await unpack(packed, { maxOutputLength: most })).toString('latin1') : null
  } catch {
    return null
  }
}
