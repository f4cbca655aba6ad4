/** How games are graded that end in another way than they are played to: broken off, level, shared, untold (rules 3.4, 3.5, CT-40). */
import { describe, expect, it } from 'vitest'
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { simulateMatches } from '../../../../test/support/simulated-matches.ts'
import { incidentOf, stateAt } from '#modules/world/rules/state.ts'
import type { Variant } from '#modules/world/rules/types.ts'
import { factsFrom } from './game-facts.ts'
import type { FactsInput, GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { priceGame } from './price-game.ts'

const WIN = { won: 1 }
const LOSE = { won: 0 }
const OPEN = { won: null }
const VOID = { won: 0, voidFactor: 1 }

type Periods = readonly (readonly [code: string, h: number, a: number])[]
const live = (phase: string, score: [number, number], periods: Periods, more: Partial<LiveState> = {}): LiveState => ({
  game: 'g',
  phase,
  score,
  periods: periods.map(([code, h, a], n) => ({ no: n + 1, code, score: [h, a] })),
  stats: {},
  ...more,
})
const happened = (seq: number, type: string, more: Partial<Incident> = {}): Incident => ({ game: 'g', seq, clockSec: 0, type, ...more })
const full = (facts: GameFacts, key: string, t: number, p = 0) => gradeOutcome('full', key, t, p, 0, facts)

describe('breaks of a hundred and maximums of the simulated world', () => {
  const ends = (variant: Variant) =>
    [...simulateMatches(variant, 60)].map(({ game, timeline, final }) => ({
      statistic: final.stats[variant === 'snooker' ? 'centuries' : 's180']!,
      facts: factsFrom({
        sportId: game.sportId,
        status: 'ended',
        live: final,
        incidents: timeline.items.filter(({ kind }) => kind === 'incident').map((item) => incidentOf(game.ref, item)),
      }),
    }))

  it('a match without a break of a hundred has lost "yes" and won "no"', () => {
    const without = ends('snooker').filter(({ statistic: [h, a] }) => h + a === 0)
    expect(without.length).toBeGreaterThan(0)
    for (const { facts } of without) expect([full(facts, 'century', 1357), full(facts, 'century', 1358)]).toEqual([LOSE, WIN])
  })

  it('a match without a maximum is under', () => {
    const without = ends('darts').filter(({ statistic: [h, a] }) => h + a === 0)
    for (const { facts } of without) expect(full(facts, 'total_180', 1418, 0.5)).toEqual(WIN)
    expect(ends('darts').every(({ statistic }) => statistic !== undefined)).toBe(true)
  })

  it.each([
    ['snooker', 'century'],
    ['darts', 'total_180'],
  ] as const)('%s: %s is sold from the first frame on', (variant, key) => {
    const open = [...simulateMatches(variant, 10)].filter(({ game, timeline }) => {
      const input = { sportId: game.sportId, margins: DEFAULT_MARGINS, top: true, redCards: false, model: game.model }
      const bestOf = game.format.bestOf === undefined ? {} : { bestOf: game.format.bestOf }
      const markets = priceGame({ ...input, ...bestOf, status: 'live', live: stateAt(timeline, 0) })
      return markets.some((market) => market.key === key && market.status === 'active')
    })
    expect(open.length).toBeGreaterThan(5)
  })
})

describe('a fight', () => {
  const rounds = (last: number): Periods => Array.from({ length: last }, (_, n) => [`r${n + 1}`, 0, 0])
  const broken = (phase: string) => factsFrom({ sportId: 9, status: 'abandoned', live: live(phase, [0, 0], rounds(4)) })

  it.each(['r4', 'abandoned'])('that breaks off in round 4 keeps what three rounds have decided (its phase is %s)', (phase) => {
    const facts = broken(phase)
    expect(full(facts, 'round_total', 3864, 2.5)).toEqual(WIN)
    expect(full(facts, 'round_total', 3865, 2.5)).toEqual(LOSE)
    expect(full(facts, 'round_total', 3864, 3.5)).toEqual(VOID)
    expect(full(facts, 'win_in_round', 1365, 3)).toEqual(LOSE)
    expect(full(facts, 'win_in_round', 1365, 4)).toEqual(VOID)
    expect(full(facts, 'goes_distance', 2292)).toEqual(VOID)
  })

  const finished = (method: string, side?: 'home' | 'away') =>
    factsFrom({
      sportId: 9,
      status: 'ended',
      live: live('ended', side ? [1, 0] : [0, 0], rounds(3)),
      incidents: [happened(1, 'finish', { clockSec: 100, detail: { method, round: 3 }, ...(side ? { side } : {}) })],
    })

  it.each(['dq', 'technical_decision', 'something_new'])('that ends by %s has a winner, and no way of which a price was made', (method) => {
    const facts = finished(method, 'home')
    expect(full(facts, 'result_2way', 1)).toEqual(WIN)
    expect(full(facts, 'method_any', 2605)).toEqual(VOID)
    expect(full(facts, 'win_method', 2609)).toEqual(VOID)
    expect(full(facts, 'goes_distance', 2293)).toEqual(VOID)
    expect(full(facts, 'round_total', 3864, 1.5)).toEqual(WIN)
  })

  it('without a decision is no draw: it broke off', () => {
    const facts = finished('no_contest')
    expect([full(facts, 'result_1x2', 2), full(facts, 'result_2way', 1), full(facts, 'method_any', 2605)]).toEqual([VOID, VOID, VOID])
    expect(full(facts, 'round_total', 3864, 1.5)).toEqual(WIN)
  })

  it('that is stopped by the referee is a knock-out', () => {
    expect(full(finished('tko', 'home'), 'method_any', 2605)).toEqual(WIN)
  })
})

describe('the end is told in two words, the last state and the status', () => {
  const sets: Periods = [
    ['set1', 6, 4],
    ['set2', 2, 1],
  ]
  const tennis = (more: Partial<FactsInput>, periods = sets, score: [number, number] = [1, 0]) =>
    factsFrom({
      sportId: 4,
      bestOf: 3,
      status: 'live',
      live: live('ended', score, periods),
      incidents: [happened(1, 'period_end', { detail: { period: 'set1' } })],
      ...more,
    })

  it('between them nothing is graded: only the status says whether the game was played out', () => {
    const between = tennis({})
    expect(between.unheard).toBe(true)
    expect([full(between, 'result_2way', 1), full(between, 'total', 10, 20.5)]).toEqual([OPEN, OPEN])
    const retired = tennis({ status: 'ended', statusNote: 'retired' })
    expect([full(retired, 'result_2way', 1), full(retired, 'total', 10, 20.5)]).toEqual([VOID, VOID])
    expect(gradeOutcome('set1', 'result_2way', 1, 0, 0, retired)).toEqual(WIN)
  })

  it('a set that was not played has no result', () => {
    const two: Periods = [
      ['set1', 6, 4],
      ['set2', 6, 1],
    ]
    const facts = tennis({ status: 'ended' }, two, [2, 0])
    expect(gradeOutcome('set2', 'total', 10, 9.5, 0, facts)).toEqual(WIN)
    for (const [key, t, p] of [
      ['total', 10, 9.5],
      ['handicap', 7, 1.5],
      ['odd_even', 182, 0],
      ['tie_break', 541, 0],
      ['result_2way', 1, 0],
    ] as const)
      expect(gradeOutcome('set3', key, t, p, 0, facts)).toEqual(VOID)
    expect(full(facts, 'tie_break', 541)).toEqual(WIN)
  })
})

describe('a football tie that is abandoned', () => {
  const tie = { total: 2.5, extra: { tie: 1 } }
  const halves: Periods = [
    ['h1', 0, 0],
    ['h2', 0, 0],
  ]
  const abandoned = (phase: string, clockSec: number, score: [number, number], periods: Periods, incidents: Incident[] = []) =>
    factsFrom({ sportId: 1, status: 'abandoned', model: tie, incidents, live: live(phase, score, periods, { clockSec }) })

  it.each(['et', 'abandoned'])('in extra time has nobody through; the ninety minutes and the half hour stand (phase %s)', (phase) => {
    const facts = abandoned(phase, 6000, [1, 0], [...halves, ['et', 1, 0]])
    expect([full(facts, 'to_qualify', 794), full(facts, 'to_qualify', 795)]).toEqual([VOID, VOID])
    expect([full(facts, 'extra_time', 4722), full(facts, 'qualify_method', 2577)]).toEqual([WIN, LOSE])
    expect([full(facts, 'qualify_method', 2579), full(facts, 'qualify_method', 2584)]).toEqual([VOID, VOID])
    expect(full(facts, 'result_1x2', 2)).toEqual(WIN)
  })

  it('level after eighty minutes stands as a match, and says nothing of an extra time', () => {
    const facts = abandoned('h2', 5100, [0, 0], halves)
    expect(full(facts, 'result_1x2', 2)).toEqual(WIN)
    expect([full(facts, 'extra_time', 4722), full(facts, 'to_qualify', 794)]).toEqual([VOID, VOID])
  })

  it('level at the whistle went to extra time', () => {
    const facts = abandoned('abandoned', 5500, [0, 0], halves, [happened(1, 'period_end', { detail: { period: 'h2' } })])
    expect(full(facts, 'extra_time', 4722)).toEqual(WIN)
  })
})

describe('a dead heat is shared by those who bet on it and those who bet against it', () => {
  const race = (places: readonly number[], extra: Record<string, number> = {}) =>
    factsFrom({
      sportId: 41,
      status: 'ended',
      competitors: [11, 12, 13, 14],
      model: { total: 4, extra },
      live: live('ended', [0, 0], [], { stats: Object.fromEntries(places.map((place, n) => [`place${n + 1}`, [place, 0]])) }),
    })
  const of = (facts: GameFacts, key: string, t: number, p: number, id: number) => gradeOutcome('full', key, t, p, id, facts)

  it.each<[string, GameFacts, string, number, number, number, object]>([
    ['two win: yes', race([1, 1, 3, 4]), 'outright_yes_no', 835, 0, 11, { won: 1, deadHeat: 1 / 2 }],
    ['two win: no', race([1, 1, 3, 4]), 'outright_yes_no', 836, 0, 11, { won: 1, deadHeat: 1 / 2 }],
    ['three win: no', race([1, 1, 1, 4]), 'outright_yes_no', 836, 0, 12, { won: 1, deadHeat: 2 / 3 }],
    ['neither was near: no', race([1, 1, 1, 4]), 'outright_yes_no', 836, 0, 14, WIN],
    ['two share the last of two places: no', race([1, 2, 2, 4]), 'place', 1707, 2, 12, { won: 1, deadHeat: 1 / 2 }],
    // A half says two; of four that share two places it does not say enough.
    ['four share two places', race([1, 1, 1, 1]), 'top2', 3135, 0, 11, { won: 1, deadHeat: 1 / 2, tied: 4 }],
    ['two share both places: no', race([1, 1, 3, 4]), 'place', 1707, 2, 12, LOSE],
    // Each of them is a question of its own.
    ['two answers are yes', race([1, 1, 0, 0], { yesNo: 1 }), 'special_yes_no', 1414, 0, 11, WIN],
    ['two answers are yes: no', race([1, 1, 0, 0], { yesNo: 1 }), 'special_yes_no', 1415, 0, 12, LOSE],
    ['an answer is no', race([1, 1, 0, 0], { yesNo: 1 }), 'special_yes_no', 1415, 0, 13, WIN],
  ])('%s', (_name, facts, key, t, p, id, expected) => {
    expect(of(facts, key, t, p, id)).toEqual(expected)
  })
})

it('American football that is level after overtime gives back what its half has not decided', () => {
  const quarters: Periods = [
    ['q1', 7, 0],
    ['q2', 3, 7],
    ['q3', 7, 10],
    ['q4', 3, 3],
    ['ot', 0, 0],
  ]
  const facts = factsFrom({ sportId: 13, status: 'ended', live: live('ended', [20, 20], quarters) })
  const grades = [2457, 2455, 2454, 2461, 2459, 2458].map((t) => full(facts, 'ht_ft_with_ot', t))
  // Side 1 was ahead at the break: who said otherwise had lost by then.
  expect(grades).toEqual([VOID, VOID, LOSE, LOSE, LOSE, LOSE])
})

describe('first quarter and match of basketball', () => {
  const quarters: Periods = [
    ['q1', 20, 15],
    ['q2', 20, 20],
    ['q3', 20, 20],
    ['q4', 20, 25],
    ['ot', 10, 5],
  ]
  const grades = (facts: GameFacts) => [11663, 11665, 11669, 11670, 11671].map((t) => full(facts, 'quarter1_match', t))
  const game = (score: [number, number], played: Periods) => factsFrom({ sportId: 3, status: 'ended', live: live('ended', score, played) })

  it('counts regular time, which a level end is a result of', () => {
    expect(grades(game([80, 80], quarters.slice(0, 4)))).toEqual([LOSE, LOSE, LOSE, LOSE, LOSE])
    expect(grades(game([90, 85], quarters))).toEqual([LOSE, LOSE, LOSE, LOSE, LOSE])
    expect(grades(game([80, 78], [...quarters.slice(0, 3), ['q4', 20, 23]]))).toEqual([WIN, LOSE, LOSE, LOSE, LOSE])
  })

  it('is void where the score alone was told, but for what the quarter has decided', () => {
    expect(grades(game([90, 85], quarters.slice(0, 1)))).toEqual([VOID, LOSE, VOID, LOSE, LOSE])
  })
})
