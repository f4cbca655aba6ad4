import { turnOfLoop } from '#platform/server/loop-turns.ts'

/** Long work in slices: the loop is given back before anybody waits long for an answer. */
const SLICE_MS = 5

export interface Slices {
  /** Gives the loop back when the slice is used up. */
  breathe(): Promise<void>
}

export function createSlices(): Slices {
  let startedAt = performance.now()
  return {
    async breathe() {
      if (performance.now() - startedAt < SLICE_MS) return
      await turnOfLoop()
      startedAt = performance.now()
    },
  }
}

export interface Turns {
  /** One turn after another; a failed one does not stop the next. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** Before all that waits: in the next pause of the turn that runs, or right after it. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** A pause of a long turn: what may not wait is done now. Only where the turn has nothing half done. */
  giveWay(): Promise<void>
}

export function createTurns(): Turns {
  const urgent: (() => Promise<void>)[] = []
  let last: Promise<unknown> = Promise.resolve()

  async function giveWay(): Promise<void> {
    for (let work = urgent.shift(); work; work = urgent.shift()) await work()
  }

  function take<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(giveWay).then(work)
    last = turn.catch(() => {})
    return turn
  }

  return {
    take,
    giveWay,
    first: (work) =>
      new Promise((resolve, reject) => {
        urgent.push(() => work().then(resolve, reject))
        void take(async () => {})
      }),
  }
}
