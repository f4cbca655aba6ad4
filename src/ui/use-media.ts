import { useCallback, useSyncExternalStore } from 'react'

/** One column, and cards instead of rows. */
export const PHONE = '(width < 768px)'
/** The coupon stands beside the page; below it is a sheet. */
export const BESIDE = '(width >= 1024px)'

/** Whether the window is like this now; nobody knows it on the server, nor while its page is hydrated. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (changed) => {
        const media = matchMedia(query)
        media.addEventListener('change', changed)
        return () => media.removeEventListener('change', changed)
      },
      [query],
    ),
    () => matchMedia(query).matches,
    () => false,
  )
}
