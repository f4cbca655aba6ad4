/** Which rule of settlement, in plain words, decides an outcome of a market: a text key with its values (rules 3.3). */
import { unpackLineMinute } from '#modules/line/rules/param.ts'

export interface PlainRule {
  key: string
  params: Readonly<Record<string, string>>
}

/** Rules by the exact key of the market; what is in none follows the official result. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  rule_total: [
    'total',
    'asian_total',
    'team1_total',
    'team2_total',
    'asian_team1_total',
    'asian_team2_total',
    'set_total',
    'set_total_tt',
    'map_total',
    'frame_total',
    'leg_total',
    'frag_total',
    'ace_total',
    'total_180',
    'suspension_total',
    'touchdown_total',
    'tries_total',
    'player_points',
    'player_threes',
    'first_wicket_runs',
  ],
  rule_handicap: ['handicap', 'asian_handicap', 'set_handicap', 'set_handicap_tt', 'map_handicap', 'frag_handicap'],
  rule_total_by_minute: ['total_by_minute'],
  rule_handicap_by_minute: ['handicap_by_minute'],
  rule_duel: ['duel'],
  rule_result: ['result_1x2', 'result_regular'],
  rule_two_ways: ['result_2way'],
  rule_with_overtime: ['winner_with_ot'],
  rule_two_ahead: ['result_two_ahead'],
  rule_result_by_minute: ['result_by_minute'],
  rule_double_chance: ['double_chance', 'double_chance_regular'],
  rule_euro_handicap: ['euro_handicap'],
  rule_total_three_ways: ['total_3way', 'team1_total_3way', 'team2_total_3way'],
  rule_each_part: ['each_half_total', 'each_quarter_over', 'each_quarter_under', 'each_half_over', 'each_half_under'],
  rule_best_quarter: ['best_quarter_total'],
  rule_worst_quarter: ['worst_quarter_total'],
  rule_round_total: ['round_total'],
  rule_combined: [
    'result_and_btts',
    'dc_and_btts',
    'win1_and_total',
    'win2_and_total',
    'draw_and_total',
    'btts_and_total',
    'first_run_and_win',
  ],
  rule_fight_end: ['win_method', 'win_in_round'],
  rule_difference: ['any_win_by', 'win_by_goals'],
  rule_margin: ['margin_points', 'win_by_points'],
  rule_correct_score: ['correct_score', 'correct_score_17'],
  rule_odd_even: ['odd_even', 'team1_odd_even', 'team2_odd_even'],
  rule_both_score: ['btts'],
  rule_both_score_n: ['btts_n'],
  rule_both_each_half: ['btts_each_half'],
}

const RULE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(FAMILIES).flatMap(([rule, keys]) => keys.map((key) => [key, rule] as const)),
)

/** "No" to two things at once: it wins when either of them did not happen. */
const NOT_BOTH: ReadonlySet<number> = new Set([202, 204, 206, 207, 208, 209, 211, 212, 213, 214, 1532, 1534, 3524, 3526])

/** `t` is the type of the outcome, `p` P · 10 000 of it. */
export function plainRule(marketKey: string, t: number, p: number): PlainRule {
  const rule = RULE_OF.get(marketKey) ?? 'rule_official'
  switch (rule) {
    case 'rule_combined':
      return { key: NOT_BOTH.has(t) ? 'rule_combined_no' : rule, params: {} }
    case 'rule_total':
    case 'rule_handicap':
      return lineRule(rule, p / 10_000)
    case 'rule_total_by_minute':
    case 'rule_handicap_by_minute': {
      const [line, minute] = unpackLineMinute(p / 10_000)
      return lineRule(rule, line, { minute: String(minute) })
    }
    case 'rule_result_by_minute':
      return { key: rule, params: { minute: String(p / 10_000) } }
    case 'rule_both_score_n':
      return { key: rule, params: { goals: String(p / 10_000) } }
    case 'rule_each_part':
    case 'rule_best_quarter':
    case 'rule_worst_quarter':
    case 'rule_round_total':
      return { key: rule, params: { line: lineText(p / 10_000, false) } }
    default:
      return { key: rule, params: {} }
  }
}

/** Whether the line can be hit exactly, and whether it is a quarter, has words of its own. */
function lineRule(rule: string, line: number, more: Readonly<Record<string, string>> = {}): PlainRule {
  const params = { line: lineText(line, rule.startsWith('rule_handicap')), ...more }
  if (!Number.isInteger(line * 2)) return { key: `${rule}_quarter`, params }
  return { key: Number.isInteger(line) ? `${rule}_whole` : rule, params }
}

/** As the line writes it: a handicap has its sign, a plus too. */
function lineText(line: number, signed: boolean): string {
  const digits = String(Math.abs(line))
  return line < 0 ? `−${digits}` : signed && line > 0 ? `+${digits}` : digits
}
