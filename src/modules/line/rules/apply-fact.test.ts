import { beforeEach, describe, expect, test } from 'vitest'
import type { Market } from '#modules/feeds/rules/fact.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import { applyFact } from './apply-fact.ts'
import { type Book, type BookMarket, emptyBook, isOpen } from './book.ts'
import {
  footballMarkets,
  SAMPLE_START,
  sampleFact,
  sampleGame,
  sampleGameFact,
  type SampleHead,
  sampleLive,
  sampleMarket,
} from './sample-facts.ts'

const game = sampleGame({ n: 1, parts: ['h1', 'corners'] })
const AT = SAMPLE_START
let book: Book

function odds(markets: Market[], head: SampleHead = {}, t: 'odds.delta' | 'odds.image' = 'odds.delta'): ResolvedFact {
  return sampleFact({ t, game: 'g1', markets }, game.ci, head)
}
function market(id = 'result_1x2|', part = 'full'): BookMarket {
  return book.games.get(game.ci)!.parts.get(part)!.markets.get(id)!
}
const prices = (id?: string): number[] => market(id).outcomes.map((outcome) => outcome.price)
const result = (...values: number[]): Market =>
  sampleMarket(
    'result_1x2',
    '',
    values.map((price, k) => [String(k + 1), price]),
  )

beforeEach(() => {
  book = emptyBook()
  applyFact(book, sampleGameFact(game))
})

describe('prices', () => {
  test('are taken, changed and counted: one version a fact', () => {
    applyFact(book, odds([result(2000, 3400, 3600)]))
    const { games } = applyFact(book, odds([result(2100, 3400, 3600)], { sentAt: AT + 1 }))
    expect(prices()).toEqual([2100, 3400, 3600])
    expect([...games[0]!.groups]).toEqual(['full|1'])
    expect(book.games.get(game.ci)!.version).toBe(3)
    expect(book.version).toBe(3)
  })

  test('older than the stored ones are dropped, and nothing is counted', () => {
    applyFact(book, odds([result(2000, 3400, 3600)], { sentAt: AT + 10 }))
    const version = book.version
    expect(applyFact(book, odds([result(1500, 3400, 3600)], { sentAt: AT + 9 })).applied).toBe(false)
    expect(prices()).toEqual([2000, 3400, 3600])
    expect(book.version).toBe(version)
  })

  test('a market that the feed keeps out of buying back stays so until the feed says otherwise', () => {
    applyFact(book, odds([{ ...result(2000, 3400, 3600), cashout: false }]))
    expect(market().cashout).toBe(false)
    applyFact(book, odds([result(2100, 3400, 3600)], { sentAt: AT + 1 }))
    expect(market().cashout).toBe(false)
    applyFact(book, odds([{ ...result(2100, 3400, 3600), cashout: true }], { sentAt: AT + 2 }))
    expect(market()).not.toHaveProperty('cashout')
  })

  test('of an unknown market are kept without a group', () => {
    applyFact(book, odds([{ ...result(2000, 3000, 4000), key: 'uof:575' }]))
    expect(market('uof:575|').g).toBe(0)
  })

  test('with a line that is no number are kept as they are named, and are not the line at 0', () => {
    applyFact(book, odds([sampleMarket('handicap', 'line=NaN', [['7:NaN', 1900]])]))
    expect(market('handicap|line=NaN').outcomes[0]).toMatchObject({ key: '7:NaN', t: 0 })
  })

  test('of an unknown part or game change nothing', () => {
    expect(applyFact(book, odds([{ ...result(2000, 3000, 4000), part: 'set9' }])).applied).toBe(false)
    expect(applyFact(book, sampleFact({ t: 'odds.delta', game: 'x', markets: [] }, 42)).applied).toBe(false)
  })

  test('an image makes what it leaves out inactive with its last price; a delta does not', () => {
    applyFact(book, odds(footballMarkets()))
    applyFact(book, odds([result(2000, 3400, 3600)], { sentAt: AT + 1 }))
    expect(market('total|line=2.5').status).toBe('active')
    applyFact(book, odds([result(2000, 3400, 3600)], { sentAt: AT + 2 }, 'odds.image'))
    expect(market('total|line=2.5')).toMatchObject({ status: 'inactive', outcomes: [{ price: 2000 }, { price: 2400 }] })
    expect(market().status).toBe('active')
  })

  test('an outcome that the market no longer names cannot be bet on and keeps its price', () => {
    applyFact(book, odds([result(2000, 3400, 3600)]))
    applyFact(book, odds([result(2000, 3400)], { sentAt: AT + 1 }))
    expect(market().outcomes[2]).toMatchObject({ price: 3600, active: false })
  })

  test('players come with our ids', () => {
    const scorer: Market = { ...sampleMarket('scorer', '', [['832@p7', 4500]]) }
    applyFact(book, { ...odds([scorer]), playerIds: { p7: 81_007 } })
    expect(market('scorer|').outcomes[0]).toMatchObject({ key: '832:0@81007', t: 832, playerId: 81_007 })
  })
})

describe('owners', () => {
  const mine = { producer: 'pre' }
  test('a stop touches only active markets of its producer', () => {
    applyFact(book, odds([result(2000, 3400, 3600)], mine))
    const stop = (producer: string, sentAt: number): ResolvedFact =>
      sampleFact({ t: 'bet.stop', game: 'g1', groups: 'all', to: 'suspended', reason: 'goal' }, game.ci, { producer, sentAt })
    expect(applyFact(book, stop('live', AT + 1)).applied).toBe(false)
    applyFact(book, stop('pre', AT + 2))
    expect(market()).toMatchObject({ status: 'suspended', reason: 'goal' })
  })

  test('another producer takes a market over with an open price, not with a stop', () => {
    applyFact(book, odds([result(2000, 3400, 3600)], mine))
    applyFact(book, odds([{ ...result(2000, 3400, 3600), status: 'suspended' }], { producer: 'live', sentAt: AT + 1 }))
    expect(market()).toMatchObject({ status: 'active', producer: 'pre' })
    applyFact(book, odds([result(1900, 3400, 3600)], { producer: 'live', sentAt: AT + 2 }))
    expect(market()).toMatchObject({ status: 'active', producer: 'live' })
  })

  test('a producer that goes down suspends what it owns in every game; a trader overrules everybody', () => {
    applyFact(book, odds([result(2000, 3400, 3600)], mine))
    const down = applyFact(
      book,
      sampleFact({ t: 'producer', state: 'down', lastAliveAt: AT }, undefined, { producer: 'pre', sentAt: AT + 1 }),
    )
    expect(down).toMatchObject({ producers: true, games: [{ ci: game.ci }] })
    expect(market()).toMatchObject({ status: 'suspended', reason: 'provider_lost' })
    applyFact(book, odds([result(2000, 3400, 3600)], { ...mine, sentAt: AT + 2 }))
    applyFact(
      book,
      sampleFact({ t: 'bet.stop', game: '*', groups: 'all', to: 'suspended', reason: 'trader' }, undefined, {
        provider: 'trader',
        producer: 'desk',
        sentAt: AT + 3,
      }),
    )
    expect(market()).toMatchObject({ status: 'suspended', reason: 'trader', producer: 'pre' })
  })
})

describe('results', () => {
  const id = { game: 'g1', part: 'full', key: 'result_1x2', spec: '' }
  const settle = (won: (0 | 1 | null)[], sentAt = AT + 1): ResolvedFact =>
    sampleFact(
      {
        t: 'settle',
        game: 'g1',
        certainty: 'confirmed',
        markets: [{ id, results: won.map((w, k) => ({ outcome: String(k + 1), won: w })) }],
      },
      game.ci,
      { sentAt },
    )
  beforeEach(() => void applyFact(book, odds([result(2000, 3400, 3600)])))

  test('close the market when every outcome is decided, and prices never open it again', () => {
    applyFact(book, settle([1, 0, null]))
    expect(market().status).toBe('active')
    expect(market().outcomes[0]).toMatchObject({ active: false, result: { won: 1 } })
    applyFact(book, settle([1, 0, 0]))
    expect(market().status).toBe('settled')
    applyFact(book, odds([result(1500, 3400, 3600)], { sentAt: AT + 100 }))
    expect(market()).toMatchObject({ status: 'settled', outcomes: [{ price: 2000 }, { price: 3400 }, { price: 3600 }] })
  })

  test('taken back wait for the next price', () => {
    applyFact(book, settle([1, 0, 0]))
    applyFact(book, sampleFact({ t: 'settle.rollback', game: 'g1', markets: [id] }, game.ci, { sentAt: AT + 2 }))
    expect(market().status).toBe('inactive')
    expect(market().outcomes.some((outcome) => outcome.result)).toBe(false)
    applyFact(book, odds([result(1500, 3400, 3600)], { sentAt: AT + 3 }))
    expect(market()).toMatchObject({ status: 'active', outcomes: [{ price: 1500 }, {}, {}] })
  })

  test('a cancellation of a time range leaves the market open, one without closes it', () => {
    applyFact(book, sampleFact({ t: 'cancel', game: 'g1', markets: [id], from: AT, to: AT + 5 }, game.ci))
    expect(market().status).toBe('active')
    applyFact(book, sampleFact({ t: 'cancel', game: 'g1', markets: [id] }, game.ci))
    expect(market().status).toBe('cancelled')
    applyFact(book, sampleFact({ t: 'cancel.rollback', game: 'g1', markets: [id] }, game.ci))
    expect(market().status).toBe('inactive')
  })
})

describe('the game', () => {
  test('keeps how many outcomes its card has when a head comes', () => {
    const markets = [result(2100, 3400, 3600)]
    applyFact(book, sampleFact({ t: 'odds.delta', game: 'g1', markets, sizes: { full: 40 } }, game.ci))
    applyFact(book, sampleGameFact({ ...game, startsAt: game.startsAt + 60_000 }, { sentAt: AT + 9 }))
    expect(book.games.get(game.ci)).toMatchObject({ startsAt: game.startsAt + 60_000, sizes: { full: 40 } })
  })

  test('goes live with new I, the same CI and its markets', () => {
    applyFact(book, odds(footballMarkets()))
    const before = book.games.get(game.ci)!.parts.get('full')!
    const live = sampleGame({ n: 1, parts: ['h1', 'corners'], kind: 1 })
    const { games } = applyFact(book, { ...sampleFact(sampleLive([0, 0]), game.ci, { sentAt: AT + 5 }), game: live })
    const after = book.games.get(game.ci)!
    expect(games[0]).toMatchObject({ head: true, live: true })
    expect(after.kind).toBe(1)
    expect(after.parts.get('full')!.ci).toBe(before.ci)
    expect(after.parts.get('full')!.i).not.toBe(before.i)
    expect(after.parts.get('full')!.markets.size).toBe(before.markets.size)
  })

  test('takes no bets while it is suspended or over', () => {
    applyFact(book, odds([result(2000, 3400, 3600)]))
    const open = (): boolean => isOpen(book.games.get(game.ci)!, market(), market().outcomes[0]!)
    expect(open()).toBe(true)
    for (const [k, status] of (['suspended', 'interrupted', 'ended', 'cancelled', 'abandoned', 'postponed'] as const).entries()) {
      applyFact(book, sampleGameFact({ ...game, status }, { sentAt: AT + 1 + k }))
      expect(open(), status).toBe(false)
    }
  })

  test('an older head and an older live state are dropped', () => {
    applyFact(book, sampleGameFact({ ...game, venue: 'New' }, { sentAt: AT + 10 }))
    expect(applyFact(book, sampleGameFact(game, { sentAt: AT + 5 })).applied).toBe(false)
    expect(book.games.get(game.ci)!.venue).toBe('New')
    applyFact(book, sampleFact(sampleLive([2, 0]), game.ci, { sentAt: AT + 20 }))
    applyFact(book, sampleFact(sampleLive([1, 0]), game.ci, { sentAt: AT + 19 }))
    expect(book.games.get(game.ci)!.live!.score).toEqual([2, 0])
  })

  test('incidents are kept once and in order', () => {
    const incident = (seq: number) => ({ game: 'g1', seq, clockSec: seq, type: 'goal' })
    const live = (...seqs: number[]): ResolvedFact => {
      const body = sampleLive([0, 0])
      return sampleFact(body.t === 'live' ? { ...body, incidents: seqs.map(incident) } : body, game.ci)
    }
    applyFact(book, live(1, 3))
    const { games } = applyFact(book, live(2, 3))
    expect(games[0]!.incidents.map(({ seq }) => seq)).toEqual([2])
    expect(book.games.get(game.ci)!.incidents.map(({ seq }) => seq)).toEqual([1, 2, 3])
    // The recorded one-day match with the most balls.
    applyFact(book, live(...Array.from({ length: 710 }, (_, n) => n + 1)))
    expect(book.games.get(game.ci)!.incidents[0]!.seq).toBe(1)
  })

  test('the same facts in the same order give the same book', () => {
    const facts = [
      sampleGameFact(game),
      odds(footballMarkets()),
      odds(footballMarkets(5), { sentAt: AT + 1 }),
      sampleFact(sampleLive([1, 0]), game.ci),
    ]
    const [one, two] = [emptyBook(), emptyBook()]
    for (const fact of structuredClone(facts)) applyFact(one, fact)
    for (const fact of structuredClone(facts)) applyFact(two, fact)
    expect(one).toEqual(two)
  })
})
