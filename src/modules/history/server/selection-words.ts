/** What a bet is on, in words, as tables and letters tell it. */
import type { Minor } from '#lib/money.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { byBlock } from '#modules/payout/rules/block-order.ts'
import type { BetBlock } from '../rules/blocks.ts'
import type { HistoryBet } from './bets-store.ts'
import { blocksIn, isOpen, type HistoryView } from './bet-value.ts'
import { detailsOf, gameTitle } from './leg-value.ts'

/** A leg in words. */
export interface SelectionWords {
  /** Before the first leg of a block: "Block 2 (up to €5)"; '' elsewhere. */
  block: string
  game: string
  market: string
  outcome: string
  price: string
}

type MoneyWords = (minor: Minor) => string

/** The price of a single is the bet's: an edit has made another of the one that its leg had. */
export function selectionsOf(bet: HistoryBet, view: HistoryView, money: MoneyWords): SelectionWords[] {
  const { legs } = bet.receipt
  const blocks = blocksIn(bet, view)
  return byBlock(legs, (_, i) => blocks[i]?.level ?? null).map(({ leg, at, isFirst }) => {
    const details = detailsOf(leg, view)
    const { group, outcome } = details
    const game = gameTitle(details)
    const block = blocks[at]
    return {
      block: block && isFirst ? blockHead(block, bet, view, money) : '',
      game,
      // The question of a long-term bet is its market and its game: it is said once.
      market: group === game ? '' : group,
      outcome,
      price: legs.length === 1 ? bet.price : String(leg.given / 1000),
    }
  })
}

/** As the card of the bet heads its blocks. */
function blockHead(block: BetBlock, bet: HistoryBet, view: HistoryView, money: MoneyWords): string {
  const name = block.level === 0 ? view.text('history:lobby') : `${view.text('history:block')} ${block.level}`
  const stake = stakeOf(block, bet, view, money)
  return stake ? `${name} (${stake})` : name
}

/** A step of a conditional bet stakes what is there by then, at most what was wished (rules 2.8). */
function stakeOf({ stakeMinor, stakedMinor }: BetBlock, bet: HistoryBet, view: HistoryView, money: MoneyWords): string {
  if (bet.vid !== VID.condition) return stakeMinor === null ? '' : money(stakeMinor)
  if (stakedMinor !== null) return stakedMinor === 0n ? view.text('history:block_unstaked') : money(stakedMinor)
  if (!isOpen(bet.status)) return ''
  return stakeMinor === null ? view.text('history:block_rest') : view.text('history:block_most', { sum: money(stakeMinor) })
}
