import { useState } from 'react'
import { useParams, type MetaFunction } from 'react-router'
import { useCouponDoor } from '#modules/coupon/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { fillingOf, offersOf, stillOpen } from './again.ts'
import { BetFacts, BetMoves } from './BetFacts.tsx'
import { BetLegs } from './BetLegs.tsx'
import { BetState } from './BetState.tsx'
import { BetNumber } from './BetNumber.tsx'
import { BetProofs } from './BetProofs.tsx'
import { useBet, type BetDetails } from './bet-query.ts'
import { keepFocus } from './kept-focus.ts'
import { useBetNow, usePlayerTopic } from './live-bet.ts'
import { SellBet } from './SellBet.tsx'
import { ShareModal } from './ShareModal.tsx'
import { useHistoryTexts } from './texts.ts'
import { Whose } from './Whose.tsx'
import styles from './Bet.module.css'

export const meta: MetaFunction = ({ matches, params }) => pageTitle(matches, 'history', 'bet', params['couponNumber'])

/** Only digits are the number of a bet; everything else is a page that does not exist. */
export function clientLoader({ params }: { params: { couponNumber?: string } }) {
  if (!/^\d{1,16}$/.test(params.couponNumber ?? '')) throw new Response(null, { status: 404 })
  return null
}

export function loader({ params }: { params: { couponNumber?: string } }) {
  return clientLoader({ params })
}

export default function BetScreen() {
  const text = useHistoryTexts()
  // The page is the start of a path of its own: the texts of statuses come with the coupon's.
  useTexts('coupon')
  const id = Number(useParams()['couponNumber'])
  const { player, isUnasked, signIn } = useSession()
  const go = useSiteNavigate()
  const query = useBet(id)
  usePlayerTopic(player?.id)
  return (
    <div ref={keepFocus} className={styles.page}>
      <h1 className={styles.title}>
        <BetNumber id={id} />
      </h1>
      {isUnasked ? (
        <SkeletonRows rows={4} height="64px" />
      ) : player === null ? (
        <EmptyState icon="history" action={{ label: text('sign_in'), onPress: signIn }}>
          {text('signed_out')}
        </EmptyState>
      ) : query.isError && query.data === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null} />
      ) : query.data === undefined ? (
        <SkeletonRows rows={4} height="64px" />
      ) : query.data === null ? (
        <EmptyState icon="history" action={{ label: text('history'), onPress: () => go('/office/history') }}>
          {text('no_bet')}
        </EmptyState>
      ) : (
        <Details details={query.data} playerId={player.id} />
      )}
    </div>
  )
}

function Details({ details, playerId }: { details: BetDetails; playerId: number }) {
  const text = useHistoryTexts()
  const { fill } = useCouponDoor()
  const [sharing, setSharing] = useState(false)
  const { bet } = details
  const now = useBetNow(bet, playerId)
  const again = stillOpen(details)
  return (
    <>
      <section className={styles.details}>
        <Whose playerId={playerId} accountId={details.accountId} currency={bet.currency} className={styles.whose} />
        <div className={styles.head}>
          <BetState bet={bet} status={now.status} />
          <SiteLink to="/office/history">{text('history')}</SiteLink>
        </div>
        {bet.corrected ? <Notice kind="warning">{text('corrected_hint')}</Notice> : null}
        <BetFacts details={details} win={now.win} open={now.open} />
        <div className={styles.legs}>
          <BetLegs bet={bet} open={now.open} more={details.legs} />
        </div>
        {now.status === 1 ? (
          <div className={styles.sale}>
            <SellBet bet={bet} playerId={playerId} />
          </div>
        ) : null}
        <BetMoves details={details} />
        <div className={styles.actions}>
          {again ? (
            <Button kind="primary" icon="refresh" onClick={() => fill(offersOf(again), fillingOf(again))}>
              {text('repeat')}
            </Button>
          ) : null}
          <Button icon="share" onClick={() => setSharing(true)}>
            {text('share')}
          </Button>
          <Button icon="document" onClick={() => window.print()}>
            {text('print')}
          </Button>
          {now.status === 1 || bet.replaced ? null : (
            <SiteLink to={`/office/support/dispute?bet=${bet.id}`} className={styles.dispute}>
              {text('disagree')}
            </SiteLink>
          )}
        </div>
      </section>
      <BetProofs bet={bet} status={now.status} />
      {sharing ? <ShareModal details={details} onClose={() => setSharing(false)} /> : null}
    </>
  )
}
