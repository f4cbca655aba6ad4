/** The statistics window: every view below /{lng}/statisticpopup/, in a light frame of its own (ST-01…20). */
import { guard } from '#modules/brand/web/index.ts'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import {
  data,
  isRouteErrorResponse,
  redirect,
  useLoaderData,
  useParams,
  useRouteError,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { useAddedTexts } from '#platform/web/i18n.ts'
import { featureOn } from '#platform/shared/site-config.ts'
import type { ScreenData } from '#platform/web/query.ts'
import { readPlace } from '../rules/path.ts'
import { readWidgetQuery } from '../rules/widget-query.ts'
import { viewQuery } from './queries.ts'
import { Failure, FAILURE_KEYS, type FailureData } from './Failure.tsx'
import { StatisticsPage } from './StatisticsPage.tsx'

/** The window brings its own frame: the root leaves the shell out. */
export const handle = { bare: true }

interface StatisticsData extends ScreenData {
  texts: Readonly<Record<string, string>>
  title: string
}

type Texts = Readonly<Record<string, string>>

export async function loader(args: LoaderFunctionArgs) {
  const visit = guard(args)
  // The bare address is the door of the statistics, not a view without its parameters.
  if (!args.params['*']) throw redirect(`/${visit.lng}/statistic`, 302)
  const texts: Texts = visit.dictionary(['statistics'])['statistics'] ?? {}
  const fail = (failure: FailureData, status: number) => data({ ...failure, texts: failureTexts(texts) }, { status })
  if (!featureOn(visit.config, 'statistics')) throw fail({ missing: true }, 404)
  const place = readPlace(args.params['*'] ?? '')
  if ('wrong' in place) throw fail(place, 400)
  const { searchParams } = new URL(args.request.url)
  const query = viewQuery(
    place,
    visit.lng,
    readWidgetQuery((name) => searchParams.get(name)),
  )
  const client = new QueryClient()
  let title = ''
  if (query) {
    const answer = await visit.request(query)
    if (answer.status === 404) throw fail({ missing: true }, 404)
    if (answer.status < 400) {
      client.setQueryData([query.path, query.query ?? {}, query.body ?? null], answer.body)
      title = titleOf(answer.body)
    }
  }
  const shown = [title || texts['title'], visit.config.customize.name].filter(Boolean).join(' · ')
  return { state: dehydrate(client), texts, title: shown } satisfies StatisticsData
}

/** What a refusal says: the words of the views stay where they are. */
function failureTexts(texts: Texts): Texts {
  return Object.fromEntries(FAILURE_KEYS.flatMap((key) => (texts[key] === undefined ? [] : [[key, texts[key]]])))
}

/** The subject of a page: its sides, its name or its championship. */
function titleOf(body: unknown): string {
  const page = body as {
    game?: { home: number; away: number }
    teamId?: number
    name?: string
    teams?: Record<string, { name: string }>
    championship?: { name: string } | null
  }
  if (page.game) return [page.teams?.[page.game.home]?.name, page.teams?.[page.game.away]?.name].filter(Boolean).join(' – ')
  return page.name ?? page.championship?.name ?? (page.teamId === undefined ? '' : (page.teams?.[page.teamId]?.name ?? ''))
}

/** Inside of the window pages ask for themselves; a wrong address is refused here as on the server. */
export async function clientLoader({ params }: { params: { '*'?: string } }): Promise<StatisticsData> {
  const place = readPlace(params['*'] ?? '')
  if ('wrong' in place) throw data(place, { status: 400 })
  return { state: { mutations: [], queries: [] }, texts: {}, title: '' }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  ...(loaderData?.title ? [{ title: loaderData.title }] : []),
  { name: 'robots', content: 'noindex' },
]

export default function StatisticsScreen() {
  const { state, texts } = useLoaderData<StatisticsData>()
  useAddedTexts('statistics', texts)
  const place = readPlace(useParams()['*'] ?? '')
  if ('wrong' in place) return <Failure failure={place} />
  return (
    <HydrationBoundary state={state}>
      <StatisticsPage place={place} />
    </HydrationBoundary>
  )
}

/** What the server or the address refused: named, inside of the window's own frame. */
export function ErrorBoundary() {
  const error = useRouteError()
  const told = isRouteErrorResponse(error) ? (error.data as (FailureData & { texts?: Texts }) | null) : null
  return <Refused failure={told ?? {}} texts={told?.texts} />
}

function Refused({ failure, texts }: { failure: FailureData; texts: Texts | undefined }) {
  return texts ? <WithTexts failure={failure} texts={texts} /> : <Failure failure={failure} />
}

function WithTexts({ failure, texts }: { failure: FailureData; texts: Texts }) {
  useAddedTexts('statistics', texts)
  return <Failure failure={failure} />
}
