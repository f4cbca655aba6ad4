/** How every market of a finished event ended: won, lost or void (EV-16). */
import { useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { Num, Price } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { groupName, outcomeName } from '../model/outcome-text.ts'
import { nameModelQuery, type NameModel } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'
import { endedQuery, type EndedGame } from './ended-query.ts'
import styles from './Results.module.css'

const GROUPS_A_CHUNK = 1000

function useNames(game: EndedGame): NameModel {
  const { lng } = useSite()
  const chunks = [...new Set(game.markets.map(({ g }) => Math.floor(g / GROUPS_A_CHUNK)))].toSorted((a, b) => a - b)
  const results = useQueries({
    queries: chunks.map((chunk) => {
      const query = nameModelQuery(lng, chunk)
      return {
        queryKey: [query.path, {}, null],
        queryFn: ({ signal }: { signal: AbortSignal }) => request<unknown>('GET', query.path, { signal, raw: true }),
        select: query.read,
        staleTime: query.staleMs ?? 0,
      }
    }),
  })
  const stamp = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => Object.assign({}, ...results.map(({ data }) => data ?? {})) as NameModel, [stamp])
}

export function EventResults({ ci }: { ci: number }) {
  const { lng } = useSite()
  const { data, isPending } = useApi(endedQuery(lng, ci))
  if (isPending) return <SkeletonRows rows={6} />
  return data?.markets.length ? <Ended game={data} /> : null
}

function Ended({ game }: { game: EndedGame }) {
  const text = useSiteTexts()
  const names = useNames(game)
  return (
    <section className={styles.results} aria-label={text('results_markets')}>
      <h2 className={styles.title}>{text('results_markets')}</h2>
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
