/** The specifier of the market that an outcome stands in, from its param (wire 18.2): which market a bet belongs to. */
import { unpackLineMinute, unpackOver, unpackThousandths } from './param.ts'

export interface OutcomePlace {
  /** Key of the market. */
  key: string
  column: number
  /** P in wire form. */
  p: number
  playerId: number
}

/**
 * The specifier with the names of `like` and the values of the outcome; what no param tells (up to which score a market lists)
 * is taken from `like`. undefined: the outcome cannot stand in such a market, or nobody knows its names.
 */
export function specOfParam({ key, column, p, playerId }: OutcomePlace, like: string): string | undefined {
  const pairs = like === '' ? [] : like.split('|').map((pair) => pair.split('='))
  const [one, two] = unpackThousandths(p)
  switch (pairs.map(([name]) => name).join()) {
    case '':
      return ''
    case 'max':
      return Math.max(one, two) <= Number(pairs[0]![1]) ? like : undefined
    case 'line':
      return `line=${isMirrored(key, column) && p !== 0 ? -p : p}`
    case 'n':
      return `n=${p}`
    case 'minute':
      return `minute=${p}`
    case 'minute,n':
      return `minute=${one}|n=${two}`
    case 'from,to':
      return `from=${one}|to=${two}`
    case 'line,minute': {
      const [line, minute] = unpackLineMinute(p)
      return `line=${line}|minute=${minute}`
    }
    case 'line,n': {
      const [over, line] = unpackOver(p)
      return `line=${line}|n=${over}`
    }
    case 'line,player':
      return `line=${p}|player=${playerId}`
    default:
      return undefined
  }
}

/** The line of a handicap is written from side 1; side 2 carries it with the other sign. A European one has one start for all three. */
function isMirrored(key: string, column: number): boolean {
  return key.includes('handicap') && key !== 'euro_handicap' && column === 2
}

/** True of a type whose outcomes carry a param: its name has a place for it. */
export function hasParam({ en }: { en: string }): boolean {
  return en.includes('()')
}

/** The names with which a market of this key is written; all others have a line where they have a param, and no specifier else. */
const LIKE: Readonly<Record<string, string>> = {
  ...named('', [
    'best_period',
    'correct_score_17',
    'end_round',
    'exact_goals',
    'margin_points',
    'win_by_goals',
    'win_by_points',
    'win_in_round',
  ]),
  ...named('n=0', [
    'any_win_by',
    'btts_n',
    'dc_and_btts',
    'each_way',
    'finish',
    'game_winner',
    'head_to_head',
    'next_goal',
    'next_touchdown',
    'next_yellow',
    'place',
    'race_to_cards',
    'race_to_corners',
    'race_to_frames',
    'race_to_goals',
    'race_to_points',
    'race_to_runs',
    'result_and_btts',
    'run_in_inning',
    'set_winner',
  ]),
  ...named('max=10', ['correct_score']),
  ...named('minute=0', ['result_by_minute']),
  ...named('minute=0|n=0', ['goal_by_minute']),
  ...named('line=0|minute=0', ['handicap_by_minute', 'total_by_minute']),
  ...named('from=0|to=0', ['goal_interval']),
  ...named('line=0|n=0', ['over_runs_1', 'over_runs_2']),
  ...named('line=0|player=0', ['player_points', 'player_threes']),
}

function named(like: string, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, like]))
}

/** How a market is written of which nothing is offered. */
export function likeOfMarket({ key, outcomes }: { key: string; outcomes: readonly { en: string }[] }): string {
  return LIKE[key] ?? (outcomes.some(hasParam) ? 'line=0' : '')
}
