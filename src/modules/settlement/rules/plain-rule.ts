/** Which rule of settlement, in plain words, decides an outcome of a market: a text key with its values (rules 3.3). */

export interface PlainRule {
  key: string
  params: Readonly<Record<string, string>>
}

/** Families by the key of the market, the first that fits; what is in none follows the official result. */
const FAMILIES: readonly [pattern: RegExp, rule: string][] = [
  [/^duel/, 'rule_duel'],
  [/^euro_handicap/, 'rule_euro_handicap'],
  [/total_3way/, 'rule_total_three_ways'],
  [/(^|_)and_|^result_and/, 'rule_combined'],
  [/handicap/, 'rule_handicap'],
  [/total/, 'rule_total'],
  [/^correct_score/, 'rule_correct_score'],
  [/^double_chance|^dc$/, 'rule_double_chance'],
  [/odd_even/, 'rule_odd_even'],
  [/^btts/, 'rule_both_score'],
  [/^result|^winner|^win_|^to_win|^match_winner|^money_line/, 'rule_result'],
]

/** `p` is P · 10 000 of the outcome. */
export function plainRule(marketKey: string, p: number): PlainRule {
  const rule = FAMILIES.find(([pattern]) => pattern.test(marketKey))?.[1] ?? 'rule_official'
  if (rule !== 'rule_total' && rule !== 'rule_handicap') return { key: rule, params: {} }
  const line = lineText(p, rule === 'rule_handicap')
  const quarters = Math.abs(p) % 10_000
  if (quarters % 5_000 !== 0) return { key: `${rule}_quarter`, params: { line } }
  return { key: quarters === 0 ? `${rule}_whole` : rule, params: { line } }
}

/** As the line writes it: a handicap has its sign, a plus too. */
function lineText(p: number, signed: boolean): string {
  const digits = String(Math.abs(p) / 10_000)
  return p < 0 ? `−${digits}` : signed && p > 0 ? `+${digits}` : digits
}
