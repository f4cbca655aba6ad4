import { describe, expect, it } from 'vitest'
import { MIXED, readRowMarkets, rowMarketOf, withRowMarket } from './row-markets.ts'

describe('the market of the rows, by sport', () => {
  it('is kept for each sport on its own', () => {
    const stored = withRowMarket(withRowMarket('', 1, 'total'), 4, 'handicap')
    expect(stored).toBe('1.total_4.handicap')
    const markets = readRowMarkets(stored)
    expect([1, 4, 3].map((sport) => rowMarketOf(markets, sport, false))).toEqual(['total', 'handicap', 'result'])
  })

  it('is one for a list of several sports only where it was chosen there', () => {
    const own = withRowMarket('', 1, 'total')
    expect([1, 4].map((sport) => rowMarketOf(readRowMarkets(own), sport, true))).toEqual(['total', 'result'])
    const mixed = readRowMarkets(withRowMarket(own, MIXED, 'double'))
    expect([1, 4].map((sport) => rowMarketOf(mixed, sport, true))).toEqual(['double', 'double'])
    expect(rowMarketOf(mixed, 1, false)).toBe('total')
  })

  it('is taken back', () => {
    expect(withRowMarket('1.total_4.handicap', 1, null)).toBe('4.handicap')
  })

  it.each([null, 7, '', 'x', '1.nothing', '1.total.x_', '99999999.total', '1'])('%s leaves what can be read', (stored) => {
    expect([...readRowMarkets(stored)].length).toBeLessThan(2)
  })

  it('stays short', () => {
    let stored = ''
    for (let sport = 1; sport <= 80; sport += 1) stored = withRowMarket(stored, sport, 'total')
    expect(readRowMarkets(stored).size).toBe(60)
    expect(readRowMarkets(stored).has(80)).toBe(true)
    expect(stored.length).toBeLessThan(1000)
  })
})
