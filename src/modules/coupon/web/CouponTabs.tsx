import { Suspense, useEffect, useRef, useState } from 'react'
import { Tabs } from '#ui/Tabs.tsx'
import { useCoupon, useCouponContext, useCouponValue } from './context.ts'
import { useDoor } from './door.ts'
import { useCouponTexts } from './texts.ts'
import { CouponFoot } from './CouponFoot.tsx'
import { CouponLegs } from './CouponLegs.tsx'
import { SlipTabs } from './SlipTabs.tsx'
import styles from './coupon.module.css'

type Tab = 'coupon' | 'bets'

/** The two lists with their counts: the content of the column and of the tablet's sheet. */
export function CouponTabs() {
  const text = useCouponTexts()
  const [tab, setTab] = useState<Tab>(useCouponContext().begin === 'bets' ? 'bets' : 'coupon')
  const count = useCouponValue((coupon) => (coupon.flow.at === 'placed' ? 0 : coupon.legs.length))
  const { OpenBets } = useDoor()
  const coupon = useCoupon()
  const before = useRef(count)
  // A leg that has come is shown, whatever stood here.
  useEffect(() => {
    if (count > before.current) setTab('coupon')
    before.current = count
  }, [count])
  return (
    <>
      <Tabs
        fill
        label={text('tabs')}
        value={tab}
        onChange={setTab}
        items={[
          { key: 'coupon', label: text('tab_coupon'), ...(count > 0 ? { count } : {}) },
          { key: 'bets', label: text('tab_bets') },
        ]}
      />
      {tab === 'coupon' ? (
        <>
          <SlipTabs coupon={coupon} />
          <CouponLegs />
          <CouponFoot />
        </>
      ) : OpenBets ? (
        <div className={styles.scroll}>
          <Suspense>
            <OpenBets />
          </Suspense>
        </div>
      ) : null}
    </>
  )
}
