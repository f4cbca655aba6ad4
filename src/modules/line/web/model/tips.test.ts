/** What a tooltip says of an outcome before a bet is what its grade is: over all sports, by games that differ in it. */
import { expect, it } from 'vitest'
import { marketType } from '#modules/line/rules/market-book.ts'
import { keysOf, sportShape } from '#modules/pricing/rules/engines.ts'
import type { GameFacts } from '#modules/pricing/rules/game-facts.ts'
import { gradeOutcome } from '#modules/pricing/rules/grade.ts'
import { ended } from '../../../../../test/support/ended-game.ts'
import { tipOf } from './tips.ts'

const text = ((key: string, params?: Record<string, unknown>) =>
  key === 'tip_join' ? '; ' : `<${key}>${params ? JSON.stringify(params) : ''}`) as never
const game = { i: 1, mainId: 1, side1: 'One', side2: 'Two', partName: '' }
const lineOf = (t: number) => ([7, 8, 3829, 3830].includes(t) ? -0.5 : 0.5)
const tips = Array.from({ length: 300 }, (_, n) => n + 1).flatMap((sportId) =>
  keysOf(sportId, 'match', sportShape(sportId).draw).flatMap((key) =>
    marketType(key).outcomes.flatMap(({ t }) => {
      const tip = tipOf({ t, p: lineOf(t) }, { ...game, sportId }, text)
      return tip ? [{ sportId, key, t, tip, engine: sportShape(sportId).engine }] : []
    }),
  ),
)
const grade = (key: string, t: number, facts: GameFacts) => gradeOutcome('full', key, t, lineOf(t), 0, facts)

it('says that only regular time counts where overtime changes nothing, and nowhere else', () => {
  const clocked = tips.filter(({ engine }) => engine === 'goals' || engine === 'points')
  for (const { sportId, key, t, tip } of clocked) {
    const { segments } = sportShape(sportId)
    const after = (...score: [number, number]) =>
      ended({ sportId, score, parts: [...segments.map(() => [0, 0] as const), score], codes: [...segments, 'et1'] })
    const regular = grade(key, t, after(0, 0))
    const counts = [after(1, 0), after(0, 1), after(1, 1)].some((facts) => JSON.stringify(grade(key, t, facts)) !== JSON.stringify(regular))
    expect([sportId, key, t, tip.includes('<tip_regular>')]).toEqual([sportId, key, t, !counts])
    if (tip.includes('<tip_overtime>')) expect([sportId, key, t, counts]).toEqual([sportId, key, t, true])
  }
  expect(clocked.length).toBeGreaterThan(300)
  for (const one of tips) if (!clocked.includes(one)) expect([one.sportId, one.tip]).not.toContain('<tip_regular>')
})

it('says what a match of sets counts', () => {
  const sets = tips.filter(({ engine }) => engine === 'tennis' || engine === 'rally')
  for (const { sportId, key, t, tip, engine } of sets) {
    // Two sets for side 2, more games or points for side 1, an even number of them.
    const facts = ended({
      sportId,
      score: [1, 2],
      parts: [
        [11, 0],
        [10, 11],
        [10, 11],
      ],
    })
    const p = t === 9 || t === 10 ? 9.5 : [7, 8].includes(t) ? 0 : 4.5
    const inUnits = gradeOutcome('full', key, t, p, 0, facts).won
    const wanted = t === 7 || t === 9 || t === 11 || t === 13 ? 1 : 0
    const word = engine === 'tennis' ? '<tip_games>' : '<tip_points>'
    if ([1, 3].includes(t)) expect([sportId, t, tip, inUnits]).toEqual([sportId, t, expect.not.stringContaining('count'), t === 3 ? 1 : 0])
    else expect([sportId, key, t, tip.includes(word), inUnits]).toEqual([sportId, key, t, true, wanted])
  }
  expect(sets.length).toBeGreaterThan(60)
})

it('says that a draw returns the stake where there may be one and nobody can bet on it', () => {
  const winners = tips.filter(({ key }) => key === 'result_2way' || key === 'winner_with_ot')
  const told = winners.filter(({ tip }) => tip.includes('<tip_draw_back>'))
  for (const { sportId, key, t } of told)
    expect([sportId, grade(key, t, ended({ sportId, score: [1, 1] }))]).toEqual([sportId, { won: 0, voidFactor: 1 }])
  // Matches of sets, of frames and of two runners have a winner.
  const left = winners.filter((one) => !told.includes(one)).map(({ engine }) => engine)
  expect(new Set(left)).toEqual(new Set(['tennis', 'rally', 'frames', 'field']))
  for (const one of tips) if (!winners.includes(one)) expect(one.tip).not.toContain('<tip_draw_back>')
})

it('of a part names the part, and claims nothing about the game', () => {
  const part = { ...game, i: 2, sportId: 1, partName: 'Corners. 1st half' }
  expect(tipOf({ t: 1, p: 0 }, part, text)).toBe('Corners. 1st half. <tip_1>{"side1":"One","side2":"Two"}')
  expect(tipOf({ t: 9, p: 4.5 }, part, text)).toBe('Corners. 1st half. <tip_over>{"line":"4.5"}')
  expect(tipOf({ t: 13, p: 1 }, part, text)).toBe(
    'Corners. 1st half. <tip_side_over>{"side":"Two","line":"1"}; <tip_line_back>{"line":"1"}',
  )
})
