/** What an outcome means, in plain words, for all markets but the main ones, which `tipOf` knows (XT-55). */
import { lineText, packedNumbers } from '../model/outcome-text.ts'
import type { SiteTexts } from '../model/texts.ts'
import { IN_GAMES, IN_POINTS, lineEnd, nameInTip, REGULAR, tipSentence } from '../model/tips.ts'
import type { PricedGame } from '../model/priced-game.ts'
import type { Outcome } from '../model/types.ts'
import { ON_COURSE, ON_SCORE, OTHER, PAIRS, TOGETHER, type Row, type Side, type TipKey, type TipTexts } from './tip-words.ts'

interface Words {
  key: TipKey
  side: Side
  also?: TipKey
  /** Results of a part and of the match: sides, 0 for a draw. */
  pair?: readonly [Side, Side]
  /** They are about the score: whether overtime counts is said after them. */
  scored: boolean
}

const RESULTS: readonly Side[] = [1, 0, 2]
const WORDS: ReadonlyMap<number, Words> = new Map([
  ...rowsOf(ON_SCORE, true),
  ...rowsOf(ON_COURSE, false),
  ...rowsOf(OTHER, false),
  ...TOGETHER.flatMap(([key, side, also, ...types]) => types.map((t): [number, Words] => [t, { key, side, also, scored: true }])),
  ...PAIRS.flatMap(([key, ...types]) =>
    types.map((t, n): [number, Words] => [
      t,
      {
        key,
        side: 0,
        pair: [RESULTS[Math.floor(n / 3)]!, RESULTS[n % 3]!],
        scored: key === 'pair_half' || key === 'pair_period',
      },
    ]),
  ),
])

function rowsOf(rows: readonly Row[], scored: boolean): [number, Words][] {
  return rows.flatMap(([key, side, ...types]) => types.map((t): [number, Words] => [t, { key, side, scored }]))
}

/** How many places count, where the type alone says it. */
const PLACES: Readonly<Record<number, number>> = { 3135: 2, 3136: 3, 3137: 4, 3138: 5, 3139: 6, 3143: 10 }
/** The score of these counts overtime. */
const WITH_OVERTIME: readonly number[] = [3, 13, 91, 115, 266]
const BY_GAMES: ReadonlySet<TipKey> = new Set(['even', 'odd', 'even_side', 'odd_side'])

/** Whether a whole or a quarter line may return the stake is said of a count over or under it, and of a handicap. */
const COUNT_LINE = /^(over|under)_(?!only)|^player_(points|threes)_/
const HANDICAP_LINE = /^handicap_/

type TipGame = Pick<PricedGame, 'i' | 'mainId' | 'side1' | 'side2' | 'sportId' | 'partName' | 'marks'>

/** '' when there are no words. `site` has those that are said after the meaning; `deadHeat`: how the brand pays shared places. */
export function moreTip(
  outcome: Pick<Outcome, 't' | 'p' | 'player'>,
  game: TipGame,
  text: TipTexts,
  site: SiteTexts,
  deadHeat: 'industry' | 'house' = 'industry',
): string {
  const words = WORDS.get(outcome.t)
  if (!words || outcome.t === 0) return ''
  const key = keyFor(words.key, game)
  const sides = ['', nameInTip(game.side1, site), nameInTip(game.side2, site)]
  const [a, b] = packedNumbers(outcome)
  const params = {
    a,
    b,
    n: lineText(PLACES[outcome.t] ?? outcome.p, false),
    line: lineText(outcome.p, true),
    start: outcome.p > 0 ? `${outcome.p}:0` : `0:${-outcome.p}`,
    side: sides[words.side],
    level: text(deadHeat === 'house' ? 'level_house' : 'level_shared'),
    player: nameInTip(outcome.player?.name ?? '', site),
  }
  const resultOf = (side: Side) => (side ? text('res_win', { side: sides[side] }) : text('res_draw'))
  const [first, final] = words.pair?.map(resultOf) ?? []
  const meaning = text(key, { ...params, first, final, also: words.also && text(words.also, params) })
  return tipSentence(game, [meaning, returned(key, outcome, site), game.i === game.mainId ? counted(words, game.sportId, site) : ''], site)
}

/** The same type says another thing of sets, and of a race. */
function keyFor(key: TipKey, { i, mainId, sportId, marks }: TipGame): TipKey {
  if (key === 'score' && i === mainId && (IN_GAMES.includes(sportId) || IN_POINTS.includes(sportId))) return 'score_sets'
  // A question has no statistics, and may have several right answers.
  return key === 'answer' && marks.stats ? 'race_win' : key
}

function returned(key: TipKey, outcome: Pick<Outcome, 't' | 'p'>, site: SiteTexts): string {
  const way = HANDICAP_LINE.test(key) ? 'handicap' : COUNT_LINE.test(key) ? (key.includes('under') ? 'under' : 'over') : ''
  return way && lineEnd(lineOf(key, outcome), way, site)
}

/** The line, of a parameter that may hold a minute or the number of an over beside it. */
function lineOf(key: TipKey, outcome: Pick<Outcome, 't' | 'p'>): number {
  if (key.endsWith('_by')) return Math.trunc(outcome.p) / 100
  return key.endsWith('_in_over') ? Number(packedNumbers(outcome)[1]) : outcome.p
}

function counted({ key, scored }: Words, sportId: number, site: SiteTexts): string {
  if (!scored) return ''
  if (REGULAR.includes(sportId)) return site('tip_regular')
  if (WITH_OVERTIME.includes(sportId)) return site('tip_overtime')
  if (!BY_GAMES.has(key)) return ''
  return IN_GAMES.includes(sportId) ? site('tip_games') : IN_POINTS.includes(sportId) ? site('tip_points') : ''
}
