/** The owner of the book in this process: applies facts, keeps indexes, answers, topics and search in step. */
import type { Clock, Millis } from '#lib/time.ts'
import { HOUR } from '#lib/time.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import { type Applied, applyFact } from '../rules/apply-fact.ts'
import { type Book, type BookGame, emptyBook, isOver } from '../rules/book.ts'
import { findInPart, type FoundOutcome, openLines } from '../rules/find-outcome.ts'
import type { BookOutcome } from '../rules/book.ts'
import { marksOf, type StatisticsMarks } from '../rules/wire/view.ts'
import type { AnswerDeps } from './selection.ts'
import { type Found, Indexes } from './indexes.ts'
import { createReadCards } from './read-cards.ts'
import { createSearch } from './search.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { createTopics, provideTopics, type StreamPort, type Topics } from './topics.ts'

/** A game that is over stays for corrections of its result, then leaves the memory. */
const FORGET_AFTER_MS = 2 * HOUR
const FORGET_EVERY = 2_000

export interface LineDeps {
  clock: Clock
  texts: { text(lng: string, key: string, params?: Record<string, string | number>): string }
  stream?: StreamPort
}

export type LineListener = (resolved: ResolvedFact, applied: Applied) => void

/** An I that a game or one of its parts had before it went live. */
export interface MovedI {
  i: number
  /** CI of the part. */
  ci: number
  at: Millis
}

export interface Line {
  /** Read only: `apply` is the one way to change it. */
  readonly book: Book
  /** Facts of one game in their order; answers what each changed. */
  apply(resolved: readonly ResolvedFact[]): Applied[]
  /** From the start of a process until its book is whole: whoever asks for whole lists is told to wait. */
  setFilling(isFilling: boolean): void
  /** What is not in the book may only not be there yet: nobody may call it gone. */
  isFilling(): boolean
  /** What the statistics have of its games from now on: their rows say it (wire 4.1). */
  mark(marks: StatisticsMarks): void
  /** Called after every fact that changed the book, in order: pricing, settlement, the stale guard. */
  listen(listener: LineListener): void
  /** By CI of the game or of one of its parts. */
  game(ci: number): BookGame | null
  /** By I, with the part it names; null for ids that were replaced. */
  byI(i: number): Found | null
  byCi(ci: number): Found | null
  /** By an I that the game had before it went live, 48 hours long (wire 11.5). */
  byRetiredI(i: number): Found | null
  /** Ids that were replaced before this process began: links and coupons still carry them. */
  retire(moved: readonly MovedI[]): void
  /** The outcome of a coupon (wire rule 11): GameId = I. Null: never offered, over, or an unknown game. */
  findOutcome(i: number, t: number, p: number, playerId: number): FoundOutcome | null
  /** Other open lines of the same type: what a moved line can be replaced with. */
  openLines(i: number, t: number, playerId: number): BookOutcome[]
  /** Called while the card of a game is read or listened to, every few seconds: far games are priced whole only then. */
  onOpened(listener: (ci: number) => void): void
  /** For the module's own routes. */
  readonly answers: AnswerDeps
  readonly snapshots: Snapshots
  readonly topics: Topics
}

export function createLine({ clock, texts, stream }: LineDeps): Line {
  const book = emptyBook()
  const indexes = new Indexes(book)
  const search = createSearch(book)
  const topics = createTopics(book, indexes)
  const listeners: LineListener[] = []
  const cards = createReadCards(book, clock, () => topics.cards())
  let isFilling = false
  const answers: AnswerDeps = { book, indexes, search, clock, text: cachedTexts(texts), opened: cards.read, filling: () => isFilling }
  let untilSweep = FORGET_EVERY
  if (stream) provideTopics(stream, topics)

  function applyOne(resolved: ResolvedFact): Applied {
    const applied = applyFact(book, resolved)
    cards.took(resolved)
    if (!applied.applied) return applied
    const moved = indexes.update(applied.games, applied.catalog, clock.now())
    for (const change of applied.games) {
      const game = change.head ? book.games.get(change.ci) : undefined
      if (!game) continue
      if (isOver(game)) search.remove(game.ci)
      else search.put(game)
    }
    if (applied.catalog) searchRenamed(resolved)
    topics.update(applied, moved)
    for (const listener of listeners) listener(resolved, applied)
    untilSweep -= 1
    if (untilSweep <= 0) sweep()
    return applied
  }

  function searchRenamed({ competitors = [], championships = [] }: ResolvedFact): void {
    for (const { id } of competitors) for (const game of indexes.list(`t${id}`)) search.put(game)
    for (const { id } of championships) for (const game of indexes.list(`c${id}`)) search.put(game)
  }

  function sweep(): void {
    untilSweep = FORGET_EVERY
    const before = clock.now() - FORGET_AFTER_MS
    for (const game of book.games.values()) {
      if (!isOver(game) || game.updatedAt > before) continue
      indexes.forget(game.ci)
      search.remove(game.ci)
      book.games.delete(game.ci)
    }
  }

  return {
    book,
    answers,
    topics,
    snapshots: createSnapshots(clock, (scope) => indexes.version(scope)),
    apply: (facts) => facts.map(applyOne),
    setFilling(now) {
      if (now === isFilling) return
      isFilling = now
      // Answers that said to wait are void.
      indexes.touchNames()
    },
    isFilling: () => isFilling,
    mark(marks) {
      const before = answers.marks
      answers.marks = marks
      for (const game of book.games.values()) if (marksOf(marks, game) !== marksOf(before, game)) indexes.touch(game.ci)
    },
    listen: (listener) => void listeners.push(listener),
    onOpened: cards.onRead,
    game: (ci) => book.games.get(ci) ?? indexes.byCi(ci)?.game ?? null,
    byI: (i) => indexes.byI(i),
    byCi: (ci) => indexes.byCi(ci),
    byRetiredI: (i) => indexes.byRetiredI(i, clock.now()),
    retire: (moved) => moved.forEach(({ i, ci, at }) => indexes.retire(i, ci, at)),
    findOutcome: (i, t, p, playerId) => {
      const found = indexes.byI(i)
      return found && findInPart(found.game, found.part, t, p, playerId)
    },
    openLines: (i, t, playerId) => {
      const found = indexes.byI(i)
      return found ? openLines(found.game, found.part, t, playerId) : []
    },
  }
}

/** Words of rows repeat thousands of times in one answer; the translator is asked once for each. */
function cachedTexts(texts: LineDeps['texts']): AnswerDeps['text'] {
  const cache = new Map<string, string>()
  return (lng, key, params) => {
    if (params && !('count' in params)) return texts.text(lng, `line:${key}`, params)
    const id = `${lng}|${key}|${params?.['count'] ?? ''}`
    let text = cache.get(id)
    if (text === undefined) {
      text = texts.text(lng, `line:${key}`, params)
      if (cache.size < 50_000) cache.set(id, text)
    }
    return text
  }
}
