/** The card of a race: who runs, from which stall, with whom in the saddle, at which price. */
import { LinePrice, useStatisticsLinks, type LineGame, type Outcome } from '#modules/line/web/index.ts'
import { useTopics } from '#platform/web/stream-client.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Num } from '#ui/Num.tsx'
import { Dotted } from './Dotted.tsx'
import { useOutcomeNames } from './outcome-names.ts'
import type { RaceFacts, Runner } from './queries.ts'
import { useHubTexts, type HubTexts } from './texts.ts'
import { gameAddress, useDates } from '#modules/line/web/index.ts'
import styles from './Races.module.css'

interface RunnerRow {
  id: number
  name: string
  facts: Runner | null
  /** The runner's outcome in each market of the race. */
  outcomes: readonly (Outcome | null)[]
}

/** Markets whose name is the whole question to every runner. What asks for a place, a pair or a yes stands on the race's own page. */
function columnsOf(race: LineGame): readonly (readonly Outcome[])[] {
  return race.groups.map(({ columns }) => columns.flat()).filter((list) => list.every(({ p }) => p === 0))
}

function rowsOf(groups: readonly (readonly Outcome[])[], card: RaceFacts | null): RunnerRow[] {
  const ids = [...new Set(groups.flatMap((list) => list.flatMap(({ player }) => (player ? [player.id] : []))))]
  const known = new Map(card?.runners.map((runner) => [runner.id, runner]))
  const rows = ids.map((id): RunnerRow => {
    const outcomes = groups.map((list) => list.find(({ player }) => player?.id === id) ?? null)
    const facts = known.get(id) ?? null
    return { id, name: facts?.name ?? outcomes.find(Boolean)?.player?.name ?? '', facts, outcomes }
  })
  return rows.toSorted((a, b) => (a.facts?.number ?? 0) - (b.facts?.number ?? 0))
}

export function RaceCard({ race, card }: { race: LineGame; card: RaceFacts | null }) {
  const text = useHubTexts()
  const format = useDates()
  const topic = `game:${race.ci}`
  useTopics([topic])
  const columns = columnsOf(race)
  const rows = rowsOf(columns, card)
  const first = columns.map((list) => list[0])
  const names = useOutcomeNames([{ ...race, outcomes: first.filter((one): one is Outcome => one !== undefined) }])
  const about = card ? aboutRace(card, text) : []
  return (
    <section className={styles.race} data-race={race.ci}>
      <header className={styles.raceHead}>
        <Num>{format(race.startsAt, 'dd.MM / HH:mm')}</Num>
        <SiteLink to={gameAddress(race)}>{race.side1}</SiteLink>
      </header>
      {about.length ? (
        <p className={styles.aboutRace}>
          <Dotted parts={about} />
        </p>
      ) : null}
      {/* A table wider than the page is scrolled by the keyboard only when it can be focused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={race.side1} tabIndex={0}>
        <table className={styles.card}>
          <thead>
            <tr>
              <th scope="col">{text('race_number')}</th>
              <th scope="col">{text('race_runner')}</th>
              {first.map((outcome, index) => (
                <th scope="col" key={outcome?.g ?? index}>
                  {outcome ? names.market(outcome) : ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.id} data-out={row.facts?.out || undefined}>
                <td>
                  <Num>{String(row.facts?.number ?? index + 1)}</Num>
                </td>
                <th scope="row">
                  <RunnerName row={row} />
                </th>
                {row.outcomes.map((outcome, column) => (
                  <td key={outcome?.key ?? column} className={styles.priceCell}>
                    {outcome ? (
                      <LinePrice
                        {...{ outcome, game: race, topic }}
                        market={names.market(outcome)}
                        outcomeName={row.name}
                        label={`${names.market(outcome)}, ${row.name}`}
                        layout="cell"
                        className={styles.price}
                      />
                    ) : (
                      <span aria-hidden>–</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Track, distance, state of the ground, class and prize; what is not known is left out. */
function aboutRace({ track, distanceM, going, className, prize }: RaceFacts, text: HubTexts): readonly string[] {
  return [
    track,
    distanceM ? text('race_distance', { count: distanceM }) : '',
    going ? text('race_going', { going }) : '',
    className ? text('race_class', { name: className }) : '',
    prize,
  ].filter(Boolean)
}

function RunnerName({ row: { id, name, facts } }: { row: RunnerRow }) {
  const text = useHubTexts()
  const statistics = useStatisticsLinks()
  const small = facts
    ? [
        facts.jockey,
        facts.trainer,
        facts.age ? text('race_age', { count: facts.age }) : '',
        facts.weight ? text('race_weight', { count: facts.weight }) : '',
        facts.stall ? text('race_stall', { count: facts.stall }) : '',
      ].filter(Boolean)
    : []
  return (
    <span className={styles.runner}>
      {facts?.silks ? <img className={styles.silks} src={facts.silks} alt="" width={28} height={28} loading="lazy" /> : null}
      <span className={styles.runnerNames}>
        {statistics ? (
          <a {...statistics(`horse/${id}`)}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <bdi>{name}</bdi>
        )}
        {small.length ? (
          <small>
            <Dotted parts={small} />
          </small>
        ) : null}
      </span>
      {facts?.form ? (
        <span className={styles.form} data-tip={text('race_form')}>
          <Num>{facts.form}</Num>
        </span>
      ) : null}
    </span>
  )
}
