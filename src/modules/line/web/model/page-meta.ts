/** Title and description of a page in its language. Meta runs outside of React: the texts are those of the root's data. */
import { placeOf } from './addresses.ts'
import { sportInfo } from '../../rules/sport-info.ts'
import { LIVE } from './types.ts'

interface RootData {
  visit: { lng: string; config: { customize: { name: string } } }
  texts: Record<string, Record<string, string>>
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export function pageMeta(matches: Matches, pathname: string, subject = ''): { title?: string; name?: string; content?: string }[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  if (!root) return []
  const site = root.texts['site'] ?? {}
  const { lng, config } = root.visit
  const brand = config.customize.name
  const place = placeOf(pathname)
  const names = place?.sportId ? sportInfo(place.sportId).names : null
  const sport = names ? (names[lng] ?? names['en'] ?? '') : ''
  const kind = place?.kind === LIVE ? 'live' : place ? 'line' : 'home'
  const title = [subject || sport, site[`${kind}_title`] ?? ''].filter(Boolean).join(' – ')
  return [{ title: [title, brand].filter(Boolean).join(' · ') }, { name: 'description', content: (site[`${kind}_description`] ?? '').replace('{{brand}}', brand) }]
}
