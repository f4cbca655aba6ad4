import { createContext, use, useCallback, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { minorText, type Minor } from '#lib/money.ts'
import { forgetTyped } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { leaves } from '#platform/web/leaving.ts'
import { forgetToken } from '#platform/web/service-token.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { storage } from '#platform/web/storage.ts'
import { stream } from '#platform/web/stream-client.ts'
import { tellTabs, useTabs } from '#platform/web/window-sync.ts'
import type { setActiveAccountCall } from '../contract.ts'
import { useBalances } from './balances.ts'

interface AccountControl {
  isLoading: boolean
  /** A registration has opened a session while the page stays: its pair of login and password is still on it. */
  signedIn: (playerId: number) => void
  /** How the player stands, shown in the account's menu; of a module above this one. */
  netPosition?: ComponentType
}

const Control = createContext<AccountControl>({ isLoading: false, signedIn: () => {} })

export function useAccountControl(): AccountControl {
  return use(Control)
}

/** Fills the session port: who is signed in, live balances, the ways to sign-in and to the cashier. */
export function AccountProvider({
  player: visitor,
  isUnasked = false,
  netPosition,
  children,
}: {
  player: { id: number } | null
  isUnasked?: boolean | undefined
  netPosition?: ComponentType
  children: ReactNode
}) {
  const [player, setPlayer] = useState(visitor)
  const { accounts, isLoading, refresh } = useBalances(player?.id ?? null)
  const navigate = useSiteNavigate()
  useTabsInStep(player?.id ?? null, isUnasked)

  const control = useMemo<AccountControl>(
    () => ({
      isLoading,
      ...(netPosition ? { netPosition } : {}),
      signedIn: (playerId) => {
        forgetToken()
        setPlayer({ id: playerId })
        stream.reconnect()
        tellTabs('signedIn', { playerId })
      },
    }),
    [isLoading, netPosition],
  )
  const session = useMemo<SessionPort>(
    () => ({
      player,
      isUnasked: isUnasked && !player,
      account: accounts.find((account) => account.isActive) ?? accounts[0] ?? null,
      accounts,
      refresh,
      payFromMoney: () => {
        const own = accounts.find((account) => !account.isBonus)
        if (!own) return
        const body = { account_id: own.id, id_bonus: 0 }
        // Refused or not: what is active now is asked for again, and the page says it.
        void call<typeof setActiveAccountCall>('POST', '/web-api/user/setactiveaccount', { auth: 'token', body })
          .catch(() => null)
          .then(refresh)
      },
      signIn: () => navigate(`/login?return=${comeBack()}`),
      register: ({ minor, currency }) =>
        navigate(`/registration?return=${comeBack()}&stake=${minorText(minor, currency.exponent)}-${currency.code}`),
      deposit: (missing?: Minor) => {
        const active = accounts.find((account) => account.isActive)
        const sum = missing && active ? `?sum=${minorText(missing, active.currency.exponent)}` : ''
        navigate(`/office/recharge${sum}`)
      },
    }),
    [player, isUnasked, accounts, refresh, navigate],
  )
  return (
    <Control value={control}>
      <SessionProvider value={session}>{children}</SessionProvider>
    </Control>
  )
}

/** Keeps where the visitor is, and gives it as a part of an address. */
function comeBack(): string {
  const here = location.pathname + location.search
  void storage.set('returnUrl', here)
  return encodeURIComponent(here)
}

/** What one tab does to the session, the others follow: their page is of a visit that no longer is. */
function useTabsInStep(playerId: number | null, isUnasked: boolean): void {
  const onIn = useCallback(
    ({ playerId: id }: { playerId: number }) => {
      // A page that asks who it is finds it by itself: all of them loading at once is what the database has just come back from.
      if (id !== playerId && !(isUnasked && playerId === null)) location.reload()
    },
    [playerId, isUnasked],
  )
  const onOut = useCallback(
    ({ wished }: { wished?: true }) => {
      // Also what this tab kept when its own session had ended.
      if (wished) forgetTyped()
      if (playerId === null) return
      leaves()
      location.reload()
    },
    [playerId],
  )
  useTabs('signedIn', onIn)
  useTabs('signedOut', onOut)
}
