import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import styles from './Tooltip.module.css'

interface Tip {
  text: string
  inlinePx: number
  blockPx: number
  below: boolean
}

/** The nearest element that carries a tip. */
function carrier(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
}

function place(element: HTMLElement): Tip | null {
  const text = element.dataset['tip']
  if (!text) return null
  const box = element.getBoundingClientRect()
  const below = box.top < 64
  const half = Math.min(140, window.innerWidth / 2 - 8)
  const centre = Math.min(window.innerWidth - half, Math.max(half, box.left + box.width / 2))
  return { text, inlinePx: centre, blockPx: below ? box.bottom + 6 : box.top - 6, below }
}

/**
 * Draws every tooltip of the page: elements only carry `data-tip` (and their own accessible description), so a
 * thousand price cells cost no listener. Hover after 300 ms, keyboard focus and a press on a locked price at once;
 * Esc, scrolling and leaving hide it.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const show = (element: HTMLElement, delayMs: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setTip(element.isConnected ? place(element) : null), delayMs)
    }
    const hide = () => {
      clearTimeout(timer.current)
      setTip(null)
    }
    const on = <K extends keyof DocumentEventMap>(name: K, handler: (event: DocumentEventMap[K]) => void) => {
      document.addEventListener(name, handler, { capture: true, passive: true })
      return () => document.removeEventListener(name, handler, { capture: true })
    }
    const off = [
      on('pointerover', (event) => {
        if (event.pointerType !== 'mouse') return
        const element = carrier(event.target)
        if (element) show(element, 300)
        else hide()
      }),
      on('focusin', (event) => {
        const element = carrier(event.target)
        if (element?.matches(':focus-visible')) show(element, 0)
      }),
      on('click', (event) => {
        const element = carrier(event.target)
        if (element?.getAttribute('aria-disabled') === 'true') show(element, 0)
        else hide()
      }),
      on('focusout', hide),
      on('scroll', hide),
      on('keydown', (event) => {
        if (event.key === 'Escape') hide()
      }),
    ]
    return () => {
      clearTimeout(timer.current)
      for (const stop of off) stop()
    }
  }, [])
  const popover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The top layer keeps the tip above dialogs; browsers without popovers still draw it in place.
    if (tip) popover.current?.showPopover?.()
  }, [tip])
  if (!tip) return null
  return (
    <div
      ref={popover}
      popover="manual"
      className={styles.tip}
      data-below={tip.below || undefined}
      style={{ translate: `${tip.inlinePx}px ${tip.blockPx}px` }}
      aria-hidden
    >
      {tip.text}
    </div>
  )
}

/** Any content with a tip in plain words; keyboard users reach it too. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    // The tip must be reachable by keyboard, though the carrier does nothing by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <span className={styles.carrier} data-tip={text} aria-description={text} tabIndex={0} role="note">
      {children}
    </span>
  )
}
