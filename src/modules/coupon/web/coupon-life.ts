/** The coupon's store tied to the page: storage, tabs, session, configuration. */
import { useEffect, useRef, useState } from 'react'
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { storage } from '#platform/web/storage.ts'
import { EVENT, track } from '#platform/web/telemetry.ts'
import { listenTabs, tellTabs } from '#platform/web/window-sync.ts'
import { useUi } from '#ui/settings.tsx'
import {
  currentJob,
  isPolicy,
  type Coupon,
  type CouponAction,
  type Kind,
  type Policy,
  type Setup,
  type Stored,
} from '../rules/state/index.ts'
import { couponCalls } from './calls.ts'
import { useCouponTexts } from './texts.ts'
import { CouponStore } from './coupon-store.ts'
import { LOCAL_BETS, localBetOf, readLocalBets, type LocalBet } from './local-bets.ts'
import type { LegTexts } from './leg-text.ts'

const GUID_BYTES = 12

function newGuid(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(GUID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function useCouponStore(shown: (keys: readonly string[], coupon: Coupon) => void): {
  store: CouponStore
  localBets: readonly LocalBet[]
} {
  const session = useSession()
  const text = useCouponTexts()
  const [localBets, setLocalBets] = useState<readonly LocalBet[]>([])
  const latest = useRef({ session, texts: { w1: '', w2: '', draw: '' } as LegTexts })
  latest.current = { session, texts: { w1: text('w1'), w2: text('w2'), draw: text('draw') } }
  const [store] = useState(
    () =>
      new CouponStore({
        calls: couponCalls,
        now: () => Date.now(),
        guid: newGuid,
        save: (stored) => storage.set('coupon', stored),
        tell: (stored) => tellTabs('coupon', stored),
        refreshSession: () => latest.current.session.refresh(),
        shown,
        changed: (before, _after, action) => {
          const bet = placedBy(before, action, latest.current.texts)
          if (bet) void keepBet(bet)
        },
      }),
  )
  useEffect(() => {
    void storage.get('localBets').then((value) => setLocalBets(readLocalBets(value)))
    return storage.listen('localBets', (value) => setLocalBets(readLocalBets(value)))
  }, [])
  return { store, localBets }
}

function placedBy(before: Coupon, action: CouponAction, texts: LegTexts): LocalBet | null {
  if (action.do !== 'answer' || action.answer.kind !== 'placed') return null
  const job = currentJob(before.flow)
  return job && job.guid === action.guid ? localBetOf(before, job, action.answer.betId, action.answer.prices, action.nowMs, texts) : null
}

async function keepBet(bet: LocalBet): Promise<void> {
  track(EVENT.bet, { id: bet.id, legs: bet.legs.length })
  track(EVENT.betDone, { id: bet.id })
  const known = readLocalBets(await storage.get('localBets'))
  await storage.set('localBets', [bet, ...known.filter((other) => other.id !== bet.id)].slice(0, LOCAL_BETS))
}

/** Reads what was stored, follows other tabs, and keeps the session, the configuration and the policy up to date. */
export function useCouponLife(store: CouponStore): void {
  const { lng, partner, config: publicConfig, country } = useSite()
  const { priceView } = useUi()
  const { player, account } = useSession()
  const config = publicConfig as unknown as SiteConfig
  store.setPage({ lng, partner, cfView: priceView })
  const playerId = player?.id ?? null
  const accountId = account?.id ?? 0
  const balance = account?.balance ?? null
  const currency = account?.currency ?? null

  useEffect(() => {
    store.dispatch({ do: 'session', session: { playerId, accountId, balanceMinor: balance } })
  }, [store, playerId, accountId, balance])

  const code = currency?.code ?? config.currencies.byCountry[country] ?? config.currencies.default
  useEffect(() => {
    store.dispatch({ do: 'setup', setup: setupOf(config, code, currency) })
    // The account's currency is a new object at each render of the session; its code says whether it is another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, config, code])

  useEffect(() => {
    let current = true
    void Promise.all([storage.get('coupon'), storage.get('couponSettings')]).then(([stored, settings]) => {
      if (current && !store.get().loaded)
        store.dispatch({ do: 'load', stored: stored as Stored | null, policy: policyOf(settings, playerId) })
    })
    const leave = listenTabs('coupon', (stored) => store.dispatch({ do: 'follow', stored: stored as Stored }))
    return () => {
      current = false
      leave()
    }
    // Read once: what changes later comes from this page or from the other tabs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store])

  useEffect(() => {
    void storage.get('couponSettings').then((settings) => {
      const policy = policyOf(settings, playerId)
      store.dispatch({ do: 'policy', policy: policy ?? 'ask' })
    })
  }, [store, playerId])

  useEffect(() => {
    const online = () => store.reconnected()
    window.addEventListener('online', online)
    return () => {
      window.removeEventListener('online', online)
      store.stop()
    }
  }, [store])
}

function setupOf(config: SiteConfig, code: string, own: Setup['currency'] | null): Setup {
  const known = own ?? currencyByCode(code)
  const names = config.coupon.types.map((name) => name.toLowerCase())
  const kinds: Kind[] = [
    ...(names.includes('single') ? ['singles' as const] : []),
    ...(names.includes('express') ? ['express' as const] : []),
  ]
  const { amountTemplate, maxBets } = config.coupon
  return {
    currency: known ? { code: known.code, exponent: known.exponent, symbol: known.symbol } : { code, exponent: 2, symbol: '' },
    template: amountTemplate.byCurrency[code] ?? amountTemplate.default,
    maxLegs: maxBets,
    kinds,
  }
}

/** The policy is kept per player; nobody is player 0. */
function policyOf(settings: unknown, playerId: number | null): Policy | null {
  const policy = (settings as { policies?: Record<string, unknown> } | null)?.policies?.[String(playerId ?? 0)]
  return isPolicy(policy) ? policy : null
}

export async function keepPolicy(playerId: number | null, policy: Policy): Promise<void> {
  const known = (await storage.get('couponSettings')) as { policies?: Record<string, unknown> } | null
  await storage.set('couponSettings', { ...known, policies: { ...known?.policies, [String(playerId ?? 0)]: policy } })
}
