/** The tables find what looking at each outcome finds, whatever a specifier says. */
import { expect, test } from 'vitest'
import { allMarketTypes } from '#modules/line/rules/market-book.ts'
import { belongsTo, MarketTable, MemberTable } from './market-outcomes.ts'

const SPECS = [
  '',
  'line=2.5',
  'line=-1.5',
  'line=0',
  'line=NaN',
  'n=2',
  'minute=15',
  'minute=15|n=2',
  'from=76|to=90',
  'line=8.5|minute=15',
  'line=8.5|n=15',
  'line=2.5|player=201',
  'max=4',
  'max=10',
  'player=201',
]
const PARAMS = [0, 1, 2, -1.5, 1.5, 2.5, 10.01, 15, 15.002, 15.085, 76.09, 850.015, 1000]

test('of every market and every specifier', () => {
  let found = 0
  for (const market of allMarketTypes()) {
    const types = [...new Set(market.outcomes.map(({ t }) => t))]
    const outcomes = types.flatMap((t) => PARAMS.flatMap((p) => [0, 201].map((playerId) => ({ t, p: Math.round(p * 10_000), playerId }))))
    const members = new MemberTable((t) => outcomes.filter((outcome) => outcome.t === t))
    const markets = new MarketTable<string>()
    for (const spec of SPECS) markets.add(market, spec, spec)
    for (const spec of SPECS) {
      const own = outcomes.filter((outcome) => belongsTo(market, spec, outcome))
      found += own.length
      expect(new Set(members.of(market, spec)), `${market.key} ${spec}`).toEqual(new Set(own))
    }
    for (const outcome of outcomes)
      expect(markets.of(outcome).toSorted(), `${market.key} ${JSON.stringify(outcome)}`).toEqual(
        SPECS.filter((spec) => belongsTo(market, spec, outcome)).toSorted(),
      )
  }
  expect(found).toBeGreaterThan(1_000)
})
