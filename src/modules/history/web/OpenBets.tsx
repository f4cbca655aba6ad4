import { useState } from 'react'
import { BetStatusMark, useLocalBets, type LocalBet } from '#modules/coupon/web/index.ts'
import { Orders, useOrderCount } from '#modules/orders/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { StatusMark } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { backOf, type Bet } from './bets.ts'
import { BetLegs } from './BetLegs.tsx'
import { BetState } from './BetState.tsx'
import { BetPrice, BetTitle, TotalPrice } from './BetCard.tsx'
import { freshTickets } from './fresh-tickets.ts'
import { keepFocus } from './kept-focus.ts'
import { Progress } from './Progress.tsx'
import { SellBet } from './SellBet.tsx'
import { useBetNow, usePlayerTopic } from './live-bet.ts'
import { useDecidedBets, useOpenBets } from './queries.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './OpenBets.module.css'

const SHOWN = 20
const DECIDED = 5

/** "My bets" beside the coupon: tickets on their way, then the open bets of the account with their scores and their value. */
export function OpenBets() {
  const text = useHistoryTexts()
  const { player, isUnasked, signIn } = useSession()
  const query = useOpenBets(SHOWN)
  const local = useLocalBets()
  const [openedAt] = useState(() => Date.now())
  usePlayerTopic(player?.id)
  if (isUnasked) return <SkeletonRows rows={3} height="96px" />
  if (!player) {
    return (
      <EmptyState icon="history" action={{ label: text('sign_in'), onPress: signIn }}>
        {text('signed_out')}
      </EmptyState>
    )
  }
  const ids = new Set((query.data?.bets ?? []).map((bet) => String(bet.id)))
  const fresh = freshTickets(local, { ids, at: query.dataUpdatedAt }, openedAt)
  return (
    <div ref={keepFocus} className={styles.column}>
      <Waiting />
      {fresh.length > 0 ? (
        <ul className={styles.list} aria-label={text('tickets')}>
          {fresh.map((bet) => (
            <Ticket key={bet.id} bet={bet} />
          ))}
        </ul>
      ) : null}
      {query.data ? (
        query.data.bets.length === 0 && fresh.length === 0 ? (
          <EmptyState icon="coupon">{text('no_open_bets')}</EmptyState>
        ) : (
          <ul className={styles.list}>
            {query.data.bets.map((bet) => (
              <OpenBet key={bet.id} bet={bet} playerId={player.id} />
            ))}
          </ul>
        )
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null} />
      ) : (
        <SkeletonRows rows={3} height="96px" />
      )}
      <Decided playerId={player.id} stillListed={ids} />
      <SiteLink to="/office/history" className={styles.all}>
        {text('all_bets')}
      </SiteLink>
    </div>
  )
}

/** Auto-bets and bids that wait, where the brand takes them. */
function Waiting() {
  return useOrderCount() > 0 ? <Orders /> : null
}

function OpenBet({ bet, playerId }: { bet: Bet; playerId: number }) {
  const text = useHistoryTexts()
  const now = useBetNow(bet, playerId)
  return (
    <li className={styles.bet} data-bet={bet.id}>
      <BetHead bet={bet} status={now.status} win={now.win} listed />
      {bet.legs.length <= 4 ? (
        <BetLegs bet={bet} open={now.open} />
      ) : (
        <details className={styles.more}>
          <summary>
            {text('selections')} <Num>{bet.legs.length}</Num>
          </summary>
          <BetLegs bet={bet} open={now.open} />
        </details>
      )}
      {now.status === 1 ? <SellBet bet={bet} playerId={playerId} /> : null}
    </li>
  )
}

/** The head of a bet leads to its page. */
function BetHead({ bet, status, win, listed = false }: { bet: Bet; status: number; win: bigint | null; listed?: boolean }) {
  const text = useHistoryTexts()
  return (
    <SiteLink to={`/coupon/${bet.id}`} className={styles.link}>
      <span className={styles.head}>
        <BetTitle bet={bet} listed={listed} />
        <BetPrice bet={bet} />
      </span>
      <span className={styles.sums}>
        <BetState bet={bet} status={status} />
        {bet.legs.length > 1 ? <Progress bet={bet} /> : null}
        <span>
          <Money minor={bet.stake} currency={bet.currency} />{' '}
          <span aria-hidden className="flip-rtl">
            →
          </span>{' '}
          <b>
            <Money minor={backOf(bet, win)} currency={bet.currency} />
          </b>
        </span>
        {bet.insured > 0n ? (
          <span>
            {text('insured')} <Money minor={bet.insured} currency={bet.currency} />
          </span>
        ) : null}
        {bet.sold > 0n ? (
          <span>
            {text('sold_part')} <Money minor={bet.sold} currency={bet.currency} />
          </span>
        ) : null}
      </span>
    </SiteLink>
  )
}

/** What was decided in the last day stays in sight below the open bets, each bet once: the two lists are read one after the other. */
function Decided({ playerId, stillListed }: { playerId: number; stillListed: ReadonlySet<string> }) {
  const text = useHistoryTexts()
  const bets = (useDecidedBets(DECIDED).data?.bets ?? []).filter(({ id }) => !stillListed.has(String(id)))
  if (bets.length === 0) return null
  return (
    <section className={styles.decided}>
      <h3>{text('decided_lately')}</h3>
      <ul className={styles.list}>
        {bets.map((bet) => (
          <DecidedBet key={bet.id} bet={bet} playerId={playerId} />
        ))}
      </ul>
    </section>
  )
}

function DecidedBet({ bet, playerId }: { bet: Bet; playerId: number }) {
  const now = useBetNow(bet, playerId)
  return (
    <li className={styles.bet} data-bet={bet.id}>
      <BetHead bet={bet} status={now.status} win={now.win} />
    </li>
  )
}

/** A bet of this browser on its way, just accepted, or refused with the reason (XT-26). */
function Ticket({ bet }: { bet: LocalBet }) {
  const text = useHistoryTexts()
  const [first] = bet.legs
  const state = bet.state ?? 'placed'
  return (
    <li className={styles.bet} data-ticket={state}>
      <p className={styles.head}>
        <span className={styles.ticket}>
          <b>{bet.legs.length > 1 ? text('selections_count', { count: bet.legs.length }) : first?.title}</b>
          <small>{bet.legs.map((leg) => leg.teams).join(text('comma'))}</small>
        </span>
        {bet.price ? <TotalPrice price={bet.price} /> : null}
      </p>
      <p className={styles.sums}>
        {state === 'placed' ? (
          <BetStatusMark status={bet.status} />
        ) : (
          <StatusMark kind={state === 'waiting' ? 'pending' : 'error'}>{text(`ticket_${state}`)}</StatusMark>
        )}
        <span>
          <Money minor={BigInt(bet.stake)} currency={bet.currency} />
        </span>
      </p>
      {bet.reason ? <p className={styles.reason}>{bet.reason}</p> : null}
    </li>
  )
}
