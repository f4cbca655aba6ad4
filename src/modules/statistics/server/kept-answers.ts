/** Answers by question, for a moment: a game in the news is asked for by many at once, and is worked out once. */
import { LRUCache } from 'lru-cache'

const FRESH_MS = 5_000
const MAX_ANSWERS = 800

export interface KeptAnswers {
  /** The known answer, else the one that `ask` works out; a failure is not kept, nor what `isPassing`. */
  keep<T>(question: readonly unknown[], ask: () => Promise<T>, isPassing?: (answer: T) => boolean): Promise<T>
  clear(): void
}

export function createKeptAnswers(): KeptAnswers {
  const answers = new LRUCache<string, Promise<unknown>>({ max: MAX_ANSWERS, ttl: FRESH_MS })
  return {
    keep<T>(question: readonly unknown[], ask: () => Promise<T>, isPassing: (answer: T) => boolean = () => false) {
      const key = JSON.stringify(question)
      const known = answers.get(key) as Promise<T> | undefined
      if (known) return known
      const asked = ask()
      answers.set(key, asked)
      asked.then(
        (answer) => isPassing(answer) && answers.delete(key),
        () => answers.delete(key),
      )
      return asked
    },
    clear: () => answers.clear(),
  }
}
