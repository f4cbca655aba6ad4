import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMinor, minorText } from '#lib/money.ts'
import { formatPrice, PRICE_FORMATS } from '#lib/price-format.ts'
import { parsePrice } from '#lib/price.ts'
import cashout from '../../../../test/vectors/cashout.json' with { type: 'json' }
import texts from '../../../../locales/en/orders.json' with { type: 'json' }
import coupon from '../../../../test/vectors/coupon.json' with { type: 'json' }
import { wantedPrice as typedPrice } from '#modules/coupon/rules/state/index.ts'
import { autoBetAction, DROP_REASONS, wantedPrice } from './auto-bet.ts'
import { vipParts } from '#modules/coupon/rules/vip-stake.ts'
import { answerBid, BID_REASONS } from './bid.ts'

interface Vector {
  name: string
  input: Record<string, unknown> & { op: string }
  expected: Record<string, unknown>
}
const cases = (file: { cases: unknown }, op: string) => (file.cases as Vector[]).filter(({ input }) => input.op === op)
const minor = (text: unknown) => parseMinor(String(text), 2)!

describe('auto-bets', () => {
  const ACTIONS = { wait: 'WAIT', place: 'PLACE', drop: 'CANCEL' } as const
  const vectors = cases(coupon, 'autoBet')

  it('has a text for every reason to drop', () =>
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(DROP_REASONS.map((reason) => `autobet_dropped_${reason}`))))

  it('has a text for every reason why a bid came to nothing', () =>
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(BID_REASONS.map((reason) => `bid_reason_${reason}`))))

  it('has vectors', () => expect(vectors.length).toBeGreaterThan(10))

  it.each(vectors)('$name', ({ input, expected }) => {
    const wanted = wantedPrice(Number(input['autoBetCf']), Number(input['autoBetCfView'] ?? 0))!
    const found = autoBetAction({
      wanted,
      current: parsePrice(String(input['current']))!,
      isOpen: input['open'] === true,
      hasScoreChanged: input['scoreChanged'] === true,
      dropOnScoreChange: input['dropOnScoreChange'] === true,
      hasStarted: input['eventStarted'] === true,
      followsIntoLive: input['transformEventKind'] === true,
      hasEnded: input['eventEnded'] === true,
    })
    // Money is looked at by the placement itself (auto-bets.test.ts): the moment alone says to place.
    const isPoor = input['balanceOk'] === false
    expect(isPoor ? 'PLACE' : ACTIONS[found.action]).toBe(isPoor ? ACTIONS[found.action] : expected['action'])
  })

  it('reads every format as it is shown: a price that shows what was asked for is met', () => {
    const views = Object.values(PRICE_FORMATS).filter((view) => view !== PRICE_FORMATS.uk)
    fc.assert(
      fc.property(fc.integer({ min: 1_001, max: 6_000 }), fc.constantFrom(...views), (price, view) => {
        const wanted = wantedPrice(Number(formatPrice(price, view)), view)!
        expect(wanted).toBeLessThanOrEqual(price)
        expect(formatPrice(wanted, view)).toBe(formatPrice(price, view))
      }),
    )
    expect(wantedPrice(-150, PRICE_FORMATS.us)).toBe(1663)
    expect(wantedPrice(-0.5, PRICE_FORMATS.malay)).toBe(2999)
    expect(wantedPrice(1.1, PRICE_FORMATS.uk)).toBe(2100)
    // Digits that no format has.
    expect(wantedPrice(2.10001, PRICE_FORMATS.decimal)).toBe(2101)
    expect([0.5, Number.NaN, 1, -2].map((value) => wantedPrice(value, 0))).toEqual([null, null, null, null])
  })

  it('takes no number that the format never shows: the coupon and the server read alike', () => {
    // A fraction of the coupon is one number on the wire, and nought asks for any price.
    const views = Object.values(PRICE_FORMATS).filter((view) => view !== PRICE_FORMATS.uk)
    const typed = fc.oneof(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: -3_000, max: 3_000 }),
      fc.integer({ min: -900, max: 900 }).map((whole) => whole * 1_000),
    )
    fc.assert(
      fc.property(
        typed.filter((value) => value !== 0).map((value) => value / 1_000),
        fc.constantFrom(...views),
        (value, view) => {
          const price = typedPrice(String(value), view)
          expect([value, view, wantedPrice(value, view)]).toEqual([value, view, price === null ? null : Number(price)])
        },
      ),
      { numRuns: 2_000 },
    )
    expect([2.8, 99, -99.9, 150.5].map((value) => wantedPrice(value, PRICE_FORMATS.us))).toEqual([null, null, null, null])
  })
})

describe('bids', () => {
  it.each(cases(coupon, 'bid'))('$name', ({ input, expected }) => {
    const found = answerBid({
      fair: { num: BigInt(parsePrice(String(input['fair']))!), den: 1n },
      wanted: parsePrice(String(input['wanted']))!,
      sumMinor: minor(input['sum']),
      limitMinor: minor(input['limit']),
      takenMinor: 0n,
    })
    expect(found.state.toUpperCase()).toBe(expected['state'])
    if (found.state === 'counter') expect(minorText(found.maxMinor, 2)).toBe(expected['counterMaxSum'])
  })

  it.each(cases(cashout, 'vip'))('$name', ({ input, expected }) => {
    const parts = vipParts(minor(input['VIPBetSumm']), minor(input['maxBet']), minor(input['vipLimit']))
    const { placed, waiting, refused } = parts
    expect({ accepted: minorText(placed, 2), pending: minorText(waiting, 2), refused: minorText(refused, 2) }).toEqual(expected)
  })
})
