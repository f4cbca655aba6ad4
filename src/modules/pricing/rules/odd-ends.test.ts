/** How games are graded that end in another way than they are played to: broken off, level, shared, untold (rules 3.4, 3.5, CT-40). */
import { describe, expect, it } from 'vitest'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import { factsFrom } from './game-facts.ts'
import type { GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'

const WIN = { won: 1 }
const LOSE = { won: 0 }

type Periods = readonly (readonly [code: string, h: number, a: number])[]
const live = (phase: string, score: [number, number], periods: Periods, more: Partial<LiveState> = {}): LiveState => ({
  game: 'g',
  phase,
  score,
  periods: periods.map(([code, h, a], n) => ({ no: n + 1, code, score: [h, a] })),
  stats: {},
  ...more,
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
    ['two share both places: no', race([1, 1, 3, 4]), 'place', 1707, 2, 12, LOSE],
    // Each of them is a question of its own.
    ['two answers are yes', race([1, 1, 0, 0], { yesNo: 1 }), 'special_yes_no', 1414, 0, 11, WIN],
    ['two answers are yes: no', race([1, 1, 0, 0], { yesNo: 1 }), 'special_yes_no', 1415, 0, 12, LOSE],
    ['an answer is no', race([1, 1, 0, 0], { yesNo: 1 }), 'special_yes_no', 1415, 0, 13, WIN],
  ])('%s', (_name, facts, key, t, p, id, expected) => {
    expect(of(facts, key, t, p, id)).toEqual(expected)
  })
})
