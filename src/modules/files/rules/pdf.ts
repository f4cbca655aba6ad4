/**
 * A PDF is kept as it came, so it is looked through first: nothing in it may act, carry other files or be something
 * else as well. It is only ever given back to be saved.
 */

export const MAX_PDF_PAGES = 30

/** Actions that do more than lead to a page or an address, other files inside, and what hides them; short names with what follows. */
const ACTIVE =
  /\/(?:(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition|Movie|Sound|Encrypt)(?![A-Za-z0-9])|JS\s*[(<\d]|XFA\s*[[<\d])/

/** Each is a call of its own to rewrite, so they are counted first. What is packed shows some by chance: honest files stay far below. */
export const MOST_ESCAPES = 5_000

/** Counts end one beyond `most`: what lies in millions is refused after as few. */
function countUpTo(most: number, pattern: RegExp, text: string): number {
  const each = new RegExp(pattern, 'g')
  let count = 0
  while (count <= most && each.test(text)) count += 1
  return count
}

/** How many signs are written as #xx. */
export function countEscapes(text: string, most: number): number {
  return countUpTo(most, /#[0-9A-Fa-f]{2}/, text)
}

/** A name may be written with #xx; this is what a reader reads. One sign is one byte. */
export function plainNames(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

export function isActive(text: string): boolean {
  return ACTIVE.test(text)
}

export function countObjectStreams(text: string, most: number): number {
  return countUpTo(most, /\/ObjStm(?![A-Za-z0-9])/, text)
}

export function countPages(text: string, most: number): number {
  return countUpTo(most, /\/Type\s*\/Page(?![A-Za-z])/, text)
}

/** Begins and ends as a PDF does, and holds no directory of an archive. */
export function isWhole(text: string): boolean {
  if (!/^%PDF-[12]\.\d[\r\n]/.test(text)) return false
  if (!/%%EOF\s*$/.test(text.slice(-64))) return false
  return !text.includes('PK\u0005\u0006') && /\/Root\b/.test(text)
}

/** Packed parts of the document, each with everything between the part before and itself; offsets of its bytes. */
export function* streamsOf(text: string): Generator<{ before: string; from: number; to: number }> {
  const begins = /stream\r?\n/g
  let end = 0
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const from = match.index + match[0].length
    const to = text.indexOf('endstream', from)
    yield { before: text.slice(end, match.index), from, to: to < 0 ? text.length : to }
    end = to < 0 ? text.length : to + 'endstream'.length
    begins.lastIndex = end
  }
}
