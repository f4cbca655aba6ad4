/** How every market of a finished event ended: won, lost or void (EV-16). */
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { Num, Price } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { groupName, outcomeName } from '../model/outcome-text.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useDates } from '../model/zone.ts'
import { useNameModel } from '../model/use-name-model.ts'
import { endedQuery, type EndedGame } from './ended-query.ts'
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
      <div className={styles.markets}>
        {game.markets.map((market, index) => (
          <section key={`${market.g}-${market.part}-${index}`} className={styles.market} data-result-group={market.g}>
            <h3 className={styles.head}>{[market.part, groupName(names, market.g)].filter(Boolean).join('. ')}</h3>
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
