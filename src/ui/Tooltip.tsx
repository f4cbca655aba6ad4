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

/** How far a pointer is from the element that cuts the words under it: a name in a link in a row. */
const DEPTH = 3

/** A line that goes on is at least so much higher than the room for letters below the last one shown. */
const LINE_PX = 6

/** Ends in dots: at the side, or after its last line. */
function isCut(element: HTMLElement): boolean {
  if (element.scrollWidth > element.clientWidth) return getComputedStyle(element).textOverflow === 'ellipsis'
  return element.scrollHeight > element.clientHeight + LINE_PX && getComputedStyle(element).webkitLineClamp !== 'none'
}

/** A name that ends in dots tells the whole of itself, wherever it stands: its place need not think of it. */
function cutAround(target: EventTarget | null): HTMLElement | null {
  let element = target instanceof HTMLElement && !target.closest('[title]') ? target : null
  for (let up = 0; element && up < DEPTH; up += 1, element = element.parentElement) if (isCut(element)) return element
  return null
}

/** What has a tip where the pointer is. */
const pointed = (target: EventTarget | null) => carrier(target) ?? cutAround(target)

/** What has a tip where the focus is: a link may hold the name that is cut. */
function focused(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return null
  const within = target.matches('a, button') ? [...target.querySelectorAll<HTMLElement>('*')].find(isCut) : undefined
  return pointed(target) ?? within ?? null
}

function place(element: HTMLElement): Tip | null {
  const text = element.dataset['tip'] ?? element.innerText.trim()
  if (!text) return null
  const box = element.getBoundingClientRect()
  const below = box.top < 64
  const half = Math.min(140, window.innerWidth / 2 - 8)
  const centre = Math.min(window.innerWidth - half, Math.max(half, box.left + box.width / 2))
  return { text, inlinePx: centre, blockPx: below ? box.bottom + 6 : box.top - 6, below }
}

/**
 * Draws every tooltip of the page: elements only carry `data-tip` (and their own accessible description), so a
 * thousand price cells cost no listener; words that end in dots carry nothing. Hover after 300 ms, keyboard focus and a press on a locked price at once;
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
        const element = pointed(event.target)
        if (element) show(element, 300)
        else hide()
      }),
      on('focusin', (event) => {
        const element = focused(event.target)
        if (element) show(element, 0)
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
