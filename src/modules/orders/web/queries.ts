/** What waits, and what can be done with it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { moneyCall } from '#platform/web/money-call.ts'
import { useSession } from '#platform/web/session.tsx'
import type { WireAutoBet, WireBid } from '../contract.ts'
import { AUTO_BET } from '../rules/auto-bet.ts'
import { BID } from '../rules/bid.ts'

export type AutoBet = WireAutoBet
export type Bid = WireBid

const MAKE_BID = '/service-api/LiveBet/Secure/MakeBetBidWeb'
/** While something waits it is asked for so often: the price that it waits for moves. */
const WAITING_MS = 5_000
const IDLE_MS = 30_000

export interface OrderLists {
  autoBets: readonly AutoBet[]
  bids: readonly Bid[]
}

/** What waits may be decided at any time; so may what nobody knows of yet. */
const waits = (lists: OrderLists | undefined) => !lists || lists.autoBets.length + lists.bids.length > 0

const keyOf = (playerId: number) => ['orders', playerId] as const

/** `whenIdle`: nothing waits; false: then nobody asks by himself. */
export function useWaitingOrders(whenIdle: number | false = IDLE_MS) {
  const { player } = useSession()
  const { lng } = useSite()
  return useQuery({
    queryKey: [...keyOf(player?.id ?? 0), lng],
    enabled: player !== null,
    refetchInterval: ({ state }) => (state.data && waits(state.data) ? WAITING_MS : whenIdle),
    queryFn: (): Promise<OrderLists> => listOrders({ lng }, { lng }),
  })
}

const ENDED_SHOWN = 20

/** What was decided last, of both kinds. */
export function useEndedOrders() {
  const { player } = useSession()
  const { lng } = useSite()
  const queries = useQueryClient()
  const key = [...keyOf(player?.id ?? 0), lng]
  return useQuery({
    queryKey: [...key, 'ended'],
    enabled: player !== null,
    refetchInterval: () => (waits(queries.getQueryData<OrderLists>(key)) ? WAITING_MS : IDLE_MS),
    queryFn: () => {
      const of = (statuses: readonly number[]) => ({ lng, statuses, count: ENDED_SHOWN })
      return listOrders(of([AUTO_BET.placed, AUTO_BET.dropped]), of([BID.accepted, BID.refused, BID.expired, BID.withdrawn]))
    },
  })
}

async function listOrders(autoBet: object, bid: object): Promise<OrderLists> {
  const list = <T>(path: string, body: object) => request<{ items: readonly T[] }>('POST', path, { body, auth: 'token' })
  const [autoBets, bids] = await Promise.all([
    list<AutoBet>('/web-api/office/autobet/list', autoBet),
    list<Bid>('/web-api/office/bid/list', bid),
  ])
  return { autoBets: autoBets.items, bids: bids.items }
}

/** How many orders wait; 0 while nobody knows. */
export function useOrderCount(): number {
  const { data } = useWaitingOrders()
  return data ? data.autoBets.length + data.bids.length : 0
}

/** Reads the list again once the change is done, also when it was refused: then it has just changed otherwise. */
function useChange<T, R>(change: (given: T) => Promise<R>, onDone?: (answer: R) => void) {
  const { player } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(onDone ? { onSuccess: onDone } : {}),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(player?.id ?? 0) }),
  })
}

export function useCancelAutoBet() {
  return useChange((id: number) => request('POST', '/web-api/office/autobet/cancel', { body: { auto_bet_id: id }, auth: 'token' }))
}

interface BidAnswer {
  Status: number
  Id: number
}

/** `take`: the counter-offer is good. Otherwise the bid is withdrawn, which declines an offer too. */
export function useAnswerBid(onDone: (answer: BidAnswer) => void) {
  return useChange(({ guid, take }: { guid: string; take: boolean }) => {
    const body = { betGUID: guid, ...(take ? { ApprovedBet: true } : { Summ: 0 }) }
    return moneyCall(() => request<BidAnswer>('POST', MAKE_BID, { body, auth: 'token' }))
  }, onDone)
}
