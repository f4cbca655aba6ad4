import { useCallback } from 'react'
import { hasSheet, useCouponDoor, type CouponDoor } from '#modules/coupon/web/index.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Price } from '#ui/Num.tsx'
import { minorOf, offerOf } from './calls.ts'
import type { SectionProps } from './CashOutMore.tsx'
import { useCashOutRich, useCashOutTexts } from './texts.ts'
import styles from './CashOut.module.css'

/** Fills the coupon, and goes where it is seen: pages of the account have no coupon beside them. */
function useToCoupon(): CouponDoor['fill'] {
  const { fill } = useCouponDoor()
  const go = useSiteNavigate()
  return useCallback(
    (offers, more) => {
      fill(offers, more)
      if (!hasSheet() && !document.querySelector('[data-columns="betting"]')) go('/line')
    },
    [fill, go],
  )
}

/** An order to sell belongs to the bet that is replaced, and ends with it. */
function WaitingOrder({ bet, info }: Pick<SectionProps, 'bet' | 'info'>) {
  const rich = useCashOutRich()
  const waiting = minorOf(info.auto_sale_sum, bet.currency.exponent)
  if (waiting === 0n) return null
  return <Notice kind="info">{rich('change_order', { sum: <Money minor={waiting} currency={bet.currency} /> })}</Notice>
}

/** Takes the pending legs into the coupon, where they are added to, replaced and removed. */
export function ChangeBet({ bet, info }: SectionProps) {
  const text = useCashOutTexts()
  const fill = useToCoupon()
  const open = () =>
    fill(info.edit_events.map(offerOf), {
      saleBetId: Number(bet.id),
      stakeMinor: minorOf(info.stake, bet.currency.exponent),
    })
  return (
    <div className={styles.section}>
      <p className={styles.help}>{text('edit_help')}</p>
      <WaitingOrder bet={bet} info={info} />
      <Button icon="edit" onClick={open}>
        {text('edit')}
      </Button>
    </div>
  )
}

/** Outcomes of the same market that raise the coefficient; one of them goes to the coupon. */
export function PowerBet({ bet, info }: SectionProps) {
  const text = useCashOutTexts()
  const fill = useToCoupon()
  return (
    <div className={styles.section}>
      <p className={styles.help}>{text('power_help')}</p>
      <WaitingOrder bet={bet} info={info} />
      <ul className={styles.power}>
        {info.power.map((offer) => (
          <li key={`${offer.Type}:${offer.Param}:${offer.PlayerId}`}>
            <button
              type="button"
              onClick={() =>
                fill([offerOf(offer)], {
                  saleBetId: Number(bet.id),
                  isPowerBet: true,
                  stakeMinor: minorOf(info.stake, bet.currency.exponent),
                })
              }
            >
              <span>{offer.MarketName}</span>
              <b>
                <Price milli={Math.round(offer.NewCoef * 1000)} />
              </b>
              <Icon name="bolt" size={15} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
