/** Cricket's own area: home, championships, events, favourites, search, broadcasts, one championship, a player (RT-16). */
import { useEffect, useMemo, useState } from 'react'
import { redirect, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import {
  champAddress,
  leadingId,
  LINE,
  listQuery,
  LIVE,
  LineTable,
  NothingHere,
  PlaceStar,
  placesQuery,
  playersQuery,
  searchQuery,
  SHORTEST,
  SkeletonTable,
  useFavorites,
  usePaused,
  useWithPrices,
  type Kind,
  type LineGame,
  SportOff,
  sportName,
  useOpenGames,
} from '#modules/line/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { slug } from '#lib/text.ts'
import { useSite } from '#platform/web/features.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import type { ServerVisit } from '#platform/shared/visit.ts'
import { byPathAlone, prefetchOnServer, useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { SearchField } from '#ui/Field.tsx'
import { Num } from '#ui/Num.tsx'
import { EmptyState } from '#ui/States.tsx'
import { Failed, hasFailed } from './Failed.tsx'
import { GameCard } from './GameCard.tsx'
import cards from './GameCard.module.css'
import champions from './Champions.module.css'
import { hubMeta, loadHub, type HubData } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { champOf, cricketerOf, endedOf, notFound, toEnded } from './known-places.ts'
import { LinkTabs } from './LinkTabs.tsx'
import { MixedList } from './MixedList.tsx'
import { cricketerQuery, cricketersQuery } from './cricket-queries.ts'
import { Cricketers } from './Cricketers.tsx'
import { PlayerCard } from './PlayerCard.tsx'
import { champsQuery, pageOfGame } from './queries.ts'
import teams from './Teams.module.css'
import { useHubTexts } from './texts.ts'

const CRICKET = 66
const ROOT = '/cricket'
const PAGES = ['home', 'champs', 'events', 'favorites', 'search', 'broadcasts'] as const
type Page = (typeof PAGES)[number] | 'champ' | 'player'

interface CricketData extends HubData {
  page: Page
  id: number
}

const FILTER = { sports: CRICKET, virtualSports: true } as const

export async function loader(args: LoaderFunctionArgs) {
  const visit = guard(args)
  const { lng } = visit
  const { page: word = 'home', id: idWord } = args.params
  const id = leadingId(idWord) ?? 0
  if (word === 'game') return toGame(args, lng, id)
  const page = [...PAGES, 'champ' as const, 'player' as const].find((one) => one === word)
  if (!page || ((page === 'champ' || page === 'player') && !id) || (id > 0 && page !== 'champ' && page !== 'player')) throw notFound()
  const title = await nameOf(visit, args.context, page, id)
  const answer = await loadHub(args, { key: 'cricket', part: partOf(page), queries: queriesOf(page, lng, id), ...(title ? { title } : {}) })
  return { ...answer.data, page, id }
}

/** A tab has a title of its own; the first one is the area itself. */
function partOf(page: Page): string | undefined {
  return page === 'home' || page === 'champ' || page === 'player' ? undefined : `cricket_${page}`
}

/** Pages of one championship and of one player carry its name; '' on the others. */
async function nameOf(visit: ServerVisit, context: LoaderFunctionArgs['context'], page: Page, id: number): Promise<string> {
  if (page === 'player') return cricketerOf(visit, id)
  if (page !== 'champ') return ''
  const champ = await champOf(context, visit.lng, id)
  if (champ && champ.sportId !== CRICKET) throw notFound()
  return champ?.name ?? ''
}

function queriesOf(page: Page, lng: string, id: number) {
  switch (page) {
    case 'champ':
      return [placesQuery(LIVE, lng, { champs: [id] }), placesQuery(LINE, lng, { champs: [id] }), cricketersQuery(lng, id)]
    case 'champs':
      return [champsQuery(LINE, lng, [CRICKET]), champsQuery(LIVE, lng, [CRICKET])]
    case 'player':
      return [playersQuery(lng, [id]), cricketerQuery(lng, id)]
    default:
      return [listQuery({ kind: LIVE, lng, filter: FILTER }), listQuery({ kind: LINE, lng, filter: FILTER })]
  }
}

/** An event of cricket has the page of every event; this address leads there. */
async function toGame({ context }: LoaderFunctionArgs, lng: string, id: number): Promise<never> {
  if (!id) throw notFound()
  const query = pageOfGame(lng, id)
  const { state } = await prefetchOnServer(context, [query])
  const address = query.read(state.queries[0]?.state.data)
  // Names of other alphabets stand in the address; a header carries ASCII only.
  if (address !== null) throw redirect(encodeURI(`/${lng}${address}`), 302)
  const game = await endedOf(context, lng, id)
  throw game ? toEnded(lng, id, game) : notFound()
}

export const shouldRevalidate = byPathAlone

export const meta = hubMeta

export default function CricketScreen() {
  const data = useLoaderData<CricketData>()
  return (
    <HubScreen>
      <Cricket key={`${data.page}-${data.id}`} {...data} />
    </HubScreen>
  )
}

function Cricket({ page, id }: CricketData) {
  const text = useHubTexts()
  return (
    <HubPage
      head={
        <LinkTabs
          label={text('cricket_title')}
          items={PAGES.map((one) => ({ to: one === 'home' ? ROOT : `${ROOT}/${one}`, name: text(`cricket_${one}` as 'cricket_home') }))}
        />
      }
    >
      <Panel page={page} id={id} />
    </HubPage>
  )
}

function Panel({ page, id }: { page: Page; id: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const isOff = useHiddenSports()
  // What is known of a player is no offer.
  if (page !== 'player' && isOff(CRICKET, LINE) && isOff(CRICKET, LIVE)) return <SportOff sport={sportName(CRICKET, lng)} />
  switch (page) {
    case 'home':
      return <Home />
    case 'champs':
      return <Champs />
    case 'favorites':
      return <Favorites />
    case 'search':
      return <Search />
    case 'broadcasts':
      return <Broadcasts />
    case 'player':
      return <PlayerCard id={id} />
    case 'events':
      return (
        <MixedList
          listKey="cricket-events"
          of={(kind, page) => listQuery({ kind, lng, filter: FILTER, page })}
          pageRows={50}
          empty={<NothingHere message={text('cricket_nothing')} label={text('onward')} to="/line" />}
        />
      )
    case 'champ':
      return (
        <>
          <MixedList
            listKey={`cricket-${id}`}
            of={(kind: Kind) => placesQuery(kind, lng, { champs: [id] })}
            empty={<NothingHere message={text('champ_nothing')} label={text('cricket_champs')} to={`${ROOT}/champs`} />}
          />
          <Cricketers championshipId={id} />
        </>
      )
  }
}

function useCricket() {
  const { lng } = useSite()
  const asked = [useApi(listQuery({ kind: LIVE, lng, filter: FILTER })), useApi(listQuery({ kind: LINE, lng, filter: FILTER }))] as const
  const [live, line] = [useOpenGames(asked[0].data) ?? NO_GAMES, useOpenGames(asked[1].data) ?? NO_GAMES]
  return { asked, live, line, loading: asked.some(({ isPending }) => isPending) }
}

const NEXT = 15
const MOST_LIVE = 6

function Home() {
  const text = useHubTexts()
  const { asked, live, line, loading } = useCricket()
  // Cards stand in pairs.
  const cards = Math.min(MOST_LIVE, Math.max(2, live.length + (live.length % 2)))
  const shown = [...live, ...line].slice(0, cards)
  const rest = line.filter(({ ci }) => !shown.some((game) => game.ci === ci)).slice(0, NEXT)
  if (loading) return <SkeletonTable />
  if (shown.length === 0 && hasFailed(...asked)) return <Failed asked={asked} />
  if (shown.length === 0) return <NothingHere message={text('cricket_nothing')} label={text('onward')} to="/line" />
  return (
    <>
      <Cards games={shown} />
      <Table games={rest} listKey="cricket-next" />
    </>
  )
}

function Cards({ games }: { games: readonly LineGame[] }) {
  return (
    <div className={cards.grid}>
      {games.map((game) => (
        <GameCard key={game.ci} game={game} />
      ))}
    </div>
  )
}

const none = () => {}

function Table({ games, listKey }: { games: readonly LineGame[]; listKey: string }) {
  const segments = useMemo(() => [{ id: 'line', games }], [games])
  return games.length ? <LineTable listKey={listKey} segments={segments} hasMore={false} onMore={none} /> : null
}

function Champs() {
  const text = useHubTexts()
  const { lng } = useSite()
  const asked = [useApi(champsQuery(LINE, lng, [CRICKET])), useApi(champsQuery(LIVE, lng, [CRICKET]))] as const
  const isHidden = useHiddenSports()
  if (asked[0].isPending) return <SkeletonTable />
  const line = isHidden(CRICKET, LINE) ? [] : (asked[0].data ?? [])
  const live = isHidden(CRICKET, LIVE) ? [] : (asked[1].data ?? [])
  const rows = [...line, ...live.filter(({ id }) => !line.some((one) => one.id === id))]
  if (rows.length === 0 && hasFailed(...asked)) return <Failed asked={asked} />
  if (rows.length === 0) return <NothingHere message={text('cricket_nothing')} label={text('onward')} to="/line" />
  return (
    <ul className={champions.grid}>
      {rows.map(({ id, name, count }) => (
        <li key={id} className={champions.card}>
          <span className={champions.names}>
            <SiteLink to={`${ROOT}/champ/${id}-${slug(name) || 'championship'}`} className={champions.name}>
              {name}
            </SiteLink>
            <span className={champions.counts}>
              <SiteLink to={champAddress(LINE, CRICKET, id, name)}>
                {text('events')} <Num>{count}</Num>
              </SiteLink>
            </span>
          </span>
          <PlaceStar type="champ" id={id} sportId={CRICKET} name={name} />
        </li>
      ))}
    </ul>
  )
}

function Favorites() {
  const text = useHubTexts()
  const { asked, live, line, loading } = useCricket()
  const { games, champs, teams } = useFavorites()
  const ids = new Set([...games.map(({ ci }) => ci), ...champs.map(({ id }) => id), ...teams.map(({ id }) => id)])
  const mine = [...live, ...line].filter(({ ci, champId, side1Id, side2Id }) => [ci, champId, side1Id, side2Id].some((id) => ids.has(id)))
  if (loading) return <SkeletonTable />
  if (mine.length === 0 && hasFailed(...asked)) return <Failed asked={asked} />
  if (mine.length === 0)
    return <NothingHere message={text('cricket_favorites_nothing')} label={text('cricket_events')} to={`${ROOT}/events`} />
  return <Cards games={mine} />
}

const LIMIT = 30
const LENGTH = 100
const NO_GAMES: readonly LineGame[] = []

function Search() {
  const text = useHubTexts()
  const { lng } = useSite()
  const [params, setParams] = useSearchParams()
  const [query, setQuery] = useState((params.get('text') ?? '').slice(0, LENGTH))
  const typed = usePaused(query, 200)
  useEffect(() => {
    if (typed !== (params.get('text') ?? '')) setParams(typed ? { text: typed } : {}, { replace: true, preventScrollReset: true })
    // Only what was typed changes the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed])
  const asked = (params.get('text') ?? '').trim().slice(0, LENGTH)
  const enabled = asked.length >= SHORTEST
  const search = [
    useApi(searchQuery(LIVE, lng, asked, LIMIT, CRICKET), { enabled }),
    useApi(searchQuery(LINE, lng, asked, LIMIT, CRICKET), { enabled }),
  ] as const
  const priced = [useWithPrices(LIVE, search[0].data ?? NO_GAMES), useWithPrices(LINE, search[1].data ?? NO_GAMES)] as const
  const isHidden = useHiddenSports()
  const found = priced.flatMap(({ games }) => games).filter(({ sportId, kind }) => sportId === CRICKET && !isHidden(sportId, kind))
  return (
    <>
      <SearchField
        className={teams.field}
        label={text('cricket_search')}
        placeholder={text('cricket_search')}
        value={query}
        onChange={setQuery}
      />
      {!enabled ? (
        <EmptyState icon="search">{text('cricket_search_prompt')}</EmptyState>
      ) : [...search, ...priced].some(({ isPending }) => isPending) ? (
        <SkeletonTable rows={3} />
      ) : found.length === 0 && hasFailed(...search) ? (
        <Failed asked={search} />
      ) : hasFailed(...priced) ? (
        <Failed asked={priced} />
      ) : found.length === 0 ? (
        <EmptyState icon="search" action={{ label: text('search_clear'), onPress: () => setQuery('') }}>
          {text('cricket_search_nothing', { text: asked })}
        </EmptyState>
      ) : (
        <Cards games={found} />
      )}
    </>
  )
}

/** Games that can be watched: a video where there is one, the tracker drawn from facts everywhere else. */
function Broadcasts() {
  const text = useHubTexts()
  const { asked, live, loading } = useCricket()
  const shown = live.filter(({ marks }) => marks.video || marks.tracker)
  if (loading) return <SkeletonTable />
  if (shown.length === 0 && hasFailed(asked[0])) return <Failed asked={asked} />
  if (shown.length === 0)
    return <NothingHere message={text('cricket_broadcasts_nothing')} label={text('cricket_events')} to={`${ROOT}/events`} />
  return <Cards games={shown} />
}
