import { useSyncExternalStore } from 'react'
import { stream } from './stream-client.ts'

export type Visibility = 'visible' | 'hidden'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export function useVisibility(): Visibility {
  return useSyncExternalStore(
    subscribe,
    () => (document.visibilityState === 'hidden' ? 'hidden' : 'visible'),
    () => 'visible',
  )
}

/**
 * Calls back when the page is left and when the visitor comes back (SH-21); the stream rests meanwhile. A network
 * that returns reconnects at once.
 */
export function watchVisibility(events: { onLeave(): void; onComeBack(): void }): () => void {
  const changed = () => {
    const hidden = document.visibilityState === 'hidden'
    stream.hide(hidden)
    if (hidden) events.onLeave()
    else events.onComeBack()
  }
  const online = () => stream.reconnect()
  document.addEventListener('visibilitychange', changed)
  window.addEventListener('online', online)
  return () => {
    document.removeEventListener('visibilitychange', changed)
    window.removeEventListener('online', online)
  }
}
