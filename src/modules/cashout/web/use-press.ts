import { useCallback, useRef, useState, type RefObject } from 'react'
import { IDLE, press as step, type Press, type PressEvent } from '../rules/press.ts'

export interface Presses {
  press: Press
  /** The state at this very moment, for answers that come between two renders. */
  now: RefObject<Press>
  /** Answers the state after the event. */
  go(event: PressEvent): Press
}

/** Two presses, of a sale or of an insurance. */
export function usePress(): Presses {
  const [press, setPress] = useState<Press>(IDLE)
  const now = useRef(press)
  const go = useCallback((event: PressEvent): Press => {
    now.current = step(now.current, event)
    setPress(now.current)
    return now.current
  }, [])
  return { press, now, go }
}
