// @vitest-environment happy-dom
/** The page of a bet stands while a later read of it fails: what is open on it stays open. */
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import history from '../../../../locales/en/history.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import type { BetDetails } from './bet-query.ts'

vi.mock(import('#modules/coupon/web/index.ts'), async (load) => ({ ...(await load()), useCouponDoor: () => ({}) as never }))
// Screens are tested in one process: the others have this module without the mock.
vi.resetModules()
afterAll(() => vi.resetModules())
const { json, sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { default: BetScreen } = await import('./bet.screen.tsx')

const currency = { code: 'KZT', symbol: '₸', exponent: 2 }
const LOST = 2
const bet = {
  ...{ id: 12, at: 0, type: 0, typeTitle: 'Single', system: '', status: LOST, price: '2', stake: 100n, win: 0n, possible: null },
  ...{ sold: 0n, owed: 0n, insured: 0n, offer: null, autoSale: null, replacedBy: null, currency, legs: [] },
}
const details = { bet, accountId: 70, askedPrice: '2', placed: { waitedMs: 0 }, legs: [], blocks: null, moves: [] } as unknown as BetDetails

it('with the window that was opened on it', async () => {
  // The window draws a card, which waits for its type.
  Object.defineProperty(document, 'fonts', { value: { ready: new Promise(() => {}) }, configurable: true })
  let reads = 0
  const page = await sampleScreen(<BetScreen />, {
    units: { coupon, history, ui },
    at: '/en/coupon/12',
    pattern: '/en/coupon/:couponNumber',
    config: { customize: { name: 'Brand', logo: { word: 'Brand', mark: 'stripes' } } },
    accounts: [{ id: 70, name: 'KZT', balance: 0n, currency, isActive: true, isBonus: false }],
    answer(path) {
      if (!path.endsWith('/bets/details')) return undefined
      reads += 1
      return json({}, 500)
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(ui.retry))
  const key = page.client
    .getQueryCache()
    .getAll()
    .find(({ queryKey }) => queryKey.includes('bet'))!.queryKey
  page.client.setQueryData(key, details)
  await page.until(() => page.find(history.share))
  await page.press(history.share)
  await page.until(() => document.querySelector('dialog'))
  const before = reads
  await page.client.refetchQueries({ queryKey: key })
  await page.settle()
  expect([reads > before, page.client.getQueryState(key)?.status]).toEqual([true, 'error'])
  expect([document.querySelector('dialog') !== null, page.find(ui.retry) === undefined]).toEqual([true, true])
})
