/**
 * Products of the line that a brand may not have and that a player may close for himself. A product is its sports, and
 * championships of played sports that belong to it: virtual football is football.
 */
import type { Book, BookGame } from './book.ts'
import type { FeedQuery } from './feed-query.ts'
import { sportKind } from './sport-kind.ts'

/** By their names as features of a brand. */
export const LINE_PRODUCTS = ['cyber', 'virtual', 'tvgames'] as const
export type LineProduct = (typeof LINE_PRODUCTS)[number]

/** Null: the usual line. `section`: that of the championship. */
export function lineProductOf(sportId: number, section?: string): LineProduct | null {
  const { cyber, virtual, name } = sportKind(sportId)
  if (cyber) return 'cyber'
  if (section === 'tv' || (virtual && name.startsWith('TV '))) return 'tvgames'
  return virtual || section === 'virtual' ? 'virtual' : null
}

/** Whether no answer to this question may hold the game. */
export function isLeftOut(book: Book, game: BookGame, { antisports, without }: Pick<FeedQuery, 'antisports' | 'without'>): boolean {
  if (antisports.includes(game.sportId)) return true
  if (without.length === 0) return false
  const product = lineProductOf(game.sportId, book.championships.get(game.championshipId)?.about?.section)
  return product !== null && without.includes(product)
}
