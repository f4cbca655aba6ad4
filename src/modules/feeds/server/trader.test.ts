import { describe, expect, it } from 'vitest'
import type { Fact, GameStatus, StatusNote } from '../rules/fact.ts'
import type { BookGameView, Feed } from './ports.ts'
import { createTrader } from './trader.ts'

const ID = { part: 'full', key: 'total', spec: 'total=2.5' }

interface Desk {
  inBook?: boolean
  status?: GameStatus
  statusNote?: StatusNote
}

/** A desk over one game whose book holds one market of two outcomes, or nothing. */
function desk({ inBook = true, status = 'closed', statusNote }: Desk = {}) {
  const market = { status: 'active', provider: 'world', outcomes: [{ key: 'over' }, { key: 'under' }] }
  const full = { markets: new Map([['total|total=2.5', market]]) }
  const known = { ref: 'g', parts: new Map(inBook ? [['full', full]] : []), incidents: [] } as unknown as BookGameView
  const taken: Fact[] = []
  const head = { ref: 'g', status, sides: [], championship: { ref: 'c' }, ...(statusNote ? { statusNote } : {}) }
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
