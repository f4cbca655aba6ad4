/** Title and description of a page in its language. Meta runs outside of React: the texts are those of the root's data. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { rootText, visitOf, type RootData } from '#platform/web/root-data.ts'
import { placeOf } from './addresses.ts'
import { useSiteTexts } from './texts.ts'
import { LIVE } from './types.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]
const PAGES = ['home', 'line', 'live', 'search', 'favorites'] as const
type PageName = (typeof PAGES)[number]

function pageName(pathname: string): PageName {
  const [, , first = 'home'] = pathname.split('/')
  return PAGES.find((name) => name === first) ?? 'home'
}

/** "Kairat – Aktobe · Line · Brand": what the page is about, its section, the brand. */
function titleOf(subject: string, section: string, brand: string): string {
  return [subject, section, brand].filter(Boolean).join(' · ')
}

export function pageMeta(matches: Matches, pathname: string, subject = ''): { title?: string; name?: string; content?: string }[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  if (!root) return []
  const site = (key: string) => rootText(root, 'site', key)
  const { config } = visitOf(root)
  const brand = config.customize.name
  const name = pageName(pathname)
  const description = placeOf(pathname)?.kind === LIVE ? 'live' : name === 'line' ? 'line' : 'home'
  return [
    { title: titleOf(subject, site(`${name}_title`), brand) },
    { name: 'description', content: site(`${description}_description`).replace('{{brand}}', brand) },
  ]
}

/**
 * The same title when the page was opened inside the browser: its subject is known only with its rows, after the
 * router has written the title of the route.
 */
export function usePageTitle(subject = ''): void {
  const text = useSiteTexts()
  const { config } = useSite()
  const { pathname } = useLocation()
  const brand = (config as { customize?: { name?: string } }).customize?.name ?? ''
  const title = titleOf(subject, text(`${pageName(pathname)}_title`), brand)
  useEffect(() => {
    document.title = title
  }, [title])
}
