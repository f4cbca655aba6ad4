import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FactBody, Market, MarketStatus } from '#modules/feeds/rules/fact.ts'
import { applyFact } from './apply-fact.ts'
import { type Book, type BookMarket, emptyBook } from './book.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleMarket } from './sample-facts.ts'

const game = sampleGame({ n: 1 })
let book: Book
let at = SAMPLE_START

const total = (over: number, more: Partial<Market> = {}, line = 2.5): Market =>
  sampleMarket(
    'total',
    `line=${line}`,
    [
      [`9:${line}`, over],
      [`10:${line}`, 3600 - over],
    ],
    more,
  )
const market = (line = 2.5, of = book): BookMarket => of.games.get(game.ci)!.parts.get('full')!.markets.get(`total|line=${line}`)!
const first = () => market().outcomes[0]!

function apply(body: FactBody, provider: string, to = book): void {
  at += 1
  applyFact(to, sampleFact(body, game.ci, { provider: provider as 'world', producer: provider, sentAt: at }))
}
const feed = (...markets: Market[]) => apply({ t: 'odds.delta', game: 'g1', markets }, 'pricing')
const feedStops = (reason: 'goal' | 'review' = 'goal') =>
  apply({ t: 'bet.stop', game: 'g1', groups: 'all', to: 'suspended', reason }, 'pricing')
const desk = (...markets: Market[]) => apply({ t: 'odds.delta', game: 'g1', markets }, 'trader')
const stop = () => apply({ t: 'bet.stop', game: 'g1', groups: 'all', to: 'suspended', reason: 'review' }, 'trader')
const open = () => apply({ t: 'bet.stop', game: 'g1', groups: 'all', to: 'active', reason: 'trader' }, 'trader')

beforeEach(() => {
  book = emptyBook()
  applyFact(book, sampleGameFact(game))
  feed(total(1900))
})

describe('a stop by hand', () => {
  test('holds whatever the producer says, and shows its last price when it is lifted', () => {
    stop()
    feed(total(1700))
    expect(market()).toMatchObject({ status: 'suspended', reason: 'review', producer: 'pricing' })
    open()
    expect(market()).toMatchObject({ status: 'active', producer: 'pricing' })
    expect(market().reason).toBeUndefined()
    expect(first()).toMatchObject({ price: 1700, active: true })
  })

  test('of a market, or of a price, that nobody offers yet is no offer; it shows what comes, older than the stop as well', () => {
    const told = at
    desk({ ...total(1900, {}, 3.5), status: 'suspended', reason: 'review', outcomes: [] })
    desk({ ...total(1900, {}, 4.5), outcomes: [{ key: '9:4.5', active: false }] })
    expect([market(3.5).status, market(4.5).status, market(4.5).producer]).toEqual(['inactive', 'inactive', ''])
    at = told - 10
    feed(total(1700, {}, 3.5), total(1600, {}, 4.5))
    expect(market(3.5)).toMatchObject({ status: 'suspended', reason: 'review', producer: 'pricing' })
    expect(market(3.5).outcomes.map(({ price }) => price)).toEqual([1700, 1900])
    expect(market(4.5)).toMatchObject({ status: 'active', producer: 'pricing' })
    expect(market(4.5).outcomes.map(({ active }) => active)).toEqual([false, true])
    open()
    expect([market(3.5).status, market(4.5).outcomes[0]!.active]).toEqual(['active', true])
  })

  test('with a price before its producer has one: the price stands, the producer may stop it, and gets it back', () => {
    const told = at
    desk({ ...total(1900, {}, 3.5), outcomes: [{ key: '9:3.5', active: false }] })
    desk(total(1900, {}, 1.5), total(1900, {}, 3.5))
    at = told - 10
    feed(total(1700, {}, 1.5), total(1600, {}, 3.5))
    for (const line of [1.5, 3.5])
      expect(market(line)).toMatchObject({ status: 'active', producer: 'trader', taken: { producer: 'pricing' } })
    expect([1.5, 3.5].map((line) => market(line).outcomes.map(({ price }) => price))).toEqual(Array(2).fill([1900, 1700]))
    feedStops()
    expect(market(1.5)).toMatchObject({ status: 'suspended', reason: 'goal' })
    open()
    expect(market(1.5)).toMatchObject({ status: 'suspended', producer: 'pricing' })
    feed(total(1650, {}, 1.5))
    expect(market(1.5)).toMatchObject({ status: 'active', producer: 'pricing', outcomes: [{ price: 1650 }, { price: 1950 }] })
  })

  test('given back before its producer has said a word, a price is no offer', () => {
    desk(total(1900, {}, 1.5))
    open()
    expect(market(1.5)).toMatchObject({ status: 'inactive', producer: '' })
    feed(total(1700, {}, 1.5))
    expect(market(1.5)).toMatchObject({ status: 'active', producer: 'pricing', outcomes: [{ price: 1700 }, { price: 1900 }] })
  })

  test('lifted, opens nothing that the producer has stopped or closed meanwhile', () => {
    feed(total(1500, {}, 1.5))
    stop()
    feedStops()
    feed(total(1500, { status: 'inactive' }, 1.5))
    expect(market()).toMatchObject({ status: 'suspended', reason: 'review' })
    open()
    expect(market()).toMatchObject({ status: 'suspended', reason: 'goal' })
    expect(market(1.5).status).toBe('inactive')
  })

  test('of the game is one of the markets that come after it', () => {
    stop()
    feed(total(2100, {}, 3.5))
    expect(market(3.5)).toMatchObject({ status: 'suspended', reason: 'review' })
    applyFact(book, sampleGameFact(game, { sentAt: (at += 1) }))
    feed(total(2300, {}, 4.5))
    expect(market(4.5).status).toBe('suspended')
    open()
    expect([market(3.5).status, market(4.5).status]).toEqual(['active', 'active'])
    feed(total(2400, {}, 5.5))
    expect(market(5.5).status).toBe('active')
  })

  test('of one market leaves the others, and a result ends it', () => {
    feed(total(1500, {}, 1.5))
    desk(total(1900, { status: 'suspended', reason: 'trader', outcomes: [] }))
    expect([market().status, market(1.5).status]).toEqual(['suspended', 'active'])
    apply({ t: 'cancel', game: 'g1', markets: [{ game: 'g1', part: 'full', key: 'total', spec: 'line=2.5' }] }, 'trader')
    open()
    expect(market().status).toBe('cancelled')
  })

  test('of nobody is lifted by the desk: what the producer stopped stays stopped', () => {
    feedStops()
    open()
    expect(market()).toMatchObject({ status: 'suspended', reason: 'goal' })
    // No producer lifts a stop by hand.
    stop()
    apply({ t: 'bet.stop', game: 'g1', groups: 'all', to: 'active', reason: 'other' }, 'pricing')
    expect(market()).toMatchObject({ status: 'suspended', reason: 'review' })
  })

  test('leaves no trace: lifted, the market is what it would have been without it', () => {
    const statuses: MarketStatus[] = ['active', 'suspended', 'inactive']
    const said = fc.record({ status: fc.constantFrom(...statuses), over: fc.integer({ min: 1100, max: 2500 }), isStop: fc.boolean() })
    fc.assert(
      fc.property(fc.array(said, { maxLength: 12 }), fc.nat(12), (words, when) => {
        const [plain, stopped] = [emptyBook(), emptyBook()]
        for (const one of [plain, stopped]) applyFact(one, sampleGameFact(game))
        const tell = (body: FactBody) => [plain, stopped].forEach((one) => apply(body, 'pricing', one))
        const hand = (to: 'suspended' | 'active') =>
          apply({ t: 'bet.stop', game: 'g1', groups: 'all', to, reason: 'trader' }, 'trader', stopped)
        for (const [n, { status, over, isStop }] of words.entries()) {
          if (n === when) hand('suspended')
          if (isStop) tell({ t: 'bet.stop', game: 'g1', groups: 'all', to: 'suspended', reason: 'goal' })
          else tell({ t: 'odds.delta', game: 'g1', markets: [total(over, { status, reason: 'other' })] })
          if (n >= when && market(2.5, stopped)) expect(market(2.5, stopped).status).not.toBe('active')
        }
        hand('active')
        const seen = (of: Book) => of.games.get(game.ci)!.parts.get('full')!.markets.get('total|line=2.5')
        expect({ ...seen(stopped), sentAt: 0 }).toEqual({ ...seen(plain), sentAt: 0 })
      }),
    )
  })
})

describe('the desk', () => {
  test('keeps the time at which a market closes', () => {
    feed(total(1900, { closesAt: SAMPLE_START + 500 }))
    desk(total(1900, { status: 'suspended', outcomes: [] }))
    desk(total(1950))
    expect(market().closesAt).toBe(SAMPLE_START + 500)
  })

  test('opens nothing by a price or a lock: what is stopped stays so, by whomever', () => {
    feedStops()
    desk(total(1950))
    expect(market()).toMatchObject({ status: 'suspended', reason: 'goal' })
    feed(total(1500, {}, 1.5))
    stop()
    desk({ ...total(1500, {}, 1.5), outcomes: [{ key: '9:1.5', active: false }] })
    expect(market(1.5)).toMatchObject({ status: 'suspended', reason: 'review' })
  })

  test('opens what its producer left to a person', () => {
    feed(total(1900, { status: 'suspended', reason: 'odd_price', outcomes: [] }))
    open()
    expect(market().status).toBe('active')
  })

  test('stops a game that has no markets yet: the change is one, so other processes hear of it', () => {
    const empty = emptyBook()
    applyFact(empty, sampleGameFact(game))
    const told = (to: 'suspended' | 'inactive' | 'active') =>
      applyFact(
        empty,
        sampleFact({ t: 'bet.stop', game: 'g1', groups: 'all', to, reason: 'review' }, game.ci, { provider: 'trader', producer: 'trader' }),
      ).applied
    expect([told('suspended'), told('suspended'), told('inactive')]).toEqual([true, false, false])
    apply({ t: 'odds.delta', game: 'g1', markets: [total(1900)] }, 'pricing', empty)
    expect(market(2.5, empty).status).toBe('suspended')
    expect(told('active')).toBe(true)
  })
})

describe('a price', () => {
  test('locked by hand stays so through the producer’s next ones', () => {
    desk({ ...total(1900), outcomes: [{ key: '9:2.5', active: false }] })
    feed(total(1800))
    expect(market().outcomes.map(({ price, active }) => [price, active])).toEqual([
      [1800, false],
      [1800, true],
    ])
    expect(market().status).toBe('active')
    open()
    expect(first().active).toBe(true)
  })

  test('by hand is not overwritten and obeys the producer’s stops until the game is given back', () => {
    desk(total(1950))
    expect(market()).toMatchObject({ producer: 'trader' })
    feed(total(1700))
    expect(first().price).toBe(1950)
    feedStops()
    expect(market()).toMatchObject({ status: 'suspended', reason: 'goal' })
    feed(total(1600))
    expect(market().status).toBe('suspended')
    open()
    expect(market()).toMatchObject({ status: 'suspended', reason: 'goal', producer: 'pricing' })
    feed(total(1600))
    expect(market().status).toBe('active')
    expect(first().price).toBe(1600)
  })
})
