import { useId, type ReactNode } from 'react'
import { keepPolicy } from '#platform/web/price-policy.ts'
import { useSession } from '#platform/web/session.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { Share } from '#ui/Share.tsx'
import { milliText } from '#lib/price.ts'
import { shortMinorText, type Minor } from '#lib/money.ts'
import {
  isDayExpress,
  mostStake,
  plannedBets,
  POLICIES,
  problemsOf,
  promoOf,
  rebasingOf,
  takesNoStake,
  totalPrice,
  totals,
  variantsOf,
  vipPartsOf,
  type Coupon,
  type Policy,
  type Totals,
} from '../rules/state/index.ts'
import { VID } from '../rules/kinds.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { TotalPrice } from './TotalPrice.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import styles from './coupon.module.css'

/** What the bet is made of and what it brings; on a phone the short form, so that pad and win fit. */
export function Summary({ coupon, short }: { coupon: Coupon; short: boolean }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const sums = totals(coupon)
  const { currency } = coupon.setup
  const bets = plannedBets(coupon)
  const [only] = bets
  const several = bets.length > 1
  const limits = bets.length === 1 && only && !coupon.sale ? coupon.limits[only.key] : undefined
  const most = limits && only ? mostStake(coupon, only.key) : null
  const vip = only && !several ? vipPartsOf(coupon, only) : null
  const isNone = takesNoStake(coupon, problemsOf(coupon))
  return (
    <dl className={styles.sums}>
      {several ? (
        <Row name={text('total_stake')}>
          <Money minor={sums.stakeMinor} currency={currency} />
        </Row>
      ) : sums.price !== null && (!short || coupon.sale) ? (
        <Row name={text('total_price')}>
          <TotalPrice milli={sums.price} />
        </Row>
      ) : null}
      <Rebasing coupon={coupon} />
      {bets.length === 1 && !isNone ? <Variants coupon={coupon} /> : null}
      {short || coupon.sale ? null : <PolicyRow policy={coupon.policy} />}
      {limits && most !== null && !short && !promoOf(coupon) ? (
        <Row quiet name={text('limits')}>
          <Money minor={limits.minMinor} currency={currency} /> – <Money minor={most} currency={currency} />
        </Row>
      ) : null}
      {vip ? (
        <>
          <Row name={parts('vip_placed')}>
            <Money minor={vip.placed} currency={currency} />
          </Row>
          <Row quiet name={parts('vip_rest')}>
            <Money minor={vip.waiting} currency={currency} />
          </Row>
        </>
      ) : null}
      {isNone ? <NoWin /> : <Additions coupon={coupon} sums={sums} />}
      {isNone ? null : <Win coupon={coupon} sums={sums} short={short} />}
    </dl>
  )
}

/** Why the total price of a changed bet is not that of its legs. */
function Rebasing({ coupon }: { coupon: Coupon }) {
  const rich = useRichParts()
  const found = rebasingOf(coupon)
  const price = totalPrice(coupon)
  if (!found || price === null) return null
  const { worthMinor, stakeMinor, product } = found
  const plain = (minor: Minor) => shortMinorText(minor, coupon.setup.currency.exponent)
  return (
    <Row quiet name={rich('sale_worth', { sum: <Money minor={worthMinor} currency={coupon.setup.currency} /> })}>
      <Num>{`${product} × ${plain(worthMinor)} / ${plain(stakeMinor)} = ${milliText(price)}`}</Num>
    </Row>
  )
}

/** No stake is taken, or nobody could be asked: a sum would be no more than arithmetic. */
function NoWin() {
  const text = useCouponTexts()
  return (
    <div>
      <dt>{text('to_return')}</dt>
      <dd className={styles.win} data-testid="coupon-win">
        –
      </dd>
    </div>
  )
}

/** A system says how many bets it is and what each of them stakes. */
function Variants({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const [bet] = plannedBets(coupon)
  const count = bet ? variantsOf(coupon, bet) : null
  if (!bet || !count) return null
  const share = <Share of={bet.stakeMinor} count={count} currency={coupon.setup.currency} />
  return (
    <Row quiet name={parts('variants_row')}>
      {rich('variants_each', { n: <Num>{count}</Num>, sum: share })}
    </Row>
  )
}

/** Taxes, bonus and promo stake: only the lines that apply. */
function Additions({ coupon, sums }: { coupon: Coupon; sums: Totals }) {
  const parts = usePartsTexts()
  const { currency } = coupon.setup
  const promo = sums.stakeMinor - sums.ownMinor
  return (
    <>
      {sums.stakeTaxMinor > 0n ? (
        <Row quiet name={parts('stake_tax')}>
          <Money minor={sums.stakeTaxMinor} currency={currency} />
        </Row>
      ) : null}
      {sums.bonusMinor > 0n ? (
        <Row name={parts(isDayExpress(coupon) ? 'bonus_day' : 'bonus')}>
          <span className={styles.boost}>
            <Money minor={sums.bonusMinor} currency={currency} sign />
          </span>
        </Row>
      ) : null}
      {sums.payoutTaxMinor > 0n ? (
        <Row quiet name={parts('payout_tax')}>
          <Money minor={-sums.payoutTaxMinor} currency={currency} />
        </Row>
      ) : null}
      {promo > 0n ? (
        <Row quiet name={parts('promo_stake')}>
          {parts('promo_stays')}
        </Row>
      ) : null}
    </>
  )
}

function Win({ coupon, sums, short }: { coupon: Coupon; sums: Totals; short: boolean }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { currency } = coupon.setup
  const least = useLeastName(coupon)
  // The server has not told the price of the changed bet: there is no sum that could be.
  if (coupon.sale && sums.price === null) return null
  const ranges = least !== null && sums.leastMinor > 0n && sums.leastMinor < sums.returnMinor
  return (
    <>
      {ranges ? (
        <Row quiet name={least}>
          <Money minor={sums.leastMinor} currency={currency} />
        </Row>
      ) : null}
      {ranges && short ? null : (
        <Row quiet name={text('profit')}>
          <Money minor={sums.profitMinor > 0n ? sums.profitMinor : 0n} currency={currency} />
        </Row>
      )}
      {short && !coupon.sale ? <PolicyRow policy={coupon.policy} /> : null}
      <div>
        <dt>{sums.price === null && sums.returnMinor > 0n ? parts('most_win') : text('to_return')}</dt>
        <dd className={styles.win} data-testid="coupon-win">
          <Money minor={sums.returnMinor} currency={currency} />
        </dd>
      </div>
    </>
  )
}

/** On what the least payout stands; null of kinds that promise none: a chain and a conditional bet may end with nothing at every step. */
function useLeastName(coupon: Coupon): ReactNode | null {
  const rich = useRichParts()
  const parts = usePartsTexts()
  const [bet, ...more] = plannedBets(coupon)
  if (!bet || more.length > 0) return null
  const ifWon = (k: number) => rich('least_win_of', { k: <Num>{k}</Num> }, k)
  switch (bet.vid) {
    case VID.system:
      return ifWon(bet.size)
    case VID.lucky:
      return ifWon(1)
    case VID.patent:
      return ifWon(2)
    case VID.multi:
      if (bet.eachWay) return parts('least_win_place')
      return rich(bet.withLobby ? 'least_win_lobby' : 'least_win_blocks', { k: <Num>{bet.size}</Num> }, bet.size)
    default:
      return null
  }
}

function Row({ name, quiet = false, children }: { name: ReactNode; quiet?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={quiet ? styles.quiet : undefined}>{children}</dd>
    </div>
  )
}

function PolicyRow({ policy }: { policy: Policy }) {
  const text = useCouponTexts()
  const { store } = useCouponContext()
  const { player } = useSession()
  const id = useId()
  const choose = (next: Policy) => {
    store.dispatch({ do: 'policy', policy: next })
    void keepPolicy(player?.id ?? null, next)
  }
  return (
    <Row name={<label htmlFor={id}>{text('policy')}</label>}>
      <select id={id} className={styles.policy} value={policy} onChange={(event) => choose(event.currentTarget.value as Policy)}>
        {POLICIES.map((one) => (
          <option key={one} value={one}>
            {text(`policy_${one}`)}
          </option>
        ))}
      </select>
    </Row>
  )
}
