/** A counter-offer stands for a minute, wherever its player is by then: it is said on every page (CP-12). Draws nothing of its own. */
import { useEffect, useRef } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatMoney } from '#platform/web/format.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { BID } from '../rules/bid.ts'
import { useWaitingOrders } from './queries.ts'
import { useOrderTexts } from './texts.ts'

/** For whoever is signed in where bids are taken. */
export function BidOffers() {
  const text = useOrderTexts()
  const { lng } = useSite()
  const go = useSiteNavigate()
  const { data, refetch } = useWaitingOrders(false)
  const balance = useSession().account?.balance
  const told = useRef(new Set<number>())
  // A bid takes its stake: another balance says that there may be one. Between, nobody is asked.
  const known = useRef(balance)
  useEffect(() => {
    if (known.current !== undefined && known.current !== balance) void refetch()
    known.current = balance
  }, [balance, refetch])
  useEffect(() => {
    for (const { bid_id: id, status, approved_sum: sum, currency, left_ms: lifetimeMs } of data?.bids ?? []) {
      if (status !== BID.counter || told.current.has(id)) continue
      told.current.add(id)
      const offered = formatMoney(minorFromWire(sum, currency.exponent) ?? 0n, currency, lng)
      const action = { label: text('offer_show'), onPress: () => go('/office/autobets') }
      showToast({ kind: 'question', text: text('offer_came', { sum: offered }), action, lifetimeMs })
    }
    // `go` and `text` are new at each render and do the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, lng])
  return null
}
