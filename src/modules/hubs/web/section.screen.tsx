/** A section of the line: the table of sections says what it holds (RT-02, SH-07, SH-08). */
import { withoutLanguage } from '#lib/language-tag.ts'
import { useMemo, type ReactNode } from 'react'
import { useLocation, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import {
  Filters,
  hasGroups,
  LINE,
  listQuery,
  ListView,
  LIVE,
  LiveBadge,
  NothingHere,
  segmentsOf,
  TopGamesPlace,
  treeQuery,
  useLists,
  usePeriod,
  type Kind,
  type ListSegment,
  type SportNode,
} from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { useApi } from '#platform/web/query.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { countGenres, GENRES, readGenre, sportsOfGenre } from '../rules/genres.ts'
import { narrowed, sectionOfPath, type Section } from '../rules/sections.ts'
import { ChipFilter } from './ChipFilter.tsx'
import { Coming } from './Coming.tsx'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { NextDraws } from './NextDraws.tsx'
import { useHubTexts } from './texts.ts'

function sectionOf(pathname: string): Section {
  const section = sectionOfPath(withoutLanguage(pathname.replace(/\.data$/, '')))
  if (!section) throw new Response(null, { status: 404 })
  return section
}

/** What the address narrows the section to: a genre of esports or one sport. */
function chosenSports(section: Section, params: URLSearchParams): readonly number[] | null {
  if (section.chips === 'none') return null
  if (section.chips === 'genres') {
    const genre = readGenre(params.get('genre'))
    if (genre) return sportsOfGenre(genre)
  }
  const sport = Number(params.get('sport'))
  return Number.isSafeInteger(sport) && sport > 0 ? [sport] : null
}

/** Rows of live over those of the line. */
const LIVE_ROWS = 50

export async function loader(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url)
  const section = sectionOf(url.pathname)
  const lng = languageOf(args.request)
  const filter = narrowed(section, chosenSports(section, url.searchParams))
  const queries = section.kinds.flatMap((kind) => [treeQuery(kind, lng, null, section.filter), listQuery({ kind, lng, filter })])
  return loadHub(args, { key: section.id, queries, feature: section.feature })
}

export const meta = hubMeta

export default function SectionScreen() {
  const section = sectionOf(useLocation().pathname)
  return (
    <HubScreen>
      {/* What is marked among the top games is kept in a list of its own (DU-12). */}
      <TopGamesPlace value={section.id === 'topgame'}>
        <SectionList key={section.id} section={section} />
      </TopGamesPlace>
    </HubScreen>
  )
}

/** Sports of the section in both kinds, counted together. */
function useSectionSports({ kinds, filter }: Section): readonly SportNode[] {
  const { lng } = useSite()
  const live = useApi(treeQuery(LIVE, lng, null, filter), { enabled: kinds.includes(LIVE) }).data
  const line = useApi(treeQuery(LINE, lng, null, filter), { enabled: kinds.includes(LINE) }).data
  const isHidden = useHiddenSports()
  return useMemo(() => {
    // The tree opens the sports asked for and still has all others (wire 5.6): they are none of this section.
    const asked = filter['sports'] === undefined ? null : new Set(String(filter['sports']).split(',').map(Number))
    const sports = new Map<number, SportNode>()
    const open = (rows: typeof live, kind: Kind) => (rows ?? []).filter(({ id }) => !isHidden(id, kind))
    for (const sport of [...open(live, LIVE), ...open(line, LINE)]) {
      if (asked && !asked.has(sport.id)) continue
      const known = sports.get(sport.id)
      sports.set(sport.id, known ? { ...known, count: known.count + sport.count } : sport)
    }
    return [...sports.values()]
  }, [live, line, filter, isHidden])
}

function segmentsOfSection(
  section: Section,
  lng: string,
  filter: Section['filter'],
  period: ReturnType<typeof usePeriod>[0],
  now: () => number,
) {
  const whole = (kind: Kind, id: string): ListSegment => ({
    id,
    query: (page) => listQuery({ kind, lng, filter, page }),
    pageRows: LIVE_ROWS,
  })
  const segments: ListSegment[] = []
  if (section.kinds.includes(LIVE) && period === 'all') segments.push(whole(LIVE, 'live'))
  if (!section.kinds.includes(LINE)) return segments
  if (period === 'all') return [...segments, whole(LINE, 'line')]
  // The clock is read once for a period.
  return segmentsOf(period, now()).map(({ id, query }): ListSegment => ({
    id,
    query: (page) => listQuery({ kind: LINE, lng, filter, page, times: query }),
  }))
}

function SectionList({ section }: { section: Section }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const [params] = useSearchParams()
  const [period] = usePeriod()
  const clock = useProductClock()
  const sports = useSectionSports(section)
  const chosen = chosenSports(section, params)
  const sportId = chosen?.length === 1 ? chosen[0]! : null
  const stamp = `${section.id}|${chosen?.join() ?? ''}|${period}`
  const segments = useMemo(
    () => segmentsOfSection(section, lng, narrowed(section, chosen), period, clock),
    // The stamp says all of it; the chosen sports are a new list at each render.
    // oxlint-disable-next-line react/exhaustive-deps
    [stamp, lng],
  )
  const lists = useLists(stamp, segments)
  const shown = useMemo(() => kept(lists, section.keep), [lists, section.keep])
  const periods = section.kinds.includes(LINE)
  const both = section.kinds.length > 1
  // How many of each sport are left is known when the list is there; chips over nothing lead nowhere.
  const isBare = section.keep !== undefined && chosen === null && shown.segments.every(({ games }) => games.length === 0)
  return (
    <HubPage
      count={section.keep ? undefined : sports.reduce((sum, { count }) => sum + count, 0)}
      end={periods ? null : <LiveBadge />}
      head={
        <>
          {section.chips === 'genres' ? <GenreChips sports={sports} /> : null}
          {section.chips === 'sports' && sports.length > 1 && !isBare ? (
            <ChipFilter
              label={text('sports')}
              name="sport"
              items={sports.map(({ id, name, count }) => ({ value: String(id), name, sportId: id, ...(section.keep ? {} : { count }) }))}
            />
          ) : null}
          {section.id === 'tvgames' ? <NextDraws games={lists.segments.flatMap(({ games }) => games)} /> : null}
          <Filters {...(periods ? {} : { start: null })} sportId={sportId} />
        </>
      }
    >
      <ListView
        listKey={stamp}
        lists={shown}
        mixed={sportId === null}
        sectionHeads={both || hasGroups(period)}
        empty={
          <Next section={section} narrowed={chosen !== null || period !== 'all'}>
            <NothingHere
              message={chosen || period !== 'all' ? text('nothing_filtered') : text(`${section.id}_nothing` as 'cyber_nothing')}
              label={chosen || period !== 'all' ? text('show_all') : onwardLabel(section, text)}
              to={chosen || period !== 'all' ? section.path : section.onward}
            />
          </Next>
        }
      />
    </HubPage>
  )
}

/** Whoever narrowed the list himself wants it wider, nothing else. */
function Next({ section, narrowed: isNarrowed, children }: { section: Section; narrowed: boolean; children: ReactNode }) {
  return isNarrowed ? children : <Coming section={section}>{children}</Coming>
}

/** What stands at the address that an empty section leads to. */
function onwardLabel({ onward }: Section, text: ReturnType<typeof useHubTexts>): string {
  const other = sectionOfPath(onward)
  return other ? text(`${other.id}_title` as 'cyber_title') : text(onward === '/live' ? 'onward_live' : 'onward')
}

/** Only games that have what the section is about. */
function kept(lists: ReturnType<typeof useLists>, mark: Section['keep']): ReturnType<typeof useLists> {
  if (!mark) return lists
  return { ...lists, segments: lists.segments.map(({ id, games }) => ({ id, games: games.filter(({ marks }) => marks[mark]) })) }
}

function GenreChips({ sports }: { sports: readonly SportNode[] }) {
  const text = useHubTexts()
  const counts = countGenres(sports)
  const [params] = useSearchParams()
  const genre = readGenre(params.get('genre'))
  const inside = genre ? new Set(sportsOfGenre(genre)) : null
  const disciplines = sports.filter(({ id }) => !inside || inside.has(id))
  return (
    <>
      <ChipFilter
        label={text('genres')}
        name="genre"
        clears={['sport']}
        items={GENRES.map((value) => ({ value, name: text(`genre_${value}` as 'genre_e-sports'), count: counts[value] }))}
      />
      {disciplines.length > 1 ? (
        <ChipFilter
          label={text('disciplines')}
          name="sport"
          items={disciplines.map(({ id, name, count }) => ({ value: String(id), name, count, sportId: id }))}
        />
      ) : null}
    </>
  )
}
