/** Facts of a bet: variants and the most that it brings where no one coefficient stands for it, and a bonus that came to nothing. */
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import history from '../../../../locales/ru/history.json' with { type: 'json' }
import { TextStore } from '#platform/web/text-store.ts'
import type { BetDetails } from './bet-query.ts'
import { variantsOf, type Bet } from './bets.ts'

vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'ru', country: 'KZ' }) }))
// Screens are tested in one process: the others have these modules without the mocks.
vi.resetModules()
afterAll(() => vi.resetModules())
const { TextsProvider, textsOf } = await import('#platform/web/i18n.ts')
const { UiSettingsProvider } = await import('#ui/settings.tsx')
const { BetFacts } = await import('./BetFacts.tsx')
const { BetPrice, BetSums } = await import('./BetCard.tsx')

const currency = { code: 'KZT', symbol: '₸', exponent: 2 }
const betOf = (type: number, system = '', legs = 3) =>
  ({
    type,
    system,
    stake: 140_000n,
    possible: 587_796n,
    sold: 0n,
    price: '4.199',
    insured: 0n,
    at: 0,
    currency,
    legs: Array.from({ length: legs }),
  }) as unknown as Bet

it.each<[name: string, bet: Bet, count: number | null]>([
  ['system 2 of 3', betOf(2, '2/3'), 3],
  ['system 3 of 6', betOf(2, '3/6', 6), 20],
  ['multi-bet, two of three blocks of four legs', betOf(4, '2/3', 4), 3],
  ['each way of two runners', betOf(4, '', 4), 2],
  ['lucky', betOf(7), 7],
  ['patent', betOf(8), 4],
  ['single', betOf(0, '', 1), null],
  ['express', betOf(1), null],
  ['chain', betOf(3), null],
  ['conditional', betOf(5), null],
  ['anti-express', betOf(6), null],
  ['several singles', betOf(11), null],
])('variants of: %s', (_name, bet, count) => {
  expect(variantsOf(bet)).toBe(count)
})

function said(bet: Bet, open: boolean, more: Partial<BetDetails> = {}): string {
  const texts = new TextStore({ lng: 'ru', units: { history }, report: () => {} })
  const details = { bet, placed: { waitedMs: 0 }, askedPrice: '4.5', worth: null, ...more } as unknown as BetDetails
  const html = renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
        <BetPrice bet={bet} />
        <BetSums bet={bet} win={open ? null : 186_593n} />
        <BetFacts details={details} win={open ? null : 186_593n} open={open} />
      </UiSettingsProvider>
    </TextsProvider>,
  )
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('a lucky says its variants and the most that it brings, no total price; an express its price', () => {
  expect(said(betOf(7), true)).toMatch(/^(?!.*(4\.199|4\.5|Общий|возможный)).*варианты 7 по 200 ₸ наибольшая выплата 5 877,96 ₸/)
  expect(said(betOf(7), false)).toMatch(/^(?!.*(4\.199|наибольшая)).*варианты 7 по 200 ₸ выплата 1 865,93 ₸/)
  expect(said(betOf(5), true)).toMatch(/^(?!.*(4\.199|варианты)).*наибольшая выплата 5 877,96 ₸/)
  expect(said(betOf(1), true)).toMatch(/^ 4\.199 .*Общий коэф\. 4\.199 .*4\.5.*возможный выигрыш 5 877,96 ₸/)
})

it('bets inside that are not whole sums add up to the stake as near as they are written', () => {
  const bet = { ...betOf(2, '2/4', 4), stake: 1001n, currency: { ...currency, exponent: 0 } }
  expect(said(bet, true).match(/6 по ≈ 166,83 ₸/g)).toHaveLength(2)
})

it('a bonus that came to nothing is told of a bet that won, of no lost one', () => {
  const bonus = { kind: 'boost', sum: 0n } as const
  expect(said({ ...betOf(1), status: 4 }, false, { bonus })).toContain(history.bonus_boost)
  expect(said({ ...betOf(1), status: 2 }, false, { bonus })).not.toContain(history.bonus_boost)
})

it('an insured bet says so in its row, with what is covered', () => {
  expect(said({ ...betOf(1), insured: 50_000n }, true)).toContain('Застраховано 500 ₸')
  expect(said(betOf(1), true)).not.toContain('Застраховано')
})
