/** The time that a call of results asks for (wire 7): multiples of five minutes, two days at most. */

export const STEP_SEC = 300
export const MAX_WINDOW_SEC = 2 * 86_400

export type WindowFault = 'step' | 'order' | 'too_long'

/** Why a window is refused and which parameter is wrong; null when it is good. Unix seconds. */
export function windowFault(from: number, to: number): { fault: WindowFault; field: 'dateFrom' | 'dateTo' } | null {
  if (from % STEP_SEC !== 0) return { fault: 'step', field: 'dateFrom' }
  if (to % STEP_SEC !== 0) return { fault: 'step', field: 'dateTo' }
  if (to <= from) return { fault: 'order', field: 'dateTo' }
  return to - from > MAX_WINDOW_SEC ? { fault: 'too_long', field: 'dateTo' } : null
}
