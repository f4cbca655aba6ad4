import { useWayTo } from '#modules/brand/web/index.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useSearchParams, type MetaFunction } from 'react-router'
import { Orders } from '#modules/orders/web/index.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { BetCard } from './BetCard.tsx'
import type { Bet, BetPage, Summary as SummaryData } from './bets.ts'
import { Filters } from './Filters.tsx'
import { useFilter, type Change, type Filter } from './filter.ts'
import { keepFocus } from './kept-focus.ts'
import { usePlayerTopic } from './live-bet.ts'
import { lastPage, useHistory, useSummary } from './queries.ts'
import { Profit, Summary } from './Summary.tsx'
import { useHistoryTexts } from './texts.ts'
import { ClearedNote, HiddenNote, Tools, useClearedElsewhere } from './Tools.tsx'
import styles from './History.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'history', 'history')

const SECTIONS = ['bets', 'orders', 'toto', 'casino', 'games'] as const
type Section = (typeof SECTIONS)[number]

/** The player's bets. What narrows them stands in the address, so that a list can be sent and gone back to. */
export default function History() {
  const text = useHistoryTexts()
  const { player, signIn } = useSession()
  const [params] = useSearchParams()
  const go = useSiteNavigate()
  const { pathname } = useLocation()
  const config = useSite().config
  const takesOrders = (['autoBet', 'bid', 'vip'] as const).some((kind) => couponOffers(config, kind))
  const sections = SECTIONS.filter((known) => known !== 'orders' || takesOrders)
  const asked = pathname.endsWith('/autobets') ? 'orders' : params.get('section')
  const section: Section = sections.find((known) => known === asked) ?? 'bets'
  return (
    <div ref={keepFocus} className={styles.page}>
      <h1 className={styles.title}>{text('history')}</h1>
      {player === null ? (
        <EmptyState icon="history" action={{ label: text('sign_in'), onPress: signIn }}>
          {text('signed_out')}
        </EmptyState>
      ) : (
        <Tabs
          label={text('sections')}
          value={section}
          onChange={(next) =>
            go(next === 'bets' ? '/office/history' : next === 'orders' ? '/office/autobets' : `/office/history?section=${next}`)
          }
          items={sections.map((key) => ({ key, label: text(`section_${key}`) }))}
        >
          <div className={styles.section}>
            {section === 'bets' ? (
              <Bets playerId={player.id} />
            ) : section === 'orders' ? (
              <Orders withEnded />
            ) : (
              <OtherSection section={section} />
            )}
          </div>
        </Tabs>
      )}
    </div>
  )
}

type OtherKey = Exclude<Section, 'bets' | 'orders'>

const OTHERS: Record<OtherKey, { icon: IconName; to: string }> = {
  toto: { icon: 'toto', to: '/line' },
  casino: { icon: 'casino', to: '/office/history/casino-mail' },
  games: { icon: 'game', to: '/line' },
}

function OtherSection({ section }: { section: OtherKey }): ReactNode {
  const text = useHistoryTexts()
  const wayTo = useWayTo()
  const { icon, to } = OTHERS[section]
  return (
    <EmptyState icon={icon} action={wayTo(text(section === 'casino' ? 'send_mail' : 'to_line'), to)}>
      {text(`empty_${section}`)}
    </EmptyState>
  )
}

function Bets({ playerId }: { playerId: number }) {
  const [filter, change] = useFilter()
  const query = useHistory(filter)
  const summary = useSummary(filter)
  const { search } = useLocation()
  usePlayerTopic(playerId)
  useClearedElsewhere()
  return (
    <>
      <Tools filter={filter} search={search} />
      <Filters filter={filter} change={change} />
      {summary.data && summary.data.total.count > 0 ? <Summary data={summary.data} /> : null}
      {summary.data?.hiddenCount ? <HiddenNote count={summary.data.hiddenCount} /> : null}
      {summary.data?.clearedAt ? <ClearedNote at={summary.data.clearedAt} /> : null}
      {query.data ? (
        <List
          page={query.data}
          loading={query.isPlaceholderData}
          playerId={playerId}
          filter={filter}
          change={change}
          days={summary.data?.days ?? []}
        />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null}>
          {isApiError(query.error) ? query.error.message : undefined}
        </ErrorState>
      ) : (
        <SkeletonRows rows={6} height="64px" />
      )}
    </>
  )
}

interface ListProps {
  page: BetPage
  /** The page that was asked for is on its way, the one before is shown. */
  loading: boolean
  playerId: number
  filter: Filter
  change: Change
  days: SummaryData['days']
}

function List({ page, loading, playerId, filter, change, days }: ListProps) {
  const text = useHistoryTexts()
  const wayTo = useWayTo()
  const [open, setOpen] = useState<number | null>(null)
  const top = useTopOfPage(filter.page)
  if (page.count === 0) {
    const narrowed = filter.kind !== null || filter.status !== null || filter.feed !== null || filter.search !== ''
    return (
      <EmptyState
        icon="history"
        action={
          narrowed
            ? { label: text('all_bets'), onPress: () => change({ type: null, status: null, feed: null, q: null }) }
            : wayTo(text('to_line'), '/line')
        }
      >
        {text(narrowed ? 'nothing_found' : 'history_empty')}
      </EmptyState>
    )
  }
  return (
    <section ref={top} className={styles.bets} aria-label={text('section_bets')} aria-busy={loading} tabIndex={-1}>
      {groupsOf(page.bets, filter).map(({ day, bets }) => (
        <section key={day} className={styles.group}>
          {day ? <DayHead day={day} at={bets[0]!.at} sums={days.find((own) => own.day === day)} currency={page.currency} /> : null}
          <ul className={styles.list}>
            {bets.map((bet) => (
              <BetCard
                key={bet.id}
                bet={bet}
                playerId={playerId}
                open={open === bet.id}
                onToggle={() => setOpen(open === bet.id ? null : bet.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      <Pages
        count={page.count}
        page={Math.min(filter.page, lastPage(page.count))}
        onPage={(number) => change({ page_number: String(number) })}
      />
    </section>
  )
}

/** The buttons of pages stand below the list: a page that was turned begins at its top, for the eye and for the keyboard. */
function useTopOfPage(page: number) {
  const top = useRef<HTMLElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.focus({ preventScroll: true })
  }, [page])
  return top
}

/** Days of the reader; lists in another order than time are one group. */
function groupsOf(bets: readonly Bet[], { sort }: Filter): { day: string; bets: readonly Bet[] }[] {
  if (sort !== 'newest' && sort !== 'oldest') return [{ day: '', bets }]
  const groups = Map.groupBy(bets, (bet) => new Date(bet.at).toLocaleDateString('en-CA'))
  return [...groups].map(([day, own]) => ({ day, bets: own }))
}

function DayHead({
  at,
  sums,
  currency,
}: {
  day: string
  at: number
  sums: SummaryData['days'][number] | undefined
  currency: BetPage['currency']
}) {
  const { lng, country } = useSite()
  return (
    <h2 className={styles.day}>
      <Num>{formatDate(at, 'P', { lng, country })}</Num>
      {sums && sums.count > sums.openCount ? <Profit minor={sums.profit} currency={currency} /> : null}
    </h2>
  )
}

function Pages({ count, page, onPage }: { count: number; page: number; onPage: (page: number) => void }) {
  const text = useHistoryTexts()
  const last = lastPage(count)
  if (last === 1) return null
  return (
    <nav className={styles.pages} aria-label={text('pages')}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {text('previous')}
      </Button>
      <Num>{`${page} / ${last}`}</Num>
      <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
        {text('next')}
      </Button>
    </nav>
  )
}
