/** A calculation as a query string and back: `?bet=full&stake=10&per=line&ew=5&legs=2.5:won,4:placed:10:2`. */
import { parsePrice, priceText, MAX_PRICE } from '#lib/price.ts'
import { betsOf, EACH_WAY_PARTS, LEG_RESULTS, MOST_CALCULATOR_LEGS, RULE4_STEPS } from './calculate.ts'
import type { CalculatorBet, CalculatorLeg } from './calculate.ts'

export interface CalculatorState {
  bet: CalculatorBet
  /** As typed. */
  stake: string
  perLine: boolean
  eachWay: number | null
  legs: readonly CalculatorLeg[]
}

export const MOST_TIED = 10
export const NEW_LEG: CalculatorLeg = { price: 0, result: 'won', rule4: 0, tied: 1 }
const STAKE = /^\d{0,10}([.,]\d{0,8})?$/

/** Whatever of it is no calculation is left out: an address is typed by anybody. */
export function readAddress(query: { get(name: string): string | null }): CalculatorState {
  const legs = (query.get('legs') ?? '').split(',').filter(Boolean).slice(0, MOST_CALCULATOR_LEGS).map(readLeg)
  const stake = query.get('stake') ?? ''
  const eachWay = Number(query.get('ew'))
  const rest = {
    stake: STAKE.test(stake) && stake !== '' ? stake : '10',
    perLine: query.get('per') === 'line',
    eachWay: EACH_WAY_PARTS.some((part) => part === eachWay) ? eachWay : null,
    legs: legs.length > 0 ? legs : [NEW_LEG, NEW_LEG],
  }
  return { ...rest, bet: allowedBet(query.get('bet') ?? '', rest.legs.length) }
}

export function writeAddress({ bet, stake, perLine, eachWay, legs }: CalculatorState): Record<string, string> {
  return {
    bet: String(bet),
    stake,
    ...(perLine ? { per: 'line' } : {}),
    ...(eachWay === null ? {} : { ew: String(eachWay) }),
    legs: legs.map(writeLeg).join(),
  }
}

/** The bet of that name, or the nearest that so many selections allow. */
export function allowedBet(name: string, legs: number): CalculatorBet {
  const bets = betsOf(legs)
  return bets.find((bet) => String(bet) === name) ?? bets[Math.min(1, bets.length - 1)]!
}

function readLeg(text: string): CalculatorLeg {
  const [price = '', result = '', rule4 = '', tied = ''] = text.split(':')
  const milli = parsePrice(price) ?? 0
  return {
    price: milli > 1000 && milli <= MAX_PRICE ? milli : 0,
    result: LEG_RESULTS.find((one) => one === result) ?? 'won',
    rule4: RULE4_STEPS.find((step) => String(step) === rule4) ?? 0,
    tied: /^([1-9]|10)$/.test(tied) ? Number(tied) : 1,
  }
}

function writeLeg({ price, result, rule4, tied }: CalculatorLeg): string {
  const parts = [price === 0 ? '' : priceText(price), result, String(rule4), String(tied)]
  return tied > 1 ? parts.join(':') : rule4 > 0 ? parts.slice(0, 3).join(':') : parts.slice(0, 2).join(':')
}
