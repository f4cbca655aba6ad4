import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { parseMinor } from '#lib/money.ts'
import { Money } from '#ui/Num.tsx'
import type { CouponStore } from './coupon-store.ts'
import { useCouponSettings } from './coupon-settings.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './options.module.css'

/** For so long the mode explains itself the first time. */
const EXPLAIN_MS = 5_000

/** "One click: 500 ₸ · off" above the line: a press on a price is a bet, and that is said all the time (ux 6.1). */
export function OneClickStrip({ coupon }: { coupon: CouponStore }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const [settings, change] = useCouponSettings()
  const setup = useSyncExternalStore(
    coupon.listen,
    () => coupon.get().setup,
    () => coupon.get().setup,
  )
  const on = settings.oneClick?.on === true && setup.options.has('oneClick')
  const place = usePlaceAbove(on)
  const explain = useExplained(on, settings.oneClickSeen === true, change)
  if (!on || !place) return null
  const stake = settings.oneClick?.stakes[setup.currency.code] ?? setup.template
  const off = () => change({ oneClick: { on: false, stakes: settings.oneClick?.stakes ?? {} } })
  return createPortal(
    <aside className={styles.strip} aria-label={parts('option_oneClick')}>
      <p>
        {rich('one_click_on', { sum: <Money minor={parseMinor(stake, setup.currency.exponent) ?? 0n} currency={setup.currency} /> })}
        {explain ? <small>{parts('one_click_about')}</small> : null}
      </p>
      <button type="button" onClick={off}>
        {parts('one_click_off')}
      </button>
    </aside>,
    place,
  )
}

/** A place of our own at the top of the page's content: the line knows nothing of it. */
function usePlaceAbove(on: boolean): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const main = document.getElementById('main')
    if (!on || !main) return
    const box = document.createElement('div')
    box.style.display = 'contents'
    main.prepend(box)
    setPlace(box)
    return () => {
      box.remove()
      setPlace(null)
    }
  }, [on])
  return place
}

function useExplained(on: boolean, seen: boolean, change: (part: { oneClickSeen: boolean }) => void): boolean {
  const [explain, setExplain] = useState(false)
  useEffect(() => {
    if (!on || seen) return
    setExplain(true)
    const timer = setTimeout(() => {
      setExplain(false)
      change({ oneClickSeen: true })
    }, EXPLAIN_MS)
    return () => clearTimeout(timer)
  }, [on, seen, change])
  return explain
}
