/** Games by the time of their next fact, then by ref: the order of facts does not depend on how they were found. */
import type { Millis } from '#lib/time.ts'
import type { FactBody, Game } from '#modules/feeds/rules/fact.ts'
import type { WorldChampionship } from '../rules/catalogue.ts'

export interface Told {
  at: Millis
  body: FactBody
}

/** A game or a long-term bet that tells its facts one after another. */
export interface WorldRun {
  readonly ref: string
  readonly championship: WorldChampionship
  /** Time of the next facts; Infinity when there is nothing more to say. */
  readonly nextAt: Millis
  /** The start as it is known at a moment. */
  shownStart(now: Millis): Millis
  isLive(now: Millis): boolean
  /** Facts at `nextAt`; moves on. */
  take(): FactBody[]
  /** Moves to `now`; what somebody who knew nothing has to be told, also of an end when it is asked for. */
  catchUp(now: Millis, end?: boolean): Told[]
  entity(now: Millis): Game
  silence(): void
}

function before(a: WorldRun, b: WorldRun): boolean {
  return a.nextAt < b.nextAt || (a.nextAt === b.nextAt && a.ref < b.ref)
}

export class RunQueue {
  private readonly heap: WorldRun[] = []

  get runs(): readonly WorldRun[] {
    return this.heap
  }

  /** Refs of games that start before a time, as it is known at a moment. */
  startingBefore(time: Millis, now: Millis): Set<string> {
    return new Set(this.heap.flatMap((run) => (run.shownStart(now) < time ? [run.ref] : [])))
  }

  peek(): WorldRun | undefined {
    return this.heap[0]
  }

  push(run: WorldRun): void {
    if (run.nextAt === Infinity) return
    this.heap.push(run)
    let i = this.heap.length - 1
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!before(this.heap[i]!, this.heap[parent]!)) break
      this.swap(i, parent)
      i = parent
    }
  }

  /** After the first game told its facts: back to its place, or out when it is over. */
  settle(): void {
    const last = this.heap.at(-1)!
    if (this.heap[0]!.nextAt === Infinity) {
      this.heap.pop()
      if (this.heap.length === 0 || last === this.heap[0]) return
      this.heap[0] = last
    }
    let i = 0
    for (;;) {
      let least = i
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < this.heap.length && before(this.heap[child]!, this.heap[least]!)) least = child
      if (least === i) return
      this.swap(i, least)
      i = least
    }
  }

  private swap(i: number, j: number): void {
    const t = this.heap[i]!
    this.heap[i] = this.heap[j]!
    this.heap[j] = t
  }
}
