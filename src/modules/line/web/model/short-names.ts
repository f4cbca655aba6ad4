/** Short names of the main outcomes (LN-31): "П1", "1X", "1 (−1.5)"; '' for all others, which have their full ones. */
import { nameWithin } from '#lib/name-within.ts'
import { lineText } from './outcome-text.ts'
import type { SiteTexts } from './texts.ts'

const RESULT: Readonly<Record<number, '1' | 'x' | '2'>> = { 1: '1', 2: 'x', 3: '2', 401: '1', 402: '2', 3653: '1', 3654: 'x', 3655: '2' }
const DOUBLE: Readonly<Record<number, '1x' | '12' | '2x'>> = { 4: '1x', 5: '12', 6: '2x' }
const HANDICAP: Readonly<Record<number, '1' | '2'>> = { 7: '1', 8: '2', 732: '1', 733: '2', 3829: '1', 3830: '2' }

/** Totals of one side say "over" and "under": the side stands in the head of the card. */
const OVER: ReadonlySet<number> = new Set([11, 13, 7778, 7780])
const UNDER: ReadonlySet<number> = new Set([12, 14, 7779, 7781])

/** The side that every name of a market begins with: it is said once, in the head of the card. '' when there is none. */
export function commonSide(names: readonly string[], sides: readonly string[]): string {
  const says = (side: string) => (name: string) => !/^[(/]/.test(afterSide(name, side) ?? '(')
  return sides.find((side) => side !== '' && names.length > 1 && names.every(says(side))) ?? ''
}

/** What follows the side that the name begins with; null: it does not. */
function afterSide(name: string, side: string): string | null {
  const begin = [side, nameWithin(name, side)].find((one) => name.startsWith(`${one} `))
  return begin === undefined ? null : name.slice(begin.length + 1)
}

/** "Kairat over 1.5" in the card of Kairat: "Over 1.5". */
export function withoutSide(name: string, side: string): string {
  const rest = (side && afterSide(name, side)) || name
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1)
}

export function shortName(t: number, p: number, text: SiteTexts): string {
  const result = RESULT[t]
  if (result) return text(`result_${result}_short`)
  const double = DOUBLE[t]
  if (double) return text(`double_${double}`)
  if (OVER.has(t) || UNDER.has(t)) return `${text(OVER.has(t) ? 'over' : 'under')} ${lineText(p, false)}`
  const side = HANDICAP[t]
  return side ? `${side} (${lineText(p, true)})` : ''
}
