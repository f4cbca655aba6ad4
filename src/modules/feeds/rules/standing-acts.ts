/** What persons at the desk did to markets and have not taken back: it holds across a restart too. */
import type { Fact, FactOf, Ref } from './fact.ts'

export type MarketAct = FactOf<'bet.stop'> | FactOf<'odds.delta'>

export interface StandingActs {
  /** By game, what stops it, its markets or single prices: to be known before its first price. */
  stops: Map<Ref, MarketAct[]>
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
  for (const [game, standing] of byGame) {
    const closing = standing.filter(canComeFirst)
    if (closing.length > 0) stops.set(game, closing)
  }
  return { stops, onMarkets: [...byGame.values()].flat() }
}

/** What a person has priced needs the market of its producer, and a stop of some groups needs their markets. */
function canComeFirst(act: MarketAct): boolean {
  if (act.t === 'bet.stop') return act.to === 'suspended' && act.groups === 'all'
  return act.markets.every(({ outcomes }) => outcomes.every(({ price }) => price === undefined))
}
