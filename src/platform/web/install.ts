/** The browser's offer to install the site as an app (SH-26). It may come before the page is ready to show it. */
import { useSyncExternalStore } from 'react'

interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallEvent | null = null
const listeners = new Set<() => void>()

function keep(next: InstallEvent | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Stands in the entry of the page: the browser says it once. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The menu offers it; the browser's own bar would stand over the page.
    event.preventDefault()
    keep(event as InstallEvent)
  })
  addEventListener('appinstalled', () => keep(null))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks the player to install; null where the browser has not offered it or the app is there already. */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  )
  return event ? askOnce : null
}

/** An offer is good for one question. */
function askOnce(): void {
  const event = offer
  keep(null)
  void event?.prompt()
}
