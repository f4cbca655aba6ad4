/** Ways into the book: by I, by CI, by championship, sport and kind, team; and one counter for everything a cached answer may cover. */
import type { Millis } from '#lib/time.ts'
import { type Book, type BookGame, type BookPart, isOver, type Kind } from '../rules/book.ts'
import { hasOutcomes } from '../rules/select-games.ts'
import type { GameChange } from '../rules/apply-fact.ts'

/** The relation of a replaced I to its game is kept so long (wire 11.5). */
const RETIRED_MS = 48 * 3_600_000

interface Place {
  ci: number
  part: string
}

/** What a game was filed under, so that it can be taken out again. */
interface Filed {
  kind: Kind
  listed: boolean
  sportId: number
  championshipId: number
  teams: number[]
  is: number[]
  /** CI of its parts, those that an earlier format had too. */
  cis: ReadonlySet<number>
  /** Lists leave out games without outcomes and count those with a live state. */
  offered: boolean
  inPlay: boolean
}

export interface Found {
  game: BookGame
  part: BookPart
}

export class Indexes {
  readonly #book: Book
  readonly #byI = new Map<number, Place>()
  readonly #byCi = new Map<number, Place>()
  /** Replaced I → CI of its part. */
  readonly #retired = new Map<number, { ci: number; at: Millis }>()
  /** I that were replaced, by CI of their part. */
  readonly #retiredOf = new Map<number, number[]>()
  readonly #lists = new Map<string, Set<number>>()
  readonly #filed = new Map<number, Filed>()
  readonly #counters = new Map<string, number>()

  constructor(book: Book) {
    this.#book = book
  }

  byI(i: number): Found | null {
    return this.#found(this.#byI.get(i))
  }

  byCi(ci: number): Found | null {
    return this.#found(this.#byCi.get(ci))
  }

  /** A game by an I that it had before it went live. */
  byRetiredI(i: number, now: Millis): Found | null {
    const retired = this.#retired.get(i)
    return retired && now - retired.at <= RETIRED_MS ? this.byCi(retired.ci) : null
  }

  /** An I that was replaced, also before this process began. */
  retire(i: number, ci: number, at: Millis): void {
    this.#retired.set(i, { ci, at })
    const others = this.#retiredOf.get(ci)
    if (!others) this.#retiredOf.set(ci, [i])
    else if (!others.includes(i)) others.push(i)
  }

  /** Games not over, by list key: `k3`, `k3s1`, `c910101`, `t70011`. */
  list(key: string): BookGame[] {
    const games: BookGame[] = []
    for (const ci of this.#lists.get(key) ?? []) games.push(this.#book.games.get(ci)!)
    return games
  }

  /** Whether the game has outcomes that readers may see. */
  offered(ci: number): boolean {
    return this.#filed.get(ci)?.offered ?? false
  }

  size(key: string): number {
    return this.#lists.get(key)?.size ?? 0
  }

  keys(): IterableIterator<string> {
    return this.#lists.keys()
  }

  /** Rises whenever anything under one of the keys changed; with `!` in front only when its head changed. */
  version(scope: readonly string[]): number {
    // A scope of another length is another question about the same answer: its number must differ too.
    let sum = scope.length * 2 ** 40
    for (const key of scope) sum += this.#counters.get(key) ?? 0
    return sum
  }

  /** What every list covers has changed. */
  touchNames(): void {
    this.#count('!names')
  }

  /** What is told of a game has changed, though no fact said so. */
  touch(ci: number): void {
    this.#countGame(ci, false, this.#filed.get(ci))
  }

  /** After a fact; answers the list keys from which or into which games moved. */
  update(changes: readonly GameChange[], catalog: boolean, now: Millis): Set<string> {
    const moved = new Set<string>()
    if (catalog) this.#count('!names')
    for (const change of changes) {
      const game = this.#book.games.get(change.ci)
      const before = this.#filed.get(change.ci)
      if (change.head && game) {
        for (const key of this.#refile(game, before, now)) moved.add(key)
      }
      const after = this.#filed.get(change.ci)
      const counted = change.head || (game !== undefined && after !== undefined && restate(game, after))
      this.#countGame(change.ci, counted, before)
      if (after !== before) this.#countGame(change.ci, counted, after)
    }
    return moved
  }

  forget(ci: number): void {
    const filed = this.#filed.get(ci)
    if (!filed) return
    this.#unlist(ci, filed)
    for (const i of filed.is) this.#byI.delete(i)
    for (const part of filed.cis) {
      this.#byCi.delete(part)
      for (const i of this.#retiredOf.get(part) ?? []) this.#retired.delete(i)
      this.#retiredOf.delete(part)
    }
    this.#filed.delete(ci)
    this.#counters.delete(`g${ci}`)
  }

  #found(place: Place | undefined): Found | null {
    const game = place && this.#book.games.get(place.ci)
    const part = game?.parts.get(place!.part)
    return game && part ? { game, part } : null
  }

  #countGame(ci: number, head: boolean, filed: Filed | undefined): void {
    this.#count(`g${ci}`)
    if (!filed) return
    for (const key of listKeys(filed)) {
      this.#count(key)
      if (head) this.#count(`!${key}`)
    }
  }

  #count(key: string): void {
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + 1)
  }

  #refile(game: BookGame, before: Filed | undefined, now: Millis): string[] {
    const after: Filed = {
      kind: game.kind,
      listed: !isOver(game),
      sportId: game.sportId,
      championshipId: game.championshipId,
      teams: game.sides.map((side) => side.id),
      is: [...game.parts.values()].map((part) => part.i),
      cis: new Set([...(before?.cis ?? []), ...[...game.parts.values()].map((part) => part.ci)]),
      offered: hasOutcomes(game),
      inPlay: game.live !== undefined,
    }
    for (const { i, part } of game.parts.values()) this.#byI.set(i, { ci: game.ci, part })
    for (const { ci, part } of game.parts.values()) this.#byCi.set(ci, { ci: game.ci, part })
    for (const i of before?.is ?? []) {
      if (after.is.includes(i)) continue
      const place = this.#byI.get(i)
      const part = place && game.parts.get(place.part)
      if (part) this.retire(i, part.ci, now)
      this.#byI.delete(i)
    }
    if (before) this.#unlist(game.ci, before)
    this.#filed.set(game.ci, after)
    if (after.listed) {
      for (const key of listKeys(after)) {
        const list = this.#lists.get(key)
        if (list) list.add(game.ci)
        else this.#lists.set(key, new Set([game.ci]))
      }
    }
    return [...(before ? listKeys(before) : []), ...listKeys(after)]
  }

  #unlist(ci: number, filed: Filed): void {
    for (const key of listKeys(filed)) {
      const list = this.#lists.get(key)
      list?.delete(ci)
      if (list?.size === 0) this.#lists.delete(key)
    }
  }
}

/** Whether lists now count the game otherwise than before. */
function restate(game: BookGame, filed: Filed): boolean {
  const offered = hasOutcomes(game)
  const inPlay = game.live !== undefined
  if (offered === filed.offered && inPlay === filed.inPlay) return false
  filed.offered = offered
  filed.inPlay = inPlay
  return true
}

function listKeys({ kind, sportId, championshipId, teams }: Filed): string[] {
  return [`k${kind}`, `k${kind}s${sportId}`, `c${championshipId}`, ...teams.map((id) => `t${id}`)]
}
