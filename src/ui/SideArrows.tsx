import { useEffect, useState, type RefObject } from 'react'
import { IconButton } from './Button.tsx'
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

type Place = RefObject<HTMLDivElement | null>

const rowIn = ({ current }: Place) => current?.querySelector<HTMLElement>(':scope > :not(button)') ?? null

interface SideArrowsProps {
  place: Place
  /** What stands in the row: another one is measured anew. */
  row: unknown
}

/** The arrows of a row, once it is longer than its place. */
export default function SideArrows({ place, row: content }: SideArrowsProps) {
  const { text } = useUi()
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const box = rowIn(place)
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
  }, [place, content])
  const go = (by: 1 | -1) => {
    const box = rowIn(place)
    if (!box) return
    const forward = getComputedStyle(box).direction === 'rtl' ? -1 : 1
    box.scrollBy({ left: by * forward * box.clientWidth * STEP, behavior: 'smooth' })
  }
  if (!hidden.before && !hidden.after) return null
  return (
    <>
      <IconButton
        className={styles.back}
        icon="chevron-left"
        flip
        label={text('row_back')}
        disabled={!hidden.before}
        onClick={() => go(-1)}
      />
      <IconButton
        className={styles.forward}
        icon="chevron-right"
        flip
        label={text('row_forward')}
        disabled={!hidden.after}
        onClick={() => go(1)}
      />
    </>
  )
}
