/** What persons at the desk did to markets and have not taken back: it holds across a restart too. */
import type { Fact, FactOf, Ref } from './fact.ts'

export type MarketAct = FactOf<'bet.stop'> | FactOf<'odds.delta'>

export interface StandingActs {
  /** Stops of whole games: to be known before the first price of the game. */
  stops: Map<Ref, FactOf<'bet.stop'>>
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
  const stops = new Map<Ref, FactOf<'bet.stop'>>()
  for (const [game, standing] of byGame) {
    const stop = standing.findLast((act) => act.t === 'bet.stop' && act.to === 'suspended' && act.groups === 'all')
    if (stop) stops.set(game, stop as FactOf<'bet.stop'>)
  }
  return { stops, onMarkets: [...byGame.values()].flat() }
}
