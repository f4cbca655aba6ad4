/** How the prices of a game have moved since they were opened (ST-09). */
import { useMemo, useState } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { formatPriceView } from '#platform/web/format.ts'
import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Num } from '#ui/Num.tsx'
import { useUi } from '#ui/settings.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { feed, groupName, outcomeName, readCard, useNameModel, type LineGame } from '#modules/line/web/index.ts'
import type { StatisticsPlace } from '../../rules/path.ts'
import { Block, Nothing } from '../parts/Block.tsx'
import { Figures } from '../parts/Figures.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { PriceChart } from '../parts/PriceChart.tsx'
import { historyQuery, type PriceHistory } from '../queries.ts'
import { useStatisticsTexts } from '../texts.ts'
import { useSaidTitle, useStatisticsDates } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

function headQuery(kind: 1 | 3, lng: string, id: string): ApiQuery<LineGame | null> {
  return { method: 'GET', path: feed(kind, 'GetGameZip'), query: { lng, id, countevents: 1 }, read: readCard, staleMs: 30_000 }
}

export function GraphView({ place }: { place: Extract<StatisticsPlace, { view: 'graph' }> }) {
  const text = useStatisticsTexts()
  const { lng } = useSite()
  // A game is in one of the two feeds; which one, its id does not say.
  const [live, line] = [useApi(historyQuery(1, place.id, lng, null)), useApi(historyQuery(3, place.id, lng, null))]
  const [liveHead, lineHead] = [useApi(headQuery(1, lng, place.id)), useApi(headQuery(3, lng, place.id))]
  const reads = [live, line, liveHead, lineHead]
  const history = live.data ?? line.data ?? null
  const game = liveHead.data ?? lineHead.data ?? null
  const title = game ? [game.side1, game.side2].filter(Boolean).join(' – ') : ''
  useSaidTitle([text('view_graph'), title].filter(Boolean).join(' · '))
  return (
    <>
      <PageHead kind={text('view_graph')} title={title || text('view_graph')} />
      {history && game ? (
        <Histories history={history} game={game} view={place.coefficientView} />
      ) : reads.some(({ isPending }) => isPending) ? (
        <SkeletonRows rows={6} />
      ) : reads.some(({ isError }) => isError) ? (
        <ErrorState onRetry={() => reads.forEach(({ refetch }) => void refetch())} />
      ) : (
        <Block id="graph" title={text('view_graph')} wide>
          <Nothing>{text('no_graph')}</Nothing>
        </Block>
      )}
    </>
  )
}

interface HistoriesProps {
  history: PriceHistory
  game: LineGame
  view: number | null
}

function Histories({ history, game, view }: HistoriesProps) {
  const text = useStatisticsTexts()
  const { priceView } = useUi()
  const [chosen, setChosen] = useState(0)
  const model = useNameModel(history.outcomes.map(({ g }) => g))
  const outcomes = history.outcomes
  const outcome = outcomes[Math.min(chosen, outcomes.length - 1)]!
  const prices = useMemo(() => outcome.points.map(({ price }) => price), [outcome])
  const format = (price: number) => formatPriceView(price, (view ?? priceView) as typeof priceView, false)
  const label = (index: number) => {
    const one = outcomes[index]!
    return outcomeName(model, one, game) || groupName(model, one.g) || String(one.t)
  }
  return (
    <>
      <ChipRow label={text('graph_of')}>
        {outcomes.map((one, index) => (
          <Chip key={`${one.t}:${one.p}:${one.player?.id ?? 0}`} selected={one === outcome} onClick={() => setChosen(index)}>
            {label(index)}
          </Chip>
        ))}
      </ChipRow>
      <Figures
        items={[
          [text('graph_first'), format(prices[0]!)],
          [text('graph_last'), format(prices.at(-1)!)],
          [text('graph_low'), format(Math.min(...prices))],
          [text('graph_high'), format(Math.max(...prices))],
        ]}
      />
      <Block id="graph" title={`${groupName(model, outcome.g)}: ${label(outcomes.indexOf(outcome))}`} wide>
        <PriceChart points={outcome.points} format={format} label={label(outcomes.indexOf(outcome))} />
        <Changes points={outcome.points} format={format} />
      </Block>
    </>
  )
}

function Changes({ points, format }: { points: PriceHistory['outcomes'][number]['points']; format: (price: number) => string }) {
  const text = useStatisticsTexts()
  const dates = useStatisticsDates()
  return (
    <details className={styles.changes}>
      <summary>{text('graph_rows')}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('graph_time')}</th>
            <th scope="col" data-number="">
              {text('graph_price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, price }) => (
            <tr key={at}>
              <td>
                <Num>{dates(at, 'dd.MM / HH:mm')}</Num>
              </td>
              <td data-number="">
                <Num>{format(price)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
