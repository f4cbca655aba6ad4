/** The card of a race, and who came in. */
import { Num } from '#ui/Num.tsx'
import type { RacePage } from '../../contract.ts'
import { Block } from '../parts/Block.tsx'
import { Figures } from '../parts/Figures.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { useStatisticsTexts } from '../texts.ts'
import { StatisticsTo, useSaidTitle, useStatisticsDates, useWidget } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

const GOINGS = {
  firm: 'going_firm',
  good_to_firm: 'going_good_to_firm',
  good: 'going_good',
  good_to_soft: 'going_good_to_soft',
  soft: 'going_soft',
  heavy: 'going_heavy',
  standard: 'going_standard',
} as const

export function RaceView({ page }: { page: RacePage }) {
  const text = useStatisticsTexts()
  const format = useStatisticsDates()
  useSaidTitle(page.name)
  const going = page.going in GOINGS ? text(GOINGS[page.going as keyof typeof GOINGS]) : ''
  return (
    <>
      <PageHead kind={text('view_race')} title={page.name}>
        <span className={styles.note}>
          {text(page.state)} · <Num>{format(page.startsAt, 'dd.MM.yyyy / HH:mm')}</Num>
        </span>
      </PageHead>
      {page.distanceM > 0 ? (
        <Figures
          items={[
            [text('distance'), <bdi key="distance">{text('metres', { count: page.distanceM })}</bdi>],
            [text('going'), <bdi key="going">{going}</bdi>],
            [text('race_class'), String(page.raceClass)],
            [text('prize'), page.prize],
          ]}
        />
      ) : null}
      <Block id="race-runners" title={text('runners')} wide>
        <Runners page={page} />
      </Block>
    </>
  )
}

type RunnerFacts = RacePage['runners'][number]

interface Column {
  name: 'jockey' | 'trainer' | 'stall' | 'weight' | 'form' | 'rating'
  /** Empty when it is not known of this runner. */
  value: (runner: RunnerFacts, text: ReturnType<typeof useStatisticsTexts>) => string
  wide?: true
  words?: true
  strong?: true
}

const numberText = (value: number) => (value > 0 ? String(value) : '')

const COLUMNS: readonly Column[] = [
  { name: 'jockey', value: ({ jockey }) => jockey, wide: true, words: true },
  { name: 'trainer', value: ({ trainer }) => trainer, wide: true, words: true },
  { name: 'stall', value: ({ stall }) => numberText(stall), wide: true },
  { name: 'weight', value: ({ weightKg }, text) => (weightKg > 0 ? text('kg', { value: weightKg }) : ''), wide: true },
  { name: 'form', value: ({ form }) => form },
  { name: 'rating', value: ({ rating }) => numberText(rating), strong: true },
]

/** Races without a card know nothing of their runners: a column that nobody fills is left out. */
function Runners({ page: { runners, state } }: { page: RacePage }) {
  const text = useStatisticsTexts()
  const over = state === 'over'
  const columns = COLUMNS.filter(({ value }) => runners.some((runner) => value(runner, text) !== ''))
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{text('runners')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.place}>
            {over ? text('place') : text('start_number')}
          </th>
          <th scope="col">{text('runner')}</th>
          {columns.map(({ name, wide, words }) => (
            <th key={name} scope="col" data-number={words ? undefined : ''} data-wide={wide ? '' : undefined}>
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runners.map((runner) => (
          <Runner key={runner.id} {...{ runner, over, columns }} />
        ))}
      </tbody>
    </table>
  )
}

function Runner({ runner, over, columns }: { runner: RunnerFacts; over: boolean; columns: readonly Column[] }) {
  const text = useStatisticsTexts()
  const { settings } = useWidget()
  const number = over ? (runner.place > 0 ? String(runner.place) : '–') : String(runner.no)
  return (
    <tr data-marked={settings.playerId === runner.id || undefined}>
      <td className={styles.place}>
        <Num>{number}</Num>
      </td>
      <th scope="row">
        <HorseLink runner={runner} numbered={over} />
      </th>
      {columns.map(({ name, value, wide, words, strong }) => {
        const shown = value(runner, text) || '–'
        return (
          <td key={name} data-number={words ? undefined : ''} data-wide={wide ? '' : undefined} data-strong={strong ? '' : undefined}>
            {words || name === 'weight' ? <bdi>{shown}</bdi> : <Num>{shown}</Num>}
          </td>
        )
      })}
    </tr>
  )
}

/** Before the race the number has a column of its own; after it that column tells the place. */
function HorseLink({ runner: { id, name, no, out, jockey }, numbered }: { runner: RunnerFacts; numbered: boolean }) {
  const text = useStatisticsTexts()
  return (
    <>
      <StatisticsTo place={{ view: 'horse', id: String(id) }} className={styles.link}>
        {numbered ? (
          <>
            <Num>{String(no)}</Num>{' '}
          </>
        ) : null}
        <bdi>{name}</bdi>
      </StatisticsTo>
      {out ? <small> {text('out')}</small> : null}
      {jockey ? (
        <small className={styles.narrow}>
          <bdi>{jockey}</bdi>
        </small>
      ) : null}
    </>
  )
}
