import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { resultOf } from '../../../../test/support/results.ts'
import { profileOf } from './profile.ts'
import { mayBeDrawn, scoreKind } from './score-kind.ts'
import { standings } from './standings.ts'

const halves = (first: [number, number], second: [number, number]) => [
  { no: 2, code: 'h2', score: second },
  { no: 1, code: 'h1', score: first },
]

describe('the profile of a side', () => {
  it('counts home and away, runs, empty scores and halves from its own point of view', () => {
    const profile = profileOf(
      [
        resultOf(1, 1, 2, [2, 0], { periods: halves([2, 0], [0, 0]) }),
        resultOf(2, 3, 1, [1, 1], { periods: halves([1, 0], [0, 1]) }),
        resultOf(3, 1, 3, [0, 1], { periods: halves([0, 1], [0, 0]) }),
        resultOf(4, 2, 1, [0, 3], { periods: [...halves([0, 1], [0, 2]), { no: 3, code: 'et1', score: [0, 0] }] }),
        resultOf(5, 1, 2, [1, 0]),
        resultOf(6, 2, 3, [5, 5]),
        resultOf(7, 1, 2, [0, 9], { status: 'abandoned' }),
      ],
      1,
    )
    expect(profile).toEqual({
      home: { played: 3, won: 2, drawn: 0, lost: 1, scored: 3, conceded: 1 },
      away: { played: 2, won: 1, drawn: 1, lost: 0, scored: 4, conceded: 1 },
      run: { letter: 'w', games: 2, unbeaten: 2 },
      bestRun: 2,
      cleanSheets: 3,
      blanks: 1,
      bothScored: 1,
      periods: [
        { code: 'h1', scored: 3, conceded: 2, games: 4 },
        { code: 'h2', scored: 3, conceded: 0, games: 4 },
      ],
    })
  })

  it('is empty without games', () => {
    expect(profileOf([resultOf(1, 2, 3, [1, 0])], 1)).toMatchObject({
      run: null,
      bestRun: 0,
      periods: [],
      home: { played: 0 },
      away: { played: 0 },
    })
  })

  it('home and away are the row of the table, in whatever order the games come', () => {
    const side = fc.integer({ min: 1, max: 4 })
    const rows = fc.array(fc.tuple(side, side, fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(rows, fc.integer(), (list, turn) => {
        const games = list.flatMap(([home, away, a, b], day) => (home === away ? [] : [resultOf(day, home, away, [a, b])]))
        const turned = games.toSorted((x, y) => ((x.startsAt ^ turn) % 7) - ((y.startsAt ^ turn) % 7))
        for (const { teamId, played, won, drawn, lost, scored, conceded } of standings(games, { sportId: 1 })) {
          const profile = profileOf(turned, teamId)
          const { home, away } = profile
          const both = (key: keyof typeof home) => home[key] + away[key]
          expect([played, won, drawn, lost, scored, conceded]).toEqual(
            (['played', 'won', 'drawn', 'lost', 'scored', 'conceded'] as const).map(both),
          )
          expect(profile).toEqual(profileOf(games, teamId))
        }
      }),
    )
  })
})

test.each([
  [1, 'goals', true],
  [2, 'goals', true],
  [4, 'sets', false],
  [3, 'points', false],
  [7, 'points', true],
  [85, 'goals', true],
  [94, 'sets', false],
] as const)('sport %i counts %s', (sportId, kind, drawn) => {
  expect([scoreKind(sportId), mayBeDrawn(sportId)]).toEqual([kind, drawn])
})
