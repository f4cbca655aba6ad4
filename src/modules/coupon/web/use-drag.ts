/** Dragging a leg to a place: one pointer, mouse or finger; the places carry `data-drop`. */
import { useRef } from 'react'
import type { PointerEvent } from 'react'

/** A press that moves less is a press. */
const SLACK_PX = 6

interface Drag {
  key: string
  element: HTMLElement
  startX: number
  startY: number
  moving: boolean
  over: HTMLElement | null
}

export function useDrag(
  drop: (key: string, place: string) => void,
): (key: string) => { onPointerDown: (event: PointerEvent<HTMLElement>) => void } {
  const drag = useRef<Drag | null>(null)
  return (key) => ({
    onPointerDown(event) {
      const element = event.currentTarget.closest<HTMLElement>('[data-leg]')
      if (!element || event.button !== 0) return
      const handle = event.currentTarget
      drag.current = { key, element, startX: event.clientX, startY: event.clientY, moving: false, over: null }
      const move = (next: globalThis.PointerEvent) => follow(drag.current, next)
      const end = (next: globalThis.PointerEvent) => {
        handle.removeEventListener('pointermove', move)
        handle.removeEventListener('pointerup', end)
        handle.removeEventListener('pointercancel', end)
        const done = drag.current
        drag.current = null
        if (!done?.moving) return
        // The press that ends a drag does not open the list of places; a finger ends it without one, and its next press counts.
        const swallow = (click: Event) => click.stopImmediatePropagation()
        handle.addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => {
          handle.removeEventListener('click', swallow, { capture: true })
          handle.blur()
        }, 0)
        clear(done)
        const place = next.type === 'pointerup' ? done.over?.dataset['drop'] : undefined
        if (place !== undefined) drop(key, place)
      }
      handle.setPointerCapture(event.pointerId)
      handle.addEventListener('pointermove', move)
      handle.addEventListener('pointerup', end)
      handle.addEventListener('pointercancel', end)
    },
  })
}

function follow(drag: Drag | null, event: globalThis.PointerEvent): void {
  if (!drag) return
  const byX = event.clientX - drag.startX
  const byY = event.clientY - drag.startY
  if (!drag.moving && Math.hypot(byX, byY) < SLACK_PX) return
  drag.moving = true
  drag.element.dataset['dragged'] = ''
  drag.element.style.translate = `${byX}px ${byY}px`
  const under = document.elementsFromPoint(event.clientX, event.clientY)
  const over =
    under.map((one) => (drag.element.contains(one) ? null : one.closest<HTMLElement>('[data-drop]'))).find((one) => one !== null) ?? null
  if (over === drag.over) return
  delete drag.over?.dataset['dropping']
  if (over) over.dataset['dropping'] = ''
  drag.over = over
}

function clear({ element, over }: Drag): void {
  delete element.dataset['dragged']
  element.style.translate = ''
  delete over?.dataset['dropping']
}
