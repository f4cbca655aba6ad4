/** Arrows between the prices of an event (ux 12): cards stand in columns, so an arrow goes where it points on the screen. */
import type { KeyboardEvent } from 'react'

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const ARROWS: ReadonlySet<string> = new Set<Arrow>(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])

/** Index of the nearest box that lies that way beside the one at `from`, -1 when there is none. Boxes are in pixels of the screen. */
export function nearestBox(arrow: Arrow, boxes: readonly Box[], from: number): number {
  const start = boxes[from]
  if (!start) return -1
  const sideways = arrow === 'ArrowLeft' || arrow === 'ArrowRight'
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1
  let best = -1
  let least = Infinity
  for (const [index, box] of boxes.entries()) {
    const across = (box.left + box.right - start.left - start.right) / 2
    const along = (box.top + box.bottom - start.top - start.bottom) / 2
    const ahead = sign * (sideways ? across : along)
    const isBeside = sideways ? box.bottom > start.top && box.top < start.bottom : box.right > start.left && box.left < start.right
    // Of two in the same row below, the one that stands straighter.
    const far = ahead + Math.abs(sideways ? along : across) / 1_000
    if (ahead > 1 && isBeside && far < least) {
      best = index
      least = far
    }
  }
  return best
}

export function onPriceKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !ARROWS.has(event.key)) return
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-outcome]') : null
  if (!from) return
  const prices = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-outcome]')]
  const boxes = prices.map((price) => price.getBoundingClientRect())
  const target = prices[nearestBox(event.key as Arrow, boxes, prices.indexOf(from))]
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
