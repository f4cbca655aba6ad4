import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { resultOf } from '../../../../test/support/results.ts'
import { bracketsIn, bracketsOf, stageOf } from './bracket.ts'
import { hexId, pastHexId, readId, readPastId, readStageId, stageHexId } from './ids.ts'
import { meetings } from './meetings.ts'
import { notable, playersIn } from './notable.ts'
import { expectedShare, ratings, START_RATING } from './rating.ts'
import { counts, formOf, letterFor, wentToOvertime, winnerOf, type Result } from './result.ts'
import { inSeason, pickSeason, seasonsOf, type Season } from './season.ts'
import { hasHosts, scoreKind } from './score-kind.ts'
import { standings, whyNoTable } from './standings.ts'

const DAY = 86_400_000
let number = 0

function game(homeId: number, awayId: number, score: [number, number], more: Partial<Result> = {}): Result {
  number += 1
  return resultOf(number, homeId, awayId, score, more)
}

const results = fc.array(
  fc.record({ home: fc.integer({ min: 1, max: 6 }), away: fc.integer({ min: 7, max: 12 }), a: fc.nat(6), b: fc.nat(6), at: fc.nat(400) }),
  { minLength: 1, maxLength: 60 },
)
const asResults = (rows: { home: number; away: number; a: number; b: number; at: number }[]) =>
  rows.map(({ home, away, a, b, at }) => game(home, away, [a, b], { startsAt: at * DAY }))

describe('tables', () => {
  it('count points, goals and form as football does', () => {
    const list = [game(1, 2, [2, 0]), game(2, 3, [1, 1]), game(3, 1, [0, 1])]
    const [first, second, third] = standings(list, { sportId: 1 })
    expect(first).toMatchObject({ place: 1, teamId: 1, played: 2, won: 2, points: 6, scored: 3, conceded: 0, form: ['w', 'w'] })
    expect(second).toMatchObject({ place: 2, teamId: 3, played: 2, drawn: 1, lost: 1, points: 1, form: ['l', 'd'] })
    expect(third).toMatchObject({ place: 3, teamId: 2, points: 1, scored: 1, conceded: 3, form: ['d', 'l'] })
  })

  it('give a point for a loss after regular time in hockey only', () => {
    const list = [game(1, 2, [3, 2], { periods: [{ no: 4, code: 'ot', score: [1, 0] }] })]
    expect(standings(list, { sportId: 2 }).map(({ points }) => points)).toEqual([2, 1])
    expect(standings(list, { sportId: 1 }).map(({ points }) => points)).toEqual([3, 0])
  })

  it.each([
    ['boxing', 9, [1, 0]],
    ['MMA', 79, [1, 0]],
    ['UFC', 189, [1, 0]],
    ['chess', 11, [1.5, 0.5]],
    ['esports', 40, [1, 0]],
    ['Counter Strike', 86, [1, 0]],
    ['Dota', 97, [1, 0]],
    ['League of Legends', 106, [1, 0]],
    ['futsal', 14, [4, 1]],
    ['rugby', 7, [6, 2]],
  ])('of %s count a win and a draw by its own rules', (_name, sportId, expected) => {
    const table = standings([game(1, 2, [1, 0]), game(1, 2, [1, 1])], { sportId })
    expect(table.map(({ points }) => points)).toEqual(expected)
  })

  it('what a score counts has a name or is left out, and only teams have hosts', () => {
    expect([1, 3, 4, 66, 9, 11, 79, 189, 40, 97, 30].map((sport) => scoreKind(sport))).toEqual([
      'goals',
      'points',
      'sets',
      'runs',
      ...Array.from({ length: 7 }, () => null),
    ])
    expect([1, 2, 66, 4, 9, 11, 189, 40].map((sport) => hasHosts(sport))).toEqual([true, true, true, false, false, false, false, false])
  })

  it('a cup that has been played has no table for another reason than a season that has not begun', () => {
    const tie = game(1, 2, [1, 0], { round: 'Final' })
    expect([whyNoTable([tie], 'cup'), whyNoTable([], 'cup'), whyNoTable([{ ...tie, status: 'abandoned' }], 'cup')]).toEqual([
      'cup',
      'unplayed',
      'unplayed',
    ])
  })

  it('at home and away add up to the whole', () => {
    fc.assert(
      fc.property(results, (rows) => {
        const list = asResults(rows)
        const all = new Map(standings(list, { sportId: 1 }).map((row) => [row.teamId, row]))
        const home = new Map(standings(list, { sportId: 1 }, 'home').map((row) => [row.teamId, row]))
        const away = new Map(standings(list, { sportId: 1 }, 'away').map((row) => [row.teamId, row]))
        for (const [id, row] of all) {
          for (const key of ['played', 'won', 'drawn', 'lost', 'scored', 'conceded', 'points'] as const)
            expect(row[key]).toBe(home.get(id)![key] + away.get(id)![key])
          expect(row.played).toBe(row.won + row.drawn + row.lost)
        }
        const sum = (key: 'scored' | 'conceded') => [...all.values()].reduce((total, row) => total + row[key], 0)
        expect(sum('scored')).toBe(sum('conceded'))
        expect([...all.values()].map(({ place }) => place)).toEqual([...all.values()].map((_, index) => index + 1))
      }),
    )
  })

  it('leave broken-off games out', () => {
    expect(standings([game(1, 2, [5, 0], { status: 'abandoned' })], { sportId: 1 })).toEqual([])
  })

  it('of a cup count groups and leagues, not ties', () => {
    const list = [
      game(1, 2, [1, 0], { round: 'Group A' }),
      game(3, 1, [2, 0], { round: 'Semifinals' }),
      game(4, 1, [2, 0], { round: 'Final' }),
      game(5, 1, [2, 0]),
    ]
    expect(standings(list, { sportId: 1, type: 'cup' }).map(({ teamId, points }) => [teamId, points])).toEqual([
      [1, 3],
      [2, 0],
    ])
    expect(standings(list, { sportId: 1, type: 'league' })).toHaveLength(5)
  })
})

describe('results', () => {
  it('a shoot-out decides who won and not the score', () => {
    const drawn = game(1, 2, [1, 1], { periods: [{ no: 9, code: 'so', score: [3, 4] }] })
    expect([winnerOf(drawn), letterFor(drawn, 2), letterFor(drawn, 1), wentToOvertime(drawn)]).toEqual([2, 'w', 'l', true])
    expect(winnerOf(game(1, 2, [1, 1]))).toBe(0)
  })

  it('a match of sets that was given up while level is nobody’s draw, one that was won counts', () => {
    const set = (no: number, score: [number, number]) => ({ no, code: `set${no}`, score })
    const givenUp = game(1, 2, [1, 1], { periods: [set(1, [6, 3]), set(2, [4, 6]), set(3, [1, 2])], note: 'retired' })
    const won = game(1, 2, [2, 0], { periods: [set(1, [6, 3]), set(2, [6, 4])] })
    const halves = [1, 2].map((no) => ({ no, code: `h${no}`, score: [0, 0] as [number, number] }))
    expect([givenUp, won, game(1, 2, [0, 0], { periods: halves })].map((one) => counts(one))).toEqual([false, true, true])
    expect(standings([givenUp, won], { sportId: 4 }).map(({ played, won: wins, drawn }) => [played, wins, drawn])).toEqual([
      [1, 1, 0],
      [1, 0, 0],
    ])
    expect(meetings([givenUp, won], 1, 2)).toMatchObject({ wins1: 1, draws: 0, wins2: 0, games: { length: 2 } })
  })

  it('form runs from the newest game', () => {
    expect(formOf([game(1, 2, [0, 1]), game(2, 1, [0, 1]), game(3, 4, [9, 0])], 1)).toEqual(['w', 'l'])
  })

  it('meetings count for the first side wherever it played', () => {
    const met = meetings([game(1, 2, [1, 0]), game(2, 1, [0, 2]), game(2, 1, [1, 1]), game(1, 3, [0, 1])], 1, 2)
    expect(met).toMatchObject({ wins1: 2, draws: 1, wins2: 0 })
    expect(met.games.map(({ score }) => score)).toEqual([
      [1, 1],
      [0, 2],
      [1, 0],
    ])
  })
})

describe('seasons', () => {
  it('are found by the pauses between them', () => {
    const autumn = Date.UTC(2025, 7, 9)
    const starts = [0, 7, 35, 70, 105, 140, 175, 210, 245, 280, 365, 372].map((day) => autumn + day * DAY)
    const seasons = seasonsOf([...starts].reverse())
    expect(seasons.map(({ id, label }) => [id, label])).toEqual([
      [2026, '2026/27'],
      [2025, '2025/26'],
    ])
    expect(pickSeason(seasons, 0)).toBe(seasons[0])
    expect(pickSeason(seasons, 1999)).toBeNull()
  })

  it('a winter pause of four weeks is none', () => {
    const first = Date.UTC(2025, 7, 9)
    const weeks = [...Array.from({ length: 18 }, (_, n) => n), ...Array.from({ length: 20 }, (_, n) => n + 22)]
    expect(seasonsOf(weeks.map((n) => first + n * 7 * DAY))).toMatchObject([{ id: 2025, label: '2025/26' }])
  })

  it('what never pauses is cut by years, and every game falls into one season', () => {
    const starts = Array.from({ length: 900 }, (_, n) => Date.UTC(2024, 5, 1) + n * DAY)
    const seasons = seasonsOf(starts)
    expect(seasons.map(({ id }) => id)).toEqual([2026, 2025, 2024])
    const games = starts.map((startsAt) => ({ startsAt }))
    expect(seasons.reduce((sum, season) => sum + inSeason(games, season).length, 0)).toBe(games.length)
  })
})

describe('strengths', () => {
  it('keep their sum and rise with a win', () => {
    fc.assert(
      fc.property(results, (rows) => {
        const rated = ratings(asResults(rows))
        const sum = rated.reduce((total, one) => total + one.rating, 0)
        expect(Math.abs(sum - rated.length * START_RATING)).toBeLessThan(1e-6)
      }),
    )
    expect(ratings([game(1, 2, [3, 0])])[0]).toMatchObject({ teamId: 1, games: 1 })
    expect(expectedShare(1500, 1500)).toBe(0.5)
    expect(expectedShare(1600, 1500) + expectedShare(1500, 1600)).toBeCloseTo(1, 12)
  })
})

describe('brackets', () => {
  test.each([
    ['Final', 0],
    ['Semifinals', 1],
    ['Quarterfinals', 2],
    ['Round of 16', 3],
    ['1/8 финала', 3],
    ['Third place', 0.5],
    ['12', null],
    ['Group A', null],
    ['Matchday 3', null],
  ])('%s', (name, stage) => {
    expect(stageOf(name)).toBe(stage)
  })

  it('two games of a pair are one tie, won on aggregate', () => {
    const [rounds] = bracketsOf([
      game(1, 2, [1, 0], { round: 'Semifinals' }),
      game(2, 1, [3, 1], { round: 'Semifinals' }),
      game(2, 4, [0, 0], { round: 'Final', periods: [{ no: 9, code: 'so', score: [5, 4] }] }),
      game(9, 8, [1, 0], { round: '4' }),
    ])
    expect(rounds!.map(({ name }) => name)).toEqual(['Semifinals', 'Final'])
    expect(rounds![0]!.ties).toMatchObject([{ winnerId: 2, games: [{}, {}] }])
    expect(rounds![1]!.ties[0]!.winnerId).toBe(2)
  })

  it('are one for each edition when a cup is played several times in a season', () => {
    const before = [
      game(1, 2, [1, 0], { round: 'Semifinals' }),
      game(3, 1, [0, 1], { round: 'Third place' }),
      game(1, 4, [1, 0], { round: 'Final' }),
    ]
    const now = [game(5, 6, [1, 0], { round: 'Semifinals' }), game(7, 5, [0, 1], { round: 'Final' })]
    const names = (list: typeof before) => bracketsOf(list).map((rounds) => rounds.map(({ name }) => name))
    expect(names(before)).toEqual([['Semifinals', 'Final', 'Third place']])
    expect(names([...before, ...now])).toEqual([
      ['Semifinals', 'Final'],
      ['Semifinals', 'Final', 'Third place'],
    ])
    expect(bracketsOf([...before, now[0]!])[0]).toMatchObject([{ stage: 1, ties: [{ homeId: 5 }] }])
  })

  it('belong whole to the season in which they end', () => {
    const at = (month: number, day: number, one: Result) => ({ ...one, startsAt: Date.UTC(2025, month, day) })
    const torn = [
      at(11, 20, game(1, 2, [1, 0], { round: 'Semifinals' })),
      at(11, 21, game(3, 4, [1, 0], { round: 'Semifinals' })),
      at(13, 4, game(1, 3, [1, 0], { round: 'Final' })),
    ]
    const early = [at(2, 1, game(5, 6, [1, 0], { round: 'Final' }))]
    const all = [...early, ...torn]
    const [newest, before] = [
      { id: 2026, label: '2026', from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 11, 31) },
      { id: 2025, label: '2025', from: Date.UTC(2025, 0, 1), to: Date.UTC(2025, 11, 31) },
    ]
    const told = (season: Season) => bracketsIn(all, season, [newest!, before!]).map((rounds) => rounds.map(({ ties }) => ties.length))
    expect(told(newest!)).toEqual([[2, 1]])
    expect(told(before!)).toEqual([[1]])
  })

  it('are whole trees: ties stand beside the one that they lead to, and what is to come is open', () => {
    const quarters = [game(1, 2, [1, 0]), game(3, 4, [1, 0]), game(5, 6, [0, 1]), game(7, 8, [1, 0])].map((one) => ({
      ...one,
      round: '1/4',
    }))
    const semifinal = game(7, 3, [2, 0], { round: '1/2' })
    const [rounds] = bracketsOf([...quarters, semifinal])
    expect(rounds!.map(({ stage, ties }) => [stage, ties.map((tie) => tie && [tie.homeId, tie.winnerId, tie.joined])])).toEqual([
      [
        2,
        [
          [7, 7, true],
          [3, 3, true],
          [1, 1, false],
          [5, 6, false],
        ],
      ],
      [1, [[7, 7, false], null]],
      [0, [null]],
    ])
  })

  it('tell nobody through before the last game of the tie', () => {
    const before = [
      game(1, 2, [1, 0], { round: '1/2' }),
      game(2, 1, [2, 0], { round: '1/2' }),
      game(3, 4, [1, 0], { round: '1/2' }),
      game(4, 3, [0, 0], { round: '1/2' }),
      game(2, 3, [1, 0], { round: 'Final' }),
    ]
    const leg = game(5, 6, [3, 0], { round: '1/2' })
    expect(bracketsOf([...before, leg]).map(([first]) => first!.ties.map((tie) => tie?.winnerId))).toEqual([[null], [2, 3]])
    const still = { ...game(6, 5, [0, 0], { round: '1/2' }), id: '' }
    expect(bracketsOf([leg, still])[0]![0]!.ties[0]!.winnerId).toBeNull()
  })
})

describe('ids of the wire', () => {
  it('carry their number and kind', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (id) => {
        expect(hexId('team', id)).toMatch(/^[0-9a-f]{24}$/)
        expect(readId('team', hexId('team', id))).toBe(id)
        expect(readId('game', hexId('team', id))).toBeNull()
        expect(readId('team', String(id))).toBe(id)
        expect(readStageId(stageHexId(id, 2026))).toEqual({ championshipId: id, seasonId: 2026 })
      }),
    )
    expect(readPastId(pastHexId('0123456789abcdef012345'))).toBe('0123456789abcdef012345')
    for (const bad of ['', 'x', '-1', '9999999999', '7e', `7e${'g'.repeat(22)}`]) {
      expect(readId('team', bad), bad).toBeNull()
      expect(readStageId(bad), bad).toBeNull()
    }
  })
})

describe('what happened', () => {
  const incident = (seq: number, type: string, more: object = {}) => ({
    incident: { game: 'g', seq, clockSec: 61 * seq, type, ...more },
    playerId: seq % 2 ? 7 : null,
  })

  it('forgets what was taken back', () => {
    const kept = notable([incident(1, 'goal', { side: 'home' }), incident(2, 'goal'), incident(3, 'goal', { retracts: 2 })])
    expect(kept).toEqual([{ type: 'goal', minute: 2, side: 1, playerId: 7, player: null }])
    expect(playersIn([...kept, { ...kept[0]!, type: 'yellow_card' }])).toEqual([{ id: 7, goals: 1, cards: 1 }])
  })

  it('an own goal is nobody’s goal', () => {
    const [own] = notable([incident(1, 'goal', { detail: { how: 'own_goal', player: 'A. Reyn' } })])
    expect(own).toMatchObject({ type: 'own_goal', player: 'A. Reyn' })
    expect(playersIn([own!])).toEqual([{ id: 7, goals: 0, cards: 0 }])
  })
})
