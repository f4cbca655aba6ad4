import { useEffect, useRef, type ReactNode } from 'react'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { Money } from '#ui/Num.tsx'
import { NumberPad, StakeField, StakePresets } from '#ui/Stake.tsx'
import { currencySign } from '#ui/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { inFlight, plannedBets, POLICIES, problemsOf, totalPrice, totals, type Coupon, type Policy } from '../rules/state/index.ts'
import { CodeTools } from './CodeTools.tsx'
import { keepPolicy } from './coupon-life.ts'
import { CouponButton } from './CouponButton.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { useCouponTexts } from './texts.ts'
import { FlowNotice } from './FlowNotice.tsx'
import { PlacedPanel } from './PlacedPanel.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { TotalPrice } from './TotalPrice.tsx'
import { accuracyOf } from './stake-accuracy.ts'
import styles from './coupon.module.css'

const PAD_ADDS = 3

/** What never scrolls away: notices of the whole coupon, stake, sums, button. `pad` is the phone's own number pad. */
export function CouponFoot({ pad = false }: { pad?: boolean }) {
  const coupon = useCoupon()
  if (coupon.flow.at === 'placed') return <PlacedPanel jobs={coupon.flow.jobs} />
  if (coupon.legs.length === 0) return null
  const general = problemsOf(coupon).filter((problem) => problem.legKey === undefined)
  return (
    <div className={styles.foot} data-pad={pad || undefined}>
      {general.map((problem) => (
        <ProblemNotice key={problem.key} problem={problem} coupon={coupon} />
      ))}
      <FlowNotice coupon={coupon} />
      <Stake coupon={coupon} pad={pad} />
      <Summary coupon={coupon} short={pad} />
      <CouponButton coupon={coupon} />
      {pad ? null : <CodeTools coupon={coupon} />}
    </div>
  )
}

function Stake({ coupon, pad }: { coupon: Coupon; pad: boolean }) {
  const text = useCouponTexts()
  const { lng } = useUi()
  const { store } = useCouponContext()
  const { currency } = coupon.setup
  const { presets } = (useSite().config as unknown as SiteConfig).coupon
  const amounts = (presets.byCurrency[currency.code] ?? presets.default).map(Number)
  const accuracy = accuracyOf(currency)
  const box = useRef<HTMLDivElement>(null)
  // The key B leads to the stake.
  useEffect(() => box.current?.querySelector('input')?.setAttribute('data-key', 'coupon'))
  const set = (value: string) => store.dispatch({ do: 'stake', text: value })
  const max = commonMax(coupon)
  const locked = inFlight(coupon.flow)
  return (
    <div ref={box} className={styles.stake}>
      <StakeField
        label={text(plannedBets(coupon).length > 1 ? 'stake_each' : 'stake')}
        value={coupon.stake}
        onChange={set}
        sign={currencySign(currency, lng)}
        accuracy={accuracy}
        disabled={locked}
        ownPad={pad}
        onMax={max === null ? undefined : () => set(store.textOf(max))}
      />
      {pad ? (
        <NumberPad value={coupon.stake} onChange={set} adds={amounts.slice(0, PAD_ADDS)} accuracy={accuracy} />
      ) : (
        <StakePresets amounts={amounts} disabled={locked} onPick={(amount) => set(String(amount))} />
      )}
    </div>
  )
}

/** The largest stake that every bet allows, and that the account has. */
function commonMax(coupon: Coupon): bigint | null {
  const bets = plannedBets(coupon)
  const limits = bets.map((bet) => coupon.limits[bet.key]?.maxMinor ?? 0n)
  const least = limits.reduce((a, b) => (b < a ? b : a), limits[0] ?? 0n)
  return least > 0n ? least : null
}

function Summary({ coupon, short }: { coupon: Coupon; short: boolean }) {
  const text = useCouponTexts()
  const sums = totals(coupon)
  const { currency } = coupon.setup
  const bets = plannedBets(coupon)
  const [only] = bets
  const limits = bets.length === 1 && only ? coupon.limits[only.key] : undefined
  const price = totalPrice(coupon)
  return (
    <dl className={styles.sums}>
      {bets.length > 1 ? (
        <Row name={text('total_stake')}>
          <Money minor={sums.stakeMinor} currency={currency} />
        </Row>
      ) : price !== null && !short ? (
        <Row name={text('total_price')}>
          <TotalPrice milli={price} />
        </Row>
      ) : null}
      {short ? null : <PolicyRow policy={coupon.policy} />}
      {limits && limits.maxMinor >= limits.minMinor && !short ? (
        <Row quiet name={text('limits')}>
          <Money minor={limits.minMinor} currency={currency} /> – <Money minor={limits.maxMinor} currency={currency} />
        </Row>
      ) : null}
      <Row quiet name={text('profit')}>
        <Money minor={sums.profitMinor > 0n ? sums.profitMinor : 0n} currency={currency} />
      </Row>
      {short ? <PolicyRow policy={coupon.policy} /> : null}
      <div>
        <dt>{text('to_return')}</dt>
        <dd className={styles.win} data-testid="coupon-win">
          <Money minor={sums.returnMinor} currency={currency} />
        </dd>
      </div>
    </dl>
  )
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
  const choose = (next: Policy) => {
    store.dispatch({ do: 'policy', policy: next })
    void keepPolicy(player?.id ?? null, next)
  }
  return (
    <Row name={<label htmlFor="coupon-policy">{text('policy')}</label>}>
      <select id="coupon-policy" className={styles.policy} value={policy} onChange={(event) => choose(event.currentTarget.value as Policy)}>
        {POLICIES.map((one) => (
          <option key={one} value={one}>
            {text(`policy_${one}`)}
          </option>
        ))}
      </select>
    </Row>
  )
}
