import { describe, expect, it } from 'vitest'
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { factsFrom, type FactsInput } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'

type Happening = Omit<Incident, 'game' | 'seq' | 'clockSec'>

const WIN = { won: 1 }
const LOSE = { won: 0 }
const VOID = { won: 0, voidFactor: 1 }

const home = (type: string, detail: Record<string, unknown> = {}): Happening => ({ type, side: 'home', detail })
const whistle = (period: string): Happening => ({ type: 'period_end', detail: { period } })
const begin = (period: string): Happening => ({ type: 'period_start', detail: { period } })

const REGULAR = [begin('h1'), home('corner'), home('shot', { onTarget: true }), whistle('h1'), begin('h2'), home('goal')]
const LATE = [home('corner'), home('corner'), home('yellow_card', { playerId: 7 }), home('shot', { onTarget: true }), home('goal')]

const numbered = (happenings: readonly Happening[]): Incident[] =>
  happenings.map((one, n) => ({ game: 'g', seq: n + 1, clockSec: 60 * n, ...one }))

function football(happenings: readonly Happening[], stats: LiveState['stats'], phase = 'ended', more: Partial<FactsInput> = {}) {
  const goals = happenings.filter(({ type }) => type === 'goal').length
  const periods = [
    { no: 1, code: 'h1', score: [0, 0] },
    { no: 2, code: 'h2', score: [1, 0] },
    { no: 3, code: 'et1', score: [goals - 1, 0] },
  ] as LiveState['periods']
  const live: LiveState = { game: 'g', phase, clockSec: 7200, score: [goals, 0], periods, stats }
  return factsFrom({ sportId: 1, status: phase === 'ended' ? 'ended' : 'live', live, incidents: numbered(happenings), ...more })
}

const stats = (corners: number, yellow: number, shots: number): LiveState['stats'] => ({
  corners: [corners, 0],
  yellow: [yellow, 0],
  shots_on: [shots, 0],
  penalties: [0, 0],
})

describe('what is counted beside the score stands when regular time is over', () => {
  const whole = [...REGULAR, whistle('h2'), begin('et1'), ...LATE]
  const silent = [...REGULAR, begin('et1'), ...LATE]
  it.each<[string, ReturnType<typeof football>]>([
    ['in extra time', football(whole, stats(3, 1, 4), 'et1')],
    ['after it', football(whole, stats(3, 1, 4))],
    ['where the whistle is not told', football(silent, stats(3, 1, 4), 'et1')],
    ['where a goal of extra time is no shot', football(whole, stats(3, 1, 3))],
  ])('%s', (_name, facts) => {
    const grade = (part: string, key: string, t: number, p: number) => gradeOutcome(part, key, t, p, 0, facts)
    expect([grade('corners', 'total', 9, 1.5), grade('corners', 'total', 10, 1.5)]).toEqual([LOSE, WIN])
    expect([grade('cards', 'total', 10, 0.5), grade('shots', 'total', 9, 1.5), grade('shots', 'total', 10, 2.5)]).toEqual([WIN, WIN, WIN])
    expect(gradeOutcome('full', 'booked', 4533, 0, 7, facts)).toEqual(LOSE)
    expect(grade('corners', 'last_corner', 1691, 0)).toEqual(WIN)
    expect(facts.corners).toMatchObject([{ segment: 1 }])
  })

  it('also where more was told than its incidents', () => {
    const facts = football(whole, stats(9, 3, 12))
    expect(['corners', 'cards', 'shots'].map((part) => facts.counts.get(part)!.h)).toEqual([7, 2, 10])
  })

  it('a penalty of extra time is none of the match', () => {
    const facts = football([...whole, home('penalty_awarded')], { ...stats(3, 1, 4), penalties: [1, 0] })
    expect([518, 519].map((t) => gradeOutcome('full', 'penalty', t, 0, 0, facts))).toEqual([LOSE, WIN])
  })

  it('what was counted before is decided at once, and the rest at the whistle', () => {
    const early = football(REGULAR, stats(1, 0, 2), 'h2')
    expect(gradeOutcome('corners', 'total', 9, 0.5, 0, early)).toEqual(WIN)
    expect(gradeOutcome('corners', 'total', 10, 1.5, 0, early)).toEqual({ won: null })
  })
})

it('the first penalty of ice hockey that came in overtime is none of regular time', () => {
  const live: LiveState = {
    game: 'g',
    phase: 'ot',
    clockSec: 3700,
    score: [0, 0],
    periods: [{ no: 1, code: 'p1', score: [0, 0] }],
    stats: {},
  }
  const incidents = numbered([begin('p3'), whistle('p3'), begin('ot'), home('penalty')])
  expect(gradeOutcome('full', 'first_penalty', 1047, 0, 0, factsFrom({ sportId: 2, status: 'live', live, incidents }))).toEqual(VOID)
})
