import { useEffect } from 'react'

/** What the tabs of one browser tell each other. */
export interface TabMessages {
  coupon: unknown
  signedIn: { playerId: number }
  /** `wished`: by the player himself, not because the session had ended. */
  signedOut: { wished?: true }
  preference: { key: string; value: unknown }
  stored: { key: string; record: unknown }
  balance: Record<string, never>
  history: Record<string, never>
}
export type TabTopic = keyof TabMessages

const CHANNEL = 'polosa'
type Listener = (value: unknown) => void

let channel: BroadcastChannel | null = null
const listeners = new Map<TabTopic, Set<Listener>>()

function open(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event: MessageEvent<{ topic?: TabTopic; value?: unknown }>) => {
    const { topic, value } = event.data
    if (topic) for (const listener of listeners.get(topic) ?? []) listener(value)
  }
  return channel
}

/** Tells the other tabs; this one does not hear it. */
export function tellTabs<T extends TabTopic>(topic: T, value: TabMessages[T]): void {
  open()?.postMessage({ topic, value })
}

export function listenTabs<T extends TabTopic>(topic: T, listener: (value: TabMessages[T]) => void): () => void {
  open()
  const set = listeners.get(topic) ?? new Set()
  listeners.set(topic, set.add(listener as Listener))
  return () => {
    set.delete(listener as Listener)
  }
}

export function useTabs<T extends TabTopic>(topic: T, listener: (value: TabMessages[T]) => void): void {
  useEffect(() => listenTabs(topic, listener), [topic, listener])
}
