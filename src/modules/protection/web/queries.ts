/** What the pages of protection ask for, and what they send. */
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import type * as contract from '../contract.ts'

const SERVICE = '/service-api/limit-service/v1' as const
const KEY = ['protection'] as const

export type LimitsReply = Awaited<ReturnType<typeof readLimits>>
export type LimitView = LimitsReply['limits'][number]
export type ClosedView = NonNullable<LimitsReply['closed']>
export type AvailableReply = Awaited<ReturnType<typeof readAvailable>>
export type PositionView = Awaited<ReturnType<typeof readPosition>>

function readLimits(signal?: AbortSignal) {
  return call<typeof contract.limitsCall>('GET', `${SERVICE}/limits`, { auth: 'extended', signal })
}
function readAvailable(signal?: AbortSignal) {
  return call<typeof contract.availableLimitsCall>('GET', `${SERVICE}/availablelimits`, { auth: 'extended', signal })
}
function readPosition(signal?: AbortSignal) {
  return call<typeof contract.positionCall>('GET', `${SERVICE}/position`, { auth: 'extended', signal, noCache: true })
}

export const limitsQuery = queryOptions({ queryKey: [...KEY, 'limits'], queryFn: ({ signal }) => readLimits(signal), staleTime: 0 })
export const availableQuery = queryOptions({ queryKey: [...KEY, 'available'], queryFn: ({ signal }) => readAvailable(signal) })
export const reasonsQuery = queryOptions({
  queryKey: [...KEY, 'reasons'],
  queryFn: ({ signal }) => call<typeof contract.reasonsCall>('GET', `${SERVICE}/selfexclude/reasons`, { auth: 'extended', signal }),
})
export const positionQuery = queryOptions({ queryKey: [...KEY, 'position'], queryFn: ({ signal }) => readPosition(signal), staleTime: 0 })
export const changesQuery = (page: number) =>
  queryOptions({
    queryKey: [...KEY, 'changes', page],
    queryFn: ({ signal }) => call<typeof contract.changesCall>('GET', `${SERVICE}/changes`, { auth: 'extended', signal, query: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const sessionStakesQuery = queryOptions({
  queryKey: [...KEY, 'session-stakes'],
  queryFn: ({ signal }) => call<typeof contract.sessionStakesCall>('GET', `${SERVICE}/position/session`, { auth: 'extended', signal }),
  staleTime: 0,
})
export const monthsQuery = (months: number) =>
  queryOptions({
    queryKey: [...KEY, 'months', months],
    queryFn: ({ signal }) =>
      call<typeof contract.positionMonthsCall>('GET', `${SERVICE}/position/months`, { auth: 'extended', signal, query: { months } }),
    staleTime: 0,
  })
export const signalsQuery = queryOptions({
  queryKey: [...KEY, 'signals'],
  queryFn: ({ signal }) => call<typeof contract.signalsCall>('GET', `${SERVICE}/signals`, { auth: 'extended', signal }),
  staleTime: 0,
})
export const checkEveryQuery = queryOptions({
  queryKey: [...KEY, 'check-every'],
  queryFn: ({ signal }) => call<typeof contract.checkEveryCall>('GET', `${SERVICE}/realitycheck`, { auth: 'extended', signal }),
})
export const sendCheckEvery = (minutes: number) =>
  call<typeof contract.setCheckEveryCall>('POST', `${SERVICE}/realitycheck`, { auth: 'extended', body: { minutes } })

export const productsQuery = queryOptions({
  queryKey: [...KEY, 'products'],
  queryFn: ({ signal }) => call<typeof contract.productsCall>('GET', `${SERVICE}/products`, { auth: 'extended', signal }),
  staleTime: 0,
})
export type ProductView = contract.ProductsReply['products'][number]
export const sendProduct = (product: ProductView['product'], action: 'close' | 'open' | 'confirm' | 'cancel') =>
  call<typeof contract.setProductCall>('POST', `${SERVICE}/products`, { auth: 'extended', body: { product, action } })
export const sendPanic = () => call<typeof contract.panicCall>('POST', `${SERVICE}/panic`, { auth: 'extended', body: {} })

/** Everything of protection is read again. */
export function useProtectionChanged(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KEY })
}

/** With the zone of the browser: the first limit chooses the player's calendar. */
export const sendLimit = (body: { type: LimitKind; period: LimitPeriod; amount?: string; minutes?: number }) =>
  call<typeof contract.setLimitCall>('POST', `${SERVICE}/limits`, {
    auth: 'extended',
    body: { ...body, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  })
export const sendRemoval = (id: number) =>
  call<typeof contract.removeLimitCall>('DELETE', `${SERVICE}/limits/:id`, { auth: 'extended', params: { id } })
export const sendAction = (action: 'confirm' | 'cancel', limit_id: number) =>
  call<typeof contract.limitActionCall>('POST', `${SERVICE}/limitaction`, { auth: 'extended', body: { action, limit_id } })
export const sendAnswers = (answers: { question_id: number; answer: number }[]) =>
  call<typeof contract.testAnswersCall>('POST', `${SERVICE}/testanswers`, { auth: 'extended', body: { answers } })
export const sendExclusion = (period: AvailableReply['selfExclude']['periods'][number]['code'], reason_id: number) =>
  call<typeof contract.blockUserCall>('POST', `${SERVICE}/BlockUser`, { auth: 'extended', body: { period, reason_id } })
export const sendReopen = () => call<typeof contract.reopenCall>('POST', `${SERVICE}/reopen`, { auth: 'extended', body: {} })

export type LimitKind = 'deposit' | 'loss' | 'stake' | 'session'
export type LimitPeriod = 'day' | 'week' | 'month'
