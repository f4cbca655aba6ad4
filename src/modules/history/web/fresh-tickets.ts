/** Which bets of this browser stand above the list of open bets that the server gave. */
import type { LocalBet } from '#modules/coupon/web/index.ts'

/** A refusal is told so long. */
const FRESH_MS = 10 * 60_000
/** A list that was asked for while the bet was being placed may lack it. */
const LIST_LAG_MS = 3_000

export interface ServerList {
  ids: ReadonlySet<string>
  /** When it came, Unix ms; 0: it has not come yet. */
  at: number
}

/** A newer list without a placed bet says that the bet is open no more: sold, changed into another one, or decided. */
export function freshTickets(local: readonly LocalBet[], list: ServerList, openedAt: number): LocalBet[] {
  return local.filter((bet) => {
    if (bet.state === 'waiting') return true
    if (list.ids.has(bet.id) || bet.at <= openedAt - FRESH_MS) return false
    return bet.state === 'refused' || list.at <= bet.at + LIST_LAG_MS
  })
}
