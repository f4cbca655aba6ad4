// @vitest-environment happy-dom
/** The note of a counter-offer stands as long as the offer does. */
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import orders from '../../../../locales/en/orders.json' with { type: 'json' }
import { TextsProvider } from '#platform/web/i18n.ts'
import { liveKey, liveStore } from '#platform/web/live-store.ts'
import { modals } from '#platform/web/modal-queue.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { BID } from '../rules/bid.ts'
import type { Bid } from './queries.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const offer = {
  bid_id: 41,
  status: BID.counter,
  left_ms: 60_000,
  approved_sum: 400,
  currency: { code: 'KZT', exponent: 2, symbol: '₸' },
} as unknown as Bid
let data: { bids: Bid[] } | undefined
const refetch = vi.fn()
vi.mock('./queries.ts', () => ({ useWaitingOrders: () => ({ data, refetch }) }))
vi.mock('#platform/web/session.tsx', () => ({ useSession: () => ({ player: { id: 7 }, account: null }) }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'en', country: 'KZ' }) }))
vi.mock('#platform/web/site-link.tsx', () => ({ useSiteNavigate: () => () => {} }))
const { BidOffers } = await import('./BidOffers.tsx')

const texts = new TextStore({ lng: 'en', units: { orders }, report: () => {} })
let root: Root
const show = (bids: Bid[] | undefined) =>
  act(async () => {
    data = bids && { bids }
    root.render(
      <TextsProvider texts={texts}>
        <BidOffers />
      </TextsProvider>,
    )
  })
const notes = () => modals.entries().length

beforeEach(() => {
  refetch.mockClear()
  // Other files share the process, and their notes.
  for (const { id } of modals.entries()) modals.close(id)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(async () => root.unmount()))

it.each([
  ['taken', []],
  ['declined', [{ ...offer, status: BID.withdrawn }]],
])('an offer that was %s takes its note with it', async (_how, after) => {
  await show([offer])
  expect(notes()).toBe(1)
  // Nothing is known while it is read again: the note stays.
  await show(undefined)
  await show([offer])
  expect(notes()).toBe(1)
  await show(after)
  expect(notes()).toBe(0)
  await show([offer])
  expect(notes()).toBe(0)
})

it('what another tab has answered is asked for at once', async () => {
  await show([offer])
  expect(refetch).not.toHaveBeenCalled()
  await act(async () => liveStore.seed({ [liveKey('me:7', 'bid:41')]: { at: 1_788_000_000_000, reason: null } }))
  expect(refetch).toHaveBeenCalledOnce()
})
