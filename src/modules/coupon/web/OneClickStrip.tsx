import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { parseMinor } from '#lib/money.ts'
import { useFrame } from '#platform/web/frame.ts'
import { useSession } from '#platform/web/session.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { couponButton, currencyOf, currentJob, type CouponButton } from '../rules/state/index.ts'
import { useSecondsLeft } from './CouponButton.tsx'
import type { CouponStore } from './coupon-store.ts'
import { useCouponSettings, useOneClick } from './coupon-settings.ts'
import type { Quick } from './quick-bet.ts'
import { useRichParts, useRichText } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './options.module.css'

/** For so long the mode explains itself the first time. */
const EXPLAIN_MS = 5_000

/**
 * "One click: 500 ₸ · off" above the line, below the header while it scrolls: a press on a price is a bet, and that is said
 * all the time (ux 6.1) where there are prices. While a bet is on its way its sum and the seconds of its wait stand here (CP-29, XT-12), after the
 * mode was switched off too: what was sent cannot be taken back.
 */
export function OneClickStrip({ coupon, quick }: { coupon: CouponStore; quick: Quick }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const [settings, change] = useCouponSettings()
  const setup = useSyncExternalStore(
    coupon.listen,
    () => coupon.get().setup,
    () => coupon.get().setup,
  )
  const [oneClick, turn] = useOneClick(useSession().player?.id ?? null)
  const isBetting = useFrame() === 'betting'
  const on = oneClick.on && isBetting && setup.options.has('oneClick')
  const sent = useSyncExternalStore(quick.store.listen, quick.store.get, quick.store.get)
  const button = quick.open ? null : couponButton(sent)
  const onItsWay = button?.busy ? button : null
  const isShown = on || onItsWay !== null
  const place = usePlaceAbove(isShown)
  const explain = useExplained(on, settings.oneClickSeen === true, change)
  if (!isShown || !place) return null
  const stake = oneClick.stakes[setup.currency.code] ?? setup.template
  return createPortal(
    <aside className={styles.strip} aria-label={parts('option_oneClick')}>
      <p>
        {onItsWay ? (
          <OnItsWay button={onItsWay} sum={<Money minor={onItsWay.minor ?? 0n} currency={currencyOf(sent, currentJob(sent.flow))} />} />
        ) : (
          rich('one_click_on', { sum: <Money minor={parseMinor(stake, setup.currency.exponent) ?? 0n} currency={setup.currency} /> })
        )}
        {explain ? <small>{parts('one_click_about')}</small> : null}
      </p>
      {on ? (
        <button type="button" onClick={() => turn({ on: false })}>
          {parts('one_click_off')}
        </button>
      ) : null}
    </aside>,
    place,
  )
}

/** Ticks for the eye alone: that a bet waits is announced once. */
function OnItsWay({ button, sum }: { button: CouponButton; sum: ReactNode }) {
  const rich = useRichText()
  if (button.label === 'waiting') return <Waits untilMs={button.untilMs ?? 0} sum={sum} />
  return rich(button.label === 'sending' ? 'btn_sending' : 'btn_checking', { sum })
}

function Waits({ untilMs, sum }: { untilMs: number; sum: ReactNode }) {
  const rich = useRichParts()
  return rich('one_click_waits', { sum, s: <Num>{useSecondsLeft(untilMs)}</Num> })
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
