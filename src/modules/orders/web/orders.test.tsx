/** The button that takes a counter-offer says what it takes. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import ar from '../../../../locales/ar/orders.json' with { type: 'json' }
import en from '../../../../locales/en/orders.json' with { type: 'json' }
import ru from '../../../../locales/ru/orders.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { AUTO_BET } from '../rules/auto-bet.ts'
import { BID } from '../rules/bid.ts'
import type { AutoBet, Bid } from './queries.ts'

const offer = {
  bid_id: 1,
  bet_guid: 'bid-00000001',
  status: BID.counter,
  expires: 1_788_000_000,
  left_ms: 30_000,
  sum: 420,
  approved_sum: 400,
  currency: { code: 'KZT', exponent: 2, symbol: '₸' },
  coef: 25,
  current_coef: 10,
  offered_coef: 12,
  is_vip: false,
  part_bet_id: null,
  events: [],
} as unknown as Bid
let bids: Bid[] = []
let autoBets: AutoBet[] = []
let ended: AutoBet[] = []
let isError = false
let error: Error | null = null
const idle = () => ({ isPending: false, error, mutate: () => {} })
vi.mock('./queries.ts', () => ({
  useWaitingOrders: () => ({ isError, dataUpdatedAt: Date.now(), data: { autoBets, bids } }),
  useEndedOrders: () => ({ data: { autoBets: ended, bids: [] } }),
  useAnswerBid: idle,
  useCancelAutoBet: idle,
}))
vi.mock('#platform/web/session.tsx', () => ({ useSession: () => ({ player: { id: 7 }, signIn: () => {} }) }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'ru', country: 'KZ' }) }))
vi.mock('#platform/web/stream-client.ts', () => ({ useTopics: () => {} }))
const { Orders } = await import('./Orders.tsx')

const words = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')

function drawn(lng: string, orders: typeof ru, withEnded = false): string {
  const texts = new TextStore({ lng, units: { orders }, report: () => {} })
  return renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <UiSettingsProvider value={{ lng, priceView: 0, text: textsOf(texts, 'ui') as never }}>
        <Orders withEnded={withEnded} />
      </UiSettingsProvider>
    </TextsProvider>,
  )
}

function buttons(lng: string, orders: typeof ru, bid: Bid): string[] {
  bids = [bid]
  return [...drawn(lng, orders).matchAll(/<button.*?<\/button>/g)].map(([button]) => words(button))
}

it.each([
  ['ru', ru, 'Принять 400 ₸ по 12'],
  ['en', en, 'Accept ₸400 at 12'],
  ['ar', ar as typeof ru, 'قبول 400 ₸ بسعر 12'],
])('with its sum and price: %s', (lng, orders, said) => {
  expect(buttons(lng, orders, offer).at(-1)).toBe(said)
})

it('the seconds left are counted from when the list was read, wherever the clock of the product stands', () => {
  bids = [offer]
  expect(words(drawn('ru', ru))).toContain(ru.bid_left.replace('<seconds/>', '30').replace('{{seconds}}', '30'))
})

it('of a bet that has no one price the sum alone', () => {
  expect(buttons('ru', ru, { ...offer, offered_coef: 0 }).at(-1)).toBe('Принять 400 ₸')
})

it.each([
  ['ru', ru, 'При коэффициенте 10 и выше'],
  ['en', en, 'At 10 or better'],
  ['ar', ar as typeof ru, 'بسعر 10 أو أفضل'],
])('an auto-bet that was decided keeps the price that it waited for: %s', (lng, orders, said) => {
  bids = []
  const order = {
    auto_bet_id: 3,
    status: AUTO_BET.dropped,
    reason: 'player',
    bet_id: null,
    date: 1_788_000_000,
    sum: 420,
    coef: 10,
    events: [],
  }
  ended = [{ ...order, currency: offer.currency } as unknown as AutoBet]
  expect(words(drawn(lng, orders, true))).toContain(said)
})

it('stays while a later read fails: it is read every few seconds', () => {
  isError = true
  expect(buttons('ru', ru, offer)).toHaveLength(2)
  isError = false
})

it('an answer that was refused is read aloud, as everywhere', () => {
  bids = [offer]
  autoBets = [
    { auto_bet_id: 4, status: AUTO_BET.waiting, sum: 420, coef: 10, current_coef: 9, events: [], currency: offer.currency } as never,
  ]
  error = new Error('Ставка уже принята')
  expect(drawn('ru', ru).match(/role="alert"/g)).toHaveLength(2)
  autoBets = []
  error = null
})
