import type { ReactNode } from 'react'
import type { Minor } from '#lib/money.ts'
import { MAX_PRICE } from '#lib/price.ts'
import { marks, RichText } from '#modules/coupon/web/index.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StatusMark } from '#ui/Notice.tsx'
import { Money, Num, Numbered, Price } from '#ui/Num.tsx'
import { Share } from '#ui/Share.tsx'
import { backOf, shownLegs, variantsOf, type Bet } from './bets.ts'
import { BetLegs } from './BetLegs.tsx'
import { BetState } from './BetState.tsx'
import { Progress } from './Progress.tsx'
import { SellBet } from './SellBet.tsx'
import { useBetNow } from './live-bet.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './BetCard.module.css'

/** A row of the history; pressed, it opens its legs. */
export function BetCard({ bet, playerId, open, onToggle }: { bet: Bet; playerId: number; open: boolean; onToggle: () => void }) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  const now = useBetNow(bet, playerId)
  return (
    <li className={styles.card} data-bet={bet.id}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={onToggle}>
        <span className={styles.when}>
          <Num>{formatDate(bet.at, 'dd.MM / HH:mm', { lng, country })}</Num>
          <small>
            <Numbered id={bet.id} />
          </small>
        </span>
        <BetTitle bet={bet} />
        <span className={styles.price}>
          <BetPrice bet={bet} />
        </span>
        <BetSums bet={bet} win={now.win} />
        <span className={styles.state}>
          <BetState bet={bet} status={now.status} />
          {bet.replaced && bet.replacedBy !== null ? (
            <small>
              <Numbered id={bet.replacedBy} />
            </small>
          ) : null}
          {bet.corrected ? <StatusMark kind="warning">{text('corrected')}</StatusMark> : null}
          {now.open && bet.legs.length > 1 ? <Progress bet={bet} /> : null}
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
      </button>
      {open ? (
        <div className={styles.open}>
          <BetLegs bet={bet} open={now.open} />
          {now.status === 1 ? <SellBet bet={bet} playerId={playerId} /> : null}
          <SiteLink className={styles.page} to={`/coupon/${bet.id}`}>
            {text('open_bet')} <Num>{String(bet.id)}</Num>
          </SiteLink>
        </div>
      ) : null}
    </li>
  )
}

/** Of one leg: the outcome and its game; of several: the kind. `listed`: the legs stand right below, so only the kind is said. */
export function BetTitle({ bet, listed = false }: { bet: Bet; listed?: boolean }) {
  const text = useHistoryTexts()
  const [first] = bet.legs
  const byKind = listed || bet.legs.length > 1
  const more = [bet.power ? text('power_bet') : '', bet.promo ? text('promo_code') : ''].filter(Boolean)
  return (
    <span className={styles.what}>
      <b dir="auto">
        {byKind ? bet.typeTitle : <bdi>{first?.title}</bdi>}
        {byKind && bet.system ? (
          <>
            {' '}
            <Num>{bet.system}</Num>
          </>
        ) : null}
        {more.map((word) => ` · ${word}`)}
      </b>
      {listed ? null : (
        <small dir="auto">{byKind ? gamesOf(bet, text('comma')) : [first?.game, first?.market].filter(Boolean).join(' · ')}</small>
      )}
    </span>
  )
}

/** Each once: the two halves of an each-way bet, and outcomes of one game, share theirs. */
function gamesOf(bet: Pick<Bet, 'legs'>, comma: string): string {
  return [...new Set(shownLegs(bet).map(({ leg }) => leg.game))].join(comma)
}

/** As the coupon calls what a bet may bring: of several bets in one it is the most. */
export function backName(bet: Bet, open: boolean): 'carried' | 'possible' | 'most_win' | 'paid' {
  if (bet.replaced) return 'carried'
  if (!open) return 'paid'
  return hasOnePrice(bet.type) ? 'possible' : 'most_win'
}

/** "7 × 200 ₸", null of kinds without variants. */
export function Variants({ bet }: { bet: Bet }) {
  const text = useHistoryTexts()
  const count = variantsOf(bet)
  if (!count) return null
  const values = { n: <Num>{count}</Num>, sum: <Share of={bet.stake} count={count} currency={bet.currency} /> }
  return <RichText text={text('variants_each', marks(values))} values={values} />
}

export function BetSums({ bet, win }: { bet: Bet; win: bigint | null }) {
  const text = useHistoryTexts()
  const money = (minor: Minor) => <Money minor={minor} currency={bet.currency} />
  return (
    <span className={styles.sums}>
      <Sum name={text('stake')}>{money(bet.stake)}</Sum>
      {variantsOf(bet) ? (
        <Sum name={text('variants')}>
          <span>
            <Variants bet={bet} />
          </span>
        </Sum>
      ) : null}
      <Sum name={text(backName(bet, win === null))}>
        <b>{money(backOf(bet, win))}</b>
      </Sum>
      {bet.insured > 0n ? <Sum name={text('insured')}>{money(bet.insured)}</Sum> : null}
      {bet.sold > 0n ? <Sum name={text('sold_part')}>{money(bet.sold)}</Sum> : null}
    </span>
  )
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={styles.sum}>
      <small>{name}</small>
      {children}
    </span>
  )
}

/** Nothing of kinds that no one coefficient says the payout of. */
export function BetPrice({ bet }: { bet: Bet }) {
  return hasOnePrice(bet.type) ? <TotalPrice price={bet.price} /> : null
}

export function TotalPrice({ price }: { price: string }) {
  const milli = Math.round(Number(price) * 1000)
  return milli > MAX_PRICE ? <Num>{price}</Num> : <Price milli={milli} />
}
