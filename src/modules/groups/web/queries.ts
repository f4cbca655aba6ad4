/** Groups of the player, and what can be done with them. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import type { WireGroup } from '../contract.ts'

export type Group = WireGroup

/** Prices move while a group is open. */
const OPEN_MS = 10_000
const OPEN = 0

const ALL = ['groups'] as const

type Call = 'create' | 'find' | 'join' | 'list' | 'get' | 'leave' | 'end' | 'place'

function ask<T = Group>(name: Call, body: object): Promise<T> {
  return request<T>('POST', `/web-api/office/groups/${name}`, { auth: 'token', body })
}

export function useGroups() {
  const { lng } = useSite()
  const { player } = useSession()
  return useQuery(
    queryOptions({
      queryKey: [...ALL, 'list', lng, player?.id],
      enabled: player !== null,
      queryFn: async () => (await ask<{ items: Group[] }>('list', { lng })).items,
    }),
  )
}

/** The group of a page: read again when the player's topic says that it has changed. */
export function useGroup(id: number) {
  const { lng } = useSite()
  const { player } = useSession()
  const queries = useQueryClient()
  const topic = `me:${player?.id ?? 0}`
  useTopics(useMemo(() => (player ? [topic] : []), [player, topic]))
  const changed = useLive<{ at: number }>(liveKey(topic, `group:${id}`))?.at
  useEffect(() => {
    if (changed !== undefined) void queries.invalidateQueries({ queryKey: [...ALL, 'one', id] })
  }, [changed, id, queries])
  const group = useQuery(
    queryOptions({
      queryKey: [...ALL, 'one', id, lng, player?.id],
      enabled: player !== null && id > 0,
      retry: false,
      refetchInterval: ({ state }) => (state.data?.status === OPEN ? OPEN_MS : false),
      queryFn: () => ask<Group>('get', { group_id: id, lng }),
    }),
  )
  const bet = useLive<{ status: number }>(liveKey(topic, `bet:${group.data?.my_bet_id ?? ''}`))?.status
  const known = group.data?.my_bet_status
  useEffect(() => {
    if (bet !== undefined && bet !== known) void queries.invalidateQueries({ queryKey: [...ALL, 'one', id] })
  }, [bet, known, id, queries])
  return group
}

/** What the server has decided; a lost connection and a server in trouble decide nothing. */
export function isRefused(error: unknown): boolean {
  return isApiError(error) && error.httpCode > 0 && error.httpCode < 500
}

/** The open group of a code, for whoever thinks of joining it. Once found that very group is asked for, until a refusal: every wrong code counts. */
export function useFoundGroup(code: string | null) {
  const { lng } = useSite()
  const { player } = useSession()
  const queries = useQueryClient()
  const queryKey = [...ALL, 'code', code, lng, player?.id]
  return useQuery(
    queryOptions({
      queryKey,
      enabled: player !== null && code !== null,
      retry: false,
      staleTime: OPEN_MS,
      refetchInterval: ({ state }) => (state.data && !isRefused(state.error) ? OPEN_MS : false),
      queryFn: () => ask<Group>('find', { code, group_id: queries.getQueryData<Group>(queryKey)?.group_id, lng }),
    }),
  )
}

export interface NewGroup {
  guid: string
  name: string
  nick: string
  sum: number
  max_sum: number
  closes: number
  account_id: number
  Events: readonly Record<string, unknown>[]
  Vid: number
}

/** Money has moved: balances and every page of groups are read again, also after a refusal, which says that something is otherwise. */
function useMoved<T>(act: (given: T) => Promise<Group>, onDone: (group: Group) => void = () => {}) {
  const queries = useQueryClient()
  const { refresh } = useSession()
  return useMutation({
    mutationFn: (given: T) => moneyCall(() => act(given)),
    onSuccess: onDone,
    onSettled: () => {
      refresh()
      return queries.invalidateQueries({ queryKey: ALL })
    },
  })
}

export function useCreateGroup(onDone: (group: Group) => void) {
  const { lng } = useSite()
  return useMoved((group: NewGroup) => ask('create', { ...group, lng }), onDone)
}

export function useJoinGroup(onDone: (group: Group) => void) {
  const { lng } = useSite()
  return useMoved(
    (wish: { guid: string; code: string; group_id: number; sum: number; nick: string }) => ask('join', { ...wish, lng }),
    onDone,
  )
}

export function useLeaveGroup(id: number) {
  return useMoved(() => ask('leave', { group_id: id }))
}

export function useEndGroup(id: number) {
  return useMoved(() => ask('end', { group_id: id }))
}

/** Equal and better prices are taken; a lower one is shown and asked for again. */
const EQUAL_OR_BETTER = 2

export function usePlaceGroup(id: number, onDone: (group: Group) => void) {
  return useMoved((coefs: number[]) => ask('place', { group_id: id, coefs, CheckCf: EQUAL_OR_BETTER }), onDone)
}
