import { describe, expect, it } from 'vitest'
import type { Incident } from '#modules/feeds/rules/fact.ts'
import { factsFrom } from './game-facts.ts'
import type { FactsInput, GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'

const WIN = { won: 1 }
const LOSE = { won: 0 }
const OPEN = { won: null }
const VOID = { won: 0, voidFactor: 1 }

const incident = (seq: number, type: string, side: 'home' | 'away', detail: Record<string, unknown> = {}, clockSec = 0): Incident => ({
  game: 'g',
  seq,
  clockSec,
  type,
  side,
  detail,
})

describe('gradeOutcome, what more than the score decides', () => {
  const scored = (goals: [side: 'home' | 'away', player: number | null][], status: FactsInput['status'] = 'ended'): GameFacts => {
    const score: [number, number] = [goals.filter(([side]) => side === 'home').length, goals.filter(([side]) => side === 'away').length]
    return factsFrom({
      sportId: 1,
      status,
      live: {
        game: 'g',
        phase: status === 'ended' ? 'ended' : 'h1',
        clockSec: 900,
        score,
        periods: [{ no: 1, code: 'h1', score }],
        stats: {},
      },
      incidents: goals.map(([side, player], n) =>
        incident(n + 1, 'goal', side, player === null ? { how: 'own_goal' } : { how: 'normal', playerId: player }, 100 * n),
      ),
    })
  }
  const ownFirst = scored([
    ['away', null],
    ['home', 7],
    ['home', 8],
  ])
  it.each<[string, GameFacts, string, number, number, object]>([
    ['who scored', ownFirst, 'scorer', 832, 8, WIN],
    ['who did not', ownFirst, 'scorer', 832, 9, LOSE],
    ['an own goal has no scorer: the next one is the first', ownFirst, 'first_scorer', 833, 7, WIN],
    ['"no goals" lost', ownFirst, 'first_scorer', 2960, 0, LOSE],
    ['last scorer', ownFirst, 'last_scorer', 834, 8, WIN],
    ['nobody scored', scored([]), 'first_scorer', 2960, 0, WIN],
    ['scored already', scored([['home', 7]], 'live'), 'scorer', 832, 7, WIN],
    ['may still score', scored([['home', 7]], 'live'), 'scorer', 832, 8, OPEN],
    ['the last one is not known yet', scored([['home', 7]], 'live'), 'last_scorer', 834, 7, OPEN],
  ])('football: %s', (_name, facts, key, t, player, expected) => {
    expect(gradeOutcome('full', key, t, 0, player, facts)).toEqual(expected)
  })

  it('who scored the first run of a game is not said by one who came late to it', () => {
    const facts = (runs: readonly ('home' | 'away')[]) =>
      factsFrom({
        sportId: 5,
        status: 'live',
        live: { game: 'g', phase: 'inn3a', score: [1, 1], periods: [{ no: 1, code: 'inn1', score: [1, 1] }], stats: {} },
        incidents: runs.map((side, n) => incident(n + 1, 'run', side)),
      })
    expect(gradeOutcome('full', 'first_run_and_win', 1531, 0, 0, facts(['away', 'home']))).toEqual(LOSE)
    expect(gradeOutcome('full', 'first_run_and_win', 1531, 0, 0, facts(['away']))).toEqual(OPEN)
  })

  it('a statistic that the provider does not tell is void, not nothing', () => {
    const facts = factsFrom({
      sportId: 1,
      status: 'ended',
      live: { game: 'g', phase: 'ended', score: [1, 0], periods: [{ no: 1, code: 'h1', score: [1, 0] }], stats: { corners: [5, 4] } },
    })
    expect(gradeOutcome('corners', 'total', 9, 8.5, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('fouls', 'total', 10, 20.5, 0, facts)).toEqual(VOID)
  })

  it('parts of which nothing was told are void where the score says that something happened in them', () => {
    const facts = (score: [number, number]) =>
      factsFrom({ sportId: 1, status: 'ended', live: { game: 'g', phase: 'ended', score, periods: [], stats: {} } })
    expect(gradeOutcome('full', 'result_1x2', 1, 0, 0, facts([1, 0]))).toEqual(WIN)
    expect(gradeOutcome('h1', 'result_1x2', 2, 0, 0, facts([1, 0]))).toEqual(VOID)
    expect(gradeOutcome('h1', 'result_1x2', 2, 0, 0, facts([0, 0]))).toEqual(WIN)
  })

  const fight = (method: string, round: number, clockSec: number, side?: 'home' | 'away'): GameFacts =>
    factsFrom({
      sportId: 9,
      status: 'ended',
      live: { game: 'g', phase: 'ended', score: side === 'home' ? [1, 0] : side === 'away' ? [0, 1] : [0, 0], periods: [], stats: {} },
      incidents: [{ game: 'g', seq: 1, clockSec, type: 'finish', detail: { method, round }, ...(side ? { side } : {}) }],
    })
  it.each<[string, GameFacts, string, number, number, object]>([
    ['knock-out in round 4', fight('ko', 4, 60, 'home'), 'win_in_round', 1365, 4, WIN],
    ['before the middle of round 4: under 3.5', fight('ko', 4, 60, 'home'), 'round_total', 3865, 3.5, WIN],
    ['after it: over', fight('ko', 4, 120, 'home'), 'round_total', 3864, 3.5, WIN],
    ['on points', fight('decision', 12, 180, 'away'), 'win_method', 2608, 0, WIN],
    ['a draw goes the distance', fight('draw', 12, 180), 'goes_distance', 2292, 0, WIN],
    ['a draw has no winner: the stake comes back', fight('draw', 12, 180), 'result_2way', 1, 0, VOID],
  ])('fights: %s', (_name, facts, key, t, p, expected) => {
    expect(gradeOutcome('full', key, t, p, 0, facts)).toEqual(expected)
  })

  it('runners: dead heats share, who does not start is void, pairs go by place', () => {
    const race = (places: number[], extra: Record<string, number> = {}): GameFacts =>
      factsFrom({
        sportId: 44,
        status: 'ended',
        competitors: [11, 12, 13, 14, 15],
        model: { total: 5, extra },
        live: {
          game: 'g',
          phase: 'ended',
          score: [0, 0],
          periods: [],
          stats: Object.fromEntries(places.flatMap((place, n) => (place ? [[`place${n + 1}`, [place, 0] as [number, number]]] : []))),
        },
      })
    const level = race([1, 1, 3, 4, 0])
    expect(gradeOutcome('full', 'outright', 2637, 0, 11, level)).toEqual({ won: 1, deadHeat: 0.5 })
    expect(gradeOutcome('full', 'top2', 3135, 0, 12, level)).toEqual(WIN)
    expect(gradeOutcome('full', 'place', 1707, 3, 15, level)).toEqual(WIN)
    expect(gradeOutcome('full', 'outright', 2637, 0, 15, race([1, 2, 3, 4, 0], { w5: 0 }))).toEqual(VOID)
    const relegated = race([3, 1, 2, 4, 5], { winners: 3 })
    expect(gradeOutcome('full', 'outright', 2637, 0, 11, relegated)).toEqual(WIN)
    expect(gradeOutcome('full', 'outright_yes_no', 836, 0, 14, relegated)).toEqual(WIN)
  })

  it('a race to points is decided in its order, also when both get there', () => {
    const points = (order: ('home' | 'away')[]): GameFacts =>
      factsFrom({
        sportId: 6,
        status: 'live',
        live: {
          game: 'g',
          phase: 'set1',
          score: [0, 0],
          periods: [{ no: 1, code: 'set1', score: [order.filter((s) => s === 'home').length, order.filter((s) => s === 'away').length] }],
          stats: {},
        },
        incidents: [
          { game: 'g', seq: 1, clockSec: 0, type: 'period_start', detail: { period: 'set1' } },
          ...order.map((side, n) => incident(n + 2, 'point', side)),
        ],
      })
    const both = points(['home', 'away', 'away', 'home', 'home', 'away'])
    expect(gradeOutcome('set1', 'race_to_points', 1868, 3, 0, both)).toEqual(WIN)
    expect(gradeOutcome('set1', 'race_to_points', 1869, 3, 0, both)).toEqual(LOSE)
    expect(gradeOutcome('set1', 'race_to_points', 1868, 5, 0, both)).toEqual(OPEN)
  })

  it('quarters: the best one, level ones share; each over is lost with the first low one', () => {
    const quarters = (scores: [number, number][], phase: string): GameFacts =>
      factsFrom({
        sportId: 3,
        status: phase === 'ended' ? 'ended' : 'live',
        live: {
          game: 'g',
          phase,
          clockSec: 600 * scores.length - 30,
          score: scores.reduce<[number, number]>((s, q) => [s[0] + q[0], s[1] + q[1]], [0, 0]),
          periods: scores.map((score, n) => ({ no: n + 1, code: `q${n + 1}`, score })),
          stats: {},
        },
      })
    const end = quarters(
      [
        [20, 20],
        [25, 25],
        [25, 25],
        [10, 12],
      ],
      'ended',
    )
    expect(gradeOutcome('full', 'best_period', 989, 2, 0, end)).toEqual({ won: 1, deadHeat: 0.5 })
    expect(gradeOutcome('full', 'best_period', 989, 1, 0, end)).toEqual(LOSE)
    expect(gradeOutcome('full', 'worst_quarter_total', 13909, 30.5, 0, end)).toEqual(WIN)
    const early = quarters(
      [
        [14, 15],
        [3, 2],
      ],
      'q2',
    )
    expect(gradeOutcome('full', 'each_quarter_over', 4015, 30.5, 0, early)).toEqual(LOSE)
    expect(gradeOutcome('full', 'each_quarter_under', 4017, 45.5, 0, early)).toEqual(OPEN)
  })
})
