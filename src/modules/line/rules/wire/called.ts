/** What a game is called: by its sides, or as a field by its title. */
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { Book, BookGame } from '../book.ts'
import { nameIn } from './view.ts'

/** A race or a long-term bet with many runners has one side by name: the race itself (wire 4.1, O2). */
export function isField(game: BookGame): boolean {
  return game.type !== 'match' && game.sides.length > 2
}

export function fieldNames(book: Book, game: BookGame): Names {
  if (game.about?.title) return game.about.title
  return game.round ? { en: game.round } : (book.championships.get(game.championshipId)?.names ?? {})
}

/** As the address of its page says it: both sides, or the race. */
export function calledIn(book: Book, game: BookGame, lng: string): string {
  if (isField(game)) return nameIn(fieldNames(book, game), lng)
  return game.sides
    .slice(0, 2)
    .map((side) => nameIn(side.names, lng))
    .join(' ')
}
