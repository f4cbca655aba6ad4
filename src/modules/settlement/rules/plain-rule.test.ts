/** Every market of the book has its place in the table of rules, and the words of a rule are what the grader does. */
import { expect, it } from 'vitest'
import type { Incident } from '#modules/feeds/rules/fact.ts'
import { allMarketTypes, marketType } from '#modules/line/rules/market-book.ts'
import { packLineMinute, packThousandths, paramKey } from '#modules/line/rules/param.ts'
import type { GameFacts } from '#modules/pricing/rules/game-facts.ts'
import { gradeOutcome, type Grade } from '#modules/pricing/rules/grade.ts'
import ar from '../../../../locales/ar/payout.json' with { type: 'json' }
import en from '../../../../locales/en/payout.json' with { type: 'json' }
import ru from '../../../../locales/ru/payout.json' with { type: 'json' }
import { ended, ONE_OF_EACH } from '../../../../test/support/ended-game.ts'
import { plainRule } from './plain-rule.ts'

const VOID: Grade = { won: 0, voidFactor: 1 }
/** Every whole and half line that the counts of these tests reach, and the quarters between. */
const WHOLES = [-2, -1, 0, 1, 2, 3, 4]
const HALVES = WHOLES.map((n) => n + 0.5)
const QUARTERS = HALVES.map((n) => n + 0.25)

/** Every market of the book, also those that are not priced; what stands under `rule_official` has no better words. */
const TABLE: Readonly<Record<string, string>> = {
  rule_result: 'result_1x2 result_regular',
  rule_two_ways: 'result_2way',
  rule_with_overtime: 'winner_with_ot',
  rule_two_ahead: 'result_two_ahead',
  rule_result_by_minute: 'result_by_minute',
  rule_double_chance: 'double_chance double_chance_regular',
  rule_euro_handicap: 'euro_handicap',
  rule_total:
    'total asian_total team1_total team2_total asian_team1_total asian_team2_total set_total set_total_tt map_total frame_total leg_total frag_total ' +
    'ace_total total_180 suspension_total touchdown_total tries_total player_points player_threes first_wicket_runs',
  rule_total_by_minute: 'total_by_minute',
  rule_handicap: 'handicap asian_handicap set_handicap set_handicap_tt map_handicap frag_handicap',
  rule_handicap_by_minute: 'handicap_by_minute',
  rule_total_three_ways: 'total_3way team1_total_3way team2_total_3way',
  rule_each_part: 'each_half_total each_quarter_over each_quarter_under each_half_over each_half_under',
  rule_best_quarter: 'best_quarter_total',
  rule_worst_quarter: 'worst_quarter_total',
  rule_round_total: 'round_total',
  rule_combined: 'result_and_btts dc_and_btts win1_and_total win2_and_total draw_and_total btts_and_total first_run_and_win',
  rule_fight_end: 'win_method win_in_round',
  rule_difference: 'any_win_by win_by_goals',
  rule_margin: 'margin_points win_by_points',
  rule_correct_score: 'correct_score correct_score_17',
  rule_odd_even: 'odd_even team1_odd_even team2_odd_even',
  rule_both_score: 'btts',
  rule_both_score_n: 'btts_n',
  rule_both_each_half: 'btts_each_half',
  rule_official:
    'ht_ft half_half next_goal first_goal last_goal exact_goals half_compare both_halves_goal team1_win_half team2_win_half ' +
    'team1_win_both_halves team2_win_both_halves draw_half team1_to_nil team2_to_nil any_to_nil team1_comeback team2_comeback score_draw ' +
    'race_to_goals first_goal_half goal_by_minute goal_interval penalty_awarded scorer first_scorer last_scorer player_card to_qualify ' +
    'extra_time qualify_method first_corner last_corner race_to_corners next_yellow race_to_cards home_away_best_match home_away_best_team ' +
    'period_match best_period overtime shootout first_penalty ht_ft_with_ot race_to_points best_half quarter1_match set_winner set_match ' +
    'tie_break game_winner last_run run_in_inning extra_inning inning_match race_to_runs toss top_batsman_1 top_batsman_2 ' +
    'opening_partnership first_wicket_way over_runs_1 over_runs_2 next_touchdown goes_distance method_any end_round team1_map map_match ' +
    'first_blood next_tower next_dragon next_roshan map_duration round_length flawless race_winner_number outright top2 top3 top4 place ' +
    'each_way finish head_to_head top6 top10 fastest_lap safety_car race_to_frames century checkout_total top5 outright_yes_no special_yes_no',
}
const keysIn = (rule: string) => TABLE[rule]!.split(' ')
const placed = Object.keys(TABLE).flatMap(keysIn)

it('every market has one place in the table, and is there in the code', () => {
  expect([...placed].sort()).toEqual([...allMarketTypes()].map(({ key }) => key).sort())
  // The first outcome of a market is no "no".
  const param = (key: string) => paramKey(/(total|handicap)_by_minute/.test(key) ? packLineMinute(2.5, 85) : 2.5)
  const base = (key: string) => plainRule(key, marketType(key).outcomes[0]!.t, param(key)).key
  for (const rule of Object.keys(TABLE)) for (const key of keysIn(rule)) expect([key, base(key)]).toEqual([key, rule])
})

it('has words in every language, which name what they are given and nothing else', () => {
  const params = [...WHOLES, ...HALVES, ...QUARTERS].flatMap((line) => [paramKey(line), paramKey(packLineMinute(line, 85))])
  const all = [...allMarketTypes()].flatMap(({ key, outcomes }) => outcomes.flatMap(({ t }) => params.map((p) => plainRule(key, t, p))))
  const rules = new Map(all.map((rule) => [rule.key, Object.keys(rule.params).sort()]))
  for (const [key, names] of rules) {
    for (const words of [ru, en, ar] as Record<string, string>[]) {
      const used = [...new Set([...(words[key] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))].sort()
      expect([key, words[key] !== undefined, used]).toEqual([key, true, names])
    }
  }
  expect(rules.size).toBe(35)
})

it('names line and minute of a market that packs them into one number', () => {
  expect(plainRule('total_by_minute', 1197, 4_500_850)).toEqual({ key: 'rule_total_by_minute', params: { line: '4.5', minute: '85' } })
  expect(plainRule('total_by_minute', 1198, paramKey(packLineMinute(2, 60))).key).toBe('rule_total_by_minute_whole')
  const level = plainRule('handicap_by_minute', 1195, paramKey(packLineMinute(0, 60)))
  expect(level).toEqual({ key: 'rule_handicap_by_minute_whole', params: { line: '0', minute: '60' } })
  expect(plainRule('handicap_by_minute', 1196, paramKey(packLineMinute(-1.5, 30))).params).toEqual({ line: '−1.5', minute: '30' })
  expect(plainRule('result_by_minute', 1189, paramKey(75)).params).toEqual({ minute: '75' })
})

const goal = (side: 'home' | 'away', minute: number) => ({ type: 'goal', side, clockSec: minute * 60 - 30 })
const grade = (key: string, t: number, p: number, facts = ONE_OF_EACH) => {
  const player = marketType(key)
    .outcomes.find((one) => one.t === t)!
    .en.includes('[]')
    ? 7
    : 0
  // Frags are those of a map, which is here a half.
  return gradeOutcome(key.startsWith('frag') ? 'h1' : 'full', key, t, p, player, facts)
}

it.each(['rule_total', 'rule_handicap', 'rule_total_by_minute', 'rule_handicap_by_minute'])('%s: a whole line may be a return', (rule) => {
  const packed = (line: number) => (rule.endsWith('minute') ? packLineMinute(line, 85) : line)
  const lines = (from: readonly number[]) => (rule === 'rule_total_by_minute' ? from.filter((line) => line >= 0) : from)
  // Three points of a player for each of his two scores.
  const reach = (from: readonly number[]) => lines([...from, ...from.map((line) => line + 4)])
  for (const key of keysIn(rule)) {
    for (const { t } of marketType(key).outcomes) {
      const grades = (from: readonly number[]) => reach(from).map((line) => grade(key, t, packed(line)))
      expect([key, t, grades(WHOLES).some((one) => one.voidFactor === 1)]).toEqual([key, t, true])
      expect([key, t, grades(QUARTERS).some((one) => one.voidFactor === 0.5)]).toEqual([key, t, true])
      expect([key, t, grades(HALVES).some((one) => one.voidFactor !== undefined)]).toEqual([key, t, false])
    }
  }
})

it('a whole line of other rules never is', () => {
  const fight = ended({ sportId: 56, score: [1, 0], incidents: [finish('home', 'ko', 2)] })
  const quarters = ended({ sportId: 3, score: [4, 4], parts: Array.from({ length: 4 }, () => [1, 1] as const) })
  const facts: Record<string, GameFacts> = { rule_round_total: fight, rule_best_quarter: quarters, rule_worst_quarter: quarters }
  for (const rule of ['rule_total_three_ways', 'rule_euro_handicap', 'rule_each_part', ...Object.keys(facts)])
    for (const key of keysIn(rule))
      for (const { t } of marketType(key).outcomes) {
        const on = key.startsWith('each_quarter') ? quarters : facts[rule]
        for (const line of WHOLES) expect([key, line, grade(key, t, line, on).voidFactor]).toEqual([key, line, undefined])
      }
})

it('"no" to two things at once wins whenever "yes" does not', () => {
  const scores = Array.from({ length: 25 }, (_, n) => [Math.floor(n / 5), n % 5] as [number, number])
  const games = scores.map((score) => ended({ sportId: 1, score, parts: [[0, 0], score] }))
  const wins = (key: string, t: number) => games.map((facts) => grade(key, t, 1.5, facts).won).join('')
  for (const key of keysIn('rule_combined').filter((one) => one !== 'first_run_and_win')) {
    const types = marketType(key).outcomes
    for (const { t, en: name } of types) {
      const others = wins(key, t).replace(/[01]/g, (won) => String(1 - Number(won)))
      const isNo = name.endsWith(': no') && types.some((one) => one.en.endsWith(': yes') && wins(key, one.t) === others)
      expect([name, plainRule(key, t, 15_000).key]).toEqual([name, isNo ? 'rule_combined_no' : 'rule_combined'])
    }
  }
  const run = (side: 'home' | 'away') => ({ type: 'run', side, clockSec: 1, detail: { runs: 1 } })
  const lost = ended({ sportId: 5, score: [1, 2], incidents: [run('home'), run('away'), run('away')] })
  const first = [1531, 1532, 1533, 1534].map((t) => [grade('first_run_and_win', t, 0, lost).won, plainRule('first_run_and_win', t, 0).key])
  expect(first.map(([won]) => won)).toEqual([0, 1, 0, 1])
  expect(first.map(([, rule]) => rule)).toEqual(['rule_combined', 'rule_combined_no', 'rule_combined', 'rule_combined_no'])
})

it('who is level, ahead by two, ahead at a minute; and how a fight ends', () => {
  const level = ended({ sportId: 79, score: [1, 1] })
  for (const t of [1, 3]) expect(grade('result_2way', t, 0, level)).toEqual(VOID)
  for (const t of [401, 402]) expect(grade('winner_with_ot', t, 0)).toEqual(VOID)
  for (const t of [1, 2, 3]) expect(grade('result_1x2', t, 0).voidFactor).toBeUndefined()
  const caught = ended({
    sportId: 1,
    score: [2, 2],
    parts: [
      [2, 0],
      [0, 2],
    ],
    incidents: [goal('home', 5), goal('home', 10), goal('away', 60), goal('away', 80)],
  })
  expect([16684, 16685, 16686].map((t) => grade('result_two_ahead', t, 0, caught).won)).toEqual([1, 1, 0])
  expect([1189, 1190].map((t) => grade('result_by_minute', t, 60, caught).won)).toEqual([1, 0])
  const fight = ended({ sportId: 56, score: [1, 0], incidents: [finish('home', 'ko', 2)] })
  expect([2609, 2613, 2610].map((t) => grade('win_method', t, 0, fight).won)).toEqual([1, 0, 0])
  expect([2, 1].map((round) => grade('win_in_round', 1365, round, fight).won)).toEqual([1, 0])
  expect([1, 1.5, 2].map((line) => grade('round_total', 3864, line, fight).won)).toEqual([1, 0, 0])
})

it('differences, both sides, each half', () => {
  const three = ended({
    sportId: 1,
    score: [4, 1],
    parts: [
      [1, 0],
      [3, 1],
    ],
  })
  expect([1828, 1829, 1834].map((t) => grade('win_by_goals', t, 3, three).won)).toEqual([1, 0, 0])
  expect([4850, 4851].map((t) => grade('any_win_by', t, 2, three).won)).toEqual([0, 1])
  expect([6490, 6492].map((t) => grade('win_by_points', t, packThousandths(1, 3), three).won)).toEqual([1, 0])
  expect([2314, 2316].map((t) => grade('margin_points', t, packThousandths(4, 6), three).won)).toEqual([0, 0])
  expect([1, 2].map((n) => grade('btts_n', 11273, n, three).won)).toEqual([1, 0])
  expect([1824, 1825].map((t) => grade('btts_each_half', t, 0, three).won)).toEqual([0, 1])
  // Five goals in all, and yet not each half has more than one.
  expect([512, 513, 514, 515].map((t) => grade('each_half_total', t, 1.5, three).won)).toEqual([0, 1, 0, 1])
  const quarters = ended({ sportId: 3, score: [60, 40], parts: [25, 20, 10, 5].map((n) => [n, 10] as const) })
  expect([13907, 13908].map((t) => grade('best_quarter_total', t, 34.5, quarters).won)).toEqual([0, 1])
  expect([13909, 13910].map((t) => grade('worst_quarter_total', t, 15.5, quarters).won)).toEqual([1, 0])
})

function finish(side: 'home' | 'away', method: string, round: number): Omit<Incident, 'game' | 'seq'> {
  return { type: 'finish', side, clockSec: 100, detail: { method, round } }
}
