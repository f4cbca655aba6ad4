/** What an open leg says of its time, and a block before its legs. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import history from '../../../../locales/ru/history.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { Bet, BetLeg } from './bets.ts'

vi.mock('#modules/line/web/index.ts', () => ({ useLiveScore: () => null, useClock: () => null, minuteText: () => '' }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'ru', country: 'KZ' }) }))
vi.mock('./live-bet.ts', () => ({ useLegTopics: () => {} }))
const { BetLegs } = await import('./BetLegs.tsx')

const at = new Date('2026-05-28T22:00:00').getTime() / 1000
const leg = { title: 'Кайсар', market: '', game: 'Вылетит из лиги 2026', champ: '', given: 1225, result: null, returned: '', block: null }
const usual = { ...leg, score: '', part: '', live: false, inPlay: false, longTerm: false, state: '', startsAt: at }

const said = (more: Partial<BetLeg>, of: Partial<Bet> = {}, open = true): string => saidOf([more], of, open)

function saidOf(legs: readonly Partial<BetLeg>[], of: Partial<Bet> = {}, open = true): string {
  const bet = { ...of, legs: legs.map((more) => ({ ...usual, ...more })) } as unknown as Bet
  const texts = new TextStore({ lng: 'ru', units: { history }, report: () => {} })
  const html = renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
        <BetLegs bet={bet} open={open} />
      </UiSettingsProvider>
    </TextsProvider>,
  )
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('a game begins; a season has begun long ago; one that was put off says so', () => {
  expect(said({})).toContain('Начало 28.05 / 22:00')
  expect(said({ longTerm: true })).toMatch(/^(?!.*Начало).*28\.05 \/ 22:00/)
  expect(said({ state: 'Игра перенесена' })).toMatch(/^(?!.*Начало 28).*28\.05 \/ 22:00 Игра перенесена/)
})

it('a step of a conditional bet tells what it has staked; before that, what it may at most', () => {
  const block = { level: 2, stake: 9_999_999_900n, staked: null, price: 2005, result: null }
  const of = (more: object, open = true, type = 5) => {
    const bet = { type, currency: { code: 'KZT', symbol: '₸', exponent: 2 } }
    return said({ block: { ...block, ...more } }, bet, open)
      .split('Кайсар')[0]!
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .trim()
  }
  expect(of({})).toMatch(/не больше ?99 999 999/)
  expect(of({ stake: null })).toContain('всё, что останется')
  expect(of({ staked: 200_500n })).toMatch(/^(?!.*(не больше|99 999)).*2 005/)
  expect(of({ staked: 200_500n, result: 1 }, false)).toMatch(/2 005.*Выигрыш/)
  // Its legs have won all the same.
  expect(of({ staked: 0n, result: 1 }, false)).toMatch(/^(?!.*(Выигрыш|99 999)).*не ставилось/)
  expect(of({}, false)).not.toMatch(/99 999|не больше|не ставилось/)
  // Several singles have each their own stake.
  expect(of({ result: 1 }, false, 11)).toMatch(/^(?!.*не больше).*99 999 999.*Выигрыш/)
})

it('legs stand in the order of their blocks, and each block has its head and its stake once', () => {
  const currency = { code: 'KZT', symbol: '₸', exponent: 2 }
  const block = (level: number, stake: bigint | null) => ({ level, stake, staked: stake, price: 2005, result: null })
  const [first, second, third] = [block(1, 20_000n), block(2, null), block(3, null)]
  const legs = [
    { title: 'C', block: third },
    { title: 'A', block: first },
    { title: 'B', block: second },
    { title: 'D', block: first },
  ]
  const words = saidOf(legs, { type: 5, currency }).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(words.match(/Блок \d|200 ₸|\b[ABCD]\b/g)).toEqual(['Блок 1', '200 ₸', 'A', 'D', 'Блок 2', 'B', 'Блок 3', 'C'])
})
