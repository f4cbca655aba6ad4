/** The product's own time in the browser, whose clock may stand elsewhere. */
import { useCallback } from 'react'
import { useRouteLoaderData } from 'react-router'

/** When the page was asked for, by the browser's clock. */
const askedAt = Date.now() - performance.now()

/**
 * How long the page has stood, ms. By two clocks: the one of the page stands still while a machine sleeps, that of the browser may
 * be set back. On the server a page stands no time.
 */
function stoodMs(): number {
  return typeof document === 'undefined' ? 0 : Math.max(performance.now(), Date.now() - askedAt)
}

/** A page that does not know when it was made has the browser's clock alone. */
export function productNow(madeAt: number | undefined): number {
  return madeAt === undefined ? Date.now() : madeAt + stoodMs()
}

/** The server's time when the page was made, and how long the page has stood since; ms. One function as long as the page stands. */
export function useProductClock(): () => number {
  const root = useRouteLoaderData('root') as { visit?: { now?: number } } | undefined
  const madeAt = root?.visit?.now
  return useCallback(() => productNow(madeAt), [madeAt])
}
