import { describe, expect, it } from 'vitest'
import type { Fact, GameStatus, StatusNote } from '../rules/fact.ts'
import type { BookGameView, Feed } from './ports.ts'
import { createTrader } from './trader.ts'

const ID = { part: 'full', key: 'total', spec: 'total=2.5' }

interface Desk {
  inBook?: boolean
  status?: GameStatus
  statusNote?: StatusNote
  parts?: string[]
  live?: { phase?: string; score: [number, number]; periods: [code: string, home: number, away: number][] }
}

/** A desk over one game whose book holds one market of two outcomes, or nothing. */
function desk({ inBook = true, status = 'closed', statusNote, parts = ['full'], live }: Desk = {}) {
  const market = { status: 'active', provider: 'world', outcomes: [{ key: 'over' }, { key: 'under' }] }
  const full = { markets: new Map([['total|total=2.5', market]]) }
  const periods = live?.periods.map(([code, ...score], k) => ({ no: k + 1, code, score })) ?? []
  const state = live && { game: 'g', phase: '', stats: {}, ...live, periods }
  const known = { ref: 'g', parts: new Map(inBook ? [['full', full]] : []), incidents: [], live: state } as unknown as BookGameView
  const taken: Fact[] = []
  const head = {
    ref: 'g',
    status,
    sides: [],
    championship: { ref: 'c' },
    parts: parts.map((part) => ({ part })),
    ...(statusNote ? { statusNote } : {}),
  }
  const feed = {
    game: (ci: number) => (ci === 7 ? head : undefined),
    recall: async () => {},
    take: async (facts: readonly Fact[]) => (taken.push(...facts), facts.map((fact) => ({ fact }))),
  } as unknown as Feed
  return { taken, trader: createTrader({ feed, book: { apply: () => {}, game: () => known }, providers: [], clock: { now: () => 1_000 } }) }
}

describe('results by hand', () => {
  it('of an outcome or a market that the game has never had are refused and become no fact', async () => {
    const { trader, taken } = desk()
    const results = [
      { outcome: 'over', won: 1 as const },
      { outcome: 'overr', won: 0 as const },
    ]
    expect(await trader.settle(7, ID, results)).toMatchObject({ code: 'feeds.unknown_outcome', field: 'results.1.outcome' })
    expect(await trader.settle(7, { ...ID, spec: 'total=9.5' }, results)).toMatchObject({ code: 'feeds.unknown_market', field: 'key' })
    expect(await trader.settle(8, ID, results)).toMatchObject({ code: 'feeds.unknown_game', field: 'game' })
    expect(taken).toEqual([])
    expect(await trader.settle(7, ID, results.slice(0, 1))).toHaveLength(1)
  })

  it('are taken of a game that has left the book: its bets still wait for them', async () => {
    const { trader, taken } = desk({ inBook: false })
    expect(await trader.settle(7, ID, [{ outcome: 'over', won: 1 }])).toHaveLength(1)
    expect(taken).toMatchObject([{ t: 'settle', game: 'g', markets: [{ id: { ...ID, game: 'g' } }] }])
  })
})

describe('a game that a person voids', () => {
  it.each([
    ['scheduled', 'cancelled', undefined],
    ['delayed', 'cancelled', undefined],
    ['postponed', 'cancelled', undefined],
    ['live', 'abandoned', 'called_off'],
    ['suspended', 'abandoned', 'called_off'],
    ['interrupted', 'abandoned', 'called_off'],
    ['abandoned', 'abandoned', 'called_off'],
  ] as const)('is over with its markets: from %s it becomes %s', async (status, to, note) => {
    const { trader, taken } = desk({ status })
    expect(await trader.cancel(7, 'technical')).toHaveLength(2)
    expect(taken).toMatchObject([
      { t: 'cancel', game: 'g', markets: [{ ...ID, game: 'g' }], reason: 'technical' },
      { t: 'game', game: { ref: 'g', status: to }, reason: 'cancelled' },
    ])
    expect(taken.map((fact) => fact.t === 'game' && fact.game.statusNote)).toEqual([false, note])
  })

  it.each(['ended', 'closed'] as const)('is refused whole once it is %s: what its states do not allow is said', async (status) => {
    const { trader, taken } = desk({ status })
    expect(await trader.cancel(7)).toMatchObject({ code: 'feeds.transition', params: { from: status, to: 'cancelled' } })
    expect(taken).toEqual([])
  })

  it('is called off no longer when it is played on, and still when it is closed', async () => {
    const { trader, taken } = desk({ status: 'abandoned', statusNote: 'called_off' })
    await trader.status(7, 'live')
    await trader.status(7, 'closed')
    expect(taken.map((fact) => fact.t === 'game' && fact.game.statusNote)).toEqual([undefined, 'called_off'])
  })
})

describe('why a game was stopped', () => {
  const notes = (taken: readonly Fact[]) => taken.flatMap((fact) => (fact.t === 'game' ? [[fact.game.status, fact.game.statusNote]] : []))

  it('is told of the stop alone: whoever plays it on or ends it tells it no more', async () => {
    const { trader, taken } = desk({ status: 'interrupted', statusNote: 'rain' })
    await trader.status(7, 'live')
    await trader.status(7, 'abandoned')
    await trader.status(7, 'live', 'retired')
    await trader.finish(7, [1, 0])
    await trader.status(7, 'ended')
    expect(notes(taken)).toEqual([
      ['live', undefined],
      ['abandoned', 'rain'],
      ['live', 'retired'],
      ['live', undefined],
      ['ended', undefined],
      ['ended', undefined],
    ])
  })
})

it('a game that was put off is not ended before it is set anew', async () => {
  const { trader, taken } = desk({ status: 'postponed' })
  expect(await trader.finish(7, [1, 0])).toMatchObject({ code: 'feeds.transition', params: { from: 'postponed', to: 'live' } })
  expect(taken).toEqual([])
})

describe('a game that a person ends at a score', () => {
  const told = (taken: readonly Fact[]) =>
    taken.flatMap((fact) => (fact.t === 'live' ? [fact.state.periods.map(({ code, score }) => [code, ...score])] : []))

  it.each([
    ['another score than the sets make', ['full', 'set1', 'set2', 'set3'], { score: [1, 0], periods: [['set1', 6, 4]] }, '6:4'],
    [
      'a set that is still played',
      ['full'],
      {
        score: [1, 0],
        periods: [
          ['set1', 6, 4],
          ['set2', 3, 2],
        ],
      },
      '6:4 3:2',
    ],
    ['maps of which nothing is known', ['full', 'map1', 'map2'], undefined, ''],
  ] as const)('is refused where it has sets: %s', async (_, parts, live, known) => {
    const { trader, taken } = desk({ status: 'live', parts: [...parts], ...(live ? { live: live as never } : {}) })
    expect(await trader.finish(7, [2, 0])).toMatchObject({ code: 'feeds.not_of_its_sets', field: 'score', params: { known } })
    expect(taken).toEqual([])
  })

  it('keeps its sets as they were told, and adds nothing to a game of which no part is known', async () => {
    const sets: [string, number, number][] = [
      ['set1', 6, 4],
      ['set2', 7, 6],
    ]
    const tennis = desk({ status: 'live', live: { score: [2, 0], periods: sets } })
    await tennis.trader.finish(7, [2, 0])
    expect(told(tennis.taken)).toEqual([sets])
    const bout = desk({ status: 'live' })
    await bout.trader.finish(7, [1, 0])
    expect(told(bout.taken)).toEqual([[]])
  })

  it('gives what its parts lack to the last of them, never to the shoot-out', async () => {
    const { trader, taken } = desk({
      status: 'live',
      live: {
        score: [1, 1],
        periods: [
          ['h1', 1, 0],
          ['h2', 0, 1],
          ['so', 4, 3],
        ],
      },
    })
    await trader.finish(7, [1, 2])
    expect(told(taken)).toEqual([
      [
        ['h1', 1, 0],
        ['h2', 0, 2],
        ['so', 4, 3],
      ],
    ])
  })

  const q = ['full', 'q1', 'q2', 'q3', 'q4', 'h1', 'h2']
  it.each([
    ['a half that was played when the other was to come is not told', ['full', 'h1', 'h2'], 'h1', [['h1', 0, 1]], []],
    ['nor where parts have no ids', ['full'], 'h1', [['h1', 0, 1]], []],
    ['a half that was over stands', ['full', 'h1', 'h2'], 'ht', [['h1', 0, 1]], [['h1', 0, 1]]],
    [
      'of periods the first stands and the second is not told',
      ['full', 'p1', 'p2', 'p3'],
      'p2',
      [
        ['p1', 0, 1],
        ['p2', 1, 0],
      ],
      [['p1', 0, 1]],
    ],
    [
      'of quarters those that were over stand',
      q,
      'q3',
      [
        ['q1', 1, 0],
        ['q2', 0, 0],
        ['q3', 0, 1],
      ],
      [
        ['q1', 1, 0],
        ['q2', 0, 0],
      ],
    ],
    [
      'so do innings',
      ['full', 'inn1', 'inn2', 'inn3', 'inn15'],
      'inn2b',
      [
        ['inn1', 0, 0],
        ['inn2', 1, 1],
      ],
      [['inn1', 0, 0]],
    ],
    [
      'parts that make more than the score are not told',
      ['full'],
      'p2',
      [
        ['p1', 4, 0],
        ['p2', 0, 0],
      ],
      [],
    ],
    [
      'extra time takes its goals as a whole',
      ['full', 'h1', 'h2'],
      'et1',
      [
        ['h1', 1, 1],
        ['h2', 1, 1],
        ['et1', 0, 0],
      ],
      [
        ['h1', 1, 1],
        ['h2', 1, 1],
        ['et1', 1, 0],
      ],
    ],
    ['a half after which nothing was scored stands', ['full', 'h1', 'h2'], 'h1', [['h1', 3, 2]], [['h1', 3, 2]]],
  ] as [string, string[], string, [string, number, number][], unknown[]][])(
    'makes nothing up: %s',
    async (_, parts, phase, periods, left) => {
      const score = ([1, 2] as const).map((side) => periods.reduce((sum, period) => sum + period[side], 0)) as [number, number]
      const { trader, taken } = desk({ status: 'live', parts, live: { phase, score, periods } })
      await trader.finish(7, [3, 2])
      expect(told(taken)).toEqual([left])
    },
  )
})
