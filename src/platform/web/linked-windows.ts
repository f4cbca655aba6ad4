/** The page's lines to the window that frames it and to the frames inside it; only windows of known origins get one. */
import { createCrossWindow, type CrossWindow, type Peer, type SharedKey, type SharedState } from '#lib/cross-window.ts'

export interface LinkedWindows {
  shared: CrossWindow
  close: () => void
}

interface Options {
  /** Origins of windows that may be spoken to. */
  origins: readonly string[]
  onAdopt: (key: SharedKey, value: SharedState[SharedKey]) => void
  /** A message of a window that is not known (its origin), for the page of proof. */
  onForeign?: (origin: string) => void
  /** After every message that was heard. */
  onHeard?: () => void
}

export function linkWindows({ origins, onAdopt, onForeign, onHeard }: Options): LinkedWindows {
  const shared = createCrossWindow(crypto.randomUUID(), onAdopt)
  const peers = new Map<MessageEventSource, { peer: Peer; origin: string }>()
  const known = (window: Window, origin: string) => {
    const peer: Peer = { post: (message) => window.postMessage(message, origin) }
    peers.set(window, { peer, origin })
    shared.join(peer)
    return peer
  }
  const hear = (event: MessageEvent) => {
    const { source } = event
    if (!source || !isBeside(source as Window)) return
    const joined = peers.get(source)
    // A frame that went to another origin is another window: its old line says nothing any more.
    if (!origins.includes(event.origin) || (joined && joined.origin !== event.origin)) {
      onForeign?.(event.origin)
      return
    }
    shared.receive(joined?.peer ?? known(source as Window, event.origin), event.data)
    onHeard?.()
  }
  window.addEventListener('message', hear)
  const around = parentOrigin()
  if (around !== null && origins.includes(around)) known(window.parent, around)
  return {
    shared,
    close() {
      window.removeEventListener('message', hear)
      for (const { peer } of peers.values()) shared.leave(peer)
      peers.clear()
    },
  }
}

/** The window around this one, or one inside it: no opener, no stranger. */
function isBeside(other: Window): boolean {
  return other !== window && (other === window.parent || other.parent === window)
}

/** Null when nothing frames this page. */
function parentOrigin(): string | null {
  if (window.parent === window) return null
  const known = window.location.ancestorOrigins?.[0]
  if (known !== undefined) return known
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null
}
