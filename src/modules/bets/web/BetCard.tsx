import { useEffect } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { MAX_PRICE } from '#lib/price.ts'
import { BetStatusMark, isOpenBet, useLiveBet } from '#modules/coupon/web/index.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { Money, Num, Price } from '#ui/Num.tsx'
import { useRefreshBets, type Bet, type BetLeg } from './history.ts'
import styles from './bets.module.css'

export type BetTexts = typeof import('../../../../locales/ru/bets.json')

/** The live status overtakes what was read; a settled bet is then read again for its results. */
export function useBetNow(bet: Bet, playerId: number): { status: number; win: bigint | null } {
  const live = useLiveBet(playerId, String(bet.id))
  const refresh = useRefreshBets()
  const moved = live !== undefined && live.status !== bet.status
  useEffect(() => {
    if (moved) refresh()
  }, [moved, refresh])
  if (!live) return { status: bet.status, win: bet.win }
  return { status: live.status, win: isOpenBet(live.status) ? null : minorFromWire(live.win, bet.currency.exponent) }
}

/** A row of the history; pressed, it opens its legs. */
export function BetCard({ bet, playerId, open, onToggle }: { bet: Bet; playerId: number; open: boolean; onToggle: () => void }) {
  const text = useTexts<BetTexts>('bets')
  const { lng, country } = useSite()
  const { status, win } = useBetNow(bet, playerId)
  const [first] = bet.legs
  return (
    <li className={styles.card}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={onToggle}>
        <span className={styles.when}>
          <Num>{formatDate(bet.at, 'dd.MM / HH:mm', { lng, country })}</Num>
          <small>
            № <Num>{String(bet.id)}</Num>
          </small>
        </span>
        <span className={styles.what}>
          <b>{bet.legs.length > 1 ? bet.typeTitle : first?.title}</b>
          <small>
            {bet.legs.length > 1 ? bet.legs.map((leg) => leg.game).join(', ') : [first?.game, first?.market].filter(Boolean).join(' · ')}
          </small>
        </span>
        <span className={styles.price}>
          <TotalPrice price={bet.price} />
        </span>
        <span className={styles.sums}>
          <small>{text('stake')}</small>
          <span>
            <Money minor={bet.stake} currency={bet.currency} />
          </span>
          <small>{text(win === null ? 'possible' : 'paid')}</small>
          <b>
            <Money minor={win ?? bet.possible ?? 0n} currency={bet.currency} />
          </b>
        </span>
        <span className={styles.state}>
          <BetStatusMark status={status} />
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
      </button>
      {open ? (
        <>
          <BetLegs bet={bet} />
          <SiteLink className={styles.opened} to={`/coupon/${bet.id}`}>
            {text('open_bet')} <Num>{String(bet.id)}</Num>
          </SiteLink>
        </>
      ) : null}
    </li>
  )
}

export function TotalPrice({ price }: { price: string }) {
  const milli = Math.round(Number(price) * 1000)
  return milli > MAX_PRICE ? <Num>{price}</Num> : <Price milli={milli} />
}

export function BetLegs({ bet }: { bet: Bet }) {
  return (
    <ul className={styles.legs}>
      {bet.legs.map((leg, i) => (
        <LegRow key={i} leg={leg} />
      ))}
    </ul>
  )
}

const RESULTS: Readonly<Record<number, { kind: StatusKind; key: 'result_1' | 'result_2' | 'result_3' | 'result_4' | 'result_5' }>> = {
  1: { kind: 'success', key: 'result_1' },
  2: { kind: 'error', key: 'result_2' },
  3: { kind: 'info', key: 'result_3' },
  4: { kind: 'success', key: 'result_4' },
  5: { kind: 'warning', key: 'result_5' },
}

function LegRow({ leg }: { leg: BetLeg }) {
  const text = useTexts<BetTexts>('bets')
  const { lng, country } = useSite()
  const result = leg.result === null ? undefined : RESULTS[leg.result]
  return (
    <li className={styles.leg}>
      <span className={styles.what}>
        <b>{leg.title}</b>
        <small>{leg.market}</small>
        <small>
          {leg.game} · {leg.champ}
        </small>
        <small>
          <Num>{formatDate(leg.startsAt * 1000, 'dd.MM / HH:mm', { lng, country })}</Num>
          {leg.score && (leg.result !== null || leg.live) ? (
            <>
              {' · '}
              {text('score')} <Num className={leg.live ? styles.liveScore : undefined}>{leg.score}</Num>
            </>
          ) : null}
        </small>
      </span>
      <span className={styles.prices}>
        {leg.asked !== null && leg.asked !== leg.given ? (
          <small>
            {text('asked')} <Price milli={leg.asked} />
          </small>
        ) : null}
        <span>
          <small>{text('given')} </small>
          <b>
            <Price milli={leg.given} />
          </b>
        </span>
        {result ? (
          <StatusMark kind={result.kind}>{text(result.key)}</StatusMark>
        ) : (
          <StatusMark kind={leg.live ? 'live' : 'pending'}>{text(leg.live ? 'in_play' : 'not_decided')}</StatusMark>
        )}
      </span>
    </li>
  )
}
