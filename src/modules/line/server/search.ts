/**
 * Search over names of sides and championships (wire 5.10): words of every language of a name, their Latin
 * spelling, initials; one wrong letter is forgiven in words of four and more. In memory: an answer over 5,000
 * games takes a few milliseconds.
 */
import { fold, transliterate } from '#lib/text.ts'
import type { Book, BookGame } from '../rules/book.ts'

const MIN_TYPO = 4
const MOST_SCORED = 100

interface Entry {
  /** Names as they are given. */
  texts: ReadonlySet<string>
  words: Set<string>
  /** Folded phrases, for strict search. */
  phrases: string[]
}

export interface SearchIndex {
  put(game: BookGame): void
  remove(ci: number): void
  /** CI of games whose every word matches, best first. */
  find(text: string, strict: boolean, accept: (ci: number) => boolean, limit: number): number[]
}

export function createSearch(book: Book): SearchIndex {
  const games = new Map<number, Entry>()
  const byWord = new Map<string, Set<number>>()
  /** Sorted words, made again after a change: prefixes are found by halving. */
  let sorted: string[] | null = null
  /** Scores of words asked for lately: people type the same names, and no game has been renamed since. */
  const scored = new Map<string, ReadonlyMap<number, number>>()

  function remove(ci: number): void {
    const entry = games.get(ci)
    if (!entry) return
    for (const word of entry.words) {
      const list = byWord.get(word)
      list?.delete(ci)
      if (list?.size === 0) {
        byWord.delete(word)
        sorted = null
      }
    }
    games.delete(ci)
    scored.clear()
  }

  function put(game: BookGame): void {
    const names = [...game.sides.map((side) => side.names), book.championships.get(game.championshipId)?.names ?? {}]
    const texts = new Set(names.flatMap((name) => Object.values(name).filter((text) => text !== undefined)))
    const known = games.get(game.ci)
    // Most changes of a head are of its status: the names stay.
    if (known && known.texts.size === texts.size && [...texts].every((text) => known.texts.has(text))) return
    remove(game.ci)
    scored.clear()
    const entry = entryOf(texts)
    games.set(game.ci, entry)
    for (const word of entry.words) {
      const list = byWord.get(word)
      if (list) list.add(game.ci)
      else {
        byWord.set(word, new Set([game.ci]))
        sorted = null
      }
    }
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
    sorted ??= [...byWord.keys()].toSorted()
    const scores = new Map<number, number>()
    const give = (indexed: string, score: number): void => {
      for (const ci of byWord.get(indexed) ?? []) if ((scores.get(ci) ?? 0) < score) scores.set(ci, score)
    }
    for (let at = firstFrom(sorted, word); at < sorted.length && sorted[at]!.startsWith(word); at += 1) {
      give(sorted[at]!, sorted[at] === word ? 4 : 3)
    }
    // A letter is forgiven to who is not understood: beside what was meant, what is only like it is noise.
    if (scores.size > 0 || word.length < MIN_TYPO) return scores
    for (const indexed of sorted) {
      if (Math.abs(indexed.length - word.length) > 1 && indexed.length < word.length) continue
      if (nearPrefix(word, indexed)) give(indexed, 1)
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

    return ranked(totals!, accept, limit)
  }

  function findPhrase(phrase: string, accept: (ci: number) => boolean, limit: number): number[] {
    const found: number[] = []
    const latin = normal(transliterate(phrase))
    for (const [ci, { phrases }] of games) {
      if (!phrases.some((one) => one.includes(phrase) || one.includes(latin)) || !accept(ci)) continue
      found.push(ci)
    }
    return byStart(found).slice(0, limit)
  }

  function ranked(totals: ReadonlyMap<number, number>, accept: (ci: number) => boolean, limit: number): number[] {
    const found = [...totals].filter(([ci]) => accept(ci))
    const start = (ci: number): number => book.games.get(ci)?.startsAt ?? 0
    return found
      .toSorted(([a, x], [b, y]) => y - x || start(a) - start(b) || a - b)
      .map(([ci]) => ci)
      .slice(0, limit)
  }

  function byStart(list: number[]): number[] {
    return list.toSorted((a, b) => (book.games.get(a)?.startsAt ?? 0) - (book.games.get(b)?.startsAt ?? 0) || a - b)
  }

  return { put, remove, find }
}

function entryOf(texts: ReadonlySet<string>): Entry {
  const words = new Set<string>()
  const phrases = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const phrase of [normal(text), normal(transliterate(text))]) {
      phrases.add(phrase)
      const parts = wordsOf(phrase)
      for (const word of parts) words.add(word)
      const initials = parts.map((word) => word[0]).join('')
      if (parts.length > 1 && initials.length <= 6) words.add(initials)
    }
  }
  return { texts, words, phrases: [...phrases] }
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
