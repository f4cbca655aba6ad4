/** Dragging a leg to a place: one pointer, mouse or finger; the places carry `data-drop`. */
import { useRef } from 'react'
import type { PointerEvent } from 'react'

/** A press that moves less is a press. */
const SLACK_PX = 6
/** Held so near to an edge of the list, it goes on by itself: a place may be out of sight. */
const EDGE_PX = 44
const SCROLL_PX_A_MS = 0.5
/** A page that was busy for longer does not jump. */
const LONG_FRAME_MS = 80

interface Drag {
  key: string
  element: HTMLElement
  startY: number
  /** Where the pointer is. */
  x: number
  y: number
  moving: boolean
  over: HTMLElement | null
  list: List | null
}

/** The list that scrolls, as far as it went before anything was dragged beyond its end. */
interface List {
  box: HTMLElement
  startTop: number
  lastTop: number
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
      const { clientX: x, clientY: y } = event
      const begun: Drag = { key, element, startY: y, x, y, moving: false, over: null, list: listOf(element) }
      drag.current = begun
      const move = (next: globalThis.PointerEvent) => {
        begun.x = next.clientX
        begun.y = next.clientY
        if (begun.moving || Math.hypot(begun.x - x, begun.y - y) >= SLACK_PX) begin(begun)
      }
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
      const begin = (started: Drag) => {
        if (!started.moving && started.list) requestAnimationFrame((at) => scrollOn(at, at))
        started.moving = true
        follow(started)
      }
      const scrollOn = (before: number, at: number) => {
        // A leg that has gone takes its handle with it, and no pointer ends there any more.
        if (drag.current !== begun || !element.isConnected) return
        if (scroll(begun, Math.min(at - before, LONG_FRAME_MS))) follow(begun)
        requestAnimationFrame((next) => scrollOn(at, next))
      }
      handle.setPointerCapture(event.pointerId)
      handle.addEventListener('pointermove', move)
      handle.addEventListener('pointerup', end)
      handle.addEventListener('pointercancel', end)
    },
  })
}

function listOf(element: HTMLElement): List | null {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box)
    if (box.scrollHeight > box.clientHeight && (overflowY === 'auto' || overflowY === 'scroll'))
      return { box, startTop: box.scrollTop, lastTop: box.scrollHeight - box.clientHeight }
  }
  return null
}

/** Whether the list has moved under the pointer. */
function scroll({ list, y }: Drag, passedMs: number): boolean {
  if (!list) return false
  const { box, lastTop } = list
  const { top, bottom } = box.getBoundingClientRect()
  const by = passedMs * SCROLL_PX_A_MS * (y < top + EDGE_PX ? -1 : y > bottom - EDGE_PX ? 1 : 0)
  const was = box.scrollTop
  box.scrollTop = Math.min(lastTop, Math.max(0, was + by))
  return box.scrollTop !== was
}

function follow(drag: Drag): void {
  const { element, list, x, y } = drag
  const scrolled = list ? list.box.scrollTop - list.startTop : 0
  element.dataset['dragged'] = ''
  // Up and down only: beyond its side the list would cut it off.
  element.style.translate = `0 ${y - drag.startY + scrolled}px`
  const under = document.elementsFromPoint(x, y)
  const over =
    under.map((one) => (element.contains(one) ? null : one.closest<HTMLElement>('[data-drop]'))).find((one) => one !== null) ?? null
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
