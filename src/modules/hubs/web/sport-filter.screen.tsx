/** The line by sports, a country and championships at once; every count is the length of the list behind it (RT-11, XT-65). */
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { LINE, listQuery, LIVE, NothingHere, treeQuery, type Kind } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { byPathAlone, useApi } from '#platform/web/query.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { Chip } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { countriesOf, sumOf, together } from '../rules/filter.ts'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { MixedList } from './MixedList.tsx'
import { champsQuery, countriesQuery, type ChampRow } from './queries.ts'
import { useHubTexts } from './texts.ts'

/** Numbers of a list in the address. */
function numbers(word: string | null): readonly number[] {
  return (word ?? '')
    .split(',')
    .map(Number)
    .filter((one) => Number.isSafeInteger(one) && one > 0)
    .slice(0, 40)
}

interface Choice {
  sports: readonly number[]
  country: number | null
  champs: readonly number[]
}

function filterOf({ sports, country, champs }: Choice): Record<string, string | number | boolean> {
  if (champs.length) return { champs: champs.join(',') }
  const filter: Record<string, string | number | boolean> = { virtualSports: true }
  if (sports.length) filter['sports'] = sports.join(',')
  return country === null ? filter : { ...filter, country, countryOnly: true }
}

export async function loader(args: LoaderFunctionArgs) {
  const lng = languageOf(args.request)
  return loadHub(args, { key: 'filter', queries: [treeQuery(LINE, lng, null), treeQuery(LIVE, lng, null)] })
}

export const shouldRevalidate = byPathAlone

export const meta = hubMeta

export default function SportFilterScreen() {
  return (
    <HubScreen>
      <SportFilter />
    </HubScreen>
  )
}

const NO_ROWS: readonly ChampRow[] = []

/** Sports, championships and countries of both feeds, with the events of both. */
function useRows({ sports }: Choice) {
  const { lng } = useSite()
  const isHidden = useHiddenSports()
  const asked = [
    useApi(treeQuery(LINE, lng, null)),
    useApi(treeQuery(LIVE, lng, null)),
    useApi(champsQuery(LINE, lng, sports), { keep: true }),
    useApi(champsQuery(LIVE, lng, sports), { keep: true }),
    useApi(countriesQuery(lng)),
  ] as const
  const line = (asked[0].data ?? []).filter(({ id }) => !isHidden(id, LINE))
  const live = (asked[1].data ?? []).filter(({ id }) => !isHidden(id, LIVE))
  const [lineChamps, liveChamps, names] = [asked[2].data, asked[3].data, asked[4].data]
  const champs = together(
    (lineChamps ?? NO_ROWS).filter(({ sportId }) => !isHidden(sportId, LINE)),
    (liveChamps ?? NO_ROWS).filter(({ sportId }) => !isHidden(sportId, LIVE)),
  )
  const countries = countriesOf(champs).flatMap(({ id, count }) => {
    const name = names?.get(id)
    return name ? [{ id, count, name }] : []
  })
  return { asked, sports: together(line, live), champs, countries, ready: Boolean(lineChamps && liveChamps && names) }
}

/** What a change takes with it: a country and championships are chosen among those of the sports. */
const CLEARED = { sports: ['champs', 'country'], country: ['champs'], champs: [] } as const

function SportFilter() {
  const text = useHubTexts()
  const { lng } = useSite()
  const [params, setParams] = useSearchParams()
  const choice: Choice = {
    sports: numbers(params.get('sports')),
    country: numbers(params.get('country'))[0] ?? null,
    champs: numbers(params.get('champs')),
  }
  const rows = useRows(choice)
  const choose = (name: keyof typeof CLEARED, ids: readonly number[]) =>
    setParams(
      (before) => {
        const all = new URLSearchParams(before)
        for (const other of CLEARED[name]) all.delete(other)
        if (ids.length) all.set(name, ids.join(','))
        else all.delete(name)
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  const toggle = (name: 'sports' | 'champs', id: number) =>
    choose(name, choice[name].includes(id) ? choice[name].filter((one) => one !== id) : [...choice[name], id])
  const narrowed = choice.sports.length > 0 || choice.country !== null
  const champs = rows.champs.filter(({ countryId }) => choice.country === null || countryId === choice.country)
  const filter = filterOf(choice)
  return (
    <HubPage
      count={countOf(choice, { sports: rows.sports, champs })}
      head={
        <>
          <ChipStrip label={text('sports')}>
            {rows.sports.map(({ id, name, count }) => (
              <Chip key={id} selected={choice.sports.includes(id)} count={count} onClick={() => toggle('sports', id)}>
                <SportIcon sportId={id} size={15} />
                {name}
              </Chip>
            ))}
          </ChipStrip>
          {rows.ready ? (
            <ChipStrip label={text('countries')}>
              {rows.countries.map(({ id, name, count }) => (
                <Chip
                  key={id}
                  selected={choice.country === id}
                  count={count}
                  data-country={id}
                  onClick={() => choose('country', choice.country === id ? [] : [id])}
                >
                  {name}
                </Chip>
              ))}
            </ChipStrip>
          ) : hasFailed(...rows.asked) ? (
            <Failed asked={rows.asked} />
          ) : (
            <Skeleton height="30px" />
          )}
          {narrowed && champs.length > 1 ? (
            <ChipStrip label={text('champs')}>
              {champs.map(({ id, name, count }) => (
                <Chip
                  key={id}
                  selected={choice.champs.includes(id)}
                  count={count}
                  data-champ-chip={id}
                  onClick={() => toggle('champs', id)}
                >
                  {name}
                </Chip>
              ))}
            </ChipStrip>
          ) : null}
        </>
      }
    >
      <MixedList
        listKey={`filter|${JSON.stringify(filter)}`}
        of={(kind: Kind, page) => listQuery({ kind, lng, filter, page })}
        pageRows={50}
        empty={<NothingHere message={text('nothing_filtered')} label={text('show_all')} to="/filter" />}
      />
    </HubPage>
  )
}

type Rows = Pick<ReturnType<typeof useRows>, 'sports' | 'champs'>

/** Events of the choice; `champs` are those of its sports and country. */
function countOf(choice: Choice, { sports, champs }: Rows): number {
  if (choice.champs.length) return sumOf(champs.filter(({ id }) => choice.champs.includes(id)))
  if (choice.country !== null) return sumOf(champs)
  return sumOf(choice.sports.length ? sports.filter(({ id }) => choice.sports.includes(id)) : sports)
}
