/** What was written of a game last: lists of the same games are asked for again and again, by language, format and form. */
import type { BookGame } from '../book.ts'
import { marksOf, type View } from './view.ts'

interface Kept {
  version: number
  names: number
  marks: number
  written: unknown
}

const forms = new WeakMap<BookGame, Map<string, Kept>>()
const MOST_FORMS = 5

/**
 * What `write` made for this version of the game and of all names and for what statistics have of it, or makes now. It is shared:
 * nobody changes it, and it holds nothing that changes by itself, such as the seconds to the start.
 */
export function kept<T>(game: BookGame, view: View, form: string, write: () => T): T {
  if (view.names === undefined) return write()
  let own = forms.get(game)
  if (!own) forms.set(game, (own = new Map()))
  const key = `${form}|${view.lng}|${view.format}`
  const known = own.get(key)
  const marks = marksOf(view.marks, game)
  if (known?.version === game.version && known.names === view.names && known.marks === marks) return known.written as T
  const written = write()
  if (!known && own.size >= MOST_FORMS) own.delete(own.keys().next().value!)
  own.set(key, { version: game.version, names: view.names, marks, written })
  return written
}
