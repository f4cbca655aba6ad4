/**
 * How many outcomes a game has when its card is opened. A far game carries what lists show, and its row says all the same what
 * is behind it: the whole card is priced once in a quiet moment, counted and thrown away.
 */
import type { Millis } from '#lib/time.ts'
import { MINUTE } from '#lib/time.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import type { Book, BookGame } from '#modules/line/rules/book.ts'
import { marketTypeOptional } from '#modules/line/rules/market-book.ts'
import type { MarginTable } from '../rules/margin-table.ts'
import { priceGame } from '../rules/price-game.ts'
import type { PricedMarket } from '../rules/sheet.ts'
import type { Memories } from './memory.ts'
import { inputOf } from './price-input-of.ts'

/** Of a line that is new, so many a second: five minutes for thousands of games, a twentieth of a processor. */
const GAMES_A_TICK = 20
/** In play what can still happen gets less all the time. */
const LIVE_AGAIN_MS = MINUTE

export interface CardSizes {
  /** Games whose card is not whole and which nobody has counted since their model changed, a few of them at a time. */
  counting(book: Book, now: Millis): Generator<Fact[]>
}

export function createCardSizes(memories: Memories, margins: MarginTable): CardSizes {
  /** Where the last tick stopped. */
  let games: Iterator<BookGame> = [].values()

  function isDue(game: BookGame, now: Millis): boolean {
    const live = game.status === 'live'
    if (!game.model || (!live && game.status !== 'scheduled')) return false
    const { breadth, sized } = memories.of(game)
    if (breadth === undefined || breadth === 'whole') return false
    return sized?.model !== game.model || (live && now - sized.at >= LIVE_AGAIN_MS)
  }

  return {
    *counting(book, now) {
      let left = GAMES_A_TICK
      for (let seen = 0; left > 0 && seen < book.games.size; seen += 1) {
        let next = games.next()
        if (next.done) next = (games = book.games.values()).next()
        if (next.done) return
        const game = next.value
        if (!isDue(game, now)) continue
        left -= 1
        memories.of(game).sized = { model: game.model, at: now }
        const sizes = sizesOf(priceGame(inputOf(game, now, margins, true)))
        yield isSame(game.sizes, sizes)
          ? []
          : [memories.send(game, 'pricing', now, { t: 'odds.delta', game: game.ref, markets: [], sizes })]
      }
    },
  }
}

/** Outcomes that readers would see, by part (`isShown` of the line: priced, of a market with a group). */
export function sizesOf(sheet: readonly PricedMarket[]): Record<string, number> {
  const sizes: Record<string, number> = {}
  for (const { part, key, status, outcomes } of sheet) {
    if (status !== 'active' || !marketTypeOptional(key)?.g) continue
    for (const { active } of outcomes) if (active) sizes[part] = (sizes[part] ?? 0) + 1
  }
  return sizes
}

function isSame(known: Readonly<Record<string, number>> | undefined, sizes: Readonly<Record<string, number>>): boolean {
  const parts = Object.keys(sizes)
  return known !== undefined && parts.length === Object.keys(known).length && parts.every((part) => known[part] === sizes[part])
}
