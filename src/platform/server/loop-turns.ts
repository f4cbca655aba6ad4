/**
 * Turns of the event loop for work in pieces: one piece a turn, so that an answer waits for one piece at most and never for all
 * of them in a row.
 */
type Line = (() => void)[]

/** Answers that somebody will ask for, and everything else. */
const answers: Line = []
const others: Line = []
let isScheduled = false
let wasAnswer = false

/** Resolves in a turn of the loop that no other such work has, in the order of its line; both lines take turns about. */
export function turnOfLoop(what: 'answer' | 'other' = 'other'): Promise<void> {
  return new Promise((done) => {
    ;(what === 'answer' ? answers : others).push(done)
    schedule()
  })
}

function schedule(): void {
  if (isScheduled || answers.length + others.length === 0) return
  isScheduled = true
  setImmediate(next)
}

function next(): void {
  isScheduled = false
  wasAnswer = answers.length > 0 && !(wasAnswer && others.length > 0)
  const done = (wasAnswer ? answers : others).shift()!
  done()
  schedule()
}

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
