/** Batches of the feed one after another, and what may not stand in line behind them. */
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
