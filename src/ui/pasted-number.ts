/**
 * A number that comes as a whole, from the clipboard: unlike one that is typed sign by sign it can be read with its groups, as
 * pages and tables write them.
 */
import type { ClipboardEvent } from 'react'
import { asciiDigits } from '#lib/ascii-digits.ts'
import { formatNumber } from '#lib/number-format.ts'

/** From the first digit to the last, with what may stand directly before it; words and signs of currencies lie around. */
const NUMBER = /-?[.,]?\d(?:.*\d)?/s
/** Groups of three, the inner ones also of two (1,00,000). */
const GROUPED = /^[1-9]\d{0,2}(?:[.,]\d{2,3})*[.,]\d{3}$/

/** "1,000.50" → "1000.50". Decimals keep the sign that they came with; null when it is no number. */
export function readPasted(text: string, lng: string): string | null {
  const found = NUMBER.exec(asciiDigits(text))?.[0]
  if (found === undefined) return null
  const negative = found.startsWith('-')
  const body = ungrouped(negative ? found.slice(1) : found)
  if (body === null) return null
  const signs = body.replace(/\d/g, '')
  const last = signs.at(-1)
  if (last === undefined) return withMinus(body, negative)
  const at = body.lastIndexOf(last)
  const isOneKind = [...signs].every((sign) => sign === last)
  const isGroups = isOneKind && GROUPED.test(body) && (signs.length > 1 || formatNumber(1000, lng).includes(last))
  if (isGroups) return withMinus(body.replaceAll(last, ''), negative)
  const [whole, decimals] = [body.slice(0, at), body.slice(at + 1)]
  if (signs.length === 1) return withMinus(`${whole}${last}${decimals}`, negative)
  // Of two kinds the last is that of the decimals, and stands once.
  if (isOneKind || whole.includes(last) || !GROUPED.test(whole)) return null
  return withMinus(`${whole.replace(/[.,]/g, '')}${last}${decimals}`, negative)
}

const withMinus = (digits: string, negative: boolean): string => (negative ? `-${digits}` : digits)

/** Without the spaces and apostrophes that part groups; null when something else stands inside, or they part no groups. */
function ungrouped(text: string): string | null {
  const plain = text.replace(/[\s\u2019']/g, ' ').replaceAll('\u066c', ' ')
  if (!plain.includes(' ')) return /^[\d.,]+$/.test(plain) ? plain : null
  return /^\d{1,3}(?: \d{2,3})* \d{3}(?:[.,]\d*)?$/.test(plain) ? plain.replaceAll(' ', '') : null
}

/** What is pasted into a field of numbers is read as a whole and put where it was meant; what is no number changes nothing. */
export function pasteNumber(event: ClipboardEvent<HTMLInputElement>, lng: string, put: (text: string) => void): void {
  event.preventDefault()
  const piece = readPasted(event.clipboardData.getData('text'), lng)
  if (piece === null) return
  const { value, selectionStart, selectionEnd } = event.currentTarget
  put(value.slice(0, selectionStart ?? value.length) + piece + value.slice(selectionEnd ?? value.length))
}
