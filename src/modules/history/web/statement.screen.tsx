import type { MetaFunction } from 'react-router'
import { SECOND, type Millis } from '#lib/time.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { lastMoment } from '../rules/window.ts'
import type { Summary } from './bets.ts'
import { useFilter } from './filter.ts'
import { useSummary } from './queries.ts'
import { DayTable, Profit, SumsTable, TableScroll } from './Summary.tsx'
import { useHistoryTexts } from './texts.ts'
import { Whose } from './Whose.tsx'
import styles from './Statement.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'history', 'statement')

/** A sheet to print or to keep as PDF: what was staked, what came back, what was paid in and out. */
export default function Statement() {
  const text = useHistoryTexts()
  const { player, signIn } = useSession()
  const [filter] = useFilter()
  const query = useSummary(filter, true)
  if (player === null)
    return (
      <EmptyState icon="document" action={{ label: text('sign_in'), onPress: signIn }}>
        {text('signed_out')}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <SiteLink to="/office/history">{text('history')}</SiteLink>
        <Button kind="primary" icon="document" onClick={() => window.print()}>
          {text('print_or_pdf')}
        </Button>
      </div>
      {query.data ? (
        <Sheet data={query.data} playerId={player.id} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null} />
      ) : (
        <>
          <h1 className="visually-hidden">{text('statement')}</h1>
          <SkeletonRows rows={8} height="40px" />
        </>
      )}
    </div>
  )
}

function Sheet({ data, playerId }: { data: Summary; playerId: number }) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  const { account } = useSession()
  const { currency, total } = data
  const day = (at: Millis) => <Num>{formatDate(at, 'P', { lng, country })}</Num>
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <h1>{text('statement')}</h1>
        <Whose playerId={playerId} accountId={account?.id ?? 0} currency={currency} />
        <p>
          {day(data.from * SECOND)} – {day(lastMoment(data.to * SECOND))}
        </p>
      </header>
      <dl className={styles.totals}>
        <Line name={text('deposits')} minor={data.deposits} currency={currency} />
        <Line name={text('withdrawals')} minor={data.withdrawals} currency={currency} />
        <Line name={text('payment_tax')} minor={data.paymentTax} currency={currency} />
        <Line name={text('total_stake')} minor={total.stake} currency={currency} />
        <Line name={text('of_them_promo')} minor={total.promo} currency={currency} />
        <Line name={text('of_them_uncovered')} minor={total.uncovered} currency={currency} />
        <Line name={text('of_them_stake_tax')} minor={total.stakeTax} currency={currency} />
        <Line name={text('still_open')} minor={total.openStake} currency={currency} />
        <Line name={text('premiums')} minor={total.premium} currency={currency} />
        <Line name={text('total_win')} minor={total.back} currency={currency} />
        <Line name={text('bonuses')} minor={total.bonus} currency={currency} />
        <Line name={text('withheld_tax')} minor={total.payoutTax} currency={currency} />
        <div>
          <dt>{text('profit')}</dt>
          <dd>
            <Profit minor={total.profit} currency={currency} decimals />
          </dd>
        </div>
      </dl>
      <h2>{text('by_kind')}</h2>
      <TableScroll name={text('by_kind')}>
        <KindTable data={data} />
      </TableScroll>
      <h2>{text('by_day')}</h2>
      <TableScroll name={text('by_day')}>
        <DayTable data={data} />
      </TableScroll>
      <p className={styles.small}>{text('profit_note')}</p>
    </article>
  )
}

function Line({ name, minor, currency }: { name: string; minor: bigint; currency: Summary['currency'] }) {
  if (minor === 0n) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money minor={minor} currency={currency} decimals />
      </dd>
    </div>
  )
}

function KindTable({ data }: { data: Summary }) {
  const text = useHistoryTexts()
  const rows = data.kinds.map((kind) => ({ key: kind.type, name: kind.title, sums: kind }))
  return <SumsTable first={text('kind')} rows={rows} total={data.total} currency={data.currency} />
}
