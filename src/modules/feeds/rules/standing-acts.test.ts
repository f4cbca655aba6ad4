import { expect, it } from 'vitest'
import type { Fact, FactBody } from './fact.ts'
import { makeFact } from './fact-key.ts'
import { actsAfter, actsOn, standingActs, type PriceAct } from './standing-acts.ts'

let at = 0
const act = (body: FactBody): Fact => makeFact('trader', 'trader', (at += 1), body)
const stop = (game: string, to: 'suspended' | 'active' = 'suspended', groups: 'all' | string[] = 'all') =>
  act({ t: 'bet.stop', game, groups, to, reason: 'trader' })
const odds = (game: string) => act({ t: 'odds.delta', game, markets: [] })

it('tells what no later reopening has taken back, in its order', () => {
  const a = [odds('a'), stop('a'), stop('a', 'active'), odds('a')]
  const b = [stop('b'), odds('b'), stop('b', 'suspended', ['total'])]
  const c = [stop('c'), stop('c', 'active')]
  const score = act({ t: 'model', game: 'a', supremacy: 0, total: 2 })
  const { stops, onMarkets } = standingActs([...a, score, ...b, ...c])
  expect(onMarkets).toEqual([a[3], ...b])
  expect([...stops]).toEqual([
    ['a', [a[3]]],
    ['b', [b[0], b[1]]],
  ])
  // The reopening of some markets is no reopening of the game.
  expect(standingActs([stop('d'), stop('d', 'active', ['total'])]).stops.size).toBe(1)
})

it('tells before the first price what stops a market or a price, not what prices one', () => {
  const market = { game: 'a', part: 'full', key: 'total', spec: 'line=2.5', status: 'active' as const }
  const of = (outcome: object) =>
    act({ t: 'odds.delta', game: 'a', markets: [{ ...market, outcomes: [{ key: '9:2.5', active: false, ...outcome }] }] })
  const [locked, priced] = [of({}), of({ active: true, price: 1900 })]
  expect([...standingActs([locked, priced]).stops]).toEqual([['a', [locked]]])
  expect(standingActs([priced]).stops.size).toBe(0)
})

it('tells the acts on prices by market, in their order, until the person gives the game back', () => {
  const market = (line: string, price?: number) => {
    const outcomes = [{ key: '9:2.5', active: true, ...(price === undefined ? {} : { price }) }]
    return { game: 'a', part: 'full', key: 'total', spec: line, status: 'active' as const, outcomes }
  }
  const of = (...markets: object[]) => act({ t: 'odds.delta', game: 'a', markets } as FactBody) as PriceAct
  const both = of(market('line=2.5', 1900), market('line=3.5', 2900))
  const locked = of(market('line=3.5'))
  const { prices } = standingActs([both, stop('a'), locked, odds('b')])
  expect([...prices]).toEqual([['a', [both, locked]]])
  const acts = prices.get('a')!
  // A price that was set and then locked must not be open in between.
  expect(actsOn(acts, [market('line=3.5', 2000), market('line=9.5', 2000)])).toEqual([{ ...both, markets: [both.markets[1]] }, locked])
  expect(actsOn(acts, [])).toEqual([])

  const anew = of(market('line=2.5', 1800))
  expect(actsAfter(acts, anew)).toEqual([both, locked, anew])
  for (const other of [stop('a'), stop('a', 'active', ['total'])]) expect(actsAfter(acts, other)).toEqual(acts)
  expect(actsAfter(acts, stop('a', 'active'))).toEqual([])
})
