/**
 * Access to pages (spec §2 "Route access rules", AC-01…05). Every loader of a screen may call it first; it answers
 * by a redirect or by a failure page and returns the visit when the page is open.
 */
import { withoutLanguage } from '#lib/language-tag.ts'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { featureOn } from '#platform/shared/site-config.ts'
import { visitContext, type ServerVisit } from '#platform/shared/visit.ts'
import { unreachable } from '#lib/assert.ts'
import { access, type AccessFlags } from '../rules/access.ts'
import { isPageOpen } from '../rules/open-pages.ts'
import { flagsOfPath, vipFlags } from '../rules/route-rules.ts'

interface LoaderArgs {
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * `own` are flags that the page has whatever the brand says; the brand's rules for the address lie over them. `elsewhere`: an
 * address of this site for whom the page is none of, in place of home.
 */
export function guard({ request, context }: LoaderArgs, own: AccessFlags = {}, elsewhere: string | null = null): ServerVisit {
  const visit = context.get(visitContext)
  const url = new URL(request.url)
  const path = withoutLanguage(url.pathname.replace(/\.data$/, '')) || '/'
  const { global, betting } = visit.config
  const flags = { ...own, ...flagsOfPath(global.routes, path), ...vipFlags(betting.vip, visit.country, path) }
  const verdictFor = (signedIn: boolean) =>
    access(flags, { signedIn, language: visit.lng, country: visit.country, hasFeature: (name) => featureOn(visit.config, name) })
  const verdict = verdictFor(visit.player !== null)
  // There may be a player: a page that is another one to him is put off until it is known.
  if (visit.isUnasked && verdict !== verdictFor(true)) throw data(null, { status: 503 })
  switch (verdict) {
    case 'allow':
      return visit
    case 'home':
      throw redirect(elsewhere ?? `/${visit.lng}`)
    case 'sign_in': {
      url.searchParams.delete('_routes')
      throw redirect(`/${visit.lng}/login?return=${encodeURIComponent(`/${visit.lng}${path === '/' ? '' : path}${url.search}`)}`)
    }
    case 'not_found':
      throw data(null, { status: 404 })
    case 'blocked':
      throw data(null, { status: 451 })
    default:
      return unreachable(verdict)
  }
}

/** Server side of `useOpenPages`: what a loader need not ask, because the page will not lead there. */
export function leadsTo({ config, country, lng, player }: ServerVisit, link: string): boolean {
  return isPageOpen(config.global.routes, link, {
    signedIn: player !== null,
    language: lng,
    country,
    hasFeature: (name) => featureOn(config, name),
    // What the player has closed for himself is known to his browser.
    closed: [],
  })
}
