/** Watches what a one-click bet must know of the press that asks for it: whose hand it was, and whether the page has just moved. */
import { mayPlaceAtOnce, type Press } from '../rules/one-click-press.ts'

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  sources?: readonly { node: Node | null }[]
}

/** Browsers name no more moved nodes than this; then any node may have moved. */
const MOST_SOURCES = 5
const KEPT_SHIFTS = 20

export interface PressWatch {
  mayPlaceAtOnce(): boolean
  stop(): void
}

export function watchPresses(): PressWatch {
  const shifts: LayoutShift[] = []
  let last: Press | null = null
  const read = (entries: readonly PerformanceEntry[]) => {
    for (const entry of entries as LayoutShift[]) if (!entry.hadRecentInput) shifts.push(entry)
    shifts.splice(0, shifts.length - KEPT_SHIFTS)
  }
  const observer =
    typeof PerformanceObserver !== 'undefined' && PerformanceObserver.supportedEntryTypes.includes('layout-shift')
      ? new PerformanceObserver((list) => read(list.getEntries()))
      : null
  observer?.observe({ type: 'layout-shift', buffered: true })
  const hear = (event: MouseEvent) => {
    // What the browser has noted and not yet told counts too.
    read(observer?.takeRecords() ?? [])
    const moved = shifts.findLast((shift) => moves(shift, event.target as Node))
    last = { trusted: event.isTrusted, topWindow: window.top === window, at: event.timeStamp, shiftedAt: moved?.startTime ?? null }
  }
  // Before anybody else hears of it.
  window.addEventListener('click', hear, true)
  return {
    mayPlaceAtOnce: () => mayPlaceAtOnce(last, performance.now()),
    stop() {
      observer?.disconnect()
      window.removeEventListener('click', hear, true)
    },
  }
}

function moves({ sources = [] }: LayoutShift, target: Node): boolean {
  if (sources.length === 0 || sources.length >= MOST_SOURCES) return true
  return sources.some(({ node }) => node === null || node.contains(target) || target.contains(node))
}
