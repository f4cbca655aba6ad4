/**
 * What the browser's database has not confirmed yet. Its writes die with the page that is left in the same moment,
 * on a busy phone more often than not; these are there when `put` returns. Taken up by the next page that asks.
 */
export interface Unsaved {
  /** Answers what takes it away again, unless something newer stands there by then. */
  put: (key: string, record: unknown) => () => void
  get: (key: string) => unknown
  remove: (key: string) => void
}

const PREFIX = 'unsaved-'

/** Without a store, in private mode and when it is full nothing is kept, and nothing fails. */
export function unsavedIn(store: () => globalThis.Storage): Unsaved {
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return act()
    } catch {
      return undefined
    }
  }
  return {
    put(key, record) {
      const text = JSON.stringify(record)
      attempt(() => {
        // Where there is no room for the new one the old one would be taken up in its place.
        store().removeItem(PREFIX + key)
        store().setItem(PREFIX + key, text)
      })
      return () => attempt(() => store().getItem(PREFIX + key) === text && store().removeItem(PREFIX + key))
    },
    get: (key) => attempt(() => JSON.parse(store().getItem(PREFIX + key) ?? 'null') as unknown),
    remove: (key) => attempt(() => store().removeItem(PREFIX + key)),
  }
}
