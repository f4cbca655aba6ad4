/** How every market of a finished event ended: won, lost or void (EV-16). */
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { Icon } from '#ui/Icon.tsx'
import { Num, Price } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { groupName, outcomeName } from '../model/outcome-text.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useDates } from '../model/zone.ts'
import { useNameModel } from '../model/use-name-model.ts'
import { endedQuery, type EndedGame, type ResultChange } from './ended-query.ts'
import styles from './Results.module.css'

export function EventResults({ ci }: { ci: number }) {
  const { lng } = useSite()
  const { data, isPending } = useApi(endedQuery(lng, ci))
  if (isPending) return <SkeletonRows rows={6} />
  return data?.markets.length ? <Ended game={data} /> : null
}

function Ended({ game }: { game: EndedGame }) {
  const text = useSiteTexts()
  const format = useDates()
  const names = useNameModel(game.markets.map(({ g }) => g))
  return (
    <section className={styles.results} aria-label={text('results_markets')}>
      <h2 className={styles.title}>{text('results_markets')}</h2>
      {game.told ? (
        <p className={styles.told}>
          {text('result_told', { source: game.told.source })} <Num>{format(game.told.at, 'dd.MM / HH:mm')}</Num>
        </p>
      ) : null}
      {game.scoreBefore ? (
        <p className={styles.told}>
          {text('score_before')} <Score beside={game.side1}>{game.scoreBefore}</Score>
        </p>
      ) : null}
      <Corrections game={game} names={names} />
      <div className={styles.markets}>
        {game.markets.map((market, index) => (
          <section key={`${market.g}-${market.part}-${index}`} className={styles.market} data-result-group={market.g}>
            <h3 className={styles.head}>{marketName(names, market)}</h3>
            <ul>
              {market.outcomes.map((outcome) => (
                <li key={`${outcome.t}-${outcome.p}-${outcome.player?.id ?? 0}`} className={styles.outcome} data-result={outcome.result}>
                  <bdi className={styles.name}>{outcomeName(names, { ...outcome, g: market.g }, game)}</bdi>
                  <span className={styles.word}>{text(`result_of_${outcome.result}`)}</span>
                  {outcome.price === null ? (
                    <Num>–</Num>
                  ) : (
                    <b>
                      <Price milli={outcome.price} inCell />
                    </b>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

type Names = ReturnType<typeof useNameModel>

const marketName = (names: Names, { part, g }: Pick<EndedGame['markets'][number], 'part' | 'g'>) =>
  [part, groupName(names, g)].filter(Boolean).join('. ')

/** A longer list of what a correction has changed is opened by hand. */
const SHOWN_AT_ONCE = 6

/** A changed result says when it was changed, by whom, and from what to what (ux 7). */
function Corrections({ game, names }: { game: EndedGame; names: Names }) {
  const text = useSiteTexts()
  const format = useDates()
  const changes = game.markets.flatMap((market) =>
    market.outcomes.flatMap((outcome) => outcome.changes.map((change) => ({ ...change, market, outcome }))),
  )
  const corrections = Map.groupBy(changes, ({ at, source }) => `${at} ${source}`)
  return [...corrections.values()]
    .toSorted(([a], [b]) => b!.at - a!.at)
    .map((changed) => (
      <details key={`${changed[0]!.at} ${changed[0]!.source}`} className={styles.correction} open={changed.length <= SHOWN_AT_ONCE}>
        <summary>
          {text('result_corrected', { source: changed[0]!.source })} <Num>{format(changed[0]!.at, 'dd.MM / HH:mm')}</Num>
          <span className={styles.amount}>
            <Num>{changed.length}</Num>
          </span>
        </summary>
        <ul>
          {changed.map(({ market, outcome, ...change }, index) => (
            <li key={index}>
              {marketName(names, market)}: <bdi className={styles.name}>{outcomeName(names, { ...outcome, g: market.g }, game)}</bdi>{' '}
              <Change change={change} />
            </li>
          ))}
        </ul>
      </details>
    ))
}

function Change({ change: { from, to } }: { change: Pick<ResultChange, 'from' | 'to'> }) {
  const text = useSiteTexts()
  return (
    <span className={styles.change}>
      <s>{text(`result_of_${from}`)}</s> <Icon name="arrow-right" size={13} flip label={text('result_became')} />{' '}
      <b>{text(`result_of_${to}`)}</b>
    </span>
  )
}
