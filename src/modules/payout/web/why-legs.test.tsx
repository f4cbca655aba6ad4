/** Legs of "why this result": in the order of the card above, so that a step of the arithmetic is found among them. */
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import history from '../../../../locales/ru/history.json' with { type: 'json' }
import payout from '../../../../locales/ru/payout.json' with { type: 'json' }
import { TextStore } from '#platform/web/text-store.ts'
import type { BetKind, SettledBet } from '../rules/bet.ts'
import { explain } from '../rules/explain.ts'
import { legResult } from '../rules/leg.ts'

vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'ru', country: 'KZ' }) }))
vi.mock('#ui/settings.tsx', () => ({ useUi: () => ({ lng: 'ru', priceView: 0, text: (key: string) => key }) }))
// Screens are tested in one process: the others have these modules without the mocks.
vi.resetModules()
afterAll(() => vi.resetModules())
const { TextsProvider } = await import('#platform/web/i18n.ts')
const { WhyLegs } = await import('./WhyLegs.tsx')
const { Arithmetic } = await import('./Arithmetic.tsx')

const texts = new TextStore({ lng: 'ru', units: { history, payout }, report: () => {} })
const words = (node: React.ReactNode) =>
  renderToStaticMarkup(<TextsProvider texts={texts}>{node}</TextsProvider>)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

const leg = { rule: 'rule_official', params: {}, price: 2000, early: null, by_hand: [], score: null, known_at: null, bought_at: null }
const why = { ...leg, void: null, void_reason: null, corrected: false, facts: [] }

function shown(levels: readonly (number | null)[]): string[] {
  const names = levels.map((level, i) => ({ title: `Исход ${i}`, game: '', level }))
  const html = words(<WhyLegs legs={levels.map(() => why)} names={names} factors={null} results={null} />)
  return html.match(/Лобби|(Блок|Исход) \d/g) ?? []
}

it('each block says once which one it is, before its legs', () => {
  expect(shown([3, 1, 2, 1])).toEqual(['Блок 1', 'Исход 1', 'Исход 3', 'Блок 2', 'Исход 2', 'Блок 3', 'Исход 0'])
  expect(shown([1, 0, 2])).toEqual(['Лобби', 'Исход 1', 'Блок 1', 'Исход 0', 'Блок 2', 'Исход 2'])
  expect(shown([null, null])).toEqual(['Исход 0', 'Исход 1'])
})

it('the arithmetic names the blocks as they are named there', () => {
  const said = (kind: BetKind, more: Partial<SettledBet>) => {
    const legs = [1, 2, 3].map(() => ({ price: 2000, result: legResult('WIN') }))
    const explained = explain({ kind, stakeMinor: 30_000n, legs, blocks: [[1], [0], [2]], ...more })!
    return words(<Arithmetic explained={explained} kind={kind} currency={{ code: 'KZT', symbol: '₸', exponent: 2 }} />)
  }
  expect(said('conditional', {})).toContain('Блок Ставка На счёте 1 ')
  expect(said('chain', {})).toContain('Шаг Ставка На счёте 1 ')
  expect(said('multi_bet', { withLobby: true, size: 1 })).toMatch(/Лобби \+ 1 2 × 2 = 4 .*Лобби \+ 2 /)
})
