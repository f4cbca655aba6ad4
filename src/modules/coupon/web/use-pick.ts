import { useCallback, useRef, type Dispatch, type SetStateAction } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { inFlight, legKey, type Coupon, type Offer } from '../rules/state/index.ts'
import { mostOf } from './announcements.ts'
import type { CodeNote } from './context.ts'
import type { CouponStore } from './coupon-store.ts'
import { hasSheet } from './door.ts'
import { markOf, withPick } from './filling.ts'
import { useCouponTexts } from './texts.ts'

/** What a press on a price of the page does. */
export function usePick(store: CouponStore, setNote: Dispatch<SetStateAction<CodeNote | null>>): (offer: Offer) => void {
  const full = useFullNote()
  return useCallback(
    (offer) => {
      const before = store.get()
      // What is being placed stays as it is; anything else waits for the answer.
      if (inFlight(before.flow) && markOf(before, legKey(offer)) === 'none') return setNote((note) => withPick(note, offer))
      store.dispatch({ do: 'toggle', offer })
      full(before, store.get())
    },
    [store, setNote, full],
  )
}

/** Above the largest number a press does nothing, and where the coupon is a sheet nobody sees that it holds one too many: the page says so. */
function useFullNote(): (before: Coupon, after: Coupon) => void {
  const text = useCouponTexts()
  const close = useRef(() => {})
  return useCallback(
    (before, after) => {
      const most = mostOf(after)
      const isSwallowed = after === before
      const isAdded = after.legs.length > before.legs.length
      if (most === null || !(isSwallowed || (isAdded && hasSheet()))) return
      close.current()
      // The note speaks by itself.
      close.current = showToast({ kind: 'warning', text: text('max_legs', { n: most }) })
    },
    [text],
  )
}
