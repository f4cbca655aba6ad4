import { afterEach, expect, it, vi } from 'vitest'
import { offer, quoted, READY, SETUP } from '../rules/state/sample-coupon.ts'
import { totals, type BetAnswer, type Coupon, type LegNames, type Stored } from '../rules/state/index.ts'
import type { CouponCalls } from './calls.ts'
import { CouponStore, SEND_MS } from './coupon-store.ts'

/** A tab whose storage has not been read yet. */
function tab(calls: Partial<CouponCalls> = {}, now = () => 0, hidden = () => false): { store: CouponStore; saved: Stored[]; told: number } {
  const seen = { saved: [] as Stored[], told: 0 }
  const store = new CouponStore({
    calls: calls as CouponCalls,
    now,
    hidden,
    guid: () => '',
    save: async (stored: Stored) => void seen.saved.push(stored),
    tell: () => (seen.told += 1),
    refreshSession: () => {},
    shown: () => {},
    changed: () => {},
  })
  store.dispatch({ do: 'setup', setup: SETUP })
  return Object.assign(seen, { store })
}

afterEach(() => vi.useRealTimers())

it('what was chosen before the storage was read is stored with what stood there, and told to the other tabs', () => {
  vi.useFakeTimers()
  const first = tab()
  first.store.dispatch({ do: 'load', stored: null, policy: null })
  first.store.dispatch({ do: 'toggle', offer: offer(1) })
  const second = tab()
  second.store.dispatch({ do: 'toggle', offer: offer(2) })
  expect(second.saved).toEqual([])
  second.store.dispatch({ do: 'load', stored: first.saved[0]!, policy: null })
  expect(second.saved.map(({ legs }) => legs.map((leg) => leg.gameId))).toEqual([[601, 602]])
  expect(second.told).toBe(1)
})

it('a page that only reads its coupon writes nothing', () => {
  const page = tab()
  page.store.dispatch({ do: 'load', stored: null, policy: null })
  expect([page.saved, page.told]).toEqual([[], 0])
})

it('fewer selections than the kind takes are not asked about: the answer could only be a refusal', async () => {
  vi.useFakeTimers()
  const asked: number[] = []
  const { store } = tab({
    check: async (coupon: Coupon) => (asked.push(coupon.legs.length), { legs: [], limits: {}, quote: quoted(coupon).quote! }),
  })
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'setup', setup: SETUP })
  for (const n of [1, 2]) store.dispatch({ do: 'toggle', offer: offer(n) })
  store.dispatch({ do: 'kind', kind: 'condition' })
  await vi.advanceTimersByTimeAsync(11_000)
  expect(asked).toEqual([])
  store.dispatch({ do: 'toggle', offer: offer(3) })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([3])
  store.stop()
})

it('a sum that a press writes into the field of the stake has the decimal sign of the language', () => {
  const { store } = tab()
  const written = (lng: string) => (store.setPage({ lng }), [store.textOf(123_456n), store.textOf(5_000n)])
  expect({ ru: written('ru'), en: written('en') }).toEqual({ ru: ['1234,56', '50'], en: ['1234.56', '50'] })
})

it('a stake that an advance cannot cover, made smaller, is offered the advance at once (CP-14)', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  const { store } = tab({
    check: async (coupon: Coupon) => {
      asked.push(coupon.stake)
      return { legs: [], limits: {}, quote: quoted(coupon, { advance: Number(coupon.stake) <= 5000 }).quote! }
    },
    advance: async () => 500_000,
  })
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'setup', setup: { ...SETUP, options: new Set([...SETUP.options, 'advance'] as const) } })
  store.dispatch({ do: 'session', session: { ...store.get().session, balanceMinor: 0n } })
  store.dispatch({ do: 'toggle', offer: offer(1) })
  store.dispatch({ do: 'stake', text: '9000' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.get().advanceMinor).toBeNull()
  store.dispatch({ do: 'stake', text: '3000' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked.at(-1)).toBe('3000')
  expect(store.get().advanceMinor).not.toBeNull()
  store.stop()
})

it('a change while the answer is on its way is asked about at once, not at the next turn of the clock', async () => {
  vi.useFakeTimers()
  const asked: (string | null)[] = []
  const { store } = tab({
    check: async (coupon: Coupon) => {
      asked.push(coupon.chosenKind)
      await new Promise((answer) => setTimeout(answer, 100))
      return { legs: [], limits: {}, quote: quoted(coupon, {}).quote! }
    },
  })
  store.listen(() => {})
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'setup', setup: SETUP })
  for (const n of [1, 2, 3]) store.dispatch({ do: 'toggle', offer: offer(n) })
  await vi.advanceTimersByTimeAsync(300)
  store.dispatch({ do: 'kind', kind: 'system' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([null, 'system'])
  store.stop()
})

it('a bet that is changed is priced anew when the price of a leg moves, not at the next turn of the clock', async () => {
  vi.useFakeTimers()
  const asked: (number | undefined)[] = []
  const { store } = tab({
    check: async (coupon: Coupon) => {
      asked.push(coupon.legs[0]?.price)
      return { legs: [], limits: {}, quote: quoted(coupon, { price: 2 * coupon.legs[0]!.price }).quote! }
    },
  })
  store.listen(() => {})
  for (const action of READY) store.dispatch(action)
  const filling = { offers: [offer(1), offer(2)], kind: null, sale: { betId: '5', power: false } }
  store.dispatch({ do: 'fill', filling })
  await vi.advanceTimersByTimeAsync(300)
  expect([asked, totals(store.get()).price]).toEqual([[2000], 4000n])
  store.dispatch({ do: 'seen', legs: store.get().legs.map((leg, i) => (i === 0 ? { ...leg, price: 1800 } : leg)) })
  await vi.advanceTimersByTimeAsync(300)
  expect([asked, totals(store.get()).price]).toEqual([[2000, 1800], 3600n])
  store.stop()
})

it('legs that were chosen in another language get their names in the one of the page, once', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  const english = (side1: string): LegNames => ({ side1, side2: 'Other', champ: 'Cup', market: 'Result', outcome: 'W1', period: '' })
  const { store, saved } = tab({
    names: async (legs, page) => {
      asked.push(`${page.lng} ${legs.map((leg) => leg.gameId).join()}`)
      return new Map(legs.map((leg) => [leg.key, english(`Side of ${leg.gameId}`)]))
    },
  })
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'toggle', offer: offer(1) })
  store.dispatch({ do: 'toggle', offer: offer(2) })
  expect(asked).toEqual([])
  store.dispatch({ do: 'setup', setup: { ...SETUP, lng: 'en' } })
  store.dispatch({ do: 'toggle', offer: { ...offer(3), names: english('Side of 603') } })
  await vi.advanceTimersByTimeAsync(100)
  expect(store.get().legs.map(({ names, lng }) => [lng, names.side1])).toEqual([601, 602, 603].map((id) => ['en', `Side of ${id}`]))
  expect(asked).toEqual(['en 601,602'])
  // What is stored speaks it too: a page that is opened now asks for nothing.
  expect(saved.at(-1)!.legs.map(({ lng }) => lng)).toEqual(['en', 'en', 'en'])
  store.stop()
})

it('of two tabs that were pressed together one places, though the other gets its turn only when the bet is decided', async () => {
  let held = false
  const exclusively = async (work: () => Promise<void>): Promise<boolean> => {
    if (held) return false
    held = true
    await work().finally(() => (held = false))
    return true
  }
  const keys: string[] = []
  let decide = (): void => {}
  const place: CouponCalls['place'] = (job) => {
    keys.push(job.guid)
    return new Promise((done) => {
      decide = () => done({ kind: 'placed', betId: '77', prices: [2000] })
    })
  }
  const stores: CouponStore[] = []
  const pressed = (guid: string, saving: Promise<void>) => {
    const store: CouponStore = new CouponStore({
      calls: { place, check: async () => ({ legs: [], limits: {} }) } as unknown as CouponCalls,
      now: () => 0,
      guid: () => guid,
      save: () => saving,
      // What a tab tells comes to the other one a moment later.
      tell: (stored) =>
        void setTimeout(() => {
          for (const other of stores) if (other !== store) other.dispatch({ do: 'follow', stored })
        }, 5),
      exclusively,
      refreshSession: () => {},
      shown: () => {},
      changed: () => {},
    })
    for (const action of READY) store.dispatch(action)
    store.dispatch({ do: 'setup', setup: SETUP })
    store.dispatch({ do: 'toggle', offer: offer(1) })
    store.dispatch({ do: 'stake', text: '500' })
    return store
  }
  // The storage of the second tab is slow: it asks for its turn when the bet of the first is placed and over.
  let saved = (): void => {}
  const slow = new Promise<void>((done) => (saved = done))
  const [first, second] = [pressed('a'.repeat(24), Promise.resolve()), pressed('b'.repeat(24), slow)]
  stores.push(first, second)
  second.send(false)
  first.send(false)
  await vi.waitFor(() => expect(keys).toEqual(['a'.repeat(24)]))
  decide()
  await vi.waitFor(() => expect([first.get().flow.at, held]).toEqual(['placed', false]))
  saved()
  await vi.waitFor(() => expect(second.get().legs).toEqual([]))
  expect([keys.length, second.get().flow.at]).toEqual([1, 'edit'])
  for (const store of stores) store.stop()
})

it('a bet that was not answered is sent again for half a minute; later, after a reload or for who signs in again it is only asked for', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const calls: boolean[] = []
  const stored: Stored[] = []
  const page = (kept: Stored | null = null) => {
    const store: CouponStore = new CouponStore({
      calls: {
        place: async (_job: unknown, onlyKnown: boolean) => (calls.push(onlyKnown), { kind: 'lost' }),
        check: async () => ({ legs: [], limits: {} }),
      } as unknown as CouponCalls,
      now: () => Date.now(),
      guid: () => 'c'.repeat(24),
      save: async (value) => void stored.push(value),
      tell: () => {},
      refreshSession: () => {},
      shown: () => {},
      changed: () => {},
    })
    for (const action of READY) store.dispatch(action.do === 'load' ? { ...action, stored: kept } : action)
    store.dispatch({ do: 'setup', setup: SETUP })
    return store
  }
  const first = page()
  first.dispatch({ do: 'toggle', offer: offer(1) })
  first.dispatch({ do: 'stake', text: '500' })
  first.send(false)
  await vi.advanceTimersByTimeAsync(SEND_MS - 1_000)
  expect(new Set(calls)).toEqual(new Set([false]))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(calls.at(-1)).toBe(true)
  first.stop()
  calls.length = 0
  const reloaded = page(stored.at(-1)!)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(new Set(calls)).toEqual(new Set([true]))
  reloaded.stop()
  calls.length = 0
  const { session } = first.get()
  const second = page()
  second.dispatch({ do: 'toggle', offer: offer(2) })
  second.dispatch({ do: 'stake', text: '500' })
  second.send(false)
  await vi.advanceTimersByTimeAsync(3_000)
  second.dispatch({ do: 'session', session: { ...session, playerId: null, balanceMinor: null } })
  second.dispatch({ do: 'session', session })
  calls.length = 0
  await vi.advanceTimersByTimeAsync(3_000)
  expect(new Set(calls)).toEqual(new Set([true]))
  second.stop()
  vi.useRealTimers()
})

it('a bet of which nothing is heard is asked for ever more seldom, and at once when the network is back', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const asked: number[] = []
  const { store } = tab(
    { place: async () => (asked.push(Date.now()), { kind: 'lost' }), check: async () => ({ legs: [], limits: {}, quote: null }) },
    () => Date.now(),
  )
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'toggle', offer: offer(1) })
  store.dispatch({ do: 'stake', text: '500' })
  store.send(false)
  await vi.advanceTimersByTimeAsync(SEND_MS)
  expect(asked.length).toBe(SEND_MS / 2_000 + 1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked.at(-1)! - asked.at(-2)!).toBe(15_000)
  asked.length = 0
  store.reconnected()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(asked).toHaveLength(2)
  store.stop()
})

it('prices are not asked for while nobody sees the page, and are when it is seen again', async () => {
  vi.useFakeTimers()
  let hidden = false
  const check = vi.fn(async (coupon: Coupon) => ({ legs: [], limits: {}, quote: quoted(coupon).quote! }))
  const { store } = tab(
    { check },
    () => 0,
    () => hidden,
  )
  store.listen(() => {})
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'toggle', offer: offer(1) })
  await vi.advanceTimersByTimeAsync(11_000)
  hidden = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(check).toHaveBeenCalledTimes(2)
  hidden = false
  store.reconnected()
  await vi.advanceTimersByTimeAsync(11_000)
  expect(check).toHaveBeenCalledTimes(4)
  store.stop()
})

it('who closes the question for his password is not asked it again: a bet that may be placed is only asked for from then on', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const calls: boolean[] = []
  const answers: BetAnswer[] = [{ kind: 'lost' }, { kind: 'refused', code: 403, text: 'x' }]
  const { store } = tab({
    place: async (_job, onlyKnown = false) => (calls.push(onlyKnown), answers.shift() ?? { kind: 'placed', betId: '5', prices: [2000] }),
    check: async () => ({ legs: [], limits: {}, quote: null }),
  })
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'toggle', offer: offer(1) })
  store.dispatch({ do: 'stake', text: '500' })
  store.send(false)
  await vi.advanceTimersByTimeAsync(3_000)
  expect([store.get().flow.at, store.get().session.playerId]).toEqual(['unknown', 7])
  await vi.advanceTimersByTimeAsync(3_000)
  expect([calls, store.get().flow.at]).toEqual([[false, false, true], 'placed'])
  store.stop()
})

it('the time in which a bet may be sent again begins anew when the password was given: typing it had used it up', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const calls: boolean[] = []
  const { store } = tab(
    {
      place: async (_job, onlyKnown = false, proven) => {
        calls.push(onlyKnown)
        if (calls.length > 1) return { kind: 'placed', betId: '5', prices: [2000] }
        await new Promise((done) => setTimeout(done, 2 * SEND_MS))
        proven?.()
        return { kind: 'lost' }
      },
      check: async () => ({ legs: [], limits: {}, quote: null }),
    },
    () => Date.now(),
  )
  for (const action of READY) store.dispatch(action)
  store.dispatch({ do: 'toggle', offer: offer(1) })
  store.dispatch({ do: 'stake', text: '500' })
  store.send(false)
  await vi.advanceTimersByTimeAsync(2 * SEND_MS + 3_000)
  expect([calls, store.get().flow.at]).toEqual([[false, false], 'placed'])
  store.stop()
})

it('while a call waits for the password the other tabs hear that it is on its way', async () => {
  vi.useFakeTimers()
  let proven = (): void => {}
  const page = tab({
    place: () => new Promise((done) => (proven = () => done({ kind: 'placed', betId: '5', prices: [2000] }))),
    check: async () => ({ legs: [], limits: {}, quote: null }),
  })
  for (const action of READY) page.store.dispatch(action)
  page.store.dispatch({ do: 'toggle', offer: offer(1) })
  page.store.dispatch({ do: 'stake', text: '500' })
  page.store.send(false)
  const before = page.told
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.told - before).toBeGreaterThanOrEqual(10)
  proven()
  await vi.advanceTimersByTimeAsync(0)
  const after = page.told
  await vi.advanceTimersByTimeAsync(60_000)
  expect([page.told - after, page.store.get().flow.at]).toEqual([0, 'placed'])
  page.store.stop()
})
