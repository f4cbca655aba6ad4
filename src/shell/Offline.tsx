/** The site without a network (XT-70): a worker keeps the last line and its files, the page says how old they are. */
import { useEffect } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { useSite } from '#platform/web/features.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { formatDate } from '#platform/web/format.ts'
import { stream } from '#platform/web/stream-client.ts'
import { startWorker } from '#platform/web/trusted-types.ts'

/** Parts of the page that come at rest shall be among what is kept. */
const KEEP_AFTER_MS = 5_000
const KEEP_EVERY_MS = 120_000

/** Files of the site that this page has loaded; the worker could not see those that came before it. */
function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
  return [...new Set(names.filter((url) => url.origin === location.origin).map((url) => url.pathname))].filter((path) =>
    /^\/(assets|fonts|sprites|icons)\//.test(path),
  )
}

function useWorker(lng: string): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const keep = () => {
      if (document.hidden || !navigator.onLine) return
      navigator.serviceWorker.controller?.postMessage({ type: 'keep', line: `/${lng}/line`, files: loadedFiles() })
    }
    // Where the browser forbids workers (a private window) the site is as it was.
    void startWorker().catch(() => {})
    const first = setTimeout(keep, KEEP_AFTER_MS)
    const again = setInterval(keep, KEEP_EVERY_MS)
    navigator.serviceWorker.addEventListener('controllerchange', keep)
    return () => {
      clearTimeout(first)
      clearInterval(again)
      navigator.serviceWorker.removeEventListener('controllerchange', keep)
    }
  }, [lng])
}

/** When the copy was made that this page was answered with, ms; null when the server itself answered. */
async function keptAt(): Promise<number | null> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return null
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<number | null>) => done(data)
    worker.postMessage({ type: 'age' }, [port2])
  })
}

export function Offline() {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const { lng, country } = useSite()
  useWorker(lng)
  useEffect(() => {
    let close: (() => void) | null = null
    const tell = (at: number | null) => {
      const time = at === null ? null : formatDate(at, 'HH:mm', { lng, country })
      close ??= showToast({ kind: 'warning', text: time ? text('offline_since', { time }) : text('offline'), lifetimeMs: 0 })
    }
    const end = () => {
      close?.()
      close = null
    }
    // Prices are as of when the server was last heard.
    const onOffline = () => tell(stream.connection().lastHeardAt || null)
    // A network may be there and lead nowhere: what counts is that prices come again.
    const stopWatching = stream.subscribe(() => stream.connection().state === 'live' && end())
    addEventListener('online', end)
    addEventListener('offline', onOffline)
    void keptAt().then((at) => {
      // The coupon says it too, and shares no code with this part.
      if (at !== null) document.documentElement.dataset['keptAt'] = String(at)
      if (at !== null && stream.connection().state !== 'live') tell(at)
      else if (!navigator.onLine) onOffline()
    })
    return () => {
      stopWatching()
      removeEventListener('online', end)
      removeEventListener('offline', onOffline)
      end()
    }
  }, [text, lng, country])
  return null
}
