import { IconButton } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { inFlight, MOST_TABS, type Coupon } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './options.module.css'

/** Several coupons side by side: numbers, a new one, the close of the open one (CP-41). One coupon shows no tabs. */
export function SlipTabs({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  const all = [...coupon.before, coupon, ...coupon.after]
  const here = coupon.before.length
  if (all.length < 2) return null
  const locked = inFlight(coupon.flow)
  const go = (index: number) => store.dispatch({ do: 'tabGo', index })
  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={parts('slips')} className={styles.tabList}>
        {all.map((draft, i) => (
          <button
            key={i}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={i === here}
            tabIndex={i === here ? 0 : -1}
            disabled={locked}
            onClick={() => go(i)}
            onKeyDown={(event) => {
              const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
              const rtl = document.documentElement.dir === 'rtl'
              const next = i + (rtl ? -by : by)
              if (by === 0 || !all[next]) return
              go(next)
              const buttons = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')
              buttons?.[next]?.focus()
            }}
          >
            {rich('slip_number', { n: <Num>{i + 1}</Num> })}
            <small aria-hidden>
              <Num>{draft.legs.length}</Num>
            </small>{' '}
            <span className="visually-hidden">{parts('slip_count', { count: draft.legs.length })}</span>
          </button>
        ))}
      </div>
      <NewSlip coupon={coupon} />
      <IconButton
        className={styles.tabTool}
        icon="close"
        size={13}
        label={parts('slip_close', { n: here + 1 })}
        disabled={locked}
        onClick={() => store.dispatch({ do: 'tabClose', index: here })}
      />
    </div>
  )
}

function NewSlip({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const { store } = useCouponContext()
  const count = coupon.before.length + 1 + coupon.after.length
  if (count >= MOST_TABS || coupon.legs.length === 0) return null
  return (
    <button
      type="button"
      className={styles.tabTool}
      aria-label={parts('slip_new')}
      title={parts('slip_new')}
      disabled={inFlight(coupon.flow)}
      onClick={() => store.dispatch({ do: 'tabAdd' })}
    >
      <Icon name="plus" size={14} />
    </button>
  )
}
