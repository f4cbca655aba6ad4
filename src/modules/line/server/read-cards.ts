/**
 * Cards that somebody reads: whoever prices them is told again and again, so that what is read stays whole, and a first reader
 * waits for the markets that his reading brings. Far games carry only the row of lists until then.
 */
import type { Clock, Millis } from '#lib/time.ts'
import { MINUTE, SECOND } from '#lib/time.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import { isOver, type Book, type BookGame, type Kind } from '../rules/book.ts'
import type { FeedQuery } from '../rules/feed-query.ts'
import { isLeftOut } from '../rules/left-out.ts'
import { sportInfo } from '../rules/sport-info.ts'
import type { Found } from './indexes.ts'
import type { AnswerDeps } from './selection.ts'

/** Told again so often; far oftener than anybody would take a card for forgotten. */
const AGAIN_MS = 10 * SECOND
/** After such a pause the card may have lost its markets, and is waited for as by a first reader. */
const FORGOTTEN_MS = 10 * MINUTE
/** A first reader waits no longer for a card that has its row alone. */
const ROW_WAITS_MS = 500
/** Nor for one that has more: it may be whole, and who prices in another process has no word for that. */
const MORE_WAITS_MS = 150
/** Cards that somebody listens to are told so often. */
const LISTENED_MS = 30 * SECOND
const MOST_CARDS = 10_000

interface Card {
  toldAt: Millis
  /** While a first reader waits. */
  whole?: Promise<void>
  done?: () => void
}

export interface ReadCards {
  /** Somebody reads the card of this game. A promise: its markets are being made, and the reader gets them in a moment. */
  read(ci: number): Promise<void> | undefined
  /** A fact was taken: prices of a game end the wait for its card. */
  took(resolved: ResolvedFact): void
  onRead(listener: (ci: number) => void): void
}

/** `listened`: games whose cards somebody hears of in the stream, whether he reads them or not. */
export function createReadCards(book: Book, clock: Clock, listened: () => Iterable<number>): ReadCards {
  const listeners: ((ci: number) => void)[] = []
  /** The one that was told longest ago stands first. */
  const cards = new Map<number, Card>()
  let listenedAt = -Infinity

  function read(ci: number): Promise<void> | undefined {
    const game = book.games.get(ci)
    if (!game || listeners.length === 0) return undefined
    const now = clock.now()
    const card = cards.get(ci) ?? { toldAt: -Infinity }
    const pause = now - card.toldAt
    if (pause < AGAIN_MS) return card.whole
    card.toldAt = now
    cards.delete(ci)
    cards.set(ci, card)
    if (cards.size > MOST_CARDS) cards.delete(cards.keys().next().value!)
    if (pause >= FORGOTTEN_MS) card.whole ??= waiting(card, hasRowAlone(game) ? ROW_WAITS_MS : MORE_WAITS_MS)
    for (const listener of listeners) listener(ci)
    return card.whole
  }

  return {
    read,
    took({ fact, gameCi }) {
      if (fact.provider === 'pricing' && fact.t === 'odds.delta' && gameCi !== undefined) cards.get(gameCi)?.done?.()
      const now = clock.now()
      if (now - listenedAt < LISTENED_MS) return
      listenedAt = now
      for (const ci of listened()) void read(ci)
    },
    onRead: (listener) => void listeners.push(listener),
  }
}

function waiting(card: Card, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, longestMs)
    function end(): void {
      clearTimeout(timer)
      delete card.whole
      delete card.done
      resolve()
    }
    card.done = end
  })
}

function hasRowAlone(game: BookGame): boolean {
  const row = new Set(sportInfo(game.sportId).rowMarkets)
  for (const part of game.parts.values())
    for (const { key, status } of part.markets.values()) if (status !== 'inactive' && (part.part !== 'full' || !row.has(key))) return false
  return true
}

/** A game of this kind that is not over, or one of its parts, by I; `takesCi`: by CI too, as cards alone are (wire rule 3). */
export function findCard({ indexes, book }: AnswerDeps, kind: Kind, query: FeedQuery, takesCi = true): Found | null {
  const found = indexes.byI(query.id) ?? (takesCi ? indexes.byCi(query.id) : null)
  return found && found.game.kind === kind && !isOver(found.game) && !isLeftOut(book, found.game, query) ? found : null
}

/** What every call that gives a card does first: tells that it is read, and waits a moment for what that brings. */
export function openCard(deps: AnswerDeps, kind: Kind, query: FeedQuery, takesCi = true): Promise<void> | undefined {
  const found = findCard(deps, kind, query, takesCi)
  return found ? deps.opened?.(found.game.ci) : undefined
}
