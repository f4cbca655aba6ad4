import { useMemo, type ReactNode } from 'react'
import { useParams, type MetaFunction } from 'react-router'
import { BetStatusMark, useCouponDoor } from '#modules/coupon/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { Button } from '#ui/Button.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { BetLegs, TotalPrice, useBetNow, type BetTexts } from './BetCard.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { useBet, type Bet } from './history.ts'
import styles from './bets.module.css'

export const meta: MetaFunction = ({ matches, params }) => pageTitle(matches, 'bets', 'bet', `№ ${params['couponNumber']}`)

/** Only digits are the number of a bet; everything else is a page that does not exist. */
export function clientLoader({ params }: { params: { couponNumber?: string } }) {
  if (!/^\d{1,16}$/.test(params.couponNumber ?? '')) throw new Response(null, { status: 404 })
  return null
}

export function loader({ params }: { params: { couponNumber?: string } }) {
  return clientLoader({ params })
}

export default function BetScreen() {
  const text = useTexts<BetTexts>('bets')
  const id = Number(useParams()['couponNumber'])
  const { player, signIn } = useSession()
  const go = useSiteNavigate()
  const query = useBet(id)
  useTopics(useMemo(() => (player ? [`me:${player.id}`] : []), [player]))
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        {text('bet')} № <Num>{String(id)}</Num>
      </h1>
      {player === null ? (
        <EmptyState icon="history" action={{ label: text('sign_in'), onPress: signIn }}>
          {text('signed_out')}
        </EmptyState>
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null} />
      ) : query.data === undefined ? (
        <SkeletonRows rows={4} height="64px" />
      ) : query.data === null ? (
        <EmptyState icon="history" action={{ label: text('history'), onPress: () => go('/office/history') }}>
          {text('no_bet')}
        </EmptyState>
      ) : (
        <Details bet={query.data} playerId={player.id} />
      )}
    </div>
  )
}

function Details({ bet, playerId }: { bet: Bet; playerId: number }) {
  const text = useTexts<BetTexts>('bets')
  const { lng, country } = useSite()
  const { fill } = useCouponDoor()
  const { status, win } = useBetNow(bet, playerId)
  // The history names players but not their ids: such outcomes cannot be found again.
  const legs = bet.legs.filter((leg) => leg.player === null)
  const repeat = () =>
    fill(
      legs.map((leg) => ({
        gameId: leg.gameId,
        constId: leg.constId,
        type: leg.type,
        param: leg.param,
        playerId: 0,
        price: leg.given,
        kind: leg.kind,
        sportId: leg.sportId,
        champId: leg.champId,
        startsAt: leg.startsAt,
        names: { side1: leg.side1, side2: leg.side2, champ: leg.champ, market: leg.market, outcome: leg.title, period: '' },
      })),
    )
  return (
    <section className={styles.details}>
      <div className={styles.detailsHead}>
        <BetStatusMark status={status} />
        <SiteLink to="/office/history">{text('history')}</SiteLink>
      </div>
      <dl className={styles.facts}>
        <Fact name={text('placed_at')}>
          <Num>{formatDate(bet.at, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
        </Fact>
        <Fact name={text('kind')}>{bet.typeTitle}</Fact>
        <Fact name={text('total_price')}>
          <TotalPrice price={bet.price} />
        </Fact>
        <Fact name={text('stake')}>
          <Money minor={bet.stake} currency={bet.currency} />
        </Fact>
        <Fact name={text(win === null ? 'possible' : 'paid')}>
          <b data-testid="bet-win">
            <Money minor={win ?? bet.possible ?? 0n} currency={bet.currency} />
          </b>
        </Fact>
      </dl>
      <BetLegs bet={bet} />
      <div className={styles.actions}>
        {legs.length > 0 ? (
          <Button kind="primary" icon="refresh" onClick={repeat}>
            {text('repeat')}
          </Button>
        ) : null}
        <Button onClick={() => window.print()}>{text('print')}</Button>
      </div>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
