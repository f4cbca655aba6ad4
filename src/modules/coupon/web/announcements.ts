import { useEffect, useRef } from 'react'
import { usePreference } from '#platform/web/storage.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useAnnounce } from '#ui/States.tsx'
import { couponState, inFlight, kindOf, legsRange, placedJobs, type Coupon, type CouponState } from '../rules/state/index.ts'
import { useCouponTexts, type CouponTexts } from './texts.ts'
import type { CouponStore } from './coupon-store.ts'
import { legLines } from './leg-text.ts'

/** Told: a leg added or removed, consent needed, wait begun, result. Never ticks; can be switched off (ux 12). */
export function useAnnouncements(store: CouponStore, says: typeof messageOf = messageOf): void {
  const announce = useAnnounce()
  const text = useCouponTexts()
  const [enabled] = usePreference('announceCoupon', true)
  const say = useRef({ announce, text, enabled, says })
  say.current = { announce, text, enabled, says }
  useEffect(() => {
    let before = store.get()
    return store.listen(() => {
      const after = store.get()
      const message = say.current.says(before, after, say.current.text)
      if (losesDayBonus(before, after)) showToast({ kind: 'info', text: say.current.text('day_bonus_lost') })
      before = after
      if (message && say.current.enabled) say.current.announce(message)
    })
  }, [store])
}

/** Changed by hand, an express of the day is one like any other: what it promised beyond its price is gone. */
export function losesDayBonus(before: Coupon, after: Coupon): boolean {
  if (before.dayExpressId === 0 || after.dayExpressId !== 0) return false
  return after.legs.some((leg) => before.legs.some((other) => other.key === leg.key))
}

/** How many selections its kind takes, of a coupon that holds more; null of any other. */
export function mostOf(coupon: Coupon): number | null {
  const { max } = legsRange(kindOf(coupon), coupon.setup)
  return coupon.legs.length > max ? max : null
}

type Texts = ReturnType<typeof useCouponTexts>

const STATE_TEXTS: Partial<Readonly<Record<CouponState, keyof CouponTexts>>> = {
  changed: 'say_changed',
  waiting: 'say_waiting',
  unknown: 'unknown_result',
}

/** What a bet that was refused leaves the coupon in, where the coupon itself says why. */
const MENDED: ReadonlySet<CouponState> = new Set(['invalid', 'no-funds', 'signed-out'])

/** What is said of a bet outside the coupon: how it stands. That it is placed is told by a note, or by the mini coupon. */
export function quickMessage(before: Coupon, after: Coupon, text: Texts): string | null {
  const state = couponState(after)
  if (state === couponState(before)) return null
  if (after.flow.at === 'refused') {
    const { kind, text: reason } = after.flow.refusal
    return kind === 'confirm' || kind === 'own_limit' ? reason : text('refused_because', { reason })
  }
  // What mends it is already in the coupon, in words of its own.
  if (inFlight(before.flow) && MENDED.has(state)) return text('say_stopped')
  const key = state === 'unknown' && after.flow.at === 'unknown' && after.flow.elsewhere ? 'sent_elsewhere' : STATE_TEXTS[state]
  return key ? text(key as 'say_changed') : null
}

/** What is said of a change; null: nothing. */
export function messageOf(before: Coupon, after: Coupon, text: Texts): string | null {
  if (after.flow.at === 'placed' && before.flow.at !== 'placed')
    return text('placed', {
      id: placedJobs(after.flow.jobs)
        .map((job) => job.outcome.betId)
        .join(', '),
    })
  const told = quickMessage(before, after, text)
  if (told !== null) return told
  // What is read from the storage was there before; a press may come while it is still being read.
  if (before.loaded !== after.loaded || before.legs === after.legs) return null
  // Another tab has placed them: nobody took them out.
  if (inFlight(before.flow)) return null
  const texts = { w1: text('w1'), w2: text('w2'), draw: text('draw') }
  const added = after.legs.find((leg) => !before.legs.some((other) => other.key === leg.key))
  if (added) {
    const most = mostOf(after)
    const said = text('say_added', { outcome: legLines(added, texts).title, total: after.legs.length })
    return most === null ? said : `${said}. ${text('max_legs', { n: most })}`
  }
  const removed = before.legs.find((leg) => !after.legs.some((other) => other.key === leg.key))
  return removed ? text('say_removed', { outcome: legLines(removed, texts).title, total: after.legs.length }) : null
}
