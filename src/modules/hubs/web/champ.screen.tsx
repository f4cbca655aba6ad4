/** The hub of a championship: overview, games, the final, news, calendar, what the visitor marked (RT-14). */
import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import {
  leadingId,
  LINE,
  LIVE,
  listQuery,
  LineTable,
  NothingHere,
  PlaceStar,
  placesQuery,
  SkeletonTable,
  SportOff,
  sportName,
  useFavorites,
  useOpenGames,
  type FeedFilter,
  type Kind,
  type LineGame,
} from '#modules/line/web/index.ts'
import { slug } from '#lib/text.ts'
import { guard } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useApi } from '#platform/web/query.ts'
import { ChampNews } from './ChampNews.tsx'
import { Calendar } from './Calendar.tsx'
import { GameCard } from './GameCard.tsx'
import cards from './GameCard.module.css'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, loadHub, type HubData } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { champOf, notFound } from './known-places.ts'
import { LinkTabs } from './LinkTabs.tsx'
import { globalChampQuery } from './queries.ts'
import { MixedList } from './MixedList.tsx'
import { useHubTexts } from './texts.ts'
import { WinnerTable } from './WinnerTable.tsx'

const TABS = ['home', 'game', 'final', 'news', 'event', 'favorites'] as const
type Tab = (typeof TABS)[number]

interface ChampData extends HubData {
  id: number
  sportId: number
  tab: Tab
}

const KINDS: readonly Kind[] = [LIVE, LINE]

export async function loader(args: LoaderFunctionArgs) {
  const { lng } = guard(args)
  const id = leadingId(args.params['champ'])
  const tab = TABS.find((one) => one === (args.params['tab'] ?? 'home'))
  if (id === null || !tab) throw notFound()
  const queries = KINDS.map((kind) => placesQuery(kind, lng, { champs: [id] }))
  const known = await champOf(args.context, lng, id)
  const part = tab === 'home' ? undefined : `champ_${tab}`
  const page = await loadHub(args, { key: 'champ', part, queries, ...(known ? { title: known.name } : {}) })
  return { ...page.data, id, sportId: known?.sportId ?? 0, tab }
}

export const meta = hubMeta

export default function ChampScreen() {
  const data = useLoaderData<ChampData>()
  return (
    <HubScreen>
      <ChampPage key={data.id} {...data} />
    </HubScreen>
  )
}

interface Games {
  live: readonly LineGame[]
  line: readonly LineGame[]
}

function useGames(id: number) {
  const { lng } = useSite()
  const asked = [useApi(placesQuery(LIVE, lng, { champs: [id] })), useApi(placesQuery(LINE, lng, { champs: [id] }))] as const
  const games: Games = { live: useOpenGames(asked[0].data) ?? NO_GAMES, line: useOpenGames(asked[1].data) ?? NO_GAMES }
  return { asked, games, loading: asked.some(({ isPending }) => isPending) }
}

const NO_GAMES: readonly LineGame[] = []

function ChampPage({ id, sportId, tab, title }: ChampData) {
  const text = useHubTexts()
  const { lng } = useSite()
  const { asked, games, loading } = useGames(id)
  const isHidden = useHiddenSports()
  const isOff = isHidden(sportId, LINE) && isHidden(sportId, LIVE)
  const root = `/champ/${id}-${slug(title) || 'championship'}`
  return (
    <HubPage
      count={games.live.length + games.line.length}
      end={<PlaceStar type="champ" id={id} sportId={sportId} name={title} />}
      head={
        <LinkTabs
          label={title}
          items={TABS.map((one) => ({
            to: one === 'home' ? root : `${root}/${one}`,
            name: text(`champ_${one}` as 'champ_home'),
            current: one === tab,
          }))}
        />
      }
    >
      {isOff ? (
        <SportOff sport={sportName(sportId, lng)} />
      ) : loading ? (
        <SkeletonTable />
      ) : tab !== 'news' && games.live.length + games.line.length === 0 && hasFailed(...asked) ? (
        <Failed asked={asked} />
      ) : (
        <Panel id={id} tab={tab} games={games} />
      )}
    </HubPage>
  )
}

function Panel({ id, tab, games }: { id: number; tab: Tab; games: Games }) {
  const text = useHubTexts()
  switch (tab) {
    case 'home':
      return <Overview games={games} />
    case 'game':
      return <All games={games} listKey={`champ|${id}`} empty={text('champ_nothing')} />
    case 'final':
      return (
        <>
          <Final id={id} games={games} />
          <WinnerTable champId={id} />
        </>
      )
    case 'news':
      return <ChampNews id={id} />
    case 'event':
      return <Calendar games={[...games.live, ...games.line]} />
    case 'favorites':
      return <Marked games={games} />
  }
}

const CARDS = 6
const NEXT = 10

/** What is played now as cards, then the next games. */
function Overview({ games: { live, line } }: { games: Games }) {
  const text = useHubTexts()
  const shown = live.length ? live.slice(0, CARDS) : line.filter(({ side2 }) => side2 !== '').slice(0, 2)
  const rest = line.filter(({ ci }) => !shown.some((game) => game.ci === ci)).slice(0, NEXT)
  if (shown.length + rest.length === 0) return <NothingHere message={text('champ_nothing')} label={text('onward')} to="/line" />
  return (
    <>
      <div className={cards.grid}>
        {shown.map((game) => (
          <GameCard key={game.ci} game={game} />
        ))}
      </div>
      {rest.length ? <All games={{ live: [], line: rest }} listKey="champ-next" empty="" /> : null}
    </>
  )
}

function All({ games: { live, line }, listKey, empty }: { games: Games; listKey: string; empty: string }) {
  const text = useHubTexts()
  const segments = useMemo(
    () => [
      { id: 'live', games: live },
      { id: 'line', games: line },
    ],
    [live, line],
  )
  if (live.length + line.length === 0) return <NothingHere message={empty} label={text('onward')} to="/line" />
  return <LineTable listKey={listKey} segments={segments} sectionHeads hasMore={false} onMore={none} />
}

const none = () => {}

/** Bets on the whole competition: the winner, the finalists, who goes down. */
function Final({ id, games }: { id: number; games: Games }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const one = games.line[0] ?? games.live[0]
  const event = useApi(globalChampQuery(one?.kind ?? LINE, lng, one?.ci ?? 0), { enabled: one !== undefined })
  if (one && event.isPending) return <SkeletonTable />
  // Bets on the whole stand in a championship of their own, of the same event.
  const place: FeedFilter = event.data ? { globalChampId: event.data } : { champs: id, ...(one ? { sports: one.sportId } : {}) }
  return (
    <MixedList
      listKey={`final|${id}|${event.data ?? 0}`}
      kinds={FINAL_KINDS}
      heads={false}
      of={(kind) => listQuery({ kind, lng, filter: { ...place, marketType: 7 } })}
      empty={<NothingHere message={text('champ_final_nothing')} label={text('to_long')} to="/long" />}
    />
  )
}

const FINAL_KINDS: readonly Kind[] = [LINE]

function Marked({ games: { live, line } }: { games: Games }) {
  const text = useHubTexts()
  const { games, teams } = useFavorites()
  const ids = new Set(games.map(({ ci }) => ci))
  const sides = new Set(teams.map(({ id }) => id))
  const mine = ({ ci, side1Id, side2Id }: LineGame) => ids.has(ci) || sides.has(side1Id) || sides.has(side2Id)
  return <All listKey="champ-marked" games={{ live: live.filter(mine), line: line.filter(mine) }} empty={text('champ_favorites_nothing')} />
}
