/** The statement: whole whatever was cleared, and figures that lead from stakes to the result in each of its rows. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import history from '../../../../locales/ru/history.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { Summary } from './bets.ts'

const sums = {
  count: 2,
  openCount: 1,
  stake: 71_000n,
  openStake: 600n,
  promo: 0n,
  uncovered: 0n,
  premium: 7_678n,
  back: 95_745n,
  bonus: 0n,
  stakeTax: 0n,
  payoutTax: 0n,
  profit: 17_667n,
}
const data: Summary = {
  currency: { code: 'EUR', exponent: 2, symbol: '€' },
  from: new Date('2026-09-01T00:00:00').getTime() / 1000,
  to: new Date('2026-09-21T00:00:00').getTime() / 1000,
  clearedAt: null,
  hiddenCount: 0,
  total: sums,
  days: [{ day: '2026-09-01', ...sums }],
  kinds: [{ type: 0, title: 'Ординар', ...sums }],
  deposits: 500_000n,
  withdrawals: 0n,
  paymentTax: 25_000n,
}
const asked: unknown[] = []
vi.mock('./queries.ts', () => ({ useSummary: (...given: unknown[]) => (asked.push(given[1]), { data }) }))
vi.mock('./filter.ts', () => ({ useFilter: () => [{}, () => {}] }))
vi.mock('#platform/web/session.tsx', () => ({ useSession: () => ({ player: { id: 7 }, account: { id: 70 }, signIn: () => {} }) }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'ru', country: 'KZ', config: { customize: { name: 'Polosa' } } }) }))
vi.mock('#platform/web/site-link.tsx', () => ({ SiteLink: ({ children }: { children: React.ReactNode }) => <span>{children}</span> }))
const { default: Statement } = await import('./statement.screen.tsx')

it('asks for all bets and has a column for whatever stands between stakes and result', () => {
  const texts = new TextStore({ lng: 'ru', units: { history }, report: () => {} })
  const html = renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
        <Statement />
      </UiSettingsProvider>
    </TextsProvider>,
  )
  expect(asked).toEqual([true])
  expect(html).toContain(`<dt>${history.payment_tax}</dt>`)
  // The end of the period is the midnight after its last day.
  expect([...html.matchAll(/\d\d\.\d\d\.2026/g)].map(([day]) => day).slice(0, 2)).toEqual(['01.09.2026', '20.09.2026'])
  const names = [...html.matchAll(/<th scope="col">([^<]*)/g)].map(([, name]) => name)
  const columns = ['Ставок', 'Поставлено', 'Из них ещё в игре', 'Страховые взносы', 'Выплачено', 'Итог']
  expect(names).toEqual([history.kind, ...columns, history.day, ...columns])
  const rows = [...html.matchAll(/<tr><td>.*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/data-label="([^"]*)">(.*?)<\/td>/g)].map(([, , cell]) =>
      Number(
        cell!
          .replace(/<[^>]*>/g, '')
          .replace(/[^\d,-]/g, '')
          .replace(',', '.'),
      ),
    ),
  )
  expect(rows).toHaveLength(4)
  for (const [, stake, open, premium, back, result] of rows) expect(back! - (stake! - open!) - premium!).toBeCloseTo(result!, 9)
})
