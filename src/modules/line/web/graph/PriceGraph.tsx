/** How an outcome's price has moved since it was first quoted: a chart, and beside it the same numbers as a table (EV-10, XT-51). */
import { useState } from 'react'
import type { ApiError } from '#platform/web/api-error.ts'
import { useApi } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { Num, Price } from '#ui/Num.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useSiteTexts } from '../model/texts.ts'
import type { Kind, Outcome } from '../model/types.ts'
import { useDates } from '../model/zone.ts'
import { Chart } from './Chart.tsx'
import { historyQuery, type PricePoint } from './history-query.ts'
import styles from './Graph.module.css'

export interface GraphedOutcome {
  outcome: Outcome
  name: string
}

interface PriceGraphProps {
  title: string
  kind: Kind
  outcomes: readonly GraphedOutcome[]
  onClose: () => void
}

/** Outcomes of one market that may be chosen; a longer list is cut to its first ones. */
const CHOICES = 24

export function PriceGraph({ title, kind, outcomes, onClose }: PriceGraphProps) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const [key, setKey] = useState(outcomes.find(({ outcome }) => outcome.main)?.outcome.key ?? outcomes[0]!.outcome.key)
  const chosen = outcomes.find(({ outcome }) => outcome.key === key) ?? outcomes[0]!
  const { data, isError, error, refetch } = useApi(historyQuery(kind, lng, chosen.outcome))
  return (
    <Modal title={text('graph_title', { market: title })} size="large" onClose={onClose}>
      <ChipRow label={title}>
        {outcomes.slice(0, CHOICES).map(({ outcome, name }) => (
          <Chip key={outcome.key} selected={outcome.key === chosen.outcome.key} onClick={() => setKey(outcome.key)}>
            <bdi>{name}</bdi>
          </Chip>
        ))}
      </ChipRow>
      {data === undefined && !isError ? (
        <SkeletonRows rows={5} />
      ) : data === undefined ? (
        <ErrorState onRetry={() => void refetch()}>{(error as Partial<ApiError>).httpCode === 503 ? error?.message : undefined}</ErrorState>
      ) : !data.length ? (
        <EmptyState icon="chart">{text('graph_nothing')}</EmptyState>
      ) : (
        <>
          <Summary points={data} />
          <Chart points={data} label={text('graph_label', { name: chosen.name })} />
          <Table points={data} />
        </>
      )}
    </Modal>
  )
}

function Summary({ points }: { points: readonly PricePoint[] }) {
  const text = useSiteTexts()
  const prices = points.map(({ price }) => price)
  const rows = [
    ['graph_opening', points[0]!.price],
    ['graph_now', points.at(-1)!.price],
    ['graph_least', Math.min(...prices)],
    ['graph_greatest', Math.max(...prices)],
  ] as const
  return (
    <dl className={styles.summary}>
      {rows.map(([key, milli]) => (
        <div key={key}>
          <dt>{text(key)}</dt>
          <dd>
            <Price milli={milli} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Table({ points }: { points: readonly PricePoint[] }) {
  const text = useSiteTexts()
  const format = useDates()
  return (
    <details className={styles.details}>
      <summary>{text('graph_table', { count: points.length })}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('graph_time')}</th>
            <th scope="col">{text('graph_price')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, price }, index) => (
            <tr key={`${at}-${index}`}>
              <td>
                <Num>{format(at, 'dd.MM / HH:mm')}</Num>
              </td>
              <td>
                <Price milli={price} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
