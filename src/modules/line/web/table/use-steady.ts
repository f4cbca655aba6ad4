import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { steady, type FlatSegment, type Steady } from '../model/flat-list.ts'

export interface Held extends Steady {
  enter(): void
  leave(): void
  /** Shows what waits. */
  release(): void
}

/** Below this the reader has not begun to scroll: new rows may come in by themselves. */
const AT_TOP_PX = 8

/** Keeps rows in their places while the pointer or the focus is inside the table, or the reader has scrolled (ux 3). */
export function useSteady(key: string, segments: readonly FlatSegment[]): Held {
  const shown = useRef<{ key: string; segments: readonly FlatSegment[] }>({ key: '', segments: [] })
  const [inside, setInside] = useState(false)
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  const result = useMemo<Steady>(() => {
    const scrolled = typeof window !== 'undefined' && window.scrollY > AT_TOP_PX
    if (shown.current.key !== key || (!inside && !scrolled)) return { segments, waiting: 0 }
    return steady(shown.current.segments, segments)
    // `turn` releases what waits.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, segments, inside, turn])
  useEffect(() => {
    shown.current = { key, segments: result.segments }
  }, [key, result])
  return {
    ...result,
    enter: useCallback(() => setInside(true), []),
    leave: useCallback(() => setInside(false), []),
    release: useCallback(() => {
      shown.current = { key: '', segments: [] }
      again()
    }, []),
  }
}
