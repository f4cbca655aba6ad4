/** A price that is held, or pressed with Shift, means a quick bet: the press that follows is marked as such (XT-14). */
import { useEffect, useMemo, useRef } from 'react'

const HOLD_MS = 500
const SLACK_PX = 10
const PRICES = 'button[data-outcome]'

export interface PressHold {
  /** Of the press that is being handled when it is a held one: what the page says of its price in plain words, or ''. */
  take(): string | null
}

function priceAt(target: EventTarget | null): HTMLButtonElement | null {
  const price = target instanceof Element ? target.closest<HTMLButtonElement>(PRICES) : null
  return price && price.getAttribute('aria-disabled') !== 'true' && price.getAttribute('aria-pressed') !== 'true' ? price : null
}

export function usePressHold(): PressHold {
  const held = useRef<string | null>(null)
  useEffect(
    () =>
      watchHolds((price) => {
        held.current = price.closest<HTMLElement>('[data-tip]')?.dataset['tip'] ?? ''
        price.click()
        held.current = null
      }),
    [],
  )
  return useMemo(() => ({ take: () => held.current }), [])
}

/** Calls back when a price has been held for half a second, or is pressed by Shift and Enter. */
function watchHolds(press: (price: HTMLButtonElement) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let done = false
  const off = () => clearTimeout(timer)
  const down = (event: PointerEvent) => {
    done = false
    off()
    const price = priceAt(event.target)
    if (!price || event.button !== 0) return
    from = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      press(price)
      // Set after the press that we made ourselves: the one of the finger that is lifted is not another one.
      done = true
    }, HOLD_MS)
  }
  const move = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK_PX) off()
  }
  const click = (event: MouseEvent) => {
    off()
    if (!done) return
    done = false
    if (!event.isTrusted || !(event.target instanceof Element) || !event.target.closest(PRICES)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const menu = (event: MouseEvent) => {
    if (done && priceAt(event.target)) event.preventDefault()
  }
  const key = (event: KeyboardEvent) => {
    const price = event.key === 'Enter' && event.shiftKey ? priceAt(event.target) : null
    if (!price) return
    event.preventDefault()
    press(price)
  }
  const listen = { capture: true } as const
  document.addEventListener('pointerdown', down, listen)
  document.addEventListener('pointermove', move, listen)
  document.addEventListener('pointerup', off, listen)
  document.addEventListener('pointercancel', off, listen)
  document.addEventListener('click', click, listen)
  document.addEventListener('contextmenu', menu, listen)
  document.addEventListener('keydown', key, listen)
  return () => {
    off()
    document.removeEventListener('pointerdown', down, listen)
    document.removeEventListener('pointermove', move, listen)
    document.removeEventListener('pointerup', off, listen)
    document.removeEventListener('pointercancel', off, listen)
    document.removeEventListener('click', click, listen)
    document.removeEventListener('contextmenu', menu, listen)
    document.removeEventListener('keydown', key, listen)
  }
}
