import { useEffect, useRef, useState } from 'react'
import { Tabs } from '#ui/Tabs.tsx'
import { useCouponContext, useCouponValue } from './context.ts'
import { useCouponTexts } from './texts.ts'
import { CouponFoot } from './CouponFoot.tsx'
import { CouponLegs } from './CouponLegs.tsx'
import { MyBets, useMyBets } from './MyBets.tsx'

type Tab = 'coupon' | 'bets'

/** The two lists with their counts: the content of the column and of the tablet's sheet. */
export function CouponTabs() {
  const text = useCouponTexts()
  const [tab, setTab] = useState<Tab>(useCouponContext().begin === 'bets' ? 'bets' : 'coupon')
  const count = useCouponValue((coupon) => (coupon.flow.at === 'placed' ? 0 : coupon.legs.length))
  const bets = useMyBets()
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
          { key: 'bets', label: text('tab_bets'), ...(bets.length > 0 ? { count: bets.length } : {}) },
        ]}
      />
      {tab === 'coupon' ? (
        <>
          <CouponLegs />
          <CouponFoot />
        </>
      ) : (
        <MyBets bets={bets} />
      )}
    </>
  )
}
