import { useMemo, useState } from 'react'
import { useSearchParams, type MetaFunction } from 'react-router'
import { isApiError } from '#platform/web/api-error.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { BetCard, type BetTexts } from './BetCard.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { defaultDays, PAGE_SIZE, useHistory, type BetPage, type HistoryFilter } from './history.ts'
import styles from './bets.module.css'

const TYPES = { all: null, singles: 0, express: 1 } as const
const STATUSES = { all: null, open: [1, 7], won: [3, 4], lost: [2], returned: [5, 6, 8] } as const
const PERIODS = [7, 30, 90] as const

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'bets', 'history')

/** The player's bets: period, kind and status in the address, so that a list can be sent and gone back to. */
export default function History() {
  const text = useTexts<BetTexts>('bets')
  const { player, signIn } = useSession()
  const [filter, change] = useFilter()
  const query = useHistory(filter)
  useTopics(useMemo(() => (player ? [`me:${player.id}`] : []), [player]))
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{text('history')}</h1>
      {player === null ? (
        <EmptyState icon="history" action={{ label: text('sign_in'), onPress: signIn }}>
          {text('signed_out')}
        </EmptyState>
      ) : (
        <>
          <Filters filter={filter} change={change} />
          {query.data ? (
            <List page={query.data} playerId={player.id} filter={filter} change={change} />
          ) : query.isError ? (
            <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null} />
          ) : (
            <SkeletonRows rows={6} height="64px" />
          )}
        </>
      )}
    </div>
  )
}

type Change = (part: Record<string, string | null>) => void

function useFilter(): [HistoryFilter, Change] {
  const config = useSite().config as unknown as SiteConfig
  const [params, setParams] = useSearchParams()
  const usual = defaultDays(config.coupon.historyDays)
  const days = Number(params.get('days'))
  const type = params.get('type') as keyof typeof TYPES | null
  const status = params.get('status') as keyof typeof STATUSES | null
  const page = Number(params.get('page_number'))
  const filter: HistoryFilter = {
    days: Number.isInteger(days) && days > 0 && days <= 90 ? days : usual,
    type: (type && TYPES[type]) ?? null,
    statuses: (status && STATUSES[status]) ?? null,
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  }
  const change: Change = (part) => {
    const next = new URLSearchParams(params)
    if (!('page_number' in part)) next.delete('page_number')
    for (const [name, value] of Object.entries(part)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setParams(next, { preventScrollReset: true })
  }
  return [filter, change]
}

function Filters({ filter, change }: { filter: HistoryFilter; change: Change }) {
  const text = useTexts<BetTexts>('bets')
  const { types } = (useSite().config as unknown as SiteConfig).coupon
  const kinds = (Object.keys(TYPES) as (keyof typeof TYPES)[]).filter(
    (kind) => kind === 'all' || types.includes(kind === 'singles' ? 'single' : kind),
  )
  return (
    <div className={styles.filters}>
      <ChipRow label={text('period')}>
        {PERIODS.map((days) => (
          <Chip key={days} selected={filter.days === days} onClick={() => change({ days: String(days) })}>
            {text('days', { count: days })}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label={text('kind')}>
        {kinds.map((kind) => (
          <Chip key={kind} selected={filter.type === TYPES[kind]} onClick={() => change({ type: kind === 'all' ? null : kind })}>
            {text(`kind_${kind}`)}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label={text('status')}>
        {(Object.keys(STATUSES) as (keyof typeof STATUSES)[]).map((status) => (
          <Chip
            key={status}
            selected={filter.statuses === STATUSES[status]}
            onClick={() => change({ status: status === 'all' ? null : status })}
          >
            {text(`filter_${status}`)}
          </Chip>
        ))}
      </ChipRow>
    </div>
  )
}

function List({ page, playerId, filter, change }: { page: BetPage; playerId: number; filter: HistoryFilter; change: Change }) {
  const text = useTexts<BetTexts>('bets')
  const go = useSiteNavigate()
  const [open, setOpen] = useState<number | null>(null)
  if (page.count === 0) {
    return (
      <EmptyState icon="history" action={{ label: text('to_line'), onPress: () => go('/line') }}>
        {text('history_empty')}
      </EmptyState>
    )
  }
  return (
    <>
      <p className={styles.totals}>
        <span>
          {text('bets_count')}{' '}
          <b>
            <Num>{page.count}</Num>
          </b>
        </span>
        <span>
          {text('total_stake')}{' '}
          <b>
            <Money minor={page.totalStake} currency={page.currency} />
          </b>
        </span>
        <span>
          {text('total_win')}{' '}
          <b>
            <Money minor={page.totalWin} currency={page.currency} />
          </b>
        </span>
      </p>
      <ul className={styles.list}>
        {page.bets.map((bet) => (
          <BetCard
            key={bet.id}
            bet={bet}
            playerId={playerId}
            open={open === bet.id}
            onToggle={() => setOpen(open === bet.id ? null : bet.id)}
          />
        ))}
      </ul>
      <Pages count={page.count} page={filter.page} onPage={(number) => change({ page_number: String(number) })} />
    </>
  )
}

function Pages({ count, page, onPage }: { count: number; page: number; onPage: (page: number) => void }) {
  const text = useTexts<BetTexts>('bets')
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE))
  if (last === 1) return null
  return (
    <nav className={styles.pages} aria-label={text('pages')}>
      <Button icon="chevron-left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {text('previous')}
      </Button>
      <Num>{`${page} / ${last}`}</Num>
      <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
        {text('next')}
      </Button>
    </nav>
  )
}
