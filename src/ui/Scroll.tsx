import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { useUi } from './settings.tsx'
import styles from './Scroll.module.css'

/** Rules of the specification (spec 9): screens down, throttle, rest after the last movement, distances from the ends of the page. */
export const SCROLL_RULES = { screens: 4, throttleMs: 150, resetMs: 150, topPx: 100, bottomPx: 150 } as const

export interface ScrollReading {
  scrollTop: number
  viewHeight: number
  pageHeight: number
}

/** Shown when scrolled beyond the threshold, the last direction was up and the bottom is not reached (SH-23). */
export function showsScrollTop(before: ScrollReading, now: ScrollReading, screens: number = SCROLL_RULES.screens): boolean {
  const atBottom = now.scrollTop + now.viewHeight >= now.pageHeight - SCROLL_RULES.bottomPx
  return now.scrollTop > Math.max(SCROLL_RULES.topPx, screens * now.viewHeight) && now.scrollTop < before.scrollTop && !atBottom
}

function reading(): ScrollReading {
  const root = document.documentElement
  return { scrollTop: root.scrollTop, viewHeight: window.innerHeight, pageHeight: root.scrollHeight }
}

export function ScrollToTop({ screens = SCROLL_RULES.screens }: { screens?: number }) {
  const { text } = useUi()
  const [shown, setShown] = useState(false)
  const [moving, setMoving] = useState(false)
  useEffect(() => {
    let before = reading()
    let timer: ReturnType<typeof setTimeout> | undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      const now = reading()
      if (now.scrollTop === before.scrollTop) return
      setShown(showsScrollTop(before, now, screens))
      before = now
    }
    const onScroll = () => {
      timer ??= setTimeout(look, SCROLL_RULES.throttleMs)
      setMoving(true)
      clearTimeout(rest)
      rest = setTimeout(() => setMoving(false), SCROLL_RULES.resetMs)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      clearTimeout(rest)
      window.removeEventListener('scroll', onScroll)
    }
  }, [screens])
  if (!shown) return null
  return (
    <button
      type="button"
      className={styles.toTop}
      data-moving={moving || undefined}
      aria-label={text('scroll_top')}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <Icon name="arrow-up" size={20} />
    </button>
  )
}

interface InfiniteScrollProps {
  hasMore: boolean
  loading: boolean
  onMore: () => void
  children: ReactNode
  /** What stands at the end while more loads. */
  placeholder?: ReactNode
}

/** Part of the trigger that has to be in view (spec 9). */
export const INFINITE_SCROLL_TRIGGER = 0.1

/** Asks for more when the end of the list comes into view. A press on the end does the same. */
export function InfiniteScroll({ hasMore, loading, onMore, children, placeholder }: InfiniteScrollProps) {
  const { text } = useUi()
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    const element = end.current
    if (!element || !hasMore || loading) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current()
      },
      { threshold: INFINITE_SCROLL_TRIGGER },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, loading])
  return (
    <>
      {children}
      {hasMore ? (
        <div ref={end} className={styles.end} aria-busy={loading}>
          {loading ? (
            placeholder
          ) : (
            <button type="button" onClick={onMore}>
              {text('show_more')}
            </button>
          )}
        </div>
      ) : null}
    </>
  )
}
