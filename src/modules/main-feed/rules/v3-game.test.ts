import { expect, test } from 'vitest'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import { wireScore } from '#modules/line/rules/wire/score.ts'
import type { View } from '#modules/line/rules/wire/view.ts'
import { v3Scores } from './v3-game.ts'

const view = { lng: 'en', format: 0, now: 0, text: (key: string) => key } as unknown as View

test.each([
  [['', '7/3'], { S2: '7/3' }, { opponent2: '7/3' }],
  [['7/3', ''], { S1: '7/3' }, { opponent1: '7/3' }],
  [['0', '15'], { S1: '0', S2: '15' }, { opponent1: '0', opponent2: '15' }],
  [['', ''], undefined, undefined],
  [undefined, undefined, undefined],
] as const)('points %j: who has none has no field, in either shape (wire rules 7 and 8)', (points, SS, subScore) => {
  const live = { game: 'g', phase: 'inn1', score: [0, 7], periods: [], stats: {}, ...(points ? { points: [...points] } : {}) } as LiveState
  const game = { sportId: 66, status: 'live', incidents: [], live } as unknown as BookGame
  const score = wireScore(game, live, view)
  expect(score.SS).toEqual(SS)
  expect(v3Scores(score, game)['subScore']).toEqual(subScore)
})
