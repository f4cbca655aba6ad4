import { track } from '#platform/web/telemetry.ts'

/** Counts that a page was opened: after the effects of the page's frame, which say where counting goes. */
export function countOpened(code: number): () => void {
  const timer = setTimeout(() => track(code), 0)
  return () => clearTimeout(timer)
}
