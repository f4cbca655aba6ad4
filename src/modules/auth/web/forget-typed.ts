/** What was typed is forgotten from every page, also from one without a form: this is all that the first page carries of it. */
export const TYPED = 'typed:'
export let isForgotten = false

/** A tab without storage (a private window, no room left) keeps nothing. */
export function withStorage<T>(use: (kept: Storage) => T): T | null {
  try {
    return use(sessionStorage)
  } catch {
    return null
  }
}

export function forgetTyped(): void {
  isForgotten = true
  withStorage((tab) => {
    for (const key of Object.keys(tab)) if (key.startsWith(TYPED)) tab.removeItem(key)
  })
}
