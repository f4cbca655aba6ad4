import { describe, expect, it } from 'vitest'
import type { Incident } from '#modules/feeds/rules/fact.ts'
import { packOver } from '#modules/line/rules/param.ts'
import { factsFrom, type GameFacts } from '#modules/pricing/rules/game-facts.ts'
import { gradeOutcome } from '#modules/pricing/rules/grade.ts'
import type { RecordedEvent, Recording, Step } from './recording.ts'
import { stepsOf } from './steps.ts'

function recorded(sport: string, events: RecordedEvent[]): Step[] {
  const names = { id: 'r', country: null, tournament: 't', season: '', round: null, home: 'A', away: 'B' }
  const recording: Recording = { ...names, sport, length_s: 9000, final: {}, events }
  return stepsOf(recording)
}

/** What the grader knows after so many steps, all by default. */
function factsAfter(sportId: number, steps: readonly Step[], count = steps.length): GameFacts {
  const told = steps.slice(0, count)
  const incidents = told.flatMap(({ incident }, n): Incident[] => (incident ? [{ ...incident, game: 'g', seq: n + 1 }] : []))
  const status = count === steps.length ? 'ended' : 'live'
  return factsFrom({ sportId, status, live: { ...told.at(-1)!.state, game: 'g' }, incidents })
}

const WIN = { won: 1 }
const LOSE = { won: 0 }

describe('recorded football', () => {
  const half = (p: number, between: RecordedEvent[] = []): RecordedEvent[] => [
    { t: (p - 1) * 3600, p, type: 'period_start' },
    ...between,
    { t: (p - 1) * 3600 + 2700, p, type: 'period_end' },
  ]
  const corner: RecordedEvent = { t: 1800, p: 1, type: 'corner', side: 'A', clock: '30:00' }

  it('counts corners and cards from the whistle, so that a match without cards has none of them', () => {
    const steps = recorded('football', [...half(1, [corner]), ...half(2)])
    const early = factsAfter(1, steps, 1)
    expect([early.counts.get('corners'), early.counts.get('cards')].map((count) => count!.unknown)).toEqual([undefined, undefined])
    const facts = factsAfter(1, steps)
    expect(gradeOutcome('cards', 'total', 10, 0.5, 0, facts)).toEqual(WIN)
    expect(gradeOutcome('corners', 'total', 9, 0.5, 0, facts)).toEqual(WIN)
    expect(facts.stats['penalties']).toBeUndefined()
  })

  it('counts no foul of extra time, which nothing tells by itself', () => {
    const foul = (p: number): RecordedEvent => ({ t: (p - 1) * 3600 + 60, p, type: 'foul', side: 'H' })
    const steps = recorded('football', [...half(1, [foul(1)]), ...half(2), ...half(3, [foul(3)])])
    expect(factsAfter(1, steps).counts.get('fouls')).toEqual({ h: 1, a: 0, done: true })
  })

  it('knows no corners and cards of a source that tells goals alone, and no fouls of one that tells none', () => {
    const goal: RecordedEvent = { t: 60, p: 1, type: 'goal', side: 'H', clock: '1:00', score: [1, 0] }
    const count = (steps: Step[], part: string) => factsAfter(1, steps).counts.get(part)!.unknown
    expect([
      count(recorded('football', [...half(1, [goal]), ...half(2)]), 'cards'),
      count(recorded('football', half(1)), 'corners'),
    ]).toEqual([true, true])
    expect(count(recorded('football', half(1, [corner])), 'fouls')).toBe(true)
    expect(count(recorded('football', half(1, [corner, { t: 1900, p: 1, type: 'throw_in', side: 'H' }])), 'fouls')).toBeUndefined()
  })
})

describe('recorded cricket', () => {
  const ball = (over: string, score: [number, number], more: Partial<RecordedEvent> = {}): RecordedEvent => ({
    t: 60 + Number(over) * 400,
    p: 1,
    type: 'ball',
    side: 'A',
    over,
    r: 0,
    x: 0,
    score,
    ...more,
  })
  const steps = recorded('cricket', [
    { t: 0, p: 1, type: 'innings_start', side: 'A' },
    ball('0.1', [1, 0], { x: 1, xt: 'wides' }),
    ball('0.1', [5, 0], { r: 4 }),
    ball('0.2', [7, 0], { x: 2, xt: 'byes,noballs' }),
    ball('1.1', [8, 0], { r: 1 }),
    ball('1.2', [8, 1], { w: [{ out: 'X', how: 'caught and bowled' }] }),
    ball('2.1', [10, 1], { r: 2 }),
    { t: 1200, p: 1, type: 'innings_end', side: 'A', score: [10, 1] },
    { t: 2400, p: 2, type: 'innings_start', side: 'H' },
    ball('0.1', [1, 0], { t: 2500, p: 2, side: 'H', r: 1 }),
    ball('0.2', [1, 1], { t: 2600, p: 2, side: 'H', w: [{ out: 'Y', how: 'run out' }] }),
    { t: 2700, p: 2, type: 'innings_end', side: 'H', score: [1, 1] },
  ])
  const facts = factsAfter(66, steps)
  const grade = (part: string, t: number, p: number) => gradeOutcome(part, 'any', t, p, 0, facts)

  it.each<[string, string, number, number, object]>([
    ['seven runs of the first over, with its extras', 'inn1', 2070, packOver(1, 6.5), WIN],
    ['and no more', 'inn1', 2070, packOver(1, 7.5), LOSE],
    ['one of the second', 'inn1', 2071, packOver(2, 1.5), WIN],
    ['eight before the first wicket', 'full', 3768, 7.5, WIN],
    ['and no more', 'full', 3769, 8.5, WIN],
    ['caught by the bowler is caught', 'full', 3762, 0, WIN],
    ['the better opening was that of side 2', 'full', 2179, 0, WIN],
  ])('is graded ball by ball: %s', (_name, part, t, p, expected) => expect(grade(part, t, p)).toEqual(expected))

  it('counts no ball that is bowled again', () => expect(facts.balls).toEqual([2, 4]))
})
