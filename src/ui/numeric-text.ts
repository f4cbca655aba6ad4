import { asciiDigits } from '#lib/ascii-digits.ts'

export interface NumericRules {
  min?: number
  max?: number
  /** Decimals kept; 0 means integers. */
  accuracy?: number
  /** Characters kept. */
  maxLength?: number
}

/**
 * What a number field keeps of a typed or pasted text (spec 5, VL-01): digits, one leading minus, one separator
 * (comma or dot, as it was typed, and hanging where there are no decimals), no leading zeros, `accuracy` decimals, at most `maxLength` characters, not above
 * `max`. The lower bound waits for `settleNumeric`: with a minimum of 100 one still has to type the 5 of 500.
 */
export function cleanNumeric(input: string, rules: NumericRules = {}): string {
  const { accuracy = 2, min, max, maxLength } = rules
  const text = asciiDigits(input).replace(/[^\d.,-]/g, '')
  const negative = text.startsWith('-') && !(min !== undefined && min >= 0)
  const body = text.replace(/-/g, '')
  const at = body.search(/[.,]/)
  let whole = (at < 0 ? body : body.slice(0, at)).replace(/^0+(?=\d)/, '')
  let rest = ''
  // Whole numbers keep it too: what is typed behind it is ignored, never joined to what stands before.
  if (at >= 0) {
    if (whole === '') whole = '0'
    rest =
      (body[at] ?? '.') +
      body
        .slice(at + 1)
        .replace(/[.,]/g, '')
        .slice(0, accuracy)
  }
  let result = (negative ? '-' : '') + whole + rest
  if (maxLength !== undefined) result = result.slice(0, maxLength)
  const value = numericValue(result)
  if (max !== undefined && value !== null && value > max) return plain(max, accuracy)
  if (min !== undefined && min < 0 && value !== null && value < min) return plain(min, accuracy)
  return result
}

/** What a field shows of its text: one of whole numbers has no separator, though its text keeps the one that was typed. */
export function shownNumeric(text: string, { accuracy = 2 }: NumericRules = {}): string {
  return accuracy === 0 ? text.replace(/[.,]$/, '') : text
}

/**
 * What was typed into a field of this text: behind a separator that is not shown nothing is joined to the number before it. What
 * was typed anywhere else (`isBehind`), over a marked number above all, is as it stands.
 */
export function typedNumeric(typed: string, text: string, isBehind: boolean, rules: NumericRules = {}): string {
  const shown = shownNumeric(text, rules)
  return isBehind && shown !== text && typed.startsWith(shown) ? text + typed.slice(shown.length) : typed
}

/** The text after editing is over: both bounds hold, a hanging separator or a bare minus goes. Empty stays empty. */
export function settleNumeric(input: string, rules: NumericRules = {}): string {
  const text = cleanNumeric(input, rules).replace(/[.,]$/, '')
  const value = numericValue(text)
  if (value === null) return ''
  if (rules.min !== undefined && value < rules.min) return plain(rules.min, rules.accuracy ?? 2)
  return text
}

/** The number that a cleaned text means; null while there is none. */
export function numericValue(text: string): number | null {
  const plainText = canonicalNumeric(text)
  return /\d/.test(plainText) ? Number(plainText) : null
}

/** The same text with a dot and no hanging separator: what parsers of money take. */
export function canonicalNumeric(text: string): string {
  return text.replace(',', '.').replace(/\.$/, '')
}

function plain(value: number, accuracy: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(accuracy)
}
