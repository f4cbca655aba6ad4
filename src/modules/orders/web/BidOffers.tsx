/** A counter-offer stands for a minute, wherever its player is by then: it is said on every page (CP-12). It leaves with the offer, wherever that was answered. Draws nothing of its own. */
import { useEffect, useRef } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatMoney } from '#platform/web/format.ts'
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { BID } from '../rules/bid.ts'
import { useWaitingOrders, type Bid } from './queries.ts'
import { useOrderTexts } from './texts.ts'

/** For whoever is signed in where bids are taken. */
export function BidOffers() {
  const text = useOrderTexts()
  const { lng } = useSite()
  const go = useSiteNavigate()
  const { data, refetch } = useWaitingOrders(false)
  const { account, player } = useSession()
  const balance = account?.balance
  /** What closes the note of each bid; a note is shown once. */
  const notes = useRef(new Map<number, () => void>())
  // A bid takes its stake: another balance says that there may be one. Between, nobody is asked.
  const known = useRef(balance)
  useEffect(() => {
    if (known.current !== undefined && known.current !== balance) void refetch()
    known.current = balance
  }, [balance, refetch])
  useEffect(() => {
    if (!data) return
    const offers = offersOf(data.bids)
    for (const [id, close] of notes.current) if (!offers.some((bid) => bid.bid_id === id)) close()
    for (const { bid_id: id, approved_sum: sum, currency, left_ms: lifetimeMs } of offers) {
      if (notes.current.has(id)) continue
      const offered = formatMoney(minorFromWire(sum, currency.exponent) ?? 0n, currency, lng)
      const action = { label: text('offer_show'), onPress: () => go('/office/autobets') }
      const close = showToast({ kind: 'question', text: text('offer_came', { sum: offered }), action, lifetimeMs })
      notes.current.set(id, close)
    }
    // `go` and `text` are new at each render and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, lng])
  return offersOf(data?.bids ?? []).map(({ bid_id: id }) => (
    <Moves key={id} name={liveKey(`me:${player?.id ?? 0}`, `bid:${id}`)} onMove={() => void refetch()} />
  ))
}

const offersOf = (bids: readonly Bid[]): Bid[] => bids.filter((bid) => bid.status === BID.counter)

/** The player's topic says in every tab that something became of the bid. */
function Moves({ name, onMove }: { name: string; onMove: () => void }) {
  const at = useLivePart<{ at: number }, number>(name, (bid) => bid?.at ?? 0, 0)
  const known = useRef(at)
  useEffect(() => {
    if (known.current !== at) onMove()
    known.current = at
    // `onMove` is new at each render and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [at])
  return null
}
