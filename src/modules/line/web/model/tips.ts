/** What an outcome means, in plain words, for the main families (XT-55). */
import { nameWithin } from '#lib/name-within.ts'
import { lineText } from './outcome-text.ts'
import type { SiteTexts } from './texts.ts'
import type { LineGame, Outcome } from './types.ts'

type Side = 'side1' | 'side2'

type Way = 'over' | 'under' | 'handicap'
/** Totals, of the game or of one side, and handicaps. */
const LINES: Readonly<Record<number, readonly [way: Way, side?: Side]>> = {
  9: ['over'],
  10: ['under'],
  3827: ['over'],
  3828: ['under'],
  11: ['over', 'side1'],
  12: ['under', 'side1'],
  7778: ['over', 'side1'],
  7779: ['under', 'side1'],
  13: ['over', 'side2'],
  14: ['under', 'side2'],
  7780: ['over', 'side2'],
  7781: ['under', 'side2'],
  7: ['handicap', 'side1'],
  3829: ['handicap', 'side1'],
  8: ['handicap', 'side2'],
  3830: ['handicap', 'side2'],
}
/** The winner with overtime. */
const WINNER_1 = 401
const WINNER_2 = 402
/** Types that say the same whatever the parameter. */
const PLAIN: Readonly<Record<number, 1 | 2 | 3 | 4 | 5 | 6 | 'btts_yes' | 'btts_no'>> = {
  1: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 5,
  6: 6,
  [WINNER_1]: 1,
  [WINNER_2]: 3,
  180: 'btts_yes',
  181: 'btts_no',
}

// By sport, as its markets are settled (tips.test.ts holds them against the grades).
/** Only regular time counts, but for the winner with overtime. */
export const REGULAR: readonly number[] = [1, 2, 7, 8, 14, 15, 17, 25, 27, 28, 67, 85, 89, 109, 144, 211]
/** Totals and handicaps of the match count games or points, not sets. */
export const IN_GAMES: readonly number[] = [4, 34, 94]
export const IN_POINTS: readonly number[] = [6, 10, 16, 29, 39, 158, 200, 265]
/** The winner has no draw to bet on, and yet there may be one. */
const MAY_BE_LEVEL: readonly number[] = [5, 56, 66, 79, 90, 99, 189]

type TipOutcome = Pick<Outcome, 't' | 'p'>
type TipGame = Pick<LineGame, 'i' | 'mainId' | 'side1' | 'side2' | 'sportId' | 'partName'>

/** '' for all but the main markets: event/more-tips.ts has words for those. */
export function tipOf(outcome: TipOutcome, game: TipGame, text: SiteTexts): string {
  const meaning = meaningOf(outcome, game, text)
  if (!meaning[0]) return ''
  return tipSentence(game, [...meaning, ...(game.i === game.mainId ? countedOf(outcome, game, text) : [])], text)
}

/** Of the part that is played, if it is one. */
export function tipSentence({ partName }: Pick<LineGame, 'partName'>, parts: readonly string[], text: SiteTexts): string {
  const said = parts.filter(Boolean).join(text('tip_join'))
  return partName ? `${partName}. ${said}` : said
}

/** A name in a sentence of this language. */
export function nameInTip(name: string, text: SiteTexts): string {
  return nameWithin(text('tip_draw_back'), name)
}

function meaningOf({ t, p }: TipOutcome, game: TipGame, text: SiteTexts): string[] {
  const sides = { side1: nameInTip(game.side1, text), side2: nameInTip(game.side2, text) }
  const plain = PLAIN[t]
  if (plain) return [text(`tip_${plain}`, sides)]
  const [way, of] = LINES[t] ?? []
  if (!way) return []
  const key = way === 'handicap' ? 'tip_handicap' : of ? (`tip_side_${way}` as const) : (`tip_${way}` as const)
  return [text(key, { side: of && sides[of], line: lineText(p, way === 'handicap') }), lineEnd(p, way, text)]
}

/** What of a whole game counts, where the outcome alone does not tell. */
function countedOf({ t }: TipOutcome, { sportId }: TipGame, text: SiteTexts): string[] {
  if (t === WINNER_1 || t === WINNER_2) return [text('tip_overtime'), text('tip_draw_back')]
  if (REGULAR.includes(sportId)) return [text('tip_regular')]
  if (PLAIN[t]) return MAY_BE_LEVEL.includes(sportId) ? [text('tip_draw_back')] : []
  return IN_GAMES.includes(sportId) ? [text('tip_games')] : IN_POINTS.includes(sportId) ? [text('tip_points')] : []
}

/**
 * A whole line may end level: the stake comes back. A quarter line is half a bet on the whole number beside it and half on the
 * other side of it: −1.25 and a win by one goal return half and lose half.
 */
export function lineEnd(line: number, way: Way, text: SiteTexts): string {
  const of = way === 'handicap' ? way : 'line'
  const whole = Math.round(line)
  const said = { line: lineText(whole, way === 'handicap') }
  if (whole === line) return text(`tip_${of}_back`, said)
  const half = whole > line === (way === 'over') ? 'won' : 'lost'
  return Math.abs(line * 4) % 2 === 1 ? text(`tip_${of}_half_${half}`, said) : ''
}
