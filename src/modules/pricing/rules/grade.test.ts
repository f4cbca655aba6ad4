import { describe, expect, it } from 'vitest'
import { ended } from '../../../../test/support/ended-game.ts'
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { factsFrom } from './game-facts.ts'
import type { FactsInput, GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'

const football = (
  phase: string,
  clockSec: number,
  periods: [number, number][],
  goals: ['home' | 'away', number][] = [],
  more: Partial<FactsInput> = {},
): GameFacts => {
  const live: LiveState = {
    game: 'g',
    phase,
    clockSec,
    score: periods.reduce<[number, number]>((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]),
    periods: periods.map((score, n) => ({ no: n + 1, code: `h${n + 1}`, score })),
    stats: { corners: [4, 2], yellow: [1, 1] },
  }
  const incidents: Incident[] = goals.map(([side, at], n) => ({ game: 'g', seq: n + 1, clockSec: at, type: 'goal', side }))
  return factsFrom({ sportId: 1, status: 'live', live, incidents, ...more })
}
const WIN = { won: 1 }
const LOSE = { won: 0 }
const OPEN = { won: null }
const VOID = { won: 0, voidFactor: 1 }

const early = football('h1', 1000, [[1, 0]], [['home', 900]])
const pause = football(
  'ht',
  2800,
  [[1, 1]],
  [
    ['home', 900],
    ['away', 2000],
  ],
)
const end = football(
  'ended',
  5600,
  [
    [1, 1],
    [2, 0],
  ],
  [
    ['home', 900],
    ['away', 2750],
    ['home', 3000],
    ['home', 5500],
  ],
  { status: 'ended' },
)

const handballLead = factsFrom({
  sportId: 8,
  status: 'live',
  live: {
    game: 'g',
    phase: 'h2',
    clockSec: 2000,
    score: [22, 8],
    periods: [
      { no: 1, code: 'h1', score: [20, 7] },
      { no: 2, code: 'h2', score: [2, 1] },
    ],
    stats: {},
  },
})
const endWithoutScore = factsFrom({ sportId: 1, status: 'ended' })

describe('what is not certain yet', () => {
  it.each<[string, GameFacts, string, string, number, number, object]>([
    ['first half and match, fourteen ahead', handballLead, 'full', 'ht_ft', 15, 0, OPEN],
    ['second half with more goals', handballLead, 'full', 'half_more_goals', 190, 0, OPEN],
    ['a draw, fourteen ahead', handballLead, 'full', 'result_1x2', 2, 0, OPEN],
    ['lost half cannot be won any more', handballLead, 'full', 'ht_ft', 21, 0, LOSE],
    ['an end whose score has not been heard', endWithoutScore, 'full', 'result_1x2', 2, 0, OPEN],
  ])('%s', (_name, facts, part, key, t, p, expected) => {
    expect(gradeOutcome(part, key, t, p, 0, facts)).toEqual(expected)
  })
})

describe('gradeOutcome, football', () => {
  it.each<[string, GameFacts, string, string, number, number, object]>([
    ['over 0.5 at the first goal', early, 'full', 'total', 9, 0.5, WIN],
    ['under 0.5 at the first goal', early, 'full', 'total', 10, 0.5, LOSE],
    ['over 1 has only its refund left to lose', early, 'full', 'total', 9, 1, OPEN],
    ['over 1.5 still open', early, 'full', 'total', 9, 1.5, OPEN],
    ['result still open', early, 'full', 'result_1x2', 1, 0, OPEN],
    ['first goal', early, 'full', 'first_goal', 1858, 0, WIN],
    ['next goal 1', early, 'full', 'next_goal', 389, 1, LOSE],
    ['next goal 2 open', early, 'full', 'next_goal', 388, 2, OPEN],
    ['score 0:0 cannot come back', early, 'full', 'correct_score', 731, 0, LOSE],
    ['team 2 to nil win is lost to a goal of side 1', early, 'full', 'team2_to_nil', 195, 0, LOSE],
    ['15:00 on the clock is minute 16', early, 'full', 'goal_interval', 2949, 16.03, WIN],
    ['no goal in minutes 1–15', early, 'full', 'goal_interval', 2950, 1.015, WIN],
    ['goal in minutes 31–45', early, 'full', 'goal_interval', 2949, 31.045, OPEN],
    ['goal 1 by minute 30', early, 'full', 'goal_by_minute', 812, 30.001, WIN],
    ['first-half draw at the break', pause, 'h1', 'result_1x2', 2, 0, WIN],
    ['first half, handicap 0 refunds', pause, 'h1', 'handicap', 7, 0, VOID],
    ['first half, +0.25 half wins', pause, 'h1', 'asian_handicap', 3829, 0.25, { won: 1, voidFactor: 0.5 }],
    ['first half, −0.25 half loses', pause, 'h1', 'asian_handicap', 3829, -0.25, { won: 0, voidFactor: 0.5 }],
    ['half-time/full-time rows that cannot be', pause, 'full', 'ht_ft', 15, 0, LOSE],
    ['half-time/full-time row open', pause, 'full', 'ht_ft', 18, 0, OPEN],
    ['both score once each did', pause, 'full', 'btts', 180, 0, WIN],
    ['goal of added time counts for minute 45', pause, 'full', 'result_by_minute', 1190, 45, WIN],
    ['full time', end, 'full', 'result_1x2', 1, 0, WIN],
    ['half-time/full-time', end, 'full', 'ht_ft', 18, 0, WIN],
    ['exact score', end, 'full', 'correct_score', 731, 3.001, WIN],
    ['over 4.25 loses at four, half', end, 'full', 'asian_total', 3827, 4.25, { won: 0, voidFactor: 0.5 }],
    ['under 3.75 loses half at four? no, whole less a half', end, 'full', 'asian_total', 3828, 3.75, { won: 0, voidFactor: 0.5 }],
    ['race to 2', end, 'full', 'race_to_goals', 578, 2, WIN],
    ['race to 4', end, 'full', 'race_to_goals', 580, 4, WIN],
    ['last goal', end, 'full', 'last_goal', 475, 0, WIN],
    ['paid early at two ahead', end, 'full', 'result_two_ahead', 16684, 0, WIN],
    ['no comeback: never behind', end, 'full', 'team1_comeback', 496, 0, LOSE],
    ['corners total', end, 'corners', 'total', 9, 5.5, WIN],
    ['corner order unknown', end, 'corners', 'first_corner', 1506, 0, VOID],
  ])('%s', (_name, facts, part, key, t, p, expected) => {
    expect(gradeOutcome(part, key, t, p, 0, facts)).toEqual(expected)
  })

  it('correct score: what is not listed depends on the list', () => {
    const five = football(
      'ended',
      5600,
      [
        [3, 0],
        [2, 0],
      ],
      [],
      { status: 'ended' },
    )
    expect(gradeOutcome('full', 'correct_score', 3786, 0, 0, five, 'max=4')).toEqual(WIN)
    expect(gradeOutcome('full', 'correct_score', 3786, 0, 0, five, 'max=10')).toEqual(LOSE)
  })

  it('broken off before 80 minutes: decided markets stand, others are void; after 80 the score stands', () => {
    const broken = football(
      'abandoned',
      4000,
      [
        [1, 0],
        [0, 0],
      ],
      [['home', 900]],
      { status: 'abandoned' },
    )
    expect(gradeOutcome('full', 'total', 9, 0.5, 0, broken)).toEqual(WIN)
    expect(gradeOutcome('full', 'result_1x2', 1, 0, 0, broken)).toEqual(VOID)
    expect(gradeOutcome('h1', 'result_1x2', 1, 0, 0, broken)).toEqual(WIN)
    // Minute 66: its first sixty are decided, those up to 75 are not.
    expect(gradeOutcome('full', 'result_by_minute', 1189, 60, 0, broken)).toEqual(WIN)
    expect(gradeOutcome('full', 'result_by_minute', 1189, 75, 0, broken)).toEqual(VOID)
    expect(gradeOutcome('full', 'goal_interval', 2950, 46.06, 0, broken)).toEqual(WIN)
    expect(gradeOutcome('full', 'goal_interval', 2950, 61.075, 0, broken)).toEqual(VOID)
    const late = football(
      'abandoned',
      4900,
      [
        [1, 0],
        [0, 0],
      ],
      [['home', 900]],
      { status: 'abandoned' },
    )
    expect(gradeOutcome('full', 'result_1x2', 1, 0, 0, late)).toEqual(WIN)
  })

  it('a cancelled game voids everything; a retracted goal is no goal', () => {
    expect(gradeOutcome('full', 'result_1x2', 1, 0, 0, football('h1', 1, [[0, 0]], [], { status: 'cancelled' }))).toEqual(VOID)
    const taken = factsFrom({
      sportId: 1,
      status: 'live',
      live: { game: 'g', phase: 'h1', clockSec: 900, score: [0, 0], periods: [{ no: 1, code: 'h1', score: [0, 0] }], stats: {} },
      incidents: [
        { game: 'g', seq: 1, clockSec: 800, type: 'goal', side: 'home' },
        { game: 'g', seq: 2, clockSec: 830, type: 'retract', retracts: 1 },
      ],
    })
    expect(taken.goals).toEqual([])
    expect(gradeOutcome('full', 'total', 9, 0.5, 0, taken)).toEqual(OPEN)
  })
})

const sets = (
  sportId: number,
  phase: string,
  score: [number, number],
  games: [number, number][],
  status: FactsInput['status'] = 'live',
  more: Partial<FactsInput> = {},
): GameFacts =>
  factsFrom({
    sportId,
    status,
    bestOf: 3,
    live: { game: 'g', phase, score, periods: games.map((s, n) => ({ no: n + 1, code: `set${n + 1}`, score: s })), stats: {} },
    ...more,
  })

describe('gradeOutcome, other sports', () => {
  const first = sets(
    4,
    'set2',
    [1, 0],
    [
      [7, 6],
      [2, 1],
    ],
  )
  const over = sets(
    4,
    'ended',
    [2, 0],
    [
      [7, 6],
      [6, 3],
    ],
    'ended',
  )
  const level = sets(
    4,
    'set3',
    [1, 1],
    [
      [7, 6],
      [3, 6],
      [0, 0],
    ],
  )
  const retired = sets(
    4,
    'set2',
    [1, 0],
    [
      [7, 6],
      [2, 1],
    ],
    'ended',
    { statusNote: 'retired' },
  )
  it.each<[string, GameFacts, string, string, number, number, object]>([
    ['set 1 is over', first, 'set1', 'result_2way', 1, 0, WIN],
    ['winner of set 1', first, 'full', 'set_winner', 58, 1, WIN],
    ['games over 15.5', first, 'full', 'total', 9, 15.5, WIN],
    ['games over 20.5', first, 'full', 'total', 9, 20.5, OPEN],
    ['1:2 is gone', level, 'full', 'correct_score', 731, 2, LOSE],
    ['total of sets decided at 1:1', level, 'full', 'set_total', 971, 2.5, WIN],
    ['tie-break yes', first, 'full', 'tie_break', 540, 0, WIN],
    ['first set and match', over, 'full', 'set_match', 3583, 0, WIN],
    ['games handicap', over, 'full', 'handicap', 7, -3.5, WIN],
    ['match', over, 'full', 'result_2way', 1, 0, WIN],
    ['retired: first set stands', retired, 'set1', 'result_2way', 1, 0, WIN],
    ['retired: the match is void', retired, 'full', 'result_2way', 1, 0, VOID],
  ])('tennis: %s', (_name, facts, part, key, t, p, expected) => {
    expect(gradeOutcome(part, key, t, p, 0, facts)).toEqual(expected)
  })

  it('best of six is won with four: the seventh frame is sure at three all', () => {
    const facts = factsFrom({
      sportId: 30,
      bestOf: 6,
      status: 'live',
      live: { game: 'g', phase: 'live', score: [3, 3], periods: [], stats: {} },
    })
    expect([9, 10].map((t) => gradeOutcome('full', 'total', t, 6.5, 0, facts))).toEqual([WIN, LOSE])
    expect(gradeOutcome('full', 'result_2way', 1, 0, 0, facts)).toEqual(OPEN)
  })

  it('hockey counts 60 minutes, the winner with overtime the rest', () => {
    const facts = factsFrom({
      sportId: 2,
      status: 'ended',
      statusNote: 'after_shootout',
      live: {
        game: 'g',
        phase: 'ended',
        score: [3, 2],
        periods: [
          ['p1', 1, 0],
          ['p2', 0, 2],
          ['p3', 1, 0],
          ['ot', 0, 0],
        ].map(([code, h, a], n) => ({ no: n + 1, code: String(code), score: [Number(h), Number(a)] })),
        stats: {},
      },
    })
    expect(gradeOutcome('full', 'result_1x2', 2, 0, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('full', 'winner_with_ot', 401, 0, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('full', 'total', 9, 4.5, 0, facts)).toEqual(LOSE)
    expect(gradeOutcome('full', 'shootout', 745, 0, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('p2', 'result_1x2', 3, 0, 0, facts)).toEqual(WIN)
  })

  it('basketball counts overtime in main markets, not in the result of regular time', () => {
    const facts = factsFrom({
      sportId: 3,
      status: 'ended',
      live: {
        game: 'g',
        phase: 'ended',
        score: [110, 105],
        periods: [
          ['q1', 25, 25],
          ['q2', 25, 25],
          ['q3', 25, 25],
          ['q4', 25, 25],
          ['ot', 10, 5],
        ].map(([code, h, a], n) => ({ no: n + 1, code: String(code), score: [Number(h), Number(a)] })),
        stats: {},
      },
    })
    expect(gradeOutcome('full', 'winner_with_ot', 401, 0, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('full', 'result_regular', 3654, 0, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('full', 'total', 9, 205.5, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('full', 'overtime', 759, 0, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('h1', 'total', 9, 99.5, 0, facts)).toEqual(WIN)
  })

  it('a race pays by place', () => {
    const facts = factsFrom({
      sportId: 44,
      status: 'ended',
      competitors: [11, 12, 13],
      live: { game: 'g', phase: 'ended', score: [0, 0], periods: [], stats: { place1: [2, 0], place2: [1, 0], place3: [5, 0] } },
    })
    expect(gradeOutcome('full', 'outright', 2637, 0, 12, facts)).toEqual(WIN)
    expect(gradeOutcome('full', 'top3', 3136, 0, 11, facts)).toEqual(WIN)
    expect(gradeOutcome('full', 'top3', 3136, 0, 13, facts)).toEqual(LOSE)
  })
})

it('a game that broke off in play and whose state is gone (a restart) is graded by nobody: what was told of it stands', () => {
  const broken = { sportId: 1, status: 'abandoned' as const }
  const win = (facts: GameFacts) => gradeOutcome('full', 'result_1x2', 1, 0, 0, facts)
  expect(win(factsFrom({ ...broken, wentLive: true }))).toEqual(OPEN)
  expect(win(factsFrom(broken))).toEqual(VOID)
})

describe('a game that a person ended while parts of it lack', () => {
  const hockey = ended({ sportId: 2, score: [3, 2], parts: [[0, 1]] })
  it.each<[string, string, string, number, number, object]>([
    ['its score counts whole', 'full', 'total', 9, 4.5, WIN],
    ['also for the winner with overtime', 'full', 'winner_with_ot', 401, 0, WIN],
    ['a part that was over stands', 'p1', 'result_1x2', 3, 0, WIN],
    ['one that lacks comes back', 'p2', 'total', 9, 0.5, VOID],
    ['and so do all parts together', 'full', 'best_period', 989, 1, VOID],
  ])('%s', (_name, part, key, t, p, expected) => expect(gradeOutcome(part, key, t, p, 0, hockey)).toEqual(expected))

  it('of goals whose half nobody knows the clock tells it', () => {
    const facts = ended({ sportId: 1, score: [1, 0], incidents: [{ type: 'goal', side: 'home', clockSec: 600 }] })
    expect(facts.goals).toMatchObject([{ segment: 1, minute: 11 }])
  })
})

describe('of corners, cards and shots of a game that a person ended in its first half', () => {
  const incidents = [{ type: 'corner', side: 'home' as const, clockSec: 100 }]
  const stats: LiveState['stats'] = { corners: [1, 0], yellow: [0, 0], shots_on: [4, 1], penalties: [0, 0] }
  const untold = ended({ sportId: 1, score: [2, 1], stats, incidents })
  const half = ended({ sportId: 1, score: [0, 0], parts: [[0, 0]], stats, incidents })
  const whole = ended({ sportId: 1, score: [0, 0], parts: [[0, 0], [0, 0]], stats, incidents }) // prettier-ignore
  it.each<[string, string, string, number, number, object, object]>([
    ['what was decided stands', 'corners', 'total', 9, 0.5, WIN, WIN],
    ['for whoever lost it too', 'corners', 'total', 10, 0.5, LOSE, LOSE],
    ['a line that was not reached comes back', 'corners', 'total', 9, 9.5, VOID, LOSE],
    ['the result of shots comes back', 'shots', 'result_1x2', 1, 0, VOID, WIN],
    ['and so does what nobody was shown', 'cards', 'total', 10, 0.5, VOID, WIN],
    ['corners of the half, whose end was not told', 'corners-h1', 'total', 10, 1.5, VOID, WIN],
    ['and of the other', 'corners-h2', 'total', 10, 0.5, VOID, WIN],
    ['no penalty', 'full', 'penalty', 519, 0, VOID, WIN],
  ])('%s', (_name, part, key, t, p, cut, full) => {
    expect([untold, half, whole].map((facts) => gradeOutcome(part, key, t, p, 0, facts))).toEqual([cut, cut, full])
  })

  it('corners of a half whose end was told stand', () => {
    const told = [...incidents, { type: 'period_end', clockSec: 2700, detail: { period: 'h1' } }]
    const facts = ended({ sportId: 1, score: [2, 1], parts: [[0, 1]], stats, incidents: told })
    expect([1, 2].map((n) => gradeOutcome(`corners-h${n}`, 'total', 10, 1.5, 0, facts))).toEqual([WIN, VOID])
  })
})
