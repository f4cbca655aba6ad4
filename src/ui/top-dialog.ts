import { useSyncExternalStore } from 'react'

/**
 * The modal dialogs that are open, topmost last. The browser makes all that is outside the topmost one inert and darkens
 * it, so that a note of the page has to stand inside.
 */
let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function set(next: readonly HTMLElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** Gives what takes it away again. */
export function enterDialog(dialog: HTMLElement): () => void {
  set([...open, dialog])
  return () => set(open.filter((other) => other !== dialog))
}

export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => open.at(-1) ?? null,
    () => null,
  )
}
