import { useCallback } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useClosedProducts } from '#platform/web/hidden-sports.ts'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { isPageOpen } from '../rules/open-pages.ts'

/** Tells of an address below /{lng} whether this visitor may be led there (AC-03…05, XT-46). */
export function useOpenPages(): (link: string) => boolean {
  const { lng, country, features, config } = useSite()
  const { routes } = config.global
  const signedIn = useSession().player !== null
  const closed = useClosedProducts()
  return useCallback(
    (link) => isPageOpen(routes, link, { signedIn, language: lng, country, hasFeature: (name) => features[name] ?? false, closed }),
    [routes, features, signedIn, lng, country, closed],
  )
}

/** The one action of an empty place: the way to another page, none where that is closed. */
export function useWayTo(): (label: string, to: string) => { label: string; onPress: () => void } | undefined {
  const isOpen = useOpenPages()
  const go = useSiteNavigate()
  return (label, to) => (isOpen(to) ? { label, onPress: () => go(to) } : undefined)
}
