/** What persons at the desk did to markets and have not taken back: it holds across a restart too. */
import type { Fact, FactOf, Ref } from './fact.ts'

export type PriceAct = FactOf<'odds.delta'>
export type MarketAct = FactOf<'bet.stop'> | PriceAct

export interface StandingActs {
  /** By game, what stops it, its markets or single prices: to be known before its first price. */
  stops: Map<Ref, MarketAct[]>
  /** Of games with a price by hand, every act on their prices in its order: they stand with the first price of the producer. */
  prices: Map<Ref, PriceAct[]>
  /** Every act on markets that stands, in its order. */
  onMarkets: MarketAct[]
}

/** `acts` in the order in which they were told. */
export function standingActs(acts: readonly Fact[]): StandingActs {
  const byGame = new Map<Ref, MarketAct[]>()
  for (const act of acts) {
    if (act.t !== 'bet.stop' && act.t !== 'odds.delta') continue
    if (act.t === 'bet.stop' && act.to === 'active' && act.groups === 'all') byGame.delete(act.game)
    else byGame.set(act.game, [...(byGame.get(act.game) ?? []), act])
  }
  const stops = new Map<Ref, MarketAct[]>()
  const prices = new Map<Ref, PriceAct[]>()
  for (const [game, standing] of byGame) {
    const closing = standing.filter(canComeFirst)
    if (closing.length > 0) stops.set(game, closing)
    const onPrices = standing.filter((act) => act.t === 'odds.delta')
    if (onPrices.some(setsPrices)) prices.set(game, onPrices)
  }
  return { stops, prices, onMarkets: [...byGame.values()].flat() }
}

/** Of `acts` what they say of the markets that `said` names. */
export function actsOn(acts: readonly PriceAct[], said: readonly MarketId[]): PriceAct[] {
  const named = new Set(said.map(idOf))
  return acts
    .map((act) => ({ ...act, markets: act.markets.filter((market) => named.has(idOf(market))) }))
    .filter(({ markets }) => markets.length > 0)
}

/** `acts` after a person has done something anew: the last word comes last. */
export function actsAfter(acts: readonly PriceAct[], anew: Fact): readonly PriceAct[] {
  if (anew.t === 'odds.delta') return [...acts, anew]
  return anew.t === 'bet.stop' && anew.to === 'active' && anew.groups === 'all' ? [] : acts
}

type MarketId = Pick<PriceAct['markets'][number], 'part' | 'key' | 'spec'>
const idOf = ({ part, key, spec }: MarketId) => [part, key, spec].join('|')

function setsPrices(act: PriceAct): boolean {
  return act.markets.some(({ outcomes }) => outcomes.some(({ price }) => price !== undefined))
}

/** What a person has priced needs the market of its producer, and a stop of some groups needs their markets. */
function canComeFirst(act: MarketAct): boolean {
  if (act.t === 'bet.stop') return act.to === 'suspended' && act.groups === 'all'
  return !setsPrices(act)
}
