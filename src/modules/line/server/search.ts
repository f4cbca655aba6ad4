/**
 * Search over names of sides and championships (wire 5.10): words of every language of a name, their Latin
 * spelling, initials; one wrong letter is forgiven in words of four and more. In memory: an answer over 5,000
 * games takes a few milliseconds, the first after names have changed as well: words stand on shelves by their first
 * letter, and only the shelf that is asked for is put in order.
 */
import { fold, transliterate } from '#lib/text.ts'
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { Book, BookGame } from '../rules/book.ts'
import { sportKind } from '../rules/sport-kind.ts'

const MIN_TYPO = 4
const MOST_SCORED = 100

interface Entry {
  /** Names as they are given. */
  texts: ReadonlySet<string>
  words: readonly Word[]
  /** Folded phrases, for strict search: of the sides first, so many of them. */
  phrases: readonly string[]
  sides: number
}

/** One for all games that have it: games share their words, and 5,000 of them would keep 100,000 texts. */
interface Word {
  text: string
  games: Set<number>
}

/** Words that begin with one letter. */
interface Shelf {
  words: Map<string, Word>
  /** Its words in order, made again after a change: beginnings are found by halving. */
  sorted: string[] | null
}

export interface SearchIndex {
  put(game: BookGame): void
  remove(ci: number): void
  /** CI of games whose every word matches, best first. */
  find(text: string, strict: boolean, accept: (ci: number) => boolean, limit: number): number[]
}

export function createSearch(book: Book): SearchIndex {
  const games = new Map<number, Entry>()
  const shelves = new Map<string, Shelf>()
  /** Scores of words asked for lately: people type the same names, and no game has been renamed since. */
  const scored = new Map<string, ReadonlyMap<number, number>>()

  function remove(ci: number): void {
    const entry = games.get(ci)
    if (!entry) return
    for (const { text, games: list } of entry.words) {
      list.delete(ci)
      if (list.size > 0) continue
      const shelf = shelfOf(text)
      shelf.words.delete(text)
      shelf.sorted = null
    }
    games.delete(ci)
    scored.clear()
  }

  function put(game: BookGame): void {
    const bySide = textsOf(game.sides.map((side) => side.names))
    const texts = new Set([...bySide, ...textsOf([book.championships.get(game.championshipId)?.names ?? {}])])
    const known = games.get(game.ci)
    // Most changes of a head are of its status: the names stay.
    if (known && known.texts.size === texts.size && [...texts].every((text) => known.texts.has(text))) return
    remove(game.ci)
    scored.clear()
    const { phrases, sides, words: found } = spelled(texts, bySide.size)
    const words = [...found].map(wordOf)
    for (const word of words) word.games.add(game.ci)
    games.set(game.ci, { texts, words, phrases, sides })
  }

  function wordOf(text: string): Word {
    const shelf = shelfOf(text)
    let word = shelf.words.get(text)
    if (!word) {
      shelf.words.set(text, (word = { text, games: new Set() }))
      shelf.sorted = null
    }
    return word
  }

  function shelfOf(word: string): Shelf {
    const letter = word[0]!
    let shelf = shelves.get(letter)
    if (!shelf) shelves.set(letter, (shelf = { words: new Map(), sorted: null }))
    return shelf
  }

  /** Score of every game for one word: whole word 4, beginning 3, one letter wrong 1. */
  function gamesOf(word: string): ReadonlyMap<number, number> {
    const known = scored.get(word)
    if (known) return known
    const scores = scoresOf(word)
    if (scored.size >= MOST_SCORED) scored.clear()
    scored.set(word, scores)
    return scores
  }

  function scoresOf(word: string): Map<number, number> {
    const scores = new Map<number, number>()
    const give = (list: ReadonlySet<number>, score: number): void => {
      for (const ci of list) if ((scores.get(ci) ?? 0) < score) scores.set(ci, score)
    }
    const shelf = shelves.get(word[0]!)
    const sorted = shelf ? (shelf.sorted ??= [...shelf.words.keys()].toSorted()) : []
    for (let at = firstFrom(sorted, word); at < sorted.length && sorted[at]!.startsWith(word); at += 1) {
      give(shelf!.words.get(sorted[at]!)!.games, sorted[at] === word ? 4 : 3)
    }
    // A letter is forgiven to who is not understood: beside what was meant, what is only like it is noise.
    if (scores.size > 0 || word.length < MIN_TYPO) return scores
    for (const { words } of shelves.values()) {
      for (const { text: indexed, games: list } of words.values()) {
        if (Math.abs(indexed.length - word.length) > 1 && indexed.length < word.length) continue
        if (nearPrefix(word, indexed)) give(list, 1)
      }
    }
    return scores
  }

  function find(text: string, strict: boolean, accept: (ci: number) => boolean, limit: number): number[] {
    const phrase = normal(text)
    if (strict) return findPhrase(phrase, accept, limit)
    const words = wordsOf(phrase)
    if (words.length === 0) return []
    let totals: ReadonlyMap<number, number> | null = null
    for (const word of words) {
      const latin = normal(transliterate(word))
      const scores = latin === word ? gamesOf(word) : highest(gamesOf(word), gamesOf(latin))
      totals = totals ? intersect(totals, scores) : scores
    }

    return ranked(totals!, words, accept, limit)
  }

  function findPhrase(phrase: string, accept: (ci: number) => boolean, limit: number): number[] {
    const found: number[] = []
    if (phrase === '') return found
    // From the beginning of a word: "real" is no part of Montreal, and strict finds nothing that tolerant would not.
    const wanted = [` ${phrase}`, ` ${normal(transliterate(phrase))}`]
    for (const [ci, { phrases }] of games) {
      if (!phrases.some((one) => wanted.some((start) => ` ${one}`.includes(start))) || !accept(ci)) continue
      found.push(ci)
    }
    return found.toSorted(order).slice(0, limit)
  }

  function ranked(totals: ReadonlyMap<number, number>, words: readonly string[], accept: (ci: number) => boolean, limit: number): number[] {
    const asked = [words, words.map((word) => normal(transliterate(word)))]
    const found = [...totals].filter(([ci]) => accept(ci)).map(([ci, score]) => [ci, score + meant(ci, asked)] as const)
    return found
      .toSorted(([a, x], [b, y]) => y - x || order(a, b))
      .map(([ci]) => ci)
      .slice(0, limit)
  }

  /**
   * What is asked is meant of one name ("man city" is not Lincoln City against Mansfield), and of a side before its league; the
   * whole name of a side before a longer one.
   */
  function meant(ci: number, asked: readonly (readonly string[])[]): number {
    const entry = games.get(ci)
    let most = 0
    for (const words of asked) {
      const name = words.join(' ')
      entry?.phrases.forEach((phrase, at) => {
        if (!words.every((word) => ` ${phrase}`.includes(` ${word}`))) return
        const ofSide = at < entry.sides
        most = Math.max(most, (words.length < 2 ? 0 : words.length) + (ofSide ? 1 : 0) + (ofSide && phrase === name ? 2 : 0))
      })
    }
    return most
  }

  /** What people play before its imitations and before computers, each by its start. */
  function order(a: number, b: number): number {
    const one = book.games.get(a)
    const other = book.games.get(b)
    return imitated(one) - imitated(other) || (one?.startsAt ?? 0) - (other?.startsAt ?? 0) || a - b
  }

  const imitated = (game: BookGame | undefined): number =>
    game && (sportKind(game.sportId).cyber || book.championships.get(game.championshipId)?.about?.section) ? 1 : 0

  return { put, remove, find }
}

function textsOf(names: readonly Names[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => Object.values(name).filter((text) => text !== undefined)))
}

/** Phrases of names, and the words by which they are found; the first `named` texts are of sides, and so the first `sides` phrases. */
function spelled(texts: ReadonlySet<string>, named: number): { phrases: string[]; sides: number; words: ReadonlySet<string> } {
  const words = new Set<string>()
  const phrases = new Set<string>()
  let sides = 0
  let at = 0
  for (const text of texts) {
    if (at++ === named) sides = phrases.size
    if (!text) continue
    for (const phrase of [normal(text), normal(transliterate(text))]) {
      phrases.add(phrase)
      const parts = wordsOf(phrase)
      for (const word of parts) words.add(word)
      const initials = parts.map((word) => word[0]).join('')
      if (parts.length > 1 && initials.length <= 6) words.add(initials)
    }
  }
  return { phrases: [...phrases], sides: texts.size > named ? sides : phrases.size, words }
}

/** Folded, with everything that is not a letter or a digit made a space. */
function normal(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function wordsOf(phrase: string): string[] {
  return phrase.split(' ').filter((word) => word !== '')
}

function highest(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> {
  const scores = new Map(a)
  for (const [ci, score] of b) if ((scores.get(ci) ?? 0) < score) scores.set(ci, score)
  return scores
}

function intersect(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> {
  const both = new Map<number, number>()
  for (const [ci, score] of b) {
    const first = a.get(ci)
    if (first !== undefined) both.set(ci, first + score)
  }
  return both
}

function firstFrom(sorted: readonly string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether `word` is a beginning of `indexed` after one letter is changed, added, left out or swapped with its neighbour. */
function nearPrefix(word: string, indexed: string): boolean {
  let at = 0
  while (at < word.length && word[at] === indexed[at]) at += 1
  if (at === word.length) return true
  const rest = word.slice(at + 1)
  return (
    indexed.startsWith(rest, at + 1) || // another letter
    indexed.startsWith(rest, at) || // one too many
    indexed.startsWith(word.slice(at), at + 1) || // one missing
    (word[at] === indexed[at + 1] && word[at + 1] === indexed[at] && indexed.startsWith(word.slice(at + 2), at + 2))
  )
}
