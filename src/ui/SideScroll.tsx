import { useEffect, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { cx } from './class-names.ts'
import styles from './SideScroll.module.css'

interface SideScrollProps {
  /** The arrows lie over the ends of the row, which keeps its width: for rows of the first view. */
  over?: boolean
  className?: string | undefined
  /** One element: the row that scrolls. */
  children: ReactNode
}

type Arrows = ComponentType<{ place: RefObject<HTMLDivElement | null>; row: unknown }>

/** A row of more than fits: a finger draws it, everybody else has an arrow at each end. The arrows come when the page is there. */
export function SideScroll({ over = false, className, children }: SideScrollProps) {
  const place = useRef<HTMLDivElement>(null)
  const [Arrows, setArrows] = useState<Arrows | null>(null)
  useEffect(() => {
    const later = setTimeout(() => void import('./SideArrows.tsx').then((part) => setArrows(() => part.default)).catch(() => {}), 50)
    return () => clearTimeout(later)
  }, [])
  return (
    <div ref={place} className={cx(styles.strip, className)} data-over={over || undefined}>
      {children}
      {Arrows ? <Arrows place={place} row={children} /> : null}
    </div>
  )
}
