/** What a visitor without a session is reminded of: a form that he left (RG-12), and a service to sign in by (AU-05). */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useProductClock } from '#platform/web/product-clock.ts'
import { useSite } from '#platform/web/features.tsx'

/** Pages on which somebody is signing in or up already. */
const BUSY = /^\/[a-z]{2}\/(?:login|registration|social|oauth|two-factor|password|dev)/
const AFTER_MS = 2_500

/** Nothing of it is loaded before the page rests. */
export function useGuestPrompts(signedIn: boolean): void {
  const { config } = useSite()
  const { pathname } = useLocation()
  const now = useProductClock()
  const { remind } = config.registration
  const oneTap = config.auth.oneTap && config.auth.social.length > 0
  const isBusy = BUSY.test(pathname)
  useEffect(() => {
    if (signedIn || isBusy || (!remind && !oneTap)) return
    let left = false
    const timer = setTimeout(() => {
      // Without a network nobody can sign up: the page is a kept one, and the player may have a session that it does not know.
      if (!navigator.onLine) return
      import('./GuestPrompt.tsx').then(
        ({ promptGuest }) => promptGuest({ remind, oneTap, now: now(), isGone: () => left }),
        () => {},
      )
    }, AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [signedIn, remind, oneTap, isBusy, now])
}
