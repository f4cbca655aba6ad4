/** Numeric input of spec §5, kept as text so that money never becomes a float. */
export interface NumericRule {
  min?: number
  max?: number
  /** Decimals kept; 0 = whole numbers, left out = any. */
  accuracy?: number
  maxLength?: number
}

/**
 * What a number field shows after each keystroke: digits, a minus only at the start, one decimal separator
 * (comma or dot, written as typed), no leading zeros, decimals cut to the accuracy, text cut to its length.
 */
export function cleanNumeric(text: string, rule: NumericRule = {}): string {
  const negative = /^\s*-/.test(text) && (rule.min === undefined || rule.min < 0)
  const kept = text.replaceAll(/[^\d.,]/g, '')
  const at = kept.search(/[.,]/)
  const whole = (at < 0 ? kept : kept.slice(0, at)).replace(/^0+(?=\d)/, '')
  const decimals = at < 0 ? null : kept.slice(at + 1).replaceAll(/[.,]/g, '')
  let result = whole
  if (decimals !== null && rule.accuracy !== 0) {
    result = `${whole === '' ? '0' : whole}${kept[at]}${rule.accuracy === undefined ? decimals : decimals.slice(0, rule.accuracy)}`
  }
  if (negative) result = `-${result}`
  return rule.maxLength === undefined ? result : result.slice(0, rule.maxLength)
}

/** The text after the field is left: clamped to its bounds; unfinished input ("-", "1,") is tidied. */
export function clampNumeric(text: string, rule: NumericRule): string {
  const clean = cleanNumeric(text, rule).replace(/[.,]$/, '')
  if (clean === '' || clean === '-') return ''
  const value = Number(clean.replace(',', '.'))
  if (rule.min !== undefined && value < rule.min) return String(rule.min)
  if (rule.max !== undefined && value > rule.max) return String(rule.max)
  return clean
}
