/** Games that broke off, and games whose end somebody told who did not know all of them: what is decided stands, the rest is void. */
import { describe, expect, it } from 'vitest'
import { ended } from '../../../../test/support/ended-game.ts'
import { factsFrom, type GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { HIGHER } from './pairs.ts'

const WIN = { won: 1 }
const LOSE = { won: 0 }
const VOID = { won: 0, voidFactor: 1 }

const score = (playerId: number, points: number) => ({
  type: 'score',
  side: 'home' as const,
  clockSec: 60,
  detail: { playerId, points, how: `${points}pt` },
})

describe('points of a player', () => {
  const game = (status: 'abandoned' | 'ended', parts: [number, number][]) =>
    ended({ sportId: 3, score: [5, 0], parts, more: { status }, incidents: [score(7, 3), score(7, 2)] })
  const whole = game('ended', [[5, 0], [0, 0], [0, 0], [0, 0]]) // prettier-ignore
  it.each<[string, GameFacts, object, object]>([
    ['of a game that was played out', whole, WIN, LOSE],
    ['of one that broke off', game('abandoned', [[5, 0]]), VOID, VOID],
    ['of one whose end was told alone', game('ended', [[5, 0]]), VOID, VOID],
  ])('%s', (_name, facts, under, over) => {
    const grade = (t: number, p: number) => gradeOutcome('players', 'player_points', t, p, 7, facts)
    expect([grade(1806, 10.5), grade(1807, 10.5)]).toEqual([under, over])
    // Five points are five, whatever came after them.
    expect([grade(1807, 4.5), grade(1806, 4.5)]).toEqual([WIN, LOSE])
  })
})

describe('a race', () => {
  const race = (status: 'abandoned' | 'ended', types: string[] = []) =>
    factsFrom({
      sportId: 26,
      status,
      competitors: [11, 12, 13],
      model: { total: 3, extra: {} },
      live: { game: 'g', phase: 'ended', score: [0, 0], periods: [], stats: { place1: [1, 0], place2: [2, 0], place3: [3, 0] } },
      incidents: types.map((type, n) => ({ game: 'g', seq: n + 1, clockSec: 60, type, detail: { order: 1 } })),
    })
  const grades = (facts: GameFacts) =>
    (
      [
        ['outright', 2637, 0, 11],
        ['outright_yes_no', 836, 0, 12],
        ['top3', 3136, 0, 12],
        ['finish', 1706, 2, 12],
        ['head_to_head', HIGHER[0], 0, 11],
        ['fastest_lap', 3072, 0, 11],
        ['special_yes_no', 1415, 0, 12],
        ['result_2way', 1, 0, 0],
      ] as const
    ).map(([key, t, p, id]) => gradeOutcome('full', key, t, p, id, facts))
  const car = (facts: GameFacts) => [3073, 3074].map((t) => gradeOutcome('full', 'safety_car', t, 0, 0, facts))

  it('that is stopped for good has no places', () => {
    expect(new Set(grades(race('abandoned', ['fastest_lap'])))).toEqual(new Set([VOID]))
    expect(grades(race('ended', ['fastest_lap'])).every((grade) => grade.voidFactor === undefined)).toBe(true)
  })

  it('had its safety car all the same, or nobody knows', () => {
    expect([car(race('abandoned', ['safety_car'])), car(race('abandoned'))]).toEqual([[WIN, LOSE], [VOID, VOID]]) // prettier-ignore
    expect([car(race('ended', ['safety_car'])), car(race('ended'))]).toEqual([[WIN, LOSE], [LOSE, WIN]]) // prettier-ignore
  })
})

describe('of a game whose end was told by somebody who knew the score alone', () => {
  it('touchdowns that were told count, and no others are known', () => {
    const touchdown = { type: 'score', side: 'home' as const, clockSec: 60, detail: { how: 'touchdown', points: 7 } }
    const facts = ended({ sportId: 13, score: [21, 14], parts: [[7, 0]], incidents: [touchdown] })
    const grade = (t: number, p: number) => gradeOutcome('full', 'touchdown_total', t, p, 0, facts)
    expect([grade(2627, 0.5), grade(2626, 0.5), grade(2626, 5.5), grade(2627, 5.5)]).toEqual([WIN, LOSE, VOID, VOID])
  })

  it('nobody knows whether ice hockey went to overtime or to a shoot-out, unless it was told', () => {
    const grades = (facts: GameFacts) => [759, 761, 745, 746].map((t) => gradeOutcome('full', 'overtime', t, 0, 0, facts))
    expect(grades(ended({ sportId: 2, score: [3, 2], parts: [[0, 1]] }))).toEqual([VOID, VOID, VOID, VOID])
    expect(grades(ended({ sportId: 2, score: [2, 2] }))).toEqual([VOID, VOID, VOID, VOID])
    expect(grades(ended({ sportId: 2, score: [3, 2], parts: [[1, 0], [2, 2], [0, 0]] }))).toEqual([LOSE, WIN, LOSE, WIN]) // prettier-ignore
    const shootout = ended({ sportId: 2, score: [3, 2], parts: [[1, 1], [0, 0]], codes: ['p1', 'so'] }) // prettier-ignore
    expect(grades(shootout)).toEqual([WIN, LOSE, WIN, LOSE])
    const noted = (statusNote: 'after_shootout' | 'after_extra_time') => ended({ sportId: 2, score: [3, 2], more: { statusNote } })
    expect(grades(noted('after_shootout'))).toEqual([WIN, LOSE, WIN, LOSE])
    expect(grades(noted('after_extra_time'))).toEqual([WIN, LOSE, VOID, VOID])
  })
})

describe('an opening of cricket without a wicket', () => {
  const ball = (innings: string, runs: number) => ({ type: 'ball', side: 'home' as const, clockSec: 1, detail: { innings, runs, over: 1 } })
  const start = { type: 'period_start', side: 'home' as const, clockSec: 0, detail: { period: 'inn1' } }
  const game = (first: number) =>
    ended({ sportId: 66, score: [first, 2], parts: [[first, 0], [0, 2]], incidents: [start, ball('inn1', 4), ball('inn2', 2)] }) // prettier-ignore
  const grades = (facts: GameFacts) =>
    (
      [
        [3769, 8.5],
        [3768, 8.5],
        [2178, 0],
      ] as const
    ).map(([t, p]) => gradeOutcome('full', 'any', t, p, 0, facts))

  it('has the runs of its innings', () => expect(grades(game(4))).toEqual([WIN, LOSE, WIN]))
  it('of whose balls some are not known is void', () => expect(grades(game(90))).toEqual([VOID, VOID, VOID]))
})
