import { describe, expect, it } from 'vitest'
import type { Fact } from '../rules/fact.ts'
import type { BookGameView, Feed } from './ports.ts'
import { createTrader } from './trader.ts'

const ID = { part: 'full', key: 'total', spec: 'total=2.5' }

/** A desk over one game whose book holds one market of two outcomes, or nothing. */
function desk({ inBook = true } = {}) {
  const market = { status: 'active', provider: 'world', outcomes: [{ key: 'over' }, { key: 'under' }] }
  const full = { markets: new Map([['total|total=2.5', market]]) }
  const known = { ref: 'g', parts: new Map(inBook ? [['full', full]] : []), incidents: [] } as unknown as BookGameView
  const taken: Fact[] = []
  const feed = {
    game: (ci: number) => (ci === 7 ? { ref: 'g', status: 'closed', sides: [] } : undefined),
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
