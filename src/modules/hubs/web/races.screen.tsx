/** Races of horses and dogs: today's cards by meeting, the card of one race with its runners and prices (CY-05). */
import { useMemo } from 'react'
import { Navigate, useLoaderData, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import {
  endedQuery,
  leadingId,
  LINE,
  LIVE,
  NothingHere,
  placesQuery,
  SportOff,
  useDates,
  useOpenGames,
  type Kind,
  type LineGame,
} from '#modules/line/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { slug } from '#lib/text.ts'
import { useSite } from '#platform/web/features.tsx'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { byPathAlone, prefetchOnServer, useApi } from '#platform/web/query.ts'
import { localized, SiteLink } from '#platform/web/site-link.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ChipFilter } from './ChipFilter.tsx'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, loadHub, type HubData } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { answerOf, assertRace, endedAddress, notFound } from './known-places.ts'
import { champsQuery, raceCardQuery, raceQuery } from './queries.ts'
import { RaceCard } from './RaceCard.tsx'
import { useHubTexts } from './texts.ts'
import styles from './Races.module.css'

/** Horses, dogs, trotters. */
const SPORTS = [44, 68, 92] as const

interface RacesData extends HubData {
  race: number | null
}

const KINDS: readonly Kind[] = [LIVE, LINE]
/** The cards of the next day: later ones are drawn up when their day comes. */
const AHEAD_SEC = 86_400

export async function loader(args: LoaderFunctionArgs) {
  const { lng } = guard(args)
  const word = args.params['race']
  const race = word === undefined ? null : leadingId(word)
  if (word !== undefined && race === null) throw notFound()
  if (race !== null) await assertRace(args.context, lng, race, SPORTS)
  const champs = KINDS.map((kind) => champsQuery(kind, lng, SPORTS))
  const { state } = await prefetchOnServer(args.context, champs)
  const lists = KINDS.flatMap((kind, index) => {
    const ids = idsOf(answerOf(state, champs[index]!))
    return ids.length ? [placesQuery(kind, lng, { champs: ids })] : []
  })
  const page = await loadHub(args, { key: 'races', queries: [...champs, ...lists, ...(race === null ? [] : [raceQuery(LINE, lng, race)])] })
  return { ...page.data, race }
}

function idsOf(champs: readonly { id: number }[] | undefined): readonly number[] {
  return (champs ?? []).map(({ id }) => id).toSorted((a, b) => a - b)
}

export const shouldRevalidate = byPathAlone

export const meta = hubMeta

export default function RacesScreen() {
  const { race } = useLoaderData<RacesData>()
  const { race: word } = useParams()
  return <HubScreen>{race === null ? <Meetings /> : <OneRace key={word} ci={race} />}</HubScreen>
}

/** Races of one kind, in full: a list by sport would end after fifty. */
function useKind(kind: Kind) {
  const { lng } = useSite()
  const champs = useApi(champsQuery(kind, lng, SPORTS))
  const ids = idsOf(champs.data)
  const games = useApi(placesQuery(kind, lng, { champs: ids }), { enabled: ids.length > 0 })
  const open = useOpenGames(games.data)
  return {
    games: ids.length ? (open ?? NO_GAMES) : NO_GAMES,
    asked: [champs, games] as const,
    loading: champs.isPending || (ids.length > 0 && games.isPending),
  }
}

const NO_GAMES: readonly LineGame[] = []

function useRaces() {
  const live = useKind(LIVE)
  const line = useKind(LINE)
  const races = useMemo(() => {
    const all = [...live.games, ...line.games].toSorted((a, b) => a.startsAt - b.startsAt)
    const first = all[0]?.startsAt ?? 0
    return all.filter(({ startsAt }) => startsAt < first + AHEAD_SEC)
  }, [live.games, line.games])
  return { races, asked: [...live.asked, ...line.asked], loading: live.loading || line.loading }
}

function raceAddress(race: Pick<LineGame, 'ci' | 'champ'>): string {
  return `/races/${race.ci}-${slug(race.champ) || 'race'}`
}

function Meetings() {
  const text = useHubTexts()
  const { races, asked, loading } = useRaces()
  const [params] = useSearchParams()
  const sport = Number(params.get('sport'))
  const sports = [...Map.groupBy(races, ({ sportId }) => sportId)]
  const shown = sport ? races.filter(({ sportId }) => sportId === sport) : races
  const meetings = [...Map.groupBy(shown, ({ champId }) => champId)]
  return (
    <HubPage
      count={races.length}
      head={
        sports.length > 1 ? (
          <ChipFilter
            label={text('sports')}
            name="sport"
            items={sports.map(([id, list]) => ({ value: String(id), name: list[0]!.sport, count: list.length, sportId: id }))}
          />
        ) : null
      }
    >
      {loading ? (
        <SkeletonRows rows={6} height="72px" />
      ) : races.length === 0 && hasFailed(...asked) ? (
        <Failed asked={asked} />
      ) : races.length === 0 ? (
        <NothingHere message={text('races_nothing')} label={text('onward')} to="/line" />
      ) : meetings.length === 0 ? (
        <NothingHere message={text('nothing_filtered')} label={text('show_all')} to="/races" />
      ) : (
        <div className={styles.meetings}>
          {meetings.map(([id, list]) => (
            <section key={id} className={styles.meeting}>
              <h2 className={styles.meetingHead}>
                <SportIcon sportId={list[0]!.sportId} size={16} />
                {list[0]!.champ}
              </h2>
              <ul className={styles.starts}>
                {list.map((race) => (
                  <li key={race.ci}>
                    <Start race={race} first={list[0]!} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </HubPage>
  )
}

/** The day stands beside races of another day than the meeting's first: its card goes on past midnight. */
function Start({ race, first, here = false }: { race: LineGame; first: LineGame; here?: boolean }) {
  const format = useDates()
  const day = format(race.startsAt, 'dd.MM')
  return (
    <SiteLink to={raceAddress(race)} className={styles.start} aria-current={here ? 'page' : undefined}>
      {race.kind === LIVE ? <LiveDot /> : null}
      {day === format(first.startsAt, 'dd.MM') ? null : (
        <small>
          <Num>{day}</Num>
        </small>
      )}
      <b>
        <Num>{format(race.startsAt, 'HH:mm')}</Num>
      </b>
      <small className={styles.count}>
        <Num>{String(race.count)}</Num>
      </small>
    </SiteLink>
  )
}

function OneRace({ ci }: { ci: number }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const line = useApi(raceQuery(LINE, lng, ci))
  const live = useApi(raceQuery(LIVE, lng, ci), { enabled: line.isSuccess && line.data === null })
  const race = line.data ?? live.data ?? null
  const card = useApi(raceCardQuery(lng, race?.i ?? 0), { enabled: race !== null }).data ?? null
  const { races } = useRaces()
  const others = races.filter(({ champId }) => champId === race?.champId)
  const gone = line.data === null && live.data === null
  // It may end while its card is looked at.
  const ended = useApi(endedQuery(lng, ci), { enabled: gone }).data ?? null
  const isHidden = useHiddenSports()
  return (
    <HubPage
      head={
        others.length > 1 ? (
          <nav className={styles.starts} aria-label={text('races_of_meeting')}>
            {others.map((other) => (
              <Start key={other.ci} race={other} first={others[0]!} here={other.ci === ci} />
            ))}
          </nav>
        ) : null
      }
    >
      {race && isHidden(race.sportId, race.kind) ? (
        <SportOff sport={race.sport} />
      ) : race ? (
        <RaceCard race={race} card={card} />
      ) : ended ? (
        <Navigate to={localized(endedAddress(ci, ended), lng)} replace />
      ) : gone ? (
        <NothingHere message={text('race_gone')} label={text('races_all')} to="/races" />
      ) : hasFailed(line, live) ? (
        <Failed asked={[line, live]} />
      ) : (
        <SkeletonRows rows={8} height="60px" />
      )}
    </HubPage>
  )
}
