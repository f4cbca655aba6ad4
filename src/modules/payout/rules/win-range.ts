/** The least and the greatest win of a bet: what a system says about itself before it is placed. */
import { must } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { BetLeg, SettledBet } from './bet.ts'
import { legResult } from './leg.ts'
import { betMoney, possibleMoney } from './money.ts'

export interface WinRange {
  /** The least payout above zero when every leg is won or lost; the greatest of chains and conditional bets, which promise none. */
  least: Minor
  most: Minor
}

/** Net minor units; results that are there already are ignored. */
export function winRange(bet: SettledBet): WinRange {
  const open = { ...bet, legs: bet.legs.map((leg) => ({ ...leg, result: null })) }
  const most = possibleMoney(open).netMinor
  const wins = leastWins(open).map((indexes) => netOf(open, new Set(indexes)))
  const least = wins.filter((net) => net > 0n).reduce((a, b) => (b < a ? b : a), most)
  return { least, most }
}

function netOf(bet: SettledBet, won: ReadonlySet<number>): Minor {
  const legs = bet.legs.map((leg, i): BetLeg => ({ ...leg, result: legResult(won.has(i) ? 'WIN' : 'LOSE') }))
  return must(betMoney({ ...bet, legs }), 'all legs are decided').netMinor
}

/** Sets of won legs among which the least win is. */
function leastWins(bet: SettledBet): number[][] {
  const all = bet.legs.map((_, i) => i)
  const cheapest = all.toSorted((a, b) => bet.legs[a]!.price - bet.legs[b]!.price)
  switch (bet.kind) {
    case 'system':
      return [cheapest.slice(0, must(bet.size, 'a system has a size'))]
    case 'lucky':
      return [cheapest.slice(0, 1)]
    case 'patent':
      return [cheapest.slice(0, 2)]
    case 'multi_single':
      return all.map((i) => [i])
    case 'multi_bet':
      return [cheapestBlocks(bet)]
    case 'chain':
    case 'conditional':
      return []
    case 'single':
    case 'express':
      return [all]
    case 'anti_express':
      return [[]]
  }
}

function cheapestBlocks(bet: SettledBet): number[] {
  const [lobby, blocks] = bet.withLobby ? [bet.blocks![0]!, bet.blocks!.slice(1)] : [[], must(bet.blocks, 'a multi-bet has blocks')]
  const price = (block: number[]): number => block.reduce((log, i) => log + Math.log(bet.legs[i]!.price / 1000), 0)
  const chosen = blocks.toSorted((a, b) => price(a) - price(b)).slice(0, must(bet.size, 'a multi-bet has a size'))
  return [...lobby, ...chosen.flat()]
}
