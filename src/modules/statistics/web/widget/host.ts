/** Who stands around this page: a window that frames it or one that opened it, and whether it may be spoken to. */
import { useEffect, useMemo, useRef } from 'react'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { readMessage, SOURCE, type WidgetMessage } from '../../rules/messages.ts'

/** Origins that the brand names, and its own. */
function allowedOrigins(config: Pick<SiteConfig, 'statistics'>): string[] {
  return [window.location.origin, ...config.statistics.frameOrigins]
}

interface Host {
  window: Window
  origin: string
  framed: boolean
}

function findHost(allowed: readonly string[]): Host | null {
  if (window.parent !== window) {
    const known = window.location.ancestorOrigins?.[0] ?? originOf(document.referrer)
    const origin = allowed.find((one) => one === known)
    return origin === undefined ? null : { window: window.parent, origin, framed: true }
  }
  const opener = window.opener as Window | null
  return opener ? { window: opener, origin: window.location.origin, framed: false } : null
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin
  } catch {
    return null
  }
}

export interface HostLink {
  /** Nobody around: nothing is sent. */
  present(): boolean
  framed(): boolean
  send(message: WidgetMessage): void
}

/** Sends to the host and hands over what it says; messages of any other window or origin are not read. */
export function useHost(onMessage: (message: WidgetMessage) => void): HostLink {
  const { config } = useSite()
  const host = useRef<Host | null>(null)
  const listener = useRef(onMessage)
  useEffect(() => {
    listener.current = onMessage
  })
  useEffect(() => {
    host.current = findHost(allowedOrigins(config))
    const hear = (event: MessageEvent) => {
      const known = host.current
      if (!known || event.source !== known.window || event.origin !== known.origin) return
      const message = readMessage(event.data)
      if (message) listener.current(message)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [config])
  return useMemo(() => {
    const now = () => (host.current ??= findHost(allowedOrigins(config)))
    return {
      present: () => now() !== null,
      framed: () => now()?.framed ?? false,
      send(message) {
        const known = now()
        known?.window.postMessage({ source: SOURCE, ...message }, known.origin)
      },
    }
  }, [config])
}
