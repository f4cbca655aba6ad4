import { useEffect, useState } from 'react'

/** One column, and cards instead of rows. */
export const PHONE = '(width < 768px)'
/** The coupon stands beside the page; below it is a sheet. */
export const BESIDE = '(width >= 1024px)'

/** Whether the window is like this now; nobody knows it on the server. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => typeof matchMedia === 'function' && matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const changed = () => setMatches(media.matches)
    changed()
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [query])
  return matches
}
