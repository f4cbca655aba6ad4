/** Games by the time of their next fact, then by ref: the order of facts does not depend on how they were found. */
import type { GameRun } from './game-run.ts'

function before(a: GameRun, b: GameRun): boolean {
  return a.nextAt < b.nextAt || (a.nextAt === b.nextAt && a.ref < b.ref)
}

export class RunQueue {
  private readonly heap: GameRun[] = []

  get size(): number {
    return this.heap.length
  }

  get runs(): readonly GameRun[] {
    return this.heap
  }

  peek(): GameRun | undefined {
    return this.heap[0]
  }

  push(run: GameRun): void {
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
