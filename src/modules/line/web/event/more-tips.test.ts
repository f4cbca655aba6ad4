/** Every outcome that can be priced has words, in each language, and they say what its grade is. */
import { expect, it } from 'vitest'
import { TextStore } from '#platform/web/text-store.ts'
import { allMarketTypes, marketType } from '#modules/line/rules/market-book.ts'
import { packLineMinute, packOver, packThousandths } from '#modules/line/rules/param.ts'
import { keysOf, sportShape } from '#modules/pricing/rules/engines.ts'
import type { GameFacts } from '#modules/pricing/rules/game-facts.ts'
import { gradeOutcome } from '#modules/pricing/rules/grade.ts'
import book from '#seed/market-book.json' with { type: 'json' }
import arSite from '../../../../../locales/ar/site.json' with { type: 'json' }
import ar from '../../../../../locales/ar/tips.json' with { type: 'json' }
import enSite from '../../../../../locales/en/site.json' with { type: 'json' }
import en from '../../../../../locales/en/tips.json' with { type: 'json' }
import ruSite from '../../../../../locales/ru/site.json' with { type: 'json' }
import ru from '../../../../../locales/ru/tips.json' with { type: 'json' }
import { ended, ONE_OF_EACH } from '../../../../../test/support/ended-game.ts'
import { tipOf } from '../model/tips.ts'
import { moreTip } from './more-tips.ts'
import { ON_COURSE, ON_SCORE, OTHER, PAIRS, TOGETHER } from './tip-words.ts'

const LANGUAGES = { ru: [ruSite, ru], en: [enSite, en], ar: [arSite, ar] } as const
const SIDES = ['Manchester United', 'Bayer Leverkusen'] as const
const PLAYER = 'Bruno Fernandes'
const game = { i: 1, mainId: 1, side1: SIDES[0], side2: SIDES[1], partName: '', sportId: 1, marks: { stats: true } } as never
const gameOf = (more: object) => ({ ...(game as object), ...more }) as never

const BY_MINUTE = [1195, 1196, 1197, 1198]
const TWO = [731, 8617, 4550, 4551, 1830, 1831, 1836, 1837, 2314, 2315, 6490, 6492, 2949, 2950]
function paramOf(t: number): number {
  if (BY_MINUTE.includes(t)) return packLineMinute(1.5, 60)
  if ([2068, 2069, 2070, 2071].includes(t)) return packOver(15, 8.5)
  if (t === 812 || t === 813) return packThousandths(60, 2)
  return TWO.includes(t) ? packThousandths(2, 15) : 2
}
const outcomeOf = (t: number, p = paramOf(t)) => ({ t, p, player: { id: 7, name: PLAYER } })

/** Types of all markets that some sport carries, but for ways of a fight that no price and no grade knows. */
const UNPRICED = [2611, 2612, 2643]
const carried = new Set(
  Object.values(book.sports as unknown as Record<string, Record<string, string[]>>).flatMap((units) => Object.values(units).flat()),
)
const types = [...carried].flatMap((key) =>
  marketType(key).outcomes.flatMap(({ t, en: name }) => (UNPRICED.includes(t) ? [] : [{ key, t, name }])),
)

it('has a short sentence for every outcome of every sport, in each language, with the names and numbers it needs', () => {
  for (const [lng, [site, tips]] of Object.entries(LANGUAGES)) {
    const problems: unknown[] = []
    const store = new TextStore({ lng, units: { site, tips }, report: (problem) => problems.push(problem) })
    for (const { key, t, name } of types) {
      for (const sportId of [1, 3, 4, 6, 30]) {
        const of = gameOf({ sportId })
        // Of the main markets tips.test.ts speaks.
        const main = tipOf(outcomeOf(t), of, store.of('site') as never)
        const said = moreTip(outcomeOf(t), of, store.of('tips') as never, store.of('site') as never, 'house')
        expect([lng, key, t, main === '', said !== '']).toEqual([lng, key, t, said !== '', main === ''])
        if (main) continue
        expect([lng, key, t, said, said.length > 5, said.length <= 140]).toEqual([lng, key, t, said, true, true])
        expect([key, t, said]).toEqual([key, t, expect.not.stringMatching(/\{\{|undefined|NaN|\n/)])
        // Of the side that the outcome is named by, and of the player.
        for (const n of [1, 2]) {
          const names = name.includes(`^${n}^`) && !name.includes(`^${3 - n}^`)
          if (names) expect([key, t, said]).toEqual([key, t, expect.stringContaining(SIDES[n - 1]!)])
        }
        if (name.includes('[]')) expect([key, t, said]).toEqual([key, t, expect.stringContaining(PLAYER)])
      }
    }
    expect(problems).toEqual([])
  }
  expect(types.length).toBeGreaterThan(300)
})

it('words of all languages name the same things, and each of them is used', () => {
  const names = (words: string) => [...new Set([...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, one]) => one!))].sort()
  const used = [...ON_SCORE, ...ON_COURSE, ...OTHER, ...PAIRS].map(([key]) => key as string)
  const also = TOGETHER.flatMap(([key, , and]) => [key as string, and as string])
  const other = ['res_win', 'res_draw', 'score_sets', 'race_win', 'level_shared', 'level_house']
  expect(Object.keys(ru).sort()).toEqual([...new Set([...used, ...also, ...other])].sort())
  for (const [key, words] of Object.entries(ru))
    for (const texts of [en, ar] as Record<string, string>[]) expect([key, names(texts[key] ?? '')]).toEqual([key, names(words)])
})

it('has no words for a type of no market, and none twice', () => {
  const known = new Set([...allMarketTypes()].flatMap(({ outcomes }) => outcomes.map(({ t }) => t)))
  const rows = [...[...ON_SCORE, ...ON_COURSE, ...OTHER].flatMap(([, , ...ts]) => ts), ...TOGETHER.flatMap(([, , , ...ts]) => ts)]
  const placed = [...rows, ...PAIRS.flatMap(([, ...ts]) => ts.filter((t) => t !== 0))]
  expect(placed.filter((t) => !known.has(t))).toEqual([])
  expect(placed.length).toBe(new Set(placed).size)
})

interface Said {
  key: string
  side: 0 | 1 | 2
  also: string
  pair: readonly [string, string] | null
}

/** What the words of a type are, without the words. */
function saidOf(t: number): Said {
  let also = ''
  let side: Said['side'] = 0
  const results: string[] = []
  const text = ((key: string, params: Record<string, unknown> = {}) => {
    const named = params['side'] === SIDES[0] ? 1 : params['side'] === SIDES[1] ? 2 : 0
    if (key.startsWith('res_')) results.push(String(named))
    else if (key.startsWith('also_')) also = key
    else side = named
    return key
  }) as never
  const key = moreTip(outcomeOf(t), game, text, (() => '') as never)
  return { key, side, also, pair: results.length === 2 ? [results[0]!, results[1]!] : null }
}

type Score = readonly [number, number]
const N = 2
const [A, B] = [1, 3]
/** What words on a score mean: `h` of the side that is named, else of side 1. */
const MEAN: Readonly<Record<string, (h: number, a: number) => boolean>> = {
  even: (h, a) => (h + a) % 2 === 0,
  odd: (h, a) => (h + a) % 2 === 1,
  even_side: (h) => h % 2 === 0,
  odd_side: (h) => h % 2 === 1,
  over_only: (h, a) => h + a > N,
  exactly: (h, a) => h + a === N,
  under_only: (h, a) => h + a < N,
  side_over_only: (h) => h > N,
  side_exactly: (h) => h === N,
  side_under_only: (h) => h < N,
  not_exactly: (h, a) => h + a !== N,
  at_most: (h, a) => h + a <= N,
  more: (h, a) => h + a > N,
  at_least: (h, a) => h + a >= N,
  less: (h, a) => h + a < N,
  range: (h, a) => h + a >= A && h + a <= B,
  not_range: (h, a) => h + a < A || h + a > B,
  both_n: (h, a) => Math.min(h, a) >= N,
  not_both_n: (h, a) => Math.min(h, a) < N,
  to_nil: (h, a) => h > a && a === 0,
  not_to_nil: (h, a) => h <= a || a > 0,
  any_to_nil: (h, a) => h !== a && Math.min(h, a) === 0,
  not_any_to_nil: (h, a) => h === a || Math.min(h, a) > 0,
  score_draw: (h, a) => h === a && h > 0,
  not_score_draw: (h, a) => h !== a || h === 0,
  by_any: (h, a) => Math.abs(h - a) === N,
  not_by_any: (h, a) => Math.abs(h - a) !== N,
  by: (h, a) => h - a === N,
  not_by: (h, a) => h - a !== N,
  by_range: (h, a) => h - a >= A && h - a <= B,
  not_by_range: (h, a) => h - a < A || h - a > B,
  by_least: (h, a) => h - a >= N,
  score: (h, a) => h === A && a === B,
  score_unlisted: (h, a) => Math.max(h, a) > 4,
  euro_draw: (h, a) => h + N === a,
  win_and: (h, a) => h > a,
  safe_and: (h, a) => h >= a,
  draw_and: (h, a) => h === a,
  decided_and: (h, a) => h !== a,
  both_and: (h, a) => Math.min(h, a) > 0,
  also_over: (h, a) => h + a > N + 0.5,
  also_under: (h, a) => h + a < N + 0.5,
  also_both: (h, a) => Math.min(h, a) > 0,
  also_not_both: (h, a) => Math.min(h, a) === 0,
  also_both_n: (h, a) => Math.min(h, a) >= N,
  also_not_both_n: (h, a) => Math.min(h, a) < N,
}
const SCORES = Array.from({ length: 36 }, (_, n): Score => [Math.floor(n / 6), n % 6])
const marketOf = (t: number) => [...allMarketTypes()].find(({ outcomes }) => outcomes.some((one) => one.t === t))!.key

function meant({ key, side, also }: Said, [home, away]: Score): boolean {
  const [h, a] = side === 2 ? [away, home] : [home, away]
  // Europe: side 1 starts with two.
  if (key === 'euro_win') return side === 1 ? home + N > away : home + N < away
  const not = also !== '' && key.endsWith('_not')
  const first = MEAN[not ? key.slice(0, -4) : key]!(h, a)
  const both = also === '' ? first : first && MEAN[also]!(h, a)
  return both !== not
}

it('words on a score win by the scores that they say', () => {
  const rows = [...ON_SCORE.flatMap(([, , ...ts]) => ts), ...TOGETHER.flatMap(([, , , ...ts]) => ts)]
  // The seventeen scores have their own "any other".
  for (const t of rows.filter((one) => one !== 8618)) {
    const said = saidOf(t)
    const p = TWO.includes(t) ? packThousandths(A, B) : /over$|under$/.test(said.also) ? N + 0.5 : N
    for (const score of SCORES) {
      const grade = gradeOutcome('full', marketOf(t), t, p, 0, ended({ sportId: 1, score, parts: [[0, 0], score] })).won === 1
      expect([t, said.key, said.also, score, grade]).toEqual([t, said.key, said.also, score, meant(said, score)])
    }
  }
})

type Halves = readonly [Score, Score]
const sum = ([h, a]: Score) => h + a
const winner = ([h, a]: Score) => (h > a ? '1' : h < a ? '2' : '0')
const all = ([[i, j], [k, l]]: Halves): Score => [i + k, j + l]
const both = ([first, second]: Halves, holds: (half: Score) => boolean) => holds(first) && holds(second)
const either = ([first, second]: Halves, holds: (half: Score) => boolean) => holds(first) || holds(second)
/** What words on the halves mean; `s` is the side that they name. */
const OF_HALVES: Readonly<Record<string, (halves: Halves, s: string) => boolean>> = {
  half1_more: ([one, two]) => sum(one) > sum(two),
  halves_level: ([one, two]) => sum(one) === sum(two),
  half2_more: ([one, two]) => sum(one) < sum(two),
  both_halves: (halves) => both(halves, (half) => sum(half) > 0),
  not_both_halves: (halves) => either(halves, (half) => sum(half) === 0),
  btts_halves: (halves) => both(halves, (half) => Math.min(...half) > 0),
  not_btts_halves: (halves) => either(halves, (half) => Math.min(...half) === 0),
  each_half_over: (halves) => both(halves, (half) => sum(half) > N - 0.5),
  not_each_half_over: (halves) => either(halves, (half) => sum(half) <= N - 0.5),
  each_half_under: (halves) => both(halves, (half) => sum(half) < N - 0.5),
  not_each_half_under: (halves) => either(halves, (half) => sum(half) >= N - 0.5),
  win_half: (halves, s) => either(halves, (half) => winner(half) === s),
  not_win_half: (halves, s) => both(halves, (half) => winner(half) !== s),
  win_halves: (halves, s) => both(halves, (half) => winner(half) === s),
  not_win_halves: (halves, s) => either(halves, (half) => winner(half) !== s),
  draw_half: (halves) => either(halves, (half) => winner(half) === '0'),
  not_draw_half: (halves) => both(halves, (half) => winner(half) !== '0'),
  first_goal_half1: ([one]) => sum(one) > 0,
  first_goal_half2: ([one, two]) => sum(one) === 0 && sum(two) > 0,
}

it('words on the halves, and on a part and the match, win by what they say', () => {
  const small = SCORES.filter(([h, a]) => h < 3 && a < 3)
  const played = small.flatMap((one) => small.map((two): Halves => [one, two]))
  const rows = ON_COURSE.filter(([key]) => key in OF_HALVES).flatMap(([, , ...ts]) => ts.filter((t) => t < 4000))
  expect(new Set(rows.map((t) => saidOf(t).key))).toEqual(new Set(Object.keys(OF_HALVES)))
  for (const halves of played) {
    const facts = ended({ sportId: 1, score: [...all(halves)] as [number, number], parts: halves })
    for (const t of rows) {
      const { key, side } = saidOf(t)
      expect([t, halves, wins(t, facts)]).toEqual([t, halves, OF_HALVES[key]!(halves, String(side))])
    }
    for (const [key, ...ts] of PAIRS.filter(([one]) => one === 'pair_half' || one === 'pair_halves'))
      for (const t of ts) {
        const result = [winner(halves[0]), winner(key === 'pair_half' ? all(halves) : halves[1])]
        expect([t, halves, wins(t, facts)]).toEqual([t, halves, String(saidOf(t).pair) === String(result)])
      }
  }
  function wins(t: number, facts: GameFacts): boolean {
    return gradeOutcome('full', marketOf(t), t, N - 0.5, 0, facts).won === 1
  }
})

it('first part and match, in other sports', () => {
  const SPORT: Readonly<Record<string, number>> = {
    pair_period: 2,
    pair_half_ot: 3,
    pair_quarter: 3,
    pair_set: 4,
    pair_map: 40,
    pair_inning: 5,
  }
  for (const [key, ...ts] of PAIRS) {
    const sportId = SPORT[key]
    if (!sportId) continue
    const codes = sportShape(sportId).segments
    for (const first of [
      [2, 1],
      [1, 1],
      [1, 2],
    ] as const)
      for (const score of [
        [4, 3],
        [3, 3],
        [3, 4],
      ] as [number, number][]) {
        // Where regular time counts it has all of the score; elsewhere the score says enough.
        const rest: Score = key === 'pair_quarter' || key === 'pair_period' ? [score[0] - first[0], score[1] - first[1]] : [0, 0]
        const parts = codes.map((_, n): Score => (n === 0 ? first : n === 1 ? rest : [0, 0]))
        const facts = ended({ sportId, score, parts })
        for (const t of ts.filter((one) => one !== 0)) {
          const result = gradeOutcome('full', marketOf(t), t, 0, 0, facts)
          const said = String(saidOf(t).pair) === String([winner(first), winner(score)])
          expect([key, t, first, score, result.won === 1]).toEqual([key, t, first, score, said])
        }
      }
  }
})

it('says that only regular time counts, or overtime too, where that is so', () => {
  const site = ((key: string) => `<${key}>`) as never
  const text = ((key: string) => key) as never
  for (const { key, t } of types) {
    const p = TWO.includes(t) ? packThousandths(1, 3) : 2
    for (const sportId of [1, 2, 7, 3].filter((one) => keysOf(one, 'match', true).includes(key))) {
      const said = moreTip(outcomeOf(t, p), gameOf({ sportId }), text, site)
      if (!/tip_regular|tip_overtime/.test(said)) continue
      const codes = sportShape(sportId).segments
      const after = (base: Score, ...more: [number, number]) => {
        const score: [number, number] = [base[0] + more[0], base[1] + more[1]]
        return ended({
          sportId,
          score,
          parts: [...codes.map((_, n) => (n === 0 ? base : ([0, 0] as const))), more],
          codes: [...codes, 'et1'],
        })
      }
      const counts = SCORES.some((base) => {
        const grade = (...more: [number, number]) => JSON.stringify(gradeOutcome('full', key, t, p, 0, after(base, ...more)))
        return [grade(1, 0), grade(0, 1), grade(1, 1)].some((one) => one !== grade(0, 0))
      })
      expect([sportId, key, t, said.includes('tip_overtime')]).toEqual([sportId, key, t, counts])
    }
  }
})

it('names line and minute, and what a whole or a quarter line gives back', () => {
  const units = { site: enSite, tips: en }
  const store = new TextStore({ lng: 'en', units })
  const tip = (t: number, p: number, more: object = {}) =>
    moreTip(outcomeOf(t, p), gameOf({ sportId: 4, ...more }), store.of('tips') as never, store.of('site') as never)
  expect(tip(1197, packLineMinute(2, 60))).toBe('By the end of minute 60 there are more than 2 goals; exactly 2 returns the stake')
  expect(tip(1195, packLineMinute(-1.25, 30))).toBe(
    `${SIDES[0]} leads at the end of minute 30 when −1.25 is added to its score; if −1 makes the score level, half of the stake is returned and half loses`,
  )
  expect(tip(733, 1.5)).toBe(`${SIDES[1]} is ahead when +1.5 is added to its sets`)
  expect(tip(2069, packOver(15, 9))).toBe(`${SIDES[0]}, over number 15: less than 9 runs; exactly 9 returns the stake`)
  expect(tip(813, packThousandths(60, 2))).toBe('By the end of minute 60 there are fewer than 2 goals')
  expect(tip(425, -2)).toBe('The result is a draw if the score starts at 0:2')
  expect(tip(731, packThousandths(2, 1))).toBe('The score in sets is exactly 2:1')
  expect(tip(731, packThousandths(6, 4), { i: 2, partName: '1st set' })).toBe('1st set. The score is exactly 6:4')
  expect(tip(182, 0)).toBe('The sum is even; zero is even; games count, not sets')
  const byHouse = moreTip(outcomeOf(2637, 0), gameOf({}), store.of('tips') as never, store.of('site') as never, 'house')
  expect(byHouse).toBe(`${PLAYER} comes first; when two are level half of the stake wins, when more are it is returned`)
  expect([tip(3138, 0), tip(2637, 0), tip(2637, 0, { marks: { stats: false } })]).toEqual([
    `${PLAYER} is among the first 5; when level the win is shared`,
    `${PLAYER} comes first; when level the win is shared`,
    `The right answer is ${PLAYER}`,
  ])
})

it('says of runners that a place is shared where its grade shares it', () => {
  const FIELD = 44
  // Level on each of the first ten places.
  const level = Array.from({ length: 10 }, (_, k) =>
    ended({
      sportId: FIELD,
      score: [0, 0],
      stats: { place1: [k + 1, 0], place2: [k + 1, 0], place3: [k === 0 ? 3 : 1, 0] },
      more: { competitors: [7, 8, 9] },
    }),
  )
  for (const [lng, [site, tips], shared] of [
    ['ru', LANGUAGES.ru, 'делится'],
    ['en', LANGUAGES.en, 'shared'],
    ['ar', LANGUAGES.ar, 'يُقسَم'],
  ] as const) {
    const store = new TextStore({ lng, units: { site, tips } })
    for (const { key, t } of types.filter(({ key }) => keysOf(FIELD, 'race', false).includes(key) || key.endsWith('yes_no'))) {
      const said = moreTip(outcomeOf(t), gameOf({ sportId: FIELD }), store.of('tips') as never, store.of('site') as never)
      const shares = level.some((facts) => gradeOutcome('full', key, t, 2, 7, facts).deadHeat !== undefined)
      expect([lng, key, t, said.includes(shared)]).toEqual([lng, key, t, shares])
    }
  }
})

it('says of a line that can be hit whether the stake comes back, as it is graded', () => {
  const site = ((key: string) => `<${key}>`) as never
  const marked = types.filter(({ t }) =>
    /<tip_(line|handicap)_/.test(
      moreTip(outcomeOf(t, BY_MINUTE.includes(t) ? packLineMinute(2, 85) : 2), game, ((k: string) => k) as never, site),
    ),
  )
  for (const { key, t, name } of types) {
    if ([2068, 2069, 2070, 2071].includes(t) || tipOf(outcomeOf(t), game, site)) continue
    // A line is one that half of a stake may lie beside.
    const halved = [-1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 1.75, 2.25, 6.25].some((line) => {
      const p = BY_MINUTE.includes(t) ? packLineMinute(line, 85) : line
      const part = key.startsWith('frag') ? 'h1' : 'full'
      return gradeOutcome(part, key, t, p, name.includes('[]') ? 7 : 0, ONE_OF_EACH).voidFactor === 0.5
    })
    expect([key, t, marked.some((one) => one.t === t)]).toEqual([key, t, halved])
  }
})
