import { setTimeout as pause } from 'node:timers/promises'
import { turnOfLoop } from '#platform/server/loop-turns.ts'

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

/** What a person has done. */
export function isByHand(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'provider' in value && value.provider === 'trader'
}

/** Pieces of calm work begin so far apart, until most of the second of a tick is over. */
const APART_MS = 12
const SPREAD_MS = 700

/** Work in pieces, until one says that nothing is left; each is a turn, between which facts are taken and calls are answered. */
export async function inPieces(turns: Turns, piece: () => Promise<boolean>, isCalm: () => boolean): Promise<void> {
  const begunAt = performance.now()
  while (!(await turns.take(piece))) {
    const isLate = performance.now() - begunAt > SPREAD_MS
    await (isCalm() && !isLate ? pause(APART_MS) : turnOfLoop())
  }
}
