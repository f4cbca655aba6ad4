import { useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './class-names.ts'
import { useUi } from './settings.tsx'
import styles from './SideScroll.module.css'

/** Part of what is seen that one press moves on by: the last ones stay as a hint of the place. */
const STEP = 0.8
/** Pages that are zoomed end a fraction of a pixel early. */
const SLACK_PX = 2

/** How much of a row is out of sight before and after what is seen; a row from the right counts its scroll below nothing. */
export function hiddenSides({ scrollLeft, scrollWidth, clientWidth }: Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>) {
  const at = Math.abs(scrollLeft)
  return { before: at > SLACK_PX, after: at + clientWidth < scrollWidth - SLACK_PX }
}

interface SideScrollProps {
  /** The arrows lie over the ends of the row, which keeps its width: for rows of the first view. */
  over?: boolean
  className?: string | undefined
  /** One element: the row that scrolls. */
  children: ReactNode
}

/** A row of more than fits: a finger draws it, everybody else has an arrow at each end. */
export function SideScroll({ over = false, className, children }: SideScrollProps) {
  const { text } = useUi()
  const place = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ before: false, after: false })
  const row = () => place.current?.querySelector<HTMLElement>(':scope > :not(button)') ?? null
  useEffect(() => {
    const box = row()
    if (!box) return
    const look = () => {
      const now = hiddenSides(box)
      setHidden((was) => (was.before === now.before && was.after === now.after ? was : now))
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    const size = new ResizeObserver(look)
    size.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      size.disconnect()
    }
    // What stands in the row may be something else.
  }, [children])
  const go = (by: 1 | -1) => {
    const box = row()
    if (!box) return
    const forward = getComputedStyle(box).direction === 'rtl' ? -1 : 1
    box.scrollBy({ left: by * forward * box.clientWidth * STEP, behavior: 'smooth' })
  }
  const arrows = hidden.before || hidden.after
  return (
    <div ref={place} className={cx(styles.strip, className)} data-over={over || undefined}>
      {arrows ? (
        <IconButton
          className={styles.arrow}
          icon="chevron-left"
          flip
          label={text('row_back')}
          disabled={!hidden.before}
          onClick={() => go(-1)}
        />
      ) : null}
      {children}
      {arrows ? (
        <IconButton
          className={styles.arrow}
          icon="chevron-right"
          flip
          label={text('row_forward')}
          disabled={!hidden.after}
          onClick={() => go(1)}
        />
      ) : null}
    </div>
  )
}
