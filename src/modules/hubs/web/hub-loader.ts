/** What every page of this module asks before it renders, and the words that come with it. */
import { guard } from '#modules/brand/web/index.ts'
import { frameQueries, LINE, trimState } from '#modules/line/web/index.ts'
import { prefetchOnServer, type ApiQuery, type ScreenData } from '#platform/web/query.ts'
import { data, type LoaderFunctionArgs } from 'react-router'

export interface HubData extends ScreenData {
  /** Texts of the unit `hubs`: they are not among those of the document. */
  texts: Readonly<Record<string, string>>
  title: string
  /** What this address shows of it: the name of a tab, '' for the whole. */
  part: string
  about: string
  brand: string
}

export interface HubRequest {
  /** Key of the title; `<key>_about` is the paragraph under the list and the description, `{{name}}` in it the title. */
  key: string
  /** Key of the tab's name. */
  part?: string | undefined
  /** A title that is no text of ours: the name of a championship. */
  title?: string
  queries?: readonly ApiQuery<unknown>[]
  feature?: string | undefined
  status?: number
}

/** Runs the queries inside the process. A section that the brand keeps closed has no page. */
export async function loadHub(args: LoaderFunctionArgs, { key, part, title, queries = [], feature, status = 200 }: HubRequest) {
  const visit = guard(args, feature === undefined ? {} : { feature })
  const texts = visit.dictionary(['hubs'])['hubs'] ?? {}
  const { state } = await prefetchOnServer(args.context, [...frameQueries(visit.lng, { kind: LINE, sportId: null }), ...queries])
  const words = title ?? texts[`${key}_title`] ?? ''
  const body: HubData = {
    ...trimState({ state }),
    texts,
    title: words,
    part: part ? (texts[part] ?? '') : '',
    about: (texts[`${key}_about`] ?? '').replace('{{name}}', () => words),
    brand: visit.config.customize.name,
  }
  return data(body, { status })
}

/** Language of an address, before the visit is known to the query. */
export function languageOf(request: Request): string {
  return new URL(request.url).pathname.split('/')[1] ?? 'ru'
}

export function hubMeta({ loaderData }: { loaderData: unknown }): { title?: string; name?: string; content?: string }[] {
  const page = loaderData as HubData | undefined
  if (!page) return []
  const { title, part, about, brand } = page
  return [
    { title: [part, title, brand].filter(Boolean).join(' · ') },
    { name: 'description', content: [part, about].filter(Boolean).join('. ') },
  ]
}
