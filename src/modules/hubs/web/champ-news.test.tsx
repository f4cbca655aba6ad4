import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import { pastIds } from '#modules/results/rules/past-ids.ts'

const game = { sportId: 1, champId: 7, champ: 'Cup', side1: 'Ann', side2: 'Bea', score: '2:0', parts: [], startsAt: 1, period: '' }
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#platform/web/site-link.tsx', async (original) => ({
  ...(await original<object>()),
  SiteLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))
vi.mock('#modules/line/web/index.ts', async (original) => ({ ...(await original<object>()), useDates: () => () => 'today' }))
vi.mock('#platform/web/query.ts', async (original) => ({
  ...(await original<object>()),
  useApi: () => ({
    isPending: false,
    data: [
      { ...game, id: 1, constId: 310_002_086 },
      { ...game, ...pastIds(77) },
      { ...game, ...pastIds(78), side1: 'Race 2, 3200 m', side2: '', score: '1. One, 2. Two' },
    ],
  }),
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { ChampNews } = await import('./ChampNews.tsx')

it('only games that the line has had lead to a page; those of past seasons are told without a link', () => {
  const html = renderToStaticMarkup(<ChampNews id={7} />)
  expect(html.match(/Ann – Bea/g)).toHaveLength(2)
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(['/line/football/7-cup/310002086-ann-bea'])
})

it('a race is called by its name alone', () => {
  expect(renderToStaticMarkup(<ChampNews id={7} />)).toMatch(/>Race 2, 3200 m<.*1\.\sOne,\s2\.\sTwo/s)
})
