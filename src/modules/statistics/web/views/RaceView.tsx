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
          {text(page.over ? 'over' : 'scheduled')} · <Num>{format(page.startsAt, 'dd.MM.yyyy / HH:mm')}</Num>
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

function Runners({ page: { runners, over } }: { page: RacePage }) {
  const text = useStatisticsTexts()
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{text('runners')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.place}>
            {over ? text('place') : text('start_number')}
          </th>
          <th scope="col">{text('runner')}</th>
          <th scope="col" data-wide="">
            {text('jockey')}
          </th>
          <th scope="col" data-wide="">
            {text('trainer')}
          </th>
          <th scope="col" data-number="" data-wide="">
            {text('stall')}
          </th>
          <th scope="col" data-number="" data-wide="">
            {text('weight')}
          </th>
          <th scope="col" data-number="">
            {text('form')}
          </th>
          <th scope="col" data-number="">
            {text('rating')}
          </th>
        </tr>
      </thead>
      <tbody>
        {runners.map((runner) => (
          <Runner key={runner.id} runner={runner} over={over} />
        ))}
      </tbody>
    </table>
  )
}

function Runner({ runner, over }: { runner: RacePage['runners'][number]; over: boolean }) {
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
      <td data-wide="">
        <bdi>{runner.jockey || '–'}</bdi>
      </td>
      <td data-wide="">
        <bdi>{runner.trainer || '–'}</bdi>
      </td>
      <td data-number="" data-wide="">
        <Num>{runner.stall > 0 ? String(runner.stall) : '–'}</Num>
      </td>
      <td data-number="" data-wide="">
        <bdi>{runner.weightKg > 0 ? text('kg', { value: runner.weightKg }) : '–'}</bdi>
      </td>
      <td data-number="">
        <Num>{runner.form || '–'}</Num>
      </td>
      <td data-number="" data-strong="">
        <Num>{runner.rating > 0 ? String(runner.rating) : '–'}</Num>
      </td>
    </tr>
  )
}

/** Before the race the number has a column of its own; after it that column tells the place. */
function HorseLink({ runner: { id, name, no, out, jockey }, numbered }: { runner: RacePage['runners'][number]; numbered: boolean }) {
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
