/** The line by several sports and championships at once; every count is the length of the list behind it (RT-11, XT-65). */
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { LINE, listQuery, LIVE, NothingHere, treeQuery, type Kind } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { MixedList } from './MixedList.tsx'
import { champsQuery } from './queries.ts'
import { useHubTexts } from './texts.ts'

/** Numbers of a list in the address. */
function numbers(word: string | null): readonly number[] {
  return (word ?? '')
    .split(',')
    .map(Number)
    .filter((one) => Number.isSafeInteger(one) && one > 0)
    .slice(0, 40)
}

function filterOf(sports: readonly number[], champs: readonly number[]): Record<string, string | boolean> {
  if (champs.length) return { champs: champs.join(',') }
  return sports.length ? { sports: sports.join(',') } : { virtualSports: true }
}

export async function loader(args: LoaderFunctionArgs) {
  return loadHub(args, { key: 'filter', queries: [treeQuery(LINE, languageOf(args.request), null)] })
}

export const meta = hubMeta

export default function SportFilterScreen() {
  return (
    <HubScreen>
      <SportFilter />
    </HubScreen>
  )
}

const CHAMPS_SHOWN = 40

function SportFilter() {
  const text = useHubTexts()
  const { lng } = useSite()
  const [params, setParams] = useSearchParams()
  const sports = numbers(params.get('sports'))
  const champs = numbers(params.get('champs'))
  const tree = useApi(treeQuery(LINE, lng, null)).data ?? []
  const rows = useApi(champsQuery(LINE, lng, sports), { enabled: sports.length > 0 }).data ?? []
  const toggle = (name: 'sports' | 'champs', list: readonly number[], id: number) => {
    const next = list.includes(id) ? list.filter((one) => one !== id) : [...list, id]
    setParams(
      (before) => {
        const all = new URLSearchParams(before)
        if (name === 'sports') all.delete('champs')
        if (next.length) all.set(name, next.join(','))
        else all.delete(name)
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const count = champs.length
    ? rows.filter(({ id }) => champs.includes(id)).reduce((sum, row) => sum + row.count, 0)
    : tree.filter(({ id }) => sports.length === 0 || sports.includes(id)).reduce((sum, sport) => sum + sport.count, 0)
  const filter = filterOf(sports, champs)
  return (
    <HubPage
      count={count}
      head={
        <>
          <ChipRow label={text('sports')}>
            {tree.map(({ id, name, count: events }) => (
              <Chip key={id} selected={sports.includes(id)} count={events} onClick={() => toggle('sports', sports, id)}>
                <SportIcon sportId={id} size={15} />
                {name}
              </Chip>
            ))}
          </ChipRow>
          {rows.length > 1 ? (
            <ChipRow label={text('champs')}>
              {rows.slice(0, CHAMPS_SHOWN).map(({ id, name, count: events }) => (
                <Chip key={id} selected={champs.includes(id)} count={events} onClick={() => toggle('champs', champs, id)}>
                  {name}
                </Chip>
              ))}
            </ChipRow>
          ) : null}
        </>
      }
    >
      <MixedList
        listKey={`filter|${JSON.stringify(filter)}`}
        of={(kind: Kind, page) => listQuery({ kind, lng, filter, page })}
        pageRows={50}
        kinds={FILTER_KINDS}
        empty={<NothingHere message={text('nothing_filtered')} label={text('show_all')} to="/filter" />}
      />
    </HubPage>
  )
}

const FILTER_KINDS: readonly Kind[] = [LINE, LIVE]
