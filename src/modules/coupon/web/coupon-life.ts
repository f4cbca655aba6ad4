/** The coupon's store tied to the page: storage, tabs, session, configuration. */
import { useEffect, useRef, useState } from 'react'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { newGuid } from '#platform/web/bet-guid.ts'
import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { useSession } from '#platform/web/session.tsx'
import { takePolicy } from '#platform/web/price-policy.ts'
import { storage, type CouponSettings } from '#platform/web/storage.ts'
import { EVENT, track } from '#platform/web/telemetry.ts'
import { listenTabs, tellTabs } from '#platform/web/window-sync.ts'
import { useUi } from '#ui/settings.tsx'
import { currentJob, type Coupon, type CouponAction, type Stored } from '../rules/state/index.ts'
import { couponCalls } from './calls.ts'
import { useCouponTexts } from './texts.ts'
import { policyOf } from './coupon-settings.ts'
import { CouponStore, type StoreHost } from './coupon-store.ts'
import { LOCAL_BETS, localBetOf, readLocalBets, type LocalBet } from './local-bets.ts'
import type { LegTexts } from './leg-text.ts'
import { rulesSince, setupOf } from './setup.ts'
import { visitorCurrency } from './visitor-currency.ts'

/** One tab of the browser at a time. Where there are no locks, or a frame may not have them, tabs are not told apart. */
async function whileNobodyPlaces(work: () => Promise<void>): Promise<boolean> {
  let begun = false
  try {
    return await navigator.locks.request('coupon.placing', { ifAvailable: true }, async (lock) => {
      if (lock === null) return false
      begun = true
      await work()
      return true
    })
  } catch (error) {
    if (begun) throw error
    await work()
    return true
  }
}

export function useCouponStore(shown: (keys: readonly string[], coupon: Coupon) => void): {
  store: CouponStore
  localBets: readonly LocalBet[]
  /** What a second store of the page shares with the first. */
  host: Pick<StoreHost, 'refreshSession' | 'changed' | 'guid'>
} {
  const session = useSession()
  const text = useCouponTexts()
  const [localBets, setLocalBets] = useState<readonly LocalBet[]>([])
  const latest = useRef({ session, texts: { w1: '', w2: '', draw: '' } as LegTexts })
  latest.current = { session, texts: { w1: text('w1'), w2: text('w2'), draw: text('draw') } }
  const [host] = useState<Pick<StoreHost, 'refreshSession' | 'changed' | 'guid'>>(() => ({
    guid: newGuid,
    refreshSession: () => latest.current.session.refresh(),
    changed: (before, _after, action) => {
      const bet = placedBy(before, action, latest.current.texts)
      if (bet) void keepBet(bet)
    },
  }))
  const [store] = useState(
    () =>
      new CouponStore({
        ...host,
        calls: couponCalls,
        now: () => Date.now(),
        hidden: () => document.hidden,
        save: (stored) => storage.set('coupon', stored),
        exclusively: whileNobodyPlaces,
        tell: (stored) => tellTabs('coupon', stored),
        shown,
      }),
  )
  useEffect(() => {
    void storage.get('localBets').then((value) => setLocalBets(readLocalBets(value)))
    return storage.listen('localBets', (value) => setLocalBets(readLocalBets(value)))
  }, [])
  return { store, localBets, host }
}

function placedBy(before: Coupon, action: CouponAction, texts: LegTexts): LocalBet | null {
  if (action.do !== 'answer' || action.answer.kind !== 'placed') return null
  const job = currentJob(before.flow)
  return job && job.guid === action.guid ? localBetOf(before, job, action.answer.betId, action.answer.prices, action.nowMs, texts) : null
}

export async function keepBet(bet: LocalBet): Promise<void> {
  track(EVENT.bet, { id: bet.id, legs: bet.legs.length })
  track(EVENT.betDone, { id: bet.id })
  await storage.update('localBets', (stored) => [bet, ...readLocalBets(stored).filter((other) => other.id !== bet.id)].slice(0, LOCAL_BETS))
}

const LOOK_EVERY_MS = 5_000

/** Rules begin and end while a page is open: a bet at the figures of those before would be refused. */
function useRulesSince(config: SiteConfig, clock: () => number): number {
  const [since, setSince] = useState(() => rulesSince(config, clock()))
  useEffect(() => {
    const look = () => setSince(rulesSince(config, clock()))
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [config, clock])
  return since
}

/** Reads what was stored, follows other tabs, and keeps the session, the configuration and the policy up to date. */
export function useCouponLife(store: CouponStore): void {
  const { lng, partner, config: publicConfig, country } = useSite()
  const { priceView } = useUi()
  const clock = useRef(useProductClock())
  const { player, account } = useSession()
  const config = publicConfig as unknown as SiteConfig
  store.setPage({ lng, partner, cfView: priceView })
  const playerId = player?.id ?? null
  const accountId = account?.id ?? 0
  const balance = account?.balance ?? null
  const isBonus = account?.isBonus ?? false
  const currency = account?.currency ?? null

  const code = currency?.code ?? visitorCurrency(config, country)
  const since = useRulesSince(config, clock.current)
  useEffect(() => {
    store.dispatch({ do: 'setup', setup: setupOf(config, { lng, country, code, own: currency }, clock.current()) })
    // The account's currency is a new object at each render of the session; its code says whether it is another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, config, lng, country, code, since])

  // After the currency of the account: a stake that was typed in it is known by it.
  useEffect(() => {
    store.dispatch({ do: 'session', session: { playerId, accountId, balanceMinor: balance, isBonus } })
  }, [store, playerId, accountId, balance, isBonus])

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
    const follow = (settings: CouponSettings | null) => {
      const policy = policyOf(settings, playerId) ?? 'ask'
      if (policy !== store.get().policy) store.dispatch({ do: 'policy', policy })
    }
    void storage.get('couponSettings').then(follow)
    if (playerId !== null) void takePolicy(playerId)
    // The settings of the office say it too.
    return storage.listen('couponSettings', (settings) => follow(settings as CouponSettings | null))
  }, [store, playerId])

  useEffect(() => {
    const back = () => store.reconnected()
    window.addEventListener('online', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      window.removeEventListener('online', back)
      document.removeEventListener('visibilitychange', back)
      store.stop()
    }
  }, [store])
}
