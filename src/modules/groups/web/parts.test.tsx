/** Prices of a group's page, and what a share of it would bring. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import groups from '../../../../locales/en/groups.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { Group } from './queries.ts'

vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'en', country: 'KZ' }) }))
const { Legs, STATUS, winMinor } = await import('./parts.tsx')

const leg = { game: 'Arden – Northmoor', championship: '', outcome: 'W1', group: '', coef: 2.5, kind: 3, start: 0 }
const group = {
  status: STATUS.open,
  currency: { code: 'KZT', exponent: 2, symbol: '₸' },
  max_sum: 5_000,
  events: [leg, { ...leg, coef: 2 }],
} as unknown as Group

it('a stake that the group does not take pays nothing', () => {
  expect([winMinor(group, 500_000n), winMinor(group, 500_001n)]).toEqual([2_500_000n, null])
  expect(winMinor({ ...group, events: [leg, { ...leg, coef: 0 }] }, 500_000n)).toBeNull()
})

function said(shown: Group): string {
  const texts = new TextStore({ lng: 'en', units: { groups }, report: () => {} })
  return renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
        <Legs group={shown} />
      </UiSettingsProvider>
    </TextsProvider>,
  )
}

it('a selection names its market: whoever joins is told which win of which side it is', () => {
  const market = (part: object) => /<small>(.*?)</.exec(said({ ...group, events: [{ ...leg, ...part }] }))?.[1]
  expect(market({ group: 'Match result', championship: 'Lowland' })).toBe('Match result · Lowland · ')
  // The question of a long-term bet is both its market and its game.
  expect(market({ group: 'Arden – Northmoor' })).toBe('')
})

it.each([
  [STATUS.open, 2.5, '2.5'],
  [STATUS.open, 0, groups.not_offered],
  [STATUS.placed, 2.5, '2.5'],
  [STATUS.placed, 0, ''],
  [STATUS.ended, 0, ''],
])('a selection of a group in state %d with the price %d', (status, coef, price) => {
  const html = said({ ...group, status, events: [{ ...leg, coef }] })
  expect(/<\/small><\/span>(.*)<\/li>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '')).toBe(price)
})
