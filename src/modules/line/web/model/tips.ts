/** What an outcome means, in plain words, for the main families (XT-55). */
import { lineText } from './outcome-text.ts'
import type { SiteTexts } from './texts.ts'
import type { LineGame, Outcome } from './types.ts'

const OVER: ReadonlySet<number> = new Set([9, 11, 13, 3827, 7778, 7780])
const UNDER: ReadonlySet<number> = new Set([10, 12, 14, 3828, 7779, 7781])
const HANDICAP_1: ReadonlySet<number> = new Set([7, 3829])
const HANDICAP_2: ReadonlySet<number> = new Set([8, 3830])
const PLAIN: Readonly<
  Record<number, 'tip_1' | 'tip_2' | 'tip_3' | 'tip_4' | 'tip_5' | 'tip_6' | 'tip_win_1' | 'tip_win_2' | 'tip_btts_yes' | 'tip_btts_no'>
> = {
  1: 'tip_1',
  2: 'tip_2',
  3: 'tip_3',
  4: 'tip_4',
  5: 'tip_5',
  6: 'tip_6',
  401: 'tip_win_1',
  402: 'tip_win_2',
  180: 'tip_btts_yes',
  181: 'tip_btts_no',
}

/** '' when we have no words: then there is no tooltip. */
export function tipOf({ t, p }: Pick<Outcome, 't' | 'p'>, { side1, side2 }: Pick<LineGame, 'side1' | 'side2'>, text: SiteTexts): string {
  const plain = PLAIN[t]
  if (plain) return text(plain, { side1, side2 })
  if (OVER.has(t) || UNDER.has(t)) {
    const over = OVER.has(t)
    const line = lineText(p, false)
    return [text(over ? 'tip_over' : 'tip_under', { line }), back(p, over, text)].filter(Boolean).join('; ')
  }
  if (HANDICAP_1.has(t) || HANDICAP_2.has(t)) {
    const side = HANDICAP_1.has(t) ? side1 : side2
    return [text('tip_handicap', { side, line: lineText(p, true) }), levelled(p, text)].filter(Boolean).join('; ')
  }
  return ''
}

/** A quarter line is half a bet on the whole number beside it and half on the other side of the line. */
function isQuarter(line: number): boolean {
  return Math.abs(line * 4) % 2 === 1
}

/** A whole line may end level: the stake comes back, with a quarter line half of it, and the other half is decided. */
function back(line: number, over: boolean, text: SiteTexts): string {
  if (Number.isInteger(line)) return text('tip_line_back', { line: lineText(line, false) })
  if (!isQuarter(line)) return ''
  const whole = Math.round(line)
  return text(whole > line === over ? 'tip_line_half_won' : 'tip_line_half_lost', { line: lineText(whole, false) })
}

/** The same for handicaps: −1.25 and a win by one goal return half and lose half. */
function levelled(line: number, text: SiteTexts): string {
  if (Number.isInteger(line)) return text('tip_handicap_back')
  if (!isQuarter(line)) return ''
  const whole = Math.round(line)
  return text(line > whole ? 'tip_handicap_half_won' : 'tip_handicap_half_lost', { line: lineText(whole, true) })
}
