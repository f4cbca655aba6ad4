import { useLocation, type MetaFunction } from 'react-router'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { Money } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { BetTitle, TotalPrice } from './BetCard.tsx'
import { BetNumber } from './BetNumber.tsx'
import type { Bet } from './bets.ts'
import { BetLegs } from './BetLegs.tsx'
import { keepFocus } from './kept-focus.ts'
import { useBetNow, usePlayerTopic } from './live-bet.ts'
import { useOpenBets } from './queries.ts'
import { SellBet } from './SellBet.tsx'
import { useHistoryTexts } from './texts.ts'
import styles from './History.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'history', 'offers_title')

const SHOWN = 50

/** The pages "interactive manager bets", what the house offers for the open bets (BH-09), and "powerbet", the singles that may be raised. */
export default function Offers() {
  const text = useHistoryTexts()
  const { player, signIn } = useSession()
  const go = useSiteNavigate()
  const power = useLocation().pathname.endsWith('/powerbet')
  const query = useOpenBets(SHOWN, power ? 'power' : 'sale')
  usePlayerTopic(player?.id)
  const bets = query.data?.bets ?? []
  return (
    <div ref={keepFocus} className={styles.page}>
      <h1 className={styles.title}>{text(power ? 'powerbet_title' : 'offers_title')}</h1>
      {player === null ? (
        <EmptyState icon="paid" action={{ label: text('sign_in'), onPress: signIn }}>
          {text('signed_out')}
        </EmptyState>
      ) : query.data ? (
        bets.length === 0 ? (
          <EmptyState icon="paid" action={{ label: text('history'), onPress: () => go('/office/history?status=open') }}>
            {text(power ? 'no_powerbet' : 'no_offers')}
          </EmptyState>
        ) : (
          <ul className={styles.cards}>
            {bets.map((bet) => (
              <Offer key={bet.id} bet={bet} playerId={player.id} power={power} />
            ))}
          </ul>
        )
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null} />
      ) : (
        <SkeletonRows rows={4} height="120px" />
      )}
    </div>
  )
}

function Offer({ bet, playerId, power }: { bet: Bet; playerId: number; power: boolean }) {
  const now = useBetNow(bet, playerId)
  return (
    <li className={styles.offer} data-bet={bet.id}>
      <p className={styles.offerHead}>
        <BetTitle bet={bet} listed />
        <span>
          {hasOnePrice(bet.type) ? (
            <>
              <TotalPrice price={bet.price} /> ·{' '}
            </>
          ) : null}
          <Money minor={bet.stake} currency={bet.currency} />
        </span>
        <SiteLink to={`/coupon/${bet.id}`}>
          <BetNumber id={bet.id} />
        </SiteLink>
      </p>
      <BetLegs bet={bet} open={now.open} />
      {now.status === 1 ? <SellBet bet={bet} playerId={playerId} power={power} /> : null}
    </li>
  )
}
