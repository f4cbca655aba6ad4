/** What may interest this visitor: the marked championships and teams first, then what most people watch; never losses (RT-12). */
import { useMemo } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import {
  LINE,
  listQuery,
  LIVE,
  LineTable,
  NothingHere,
  placesQuery,
  SkeletonTable,
  useFavorites,
  useOpenGames,
} from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { useHubTexts } from './texts.ts'

const DAY_MIN = 1440
const POPULAR = { top: true } as const
const none = () => {}

export async function loader(args: LoaderFunctionArgs) {
  const lng = languageOf(args.request)
  return loadHub(args, {
    key: 'recommendation',
    queries: [
      listQuery({ kind: LIVE, lng, filter: POPULAR, count: 10 }),
      listQuery({ kind: LINE, lng, filter: POPULAR, times: { tf: DAY_MIN }, count: 20 }),
    ],
  })
}

export const meta = hubMeta

export default function RecommendationScreen() {
  return (
    <HubScreen>
      <Recommendation />
    </HubScreen>
  )
}

function Recommendation() {
  const text = useHubTexts()
  const { lng } = useSite()
  const { champs, teams } = useFavorites()
  const asked = [
    useApi(placesQuery(LINE, lng, { champs: champs.map(({ id }) => id) }), { enabled: champs.length > 0 }),
    useApi(placesQuery(LINE, lng, { teams: teams.map(({ id }) => id) }), { enabled: teams.length > 0 }),
    useApi(listQuery({ kind: LIVE, lng, filter: POPULAR, count: 10 })),
    useApi(listQuery({ kind: LINE, lng, filter: POPULAR, times: { tf: DAY_MIN }, count: 20 })),
  ] as const
  const ofChamps = useOpenGames(asked[0].data)
  const ofTeams = useOpenGames(asked[1].data)
  const live = useOpenGames(asked[2].data)
  const line = useOpenGames(asked[3].data)
  const segments = useMemo(() => {
    const seen = new Set<number>()
    const once = <G extends { ci: number }>(games: readonly G[]) => games.filter(({ ci }) => !seen.has(ci) && seen.add(ci))
    const own = once([...(ofTeams ?? []), ...(ofChamps ?? [])]).slice(0, 20)
    return [
      { id: 'own', games: own },
      { id: 'live', games: once(live ?? []) },
      { id: 'soon', games: once(line ?? []) },
    ]
  }, [ofChamps, ofTeams, live, line])
  const rows = segments.reduce((sum, { games }) => sum + games.length, 0)
  return (
    <HubPage>
      {asked[3].isPending ? (
        <SkeletonTable />
      ) : rows === 0 && hasFailed(...asked) ? (
        <Failed asked={asked} />
      ) : rows === 0 ? (
        <NothingHere message={text('recommendation_nothing')} label={text('onward')} to="/line" />
      ) : (
        <LineTable listKey="recommendation" segments={segments} mixed sectionHeads hasMore={false} onMore={none} />
      )}
    </HubPage>
  )
}
