/** Arrows in the left column: up and down its items, into the championships of the open sport and back to it. */
import type { KeyboardEvent } from 'react'

export interface TreeItem {
  /** 0 a sport or a page, 1 a championship. */
  level: 0 | 1
}

/** Index that a key leads to from the item at `from`; -1 when it leads nowhere. `rtl` turns what is inwards. */
export function treeStep(key: string, items: readonly TreeItem[], from: number, rtl: boolean): number {
  const level = items[from]?.level
  if (level === undefined) return -1
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return items.length - 1
    case 'ArrowUp':
      return from - 1
    case 'ArrowDown':
      return from + 1 < items.length ? from + 1 : -1
    case rtl ? 'ArrowLeft' : 'ArrowRight':
      return level === 0 && items[from + 1]?.level === 1 ? from + 1 : -1
    case rtl ? 'ArrowRight' : 'ArrowLeft':
      return level === 1 ? items.findLastIndex((item, index) => index < from && item.level === 0) : -1
    default:
      return -1
  }
}

export function onTreeKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !(event.target instanceof HTMLElement)) return
  const tree = event.currentTarget
  const stops = [...tree.querySelectorAll<HTMLElement>('li > a, li > button')]
  const items = stops.map((stop): TreeItem => ({ level: stop.parentElement?.closest('li li') ? 1 : 0 }))
  const target = stops[treeStep(event.key, items, stops.indexOf(event.target), getComputedStyle(tree).direction === 'rtl')]
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
}
