/** Coupons for the tests of the reducer: legs of one price, a player with 10 000, limits that are known. */
import type { CouponAction } from './actions.ts'
import { EMPTY_COUPON, questionOf, type Coupon, type Quote, type Setup } from './coupon.ts'
import { currentJob, type BetAnswer } from './flow.ts'
import { KINDS } from './kind.ts'
import type { Leg, Offer } from './leg.ts'
import { OPTIONS } from './options.ts'
import { plannedBets } from './plan.ts'
import { reduce } from './reduce.ts'

export const PAGE = { lng: 'ru', partner: 1, cfView: 0, oneClick: false }
export const NOW = 1_800_000_000_000

export function offer(n: number, price = 2000, kind: 1 | 3 = 3): Offer {
  return {
    gameId: 600 + n,
    constId: 300 + n,
    type: 1,
    param: 0,
    playerId: 0,
    price,
    kind,
    sportId: 1,
    champId: 1,
    startsAt: 1_800_000_000,
    names: { side1: `A${n}`, side2: `B${n}`, champ: 'C', market: '1X2', outcome: 'W1', period: '' },
  }
}

export const guid = (n: number) => n.toString(16).padStart(24, '0')
export const run = (coupon: Coupon, ...actions: CouponAction[]) => actions.reduce(reduce, coupon)

export const SETUP: Setup = {
  lng: 'ru',
  currency: { code: 'KZT', exponent: 2, symbol: '₸' },
  template: '2000',
  maxLegs: 50,
  maxSystemLegs: 20,
  kinds: KINDS,
  options: new Set(OPTIONS),
  boost: null,
  tax: null,
  vipFactor: 0,
  early: null,
  insurance: null,
}

export const READY: CouponAction[] = [
  {
    do: 'setup',
    setup: SETUP,
  },
  { do: 'load', stored: null, policy: null },
  { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 1_000_000n } },
]
export const limitsOf = (coupon: Coupon): CouponAction => ({
  do: 'checked',
  legs: [],
  limits: Object.fromEntries(plannedBets(coupon).map((bet) => [bet.key, { minMinor: 5_000n, maxMinor: 50_000_000n, maxPayoutMinor: 0n }])),
})

/** The server's answer to the coupon as a whole. */
export function quoted(coupon: Coupon, part: Partial<Quote>): Coupon {
  const quote: Quote = {
    question: questionOf(coupon),
    price: null,
    why: '',
    conflict: [],
    sizes: [],
    promos: [],
    promoWhy: '',
    advance: false,
    worthMinor: null,
    dayPercent: 0,
    ...part,
  }
  return reduce(coupon, { do: 'checked', legs: [], limits: {}, quote })
}

/** Signed in, with legs, priced. */
export function ready(...offers: Offer[]): Coupon {
  const coupon = run(EMPTY_COUPON, ...READY, ...offers.map((one): CouponAction => ({ do: 'toggle', offer: one })))
  return reduce(coupon, limitsOf(coupon))
}

export function send(coupon: Coupon, first = 1, approved = false): Coupon {
  return reduce(coupon, { do: 'send', guids: plannedBets(coupon).map((_, i) => guid(first + i)), approved, request: PAGE })
}

export function answer(coupon: Coupon, given: BetAnswer, spare = 99): Coupon {
  return reduce(coupon, { do: 'answer', guid: currentJob(coupon.flow)?.guid ?? '', answer: given, nowMs: NOW, spareGuid: guid(spare) })
}

export function priced(coupon: Coupon, index: number, price: number): Coupon {
  const legs = coupon.legs.map((leg, i): Leg => (i === index ? { ...leg, price } : leg))
  return reduce(coupon, { do: 'seen', legs })
}

export function withLeg(coupon: Coupon, index: number, part: Partial<Leg>): Coupon {
  return reduce(coupon, { do: 'seen', legs: coupon.legs.map((leg, i) => (i === index ? { ...leg, ...part } : leg)) })
}

export const refusedBy = (code: number): BetAnswer => ({ kind: 'refused', code, text: 'x' })
