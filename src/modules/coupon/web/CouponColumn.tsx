import { Suspense } from 'react'
import { Button } from '#ui/Button.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { BESIDE, useMedia } from '#ui/use-media.ts'
import { useCouponTexts } from './texts.ts'
import { CouponComing } from './CouponComing.tsx'
import { Context, useDoor } from './door.ts'
import styles from './coupon.module.css'

/**
 * The coupon beside the line: legs scroll, stake, win and button never do (ux 2). Where there is no room for it nothing of
 * the coupon is drawn: a press on a price would draw it anew each time, unseen.
 */
export function CouponColumn() {
  const { full } = useDoor()
  const isBeside = useMedia(BESIDE)
  return (
    <div className={styles.column}>
      {full && isBeside ? (
        <Context value={full.context}>
          <Suspense fallback={<EmptyColumn />}>
            <full.parts.PartsTexts>
              <full.parts.CouponTabs />
            </full.parts.PartsTexts>
          </Suspense>
        </Context>
      ) : (
        <EmptyColumn />
      )}
    </div>
  )
}

/** The column as an empty coupon draws it, until the coupon itself has come: whether there is something in it nobody knows yet. */
function EmptyColumn() {
  const text = useCouponTexts()
  const { want } = useDoor()
  return (
    <>
      <Tabs
        fill
        label={text('tabs')}
        value="coupon"
        onChange={(key) => want(key === 'bets' ? 'bets' : undefined)}
        items={[
          { key: 'coupon', label: text('tab_coupon') },
          { key: 'bets', label: text('tab_bets') },
        ]}
      />
      <div className={styles.empty}>
        <CouponComing />
        <div className={styles.tools}>
          <div className={styles.toolRow}>
            <Button kind="quiet" size="small" icon="code" onClick={() => want('code')}>
              {text('by_code')}
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}
