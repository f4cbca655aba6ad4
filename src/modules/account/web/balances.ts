/** Balances of the signed-in player: the call's answer, with what the player's topic says laid over it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { liveKey, liveStore } from '#platform/web/live-store.ts'
import type { SessionAccount } from '#platform/web/session.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import type { AccountReply, balanceCall } from '../contract.ts'

const NONE: readonly SessionAccount[] = []
const AGAIN_AFTER_MS = 5_000
const NO_IDS: readonly number[] = []

function balanceKey(playerId: number | null): readonly unknown[] {
  return ['balance', playerId]
}

/** From the wire's plain number to minor units. */
function toSessionAccount(reply: AccountReply, exponent: number): SessionAccount {
  return {
    id: reply.id,
    name: reply.name,
    balance: minorFromWire(reply.money, exponent) ?? 0n,
    currency: { code: reply.iso, symbol: reply.symbol, exponent },
    isActive: reply.isActive,
    isBonus: reply.isBonusAccount,
  }
}

/** Accounts with live balances; empty while signed out or loading. */
export function useBalances(playerId: number | null): { accounts: readonly SessionAccount[]; isLoading: boolean; refresh: () => void } {
  const client = useQueryClient()
  const { data: known = NONE, isLoading } = useQuery({
    queryKey: balanceKey(playerId),
    enabled: playerId !== null,
    queryFn: async ({ signal }) => {
      // A visitor's page does without the table of currencies.
      const [{ exponentOf }, { allAccounts }] = await Promise.all([
        import('#modules/ledger/rules/exponent.ts'),
        call<typeof balanceCall>('POST', '/web-api/user/balance', { auth: 'token', signal }),
      ])
      return allAccounts.map((reply) => toSessionAccount(reply, exponentOf(reply.iso)))
    },
    // Everything about money waits for this answer: after a failure it is asked for again.
    refetchInterval: (query) => (query.state.status === 'error' ? AGAIN_AFTER_MS : false),
  })
  const topic = playerId === null ? null : `me:${playerId}`
  useTopics(useMemo(() => (topic ? [topic] : []), [topic]))
  const live = useLiveMoney(topic, known)
  const accounts = useMemo(() => {
    if (live === '') return known
    const moneys = new Map(live.split(';').map((pair) => pair.split('=') as [string, string]))
    return known.map((account) => {
      const money = moneys.get(String(account.id))
      const balance = money === undefined ? null : minorFromWire(Number(money), account.currency.exponent)
      return balance === null ? account : { ...account, balance }
    })
  }, [known, live])
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: balanceKey(playerId) }), [client, playerId])
  return { accounts, isLoading, refresh }
}

/** "12=250000;13=5": one text, so that only a change of some balance renders again. */
function useLiveMoney(topic: string | null, accounts: readonly SessionAccount[]): string {
  const ids = useMemo(() => (topic ? accounts.map((account) => account.id) : NO_IDS), [topic, accounts])
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = ids.map((id) => liveStore.subscribe(liveKey(topic!, `balance:${id}`))(listener))
      return () => {
        for (const stop of leave) stop()
      }
    },
    [topic, ids],
  )
  const read = () =>
    ids
      .flatMap((id) => {
        const value = liveStore.get<{ money?: unknown }>(liveKey(topic!, `balance:${id}`))
        return typeof value?.money === 'number' ? [`${id}=${value.money}`] : []
      })
      .join(';')
  return useSyncExternalStore(subscribe, read, () => '')
}
