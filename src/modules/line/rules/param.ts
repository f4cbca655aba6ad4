/** Parameter packing (wire §18.2): one JSON number holds one, two or three numbers. */

/** Params compare after rounding to four decimals; this is that rounding. */
export function roundParam(p: number): number {
  const rounded = Math.round(p * 10_000) / 10_000
  return Object.is(rounded, -0) ? 0 : rounded
}

/** The param as an exact integer (P · 10 000): the form in which it is stored and keyed. */
export function paramKey(p: number): number {
  return Math.round(p * 10_000)
}

/** whole + thousandths: correct score 2:1 → 2.001, 10:10 → 10.01 (templates 5, 39). */
export function packThousandths(a: number, b: number): number {
  return roundParam(a + (a < 0 ? -b : b) / 1000)
}

export function unpackThousandths(p: number): [a: number, b: number] {
  const a = Math.trunc(p)
  return [a, Math.round(Math.abs(p - a) * 1000)]
}

/** line·100 with its sign, minute in thousandths: −1 at minute 30 → −100.03 (template 17). */
export function packLineMinute(line: number, minute: number): number {
  const hundred = Math.round(line * 100)
  return roundParam(hundred < 0 ? hundred - minute / 1000 : hundred + minute / 1000)
}

export function unpackLineMinute(p: number): [line: number, minute: number] {
  const [a, b] = unpackThousandths(p)
  return [a / 100, b]
}

/** One over (template 43): whole part the over, hundredths the line: over 15 at 8.5 → 15.085. */
export function packOver(over: number, line: number): number {
  return roundParam(over + line / 100)
}

export function unpackOver(p: number): [over: number, line: number] {
  const over = Math.trunc(p)
  return [over, Math.round((p - over) * 10_000) / 100]
}

/** Key of an outcome in facts and in the book: `T`, `T:P` or `T:P@player`. */
export function outcomeKey(t: number, p = 0, playerId = 0): string {
  const param = roundParam(p)
  if (playerId) return `${t}:${param}@${playerId}`
  return param === 0 ? String(t) : `${t}:${param}`
}
