import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { request } from '#platform/web/call.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { Money, Num, Price } from '#ui/Num.tsx'
import { BetStatusMark } from './BetStatusMark.tsx'
import { useCouponContext } from './context.ts'
import { useCouponTexts } from './texts.ts'
import { isOpenBet, useLiveBet } from './live-bet.ts'
import type { LocalBet } from './local-bets.ts'
import styles from './coupon.module.css'

/** Rows under "My bets"; the whole list is the history page. */
const SHOWN = 10
const HISTORY = '/web-api/office/history'

interface WireBet {
  id: number
  date: number
  type: number
  status: number
  coef: number
  sum: number
  win_sum: number | null
  possible_win_sum: number | null
  events: readonly { event_type_title: string; event_type_small_group_name: string; game_name: string; coef: number }[]
}

/** Bets of this browser at once, those of the account as soon as they are read. */
export function useMyBets(): readonly LocalBet[] {
  const { player, account } = useSession()
  const { lng } = useSite()
  const { localBets } = useCouponContext()
  const currency = account?.currency
  const { data } = useQuery({
    queryKey: ['my-bets', player?.id ?? 0, account?.id ?? 0, lng],
    enabled: player !== null && currency !== undefined,
    staleTime: 60_000,
    queryFn: () =>
      request<{ items: readonly WireBet[] }>('POST', HISTORY, {
        body: { count: SHOWN, page: 1, lng, account_id: account?.id ?? 0 },
        auth: 'token',
      }),
  })
  return useMemo(() => {
    if (!player) return []
    const own = localBets.filter((bet) => bet.playerId === player.id)
    const known = new Map((data?.items ?? []).map((bet) => [String(bet.id), bet]))
    const mine = own.map((bet) => ({ ...bet, status: known.get(bet.id)?.status ?? bet.status }))
    const others = currency
      ? [...known.values()].filter((bet) => !own.some((one) => one.id === String(bet.id))).map((bet) => fromWire(bet, player.id, currency))
      : []
    return [...mine, ...others].toSorted((a, b) => b.at - a.at).slice(0, SHOWN)
  }, [player, localBets, data, currency])
}

function fromWire(bet: WireBet, playerId: number, currency: LocalBet['currency']): LocalBet {
  const minor = (sum: number | null) => String(minorFromWire(sum ?? 0, currency.exponent) ?? 0n)
  return {
    id: String(bet.id),
    playerId,
    at: bet.date * 1000,
    status: bet.status,
    express: bet.type === 1,
    price: String(bet.coef),
    stake: minor(bet.sum),
    win: minor(bet.possible_win_sum ?? bet.win_sum),
    currency: { code: currency.code, exponent: currency.exponent, symbol: currency.symbol },
    legs: bet.events.map((event) => ({
      title: event.event_type_title,
      market: event.event_type_small_group_name,
      teams: event.game_name.replace(' - ', ' – '),
      price: Math.round(event.coef * 1000),
      asked: Math.round(event.coef * 1000),
    })),
  }
}

export function MyBets({ bets }: { bets: readonly LocalBet[] }) {
  const text = useCouponTexts()
  const { player, signIn } = useSession()
  useTopics(useMemo(() => (player ? [`me:${player.id}`] : []), [player]))
  if (!player) {
    return (
      <div className={styles.empty}>
        <p>{text('bets_signed_out')}</p>
        <button type="button" className={styles.link} onClick={signIn}>
          {text('btn_sign_in')}
        </button>
      </div>
    )
  }
  return (
    <>
      {bets.length === 0 ? <p className={styles.empty}>{text('bets_empty')}</p> : null}
      <ul className={styles.legs}>
        {bets.map((bet) => (
          <BetRow key={bet.id} bet={bet} playerId={player.id} />
        ))}
      </ul>
      <SiteLink to="/office/history" className={styles.all}>
        {text('bets_all')}
      </SiteLink>
    </>
  )
}

function BetRow({ bet, playerId }: { bet: LocalBet; playerId: number }) {
  const text = useCouponTexts()
  const { lng, country } = useSite()
  const live = useLiveBet(playerId, bet.id)
  const status = live?.status ?? bet.status
  const paid = live && !isOpenBet(live.status) ? (minorFromWire(live.win, bet.currency.exponent) ?? 0n) : null
  const [first] = bet.legs
  const price = Math.round(Number(bet.price) * 1000)
  return (
    <li>
      <SiteLink to={`/coupon/${bet.id}`} className={styles.bet}>
        <span className={styles.outcome}>
          {bet.express ? (
            <>
              {text('segment_express')} <Num>{`× ${bet.legs.length}`}</Num>
            </>
          ) : (
            first?.title
          )}
        </span>
        <span className={styles.price}>{price > 1_001_000 ? <Num>{bet.price}</Num> : <Price milli={price} inCell />}</span>
        <span className={styles.market}>
          {bet.express ? bet.legs.map((leg) => leg.title).join(', ') : [first?.market, first?.teams].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.betFoot}>
          <BetStatusMark status={status} />
          <Num>{formatDate(bet.at, 'dd.MM / HH:mm', { lng, country })}</Num>
          <span className={styles.betSums}>
            <Money minor={BigInt(bet.stake)} currency={bet.currency} />{' '}
            <span aria-hidden className="flip-rtl">
              →
            </span>{' '}
            <Money minor={paid ?? BigInt(bet.win)} currency={bet.currency} />
          </span>
        </span>
      </SiteLink>
    </li>
  )
}
