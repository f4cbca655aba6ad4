/** Teams: the page of one, and the visitor's own with their events only (RT-12, RT-13, CY-09). */
import { useMemo, useState } from 'react'
import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router'
import {
  leadingId,
  LINE,
  LIVE,
  NothingHere,
  PlaceStar,
  placesQuery,
  searchQuery,
  SHORTEST,
  useFavorites,
  type FavoritePlace,
  type Kind,
  type LineGame,
  useOpenGames,
  usePaused,
} from '#modules/line/web/index.ts'
import { fold, slug } from '#lib/text.ts'
import { useSite } from '#platform/web/features.tsx'
import { keepFocusAmong } from '#platform/web/kept-focus.ts'
import { useApi } from '#platform/web/query.ts'
import { guard } from '#modules/brand/web/index.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { SearchField } from '#ui/Field.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, loadHub, type HubData } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { notFound, teamOf } from './known-places.ts'
import { MixedList } from './MixedList.tsx'
import { topGamesQuery } from './queries.ts'
import { useHubTexts } from './texts.ts'
import styles from './Teams.module.css'

interface TeamsData extends HubData {
  /** The team of the address; null on the pages of choosing. */
  team: FavoritePlace | null
  own: boolean
}

export async function loader(args: LoaderFunctionArgs) {
  const { lng } = guard(args)
  const own = new URL(args.request.url).pathname.includes('/betsonyour')
  if (args.params['team'] === undefined) {
    const page = await loadHub(args, { key: own ? 'betsonyour' : 'team', queries: [topGamesQuery(lng)] })
    return { ...page.data, team: null, own }
  }
  const id = leadingId(args.params['team'])
  if (id === null) throw notFound()
  const queries = ([LIVE, LINE] as const).map((kind) => placesQuery(kind, lng, { teams: [id] }))
  const team = await teamOf(args.context, lng, id)
  const page = await loadHub(args, { key: 'team', queries, ...(team.name ? { title: team.name } : {}) })
  return { ...page.data, team, own: false }
}

export const meta = hubMeta

export default function TeamsScreen() {
  const { team, own } = useLoaderData<TeamsData>()
  const { team: word } = useParams()
  return <HubScreen>{team ? <TeamPage key={word} team={team} /> : <Choosing key={own ? 'own' : 'all'} own={own} />}</HubScreen>
}

function TeamPage({ team }: { team: FavoritePlace }) {
  const text = useHubTexts()
  const { lng } = useSite()
  return (
    <HubPage end={team.name ? <PlaceStar type="team" id={team.id} sportId={team.sportId} name={team.name} /> : null}>
      <MixedList
        listKey={`team|${team.id}`}
        of={(kind: Kind) => placesQuery(kind, lng, { teams: [team.id] })}
        empty={<NothingHere message={text('team_nothing')} label={text('team_others')} to="/team" />}
      />
    </HubPage>
  )
}

const LIMIT = 20

const SUGGESTED = 12

/** A mark takes a team from one list to the other: the keyboard goes on with the next one. */
const keepFocus = keepFocusAmong({ cards: 'li[data-team]', nameOf: ({ dataset }) => dataset['team'] })

function sidesOf(games: readonly LineGame[]): readonly FavoritePlace[] {
  const teams = new Map<number, FavoritePlace>()
  for (const { side1, side2, side1Id, side2Id, sportId } of games) {
    for (const [id, name] of [
      [side1Id, side1],
      [side2Id, side2],
    ] as const)
      if (id && name) teams.set(id, { id, sportId, name })
  }
  return [...teams.values()]
}

/** Teams whose name carries every word, from the games that the search has found. */
function teamsOf(games: readonly LineGame[], query: string): readonly FavoritePlace[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const all = sidesOf(games)
  const exact = all.filter(({ name }) => words.every((word) => fold(name).includes(word)))
  // A query in another alphabet, or with a letter wrong, is found by the server only.
  return (exact.length ? exact : all).slice(0, LIMIT)
}

function Choosing({ own }: { own: boolean }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const { teams } = useFavorites()
  const [query, setQuery] = useState('')
  const asked = usePaused(query).trim()
  const enabled = asked.length >= SHORTEST
  const search = [
    useApi(searchQuery(LIVE, lng, asked, LIMIT), { enabled }),
    useApi(searchQuery(LINE, lng, asked, LIMIT), { enabled }),
  ] as const
  const [live, line] = [useOpenGames(search[0].data), useOpenGames(search[1].data)]
  const found = useMemo(() => (enabled ? teamsOf([...(live ?? []), ...(line ?? [])], asked) : []), [enabled, live, line, asked])
  const top = useOpenGames(useApi(topGamesQuery(lng)).data)
  const known = useMemo(() => (top ? sidesOf(top).slice(0, SUGGESTED) : []), [top])
  const ids = teams.map(({ id }) => id)
  return (
    <HubPage
      head={
        <>
          <SearchField
            className={styles.field}
            label={text('team_find')}
            placeholder={text('team_find')}
            value={query}
            onChange={setQuery}
          />
          {enabled && found.length === 0 && hasFailed(...search) ? <Failed asked={search} /> : null}
          {enabled && live && line && found.length === 0 ? <p className={styles.none}>{text('team_not_found')}</p> : null}
          <div ref={keepFocus} className={styles.lists}>
            <TeamList label={text('team_found')} teams={found} />
            {enabled ? null : <TeamList label={text('team_known')} titled teams={known.filter(({ id }) => !ids.includes(id))} />}
            <TeamList label={text('team_own')} teams={teams.filter(({ id }) => !found.some((one) => one.id === id))} />
          </div>
        </>
      }
    >
      {ids.length === 0 ? (
        <NothingHere message={text(own ? 'betsonyour_nothing' : 'team_choose')} label={text('onward')} to="/line" />
      ) : (
        <MixedList
          listKey={`teams|${ids.join()}`}
          of={(kind: Kind) => placesQuery(kind, lng, { teams: ids })}
          empty={<NothingHere message={text('team_nothing')} label={text('onward')} to="/line" />}
        />
      )}
    </HubPage>
  )
}

function TeamList({ label, teams, titled = false }: { label: string; teams: readonly FavoritePlace[]; titled?: boolean }) {
  if (teams.length === 0) return null
  return (
    <>
      {titled ? <h2 className={styles.known}>{label}</h2> : null}
      <ul className={styles.teams} aria-label={label}>
        {teams.map((team) => (
          <li key={team.id} className={styles.team} data-team={team.id}>
            <SportIcon sportId={team.sportId} size={16} />
            <SiteLink to={`/team/${team.id}-${slug(team.name) || 'team'}`}>
              <bdi>{team.name}</bdi>
            </SiteLink>
            <PlaceStar type="team" id={team.id} sportId={team.sportId} name={team.name} />
          </li>
        ))}
      </ul>
    </>
  )
}
