/** The product's own time in the browser, whose clock may stand elsewhere. */
import { useRouteLoaderData } from 'react-router'

/** The server's time when the page was made, and how long the page has stood since; ms. */
export function useProductClock(): () => number {
  const root = useRouteLoaderData('root') as { visit?: { now?: number } } | undefined
  const madeAt = root?.visit?.now
  return () => productNow(madeAt, performance.now())
}

/** A page that does not know when it was made has the browser's clock alone. */
export function productNow(madeAt: number | undefined, stoodMs: number): number {
  return madeAt === undefined ? Date.now() : madeAt + stoodMs
}
