/** Which items of a long list stand in the page: their heights are known, so nothing is measured but the place of the list. */
import { useSyncExternalStore, type RefObject } from 'react'

export interface RowWindow {
  /** First item that stands in the page. */
  first: number
  /** The one behind the last. */
  end: number
}

/** Item n reaches from offsets[n] to offsets[n + 1], in pixels from the top of the list. */
export function offsetsOf(count: number, sizeOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1)
  for (let index = 0; index < count; index += 1) offsets[index + 1] = offsets[index]! + sizeOf(index)
  return offsets
}

/** Items that touch the view from `top` to `bottom`, in pixels of the list; never fewer than `atLeast` at the list's beginning. */
export function windowOf(offsets: Float64Array, top: number, bottom: number, atLeast = 0): RowWindow {
  const count = offsets.length - 1
  const first = Math.min(Math.max(0, count - 1), Math.max(0, firstAbove(offsets, top) - 1))
  const end = Math.min(count, Math.max(first, firstAbove(offsets, bottom - 1)))
  return { first, end: first === 0 ? Math.max(end, Math.min(count, atLeast)) : end }
}

/** Index of the first offset that lies beyond `at`. */
function firstAbove(offsets: Float64Array, at: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle]! > at) high = middle
    else low = middle + 1
  }
  return low
}

/** A window as one number, so that a scroll that changes nothing renders nothing. */
const BITS = 65_536
const packed = ({ first, end }: RowWindow) => first * BITS + end

function watchView(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  addEventListener('resize', changed, { passive: true })
  return () => {
    removeEventListener('scroll', changed)
    removeEventListener('resize', changed)
  }
}

/** `atLeast` items stand on the server and at the beginning, `spare` pixels above and below the view. */
export function useRowWindow(box: RefObject<HTMLElement | null>, offsets: Float64Array, atLeast: number, spare: number): RowWindow {
  const first = packed(windowOf(offsets, 0, 0, atLeast))
  const now = () => {
    if (!box.current) return first
    const { top } = box.current.getBoundingClientRect()
    return packed(windowOf(offsets, -top - spare, innerHeight - top + spare, atLeast))
  }
  const value = useSyncExternalStore(watchView, now, () => first)
  return { first: Math.floor(value / BITS), end: value % BITS }
}
