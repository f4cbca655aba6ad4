/** What the screens of history ask the server. */
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { useUi } from '#ui/settings.tsx'
import type { historyClear, mailAddress } from '../contract.ts'
import { readPage, readSummary, type BetPage, type Summary, type WirePage, type WireSummary } from './bets.ts'
import { askedOf, SORTS, timeZone, windowOf, type Filter } from './filter.ts'

const PAGE_SIZE = 20
const HISTORY = '/web-api/office/history'

export function lastPage(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE))
}

/** Everything of this module in the cache begins so. */
const KEY = 'history'
const LONGEST_DAYS = 90

/** The account is known a moment after the player: asked before, every list would be asked for twice. */
function useWho(): { enabled: boolean; key: readonly unknown[]; accountId: number; lng: string } {
  const { player, account } = useSession()
  const { lng } = useSite()
  return {
    enabled: player !== null && account !== null,
    key: [KEY, player?.id ?? 0, account?.id ?? 0, lng],
    accountId: account?.id ?? 0,
    lng,
  }
}

export function useHistory(filter: Filter): UseQueryResult<BetPage> {
  const { enabled, key, accountId, lng } = useWho()
  const { priceView } = useUi()
  return useQuery({
    queryKey: [...key, 'list', filter],
    enabled,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const same = { ...askedOf(filter), account_id: accountId, coef_view: priceView, lng, count: PAGE_SIZE, sort_type: SORTS[filter.sort] }
      const read = async (page: number) =>
        readPage(await request<WirePage>('POST', HISTORY, { body: { ...same, page }, auth: 'token', signal }))
      const asked = await read(filter.page)
      // The list ends before: the last bet of the page was sold, or the address is old. Its last page is shown.
      return asked.count > 0 && filter.page > lastPage(asked.count) ? read(lastPage(asked.count)) : asked
    },
  })
}

/** Open bets of the last ninety days, newest first; `only`: what can be sold now, or singles that can be raised now. */
export function useOpenBets(count: number, only: 'sale' | 'power' | null = null): UseQueryResult<BetPage> {
  const { enabled, key, accountId, lng } = useWho()
  return useQuery({
    queryKey: [...key, 'open', count, only],
    enabled,
    staleTime: 20_000,
    queryFn: async ({ signal }) => {
      const body = {
        days: LONGEST_DAYS,
        account_id: accountId,
        lng,
        page: 1,
        count,
        bet_common_statuses: [1, 7],
        only_for_sale: only === 'sale',
        only_for_power: only === 'power',
      }
      return readPage(await request<WirePage>('POST', HISTORY, { body, auth: 'token', signal }))
    },
  })
}

/** Bets that were decided in the last day, the newest first. */
export function useDecidedBets(count: number): UseQueryResult<BetPage> {
  const { enabled, key, accountId, lng } = useWho()
  return useQuery({
    queryKey: [...key, 'decided', count],
    enabled,
    staleTime: 20_000,
    queryFn: async ({ signal }) => {
      const body = {
        days: 1,
        is_calculated_date_type: true,
        account_id: accountId,
        lng,
        page: 1,
        count,
        bet_common_statuses: [2, 3, 4, 5, 8],
      }
      return readPage(await request<WirePage>('POST', HISTORY, { body, auth: 'token', signal }))
    },
  })
}

/** `whole`: of all bets of these days, whatever the list leaves out. */
export function useSummary(filter: Filter, whole = false): UseQueryResult<Summary> {
  const { enabled, key, accountId, lng } = useWho()
  const { page: _page, sort: _sort, ...own } = filter
  return useQuery({
    queryKey: [...key, 'summary', own, whole],
    enabled,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const asked = whole ? windowOf(filter) : askedOf(filter)
      const body = { ...asked, account_id: accountId, lng, time_zone: timeZone(), with_cleared: whole }
      return readSummary(await request<WireSummary>('POST', `${HISTORY}/summary`, { body, auth: 'token', signal }))
    },
  })
}

/** Reads again what a settled, sold or cleared bet has changed. */
export function useRefreshBets(): () => void {
  const client = useQueryClient()
  return useMemo(() => () => void client.invalidateQueries({ queryKey: [KEY] }), [client])
}

export function useBetKey(id: number): readonly unknown[] {
  return [...useWho().key, 'bet', id]
}

/** Where a letter would go. */
export function useMailAddress() {
  const { enabled, key } = useWho()
  return useQuery({
    queryKey: [...key, 'mail'],
    enabled,
    queryFn: ({ signal }) => call<typeof mailAddress>('GET', `${HISTORY}/mail-address`, { auth: 'token', signal }),
  })
}

/** Sends the bets of the window, or the casino's, to the player's address; answers the address, hidden but for its ends. */
export function useMail(section: 'bets' | 'casino', filter: Filter): UseMutationResult<{ to: string }, Error, void> {
  const { accountId, lng } = useWho()
  return useMutation({
    mutationFn: async () => {
      const body = { ...windowOf(filter), account_id: accountId, lng, time_zone: timeZone() }
      const path = section === 'bets' ? '/web-api/office/history/mail' : '/web-api/office/history/casino-mail'
      return request<{ to: string }>('POST', path, { body, auth: 'token' })
    },
  })
}

export function useClear(): UseMutationResult<unknown, Error, { undo: boolean }> {
  const { accountId } = useWho()
  return useMutation({
    mutationFn: ({ undo }) =>
      call<typeof historyClear>('POST', '/web-api/office/history/clear', { body: { account_id: accountId, undo }, auth: 'token' }),
  })
}
