import { Suspense, useEffect, useRef, useState } from 'react'
import { Tabs } from '#ui/Tabs.tsx'
import { useCoupon, useCouponContext, useCouponValue } from './context.ts'
import { useDoor } from './door.ts'
import { useCouponTexts } from './texts.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { CouponFoot } from './CouponFoot.tsx'
import { CouponLegs } from './CouponLegs.tsx'
import { SlipTabs } from './SlipTabs.tsx'
import styles from './coupon.module.css'

export type CouponTab = 'coupon' | 'bets'

/** The names of the two lists. */
export function CouponTabBar({ tab, onChange, count = 0 }: { tab: CouponTab; onChange: (tab: CouponTab) => void; count?: number }) {
  const text = useCouponTexts()
  return (
    <Tabs
      fill
      label={text('tabs')}
      value={tab}
      onChange={onChange}
      items={[
        { key: 'coupon', label: text('tab_coupon'), ...(count > 0 ? { count } : {}) },
        { key: 'bets', label: text('tab_bets') },
      ]}
    />
  )
}

/** The open bets, in a box that scrolls. */
export function OpenBetsBox({ className }: { className: string | undefined }) {
  const { OpenBets } = useDoor()
  return OpenBets ? (
    <div className={className}>
      <Suspense>
        <OpenBets />
      </Suspense>
    </div>
  ) : null
}

/** The two lists with their counts: the content of the column and of the tablet's sheet. */
export function CouponTabs() {
  const [tab, setTab] = useState<CouponTab>(useCouponContext().begin === 'bets' ? 'bets' : 'coupon')
  const count = useCouponValue((coupon) => (coupon.flow.at === 'placed' ? 0 : coupon.legs.length))
  const coupon = useCoupon()
  const { note } = useCouponContext()
  // What has come as a whole, or could not come.
  const arrived = JSON.stringify([coupon.before.length, coupon.sale, note?.kind])
  const before = useRef({ count, arrived })
  // A leg that has come is shown, whatever stood here.
  useEffect(() => {
    if (count > before.current.count || arrived !== before.current.arrived) setTab('coupon')
    before.current = { count, arrived }
  }, [count, arrived])
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, coupon)
  return (
    <div ref={box} className={styles.tabbed}>
      <CouponTabBar tab={tab} onChange={setTab} count={count} />
      {tab === 'coupon' ? (
        <>
          <SlipTabs coupon={coupon} />
          <CouponLegs />
          <CouponFoot />
        </>
      ) : (
        <OpenBetsBox className={styles.scroll} />
      )}
    </div>
  )
}
