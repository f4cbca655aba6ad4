/** The statistics inside of a page: a frame that follows its content and passes on what happens in it (ST-15…19). */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { KEPT_HISTORY, readMessage, SOURCE, type WidgetMessage } from '../../rules/messages.ts'
import { LEAST_HEIGHT_PX } from '../../rules/widget-query.ts'
import styles from './StatisticsFrame.module.css'

export interface StatisticsFrameProps {
  /** What stands behind statisticpopup/, with its query. */
  path: string
  /** Height that does not follow the content, px. */
  fixedHeightPx?: number
  /** A press inside led to another place. */
  onRoute?: (path: string, mode: 'push' | 'replace') => void
  onTitle?: (title: string) => void
  /** Esc was pressed inside: a frame keeps its keys, and what stands around it does not hear them. */
  onEscape?: () => void
}

export function StatisticsFrame({ path, fixedHeightPx, onRoute, onTitle, onEscape }: StatisticsFrameProps) {
  const { lng } = useSite()
  const text = useTexts<typeof import('../../../../../locales/ru/statistics.json')>('statistics')
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(fixedHeightPx ?? LEAST_HEIGHT_PX)
  // Where the frame stands by its own word; the address of the element is written once, so that it does not load anew.
  const place = useRef(path)
  const [first] = useState(path)
  const listeners = useRef({ onRoute, onTitle, onEscape })
  useEffect(() => {
    listeners.current = { onRoute, onTitle, onEscape }
  })
  const say = useCallback((message: WidgetMessage) => {
    frame.current?.contentWindow?.postMessage({ source: SOURCE, ...message }, window.location.origin)
  }, [])
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== window.location.origin) return
      const message = readMessage(event.data)
      switch (message?.type) {
        case 'bodyHeightChanged':
          return setHeight(fixedHeightPx ?? (message.fixed ? message.height : Math.max(LEAST_HEIGHT_PX, message.height)))
        case 'historyRouteChanged':
          place.current = message.path
          return listeners.current.onRoute?.(message.path, message.mode)
        case 'setTitle':
          return listeners.current.onTitle?.(message.title)
        default:
      }
    }
    window.addEventListener('message', hear)
    // The frame may have been ready before this page was.
    say({ type: 'hello' })
    return () => window.removeEventListener('message', hear)
  }, [fixedHeightPx, say])
  useEffect(() => {
    // Back and forward of the page around lead the frame to where the address says.
    if (place.current === path) return
    place.current = path
    say({ type: 'historyRouteChanged', path, mode: 'replace' })
  }, [path, say])
  const query = fixedHeightPx === undefined ? '' : `${first.includes('?') ? '&' : '?'}fh=${fixedHeightPx}`
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      name={onRoute ? KEPT_HISTORY : undefined}
      src={`/${lng}/statisticpopup/${first}${query}`}
      title={text('frame_title')}
      style={{ blockSize: height }}
      onLoad={({ currentTarget }) => {
        say({ type: 'hello' })
        currentTarget.contentWindow?.addEventListener('keydown', ({ key, defaultPrevented }) => {
          if (key === 'Escape' && !defaultPrevented) listeners.current.onEscape?.()
        })
      }}
    />
  )
}
