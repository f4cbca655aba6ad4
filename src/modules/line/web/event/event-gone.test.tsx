import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'

let answer: object = {}
vi.mock('#platform/web/query.ts', () => ({ useApi: () => answer }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'en' }) }))
vi.mock('#modules/brand/web/index.ts', () => ({ useOpenPages: () => () => true }))
vi.mock('#platform/web/site-link.tsx', () => ({
  SiteLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))
vi.mock('../model/texts.ts', () => ({ useSiteTexts: () => (key: string) => key }))
vi.mock('../model/page-meta.ts', () => ({ usePageTitle: () => {} }))
vi.mock('#ui/States.tsx', () => ({ ErrorState: () => 'failed' }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { ApiError } = await import('#platform/web/api-error.ts')
const { EventGone } = await import('./EventGone.tsx')

const failed = (status: number) => {
  const request = { method: 'GET', url: '', params: {}, headers: {}, statusCode: status }
  return { error: new ApiError({ message: '', title: '', status, request }), isPending: false }
}
const draw = (unknown = false) => renderToStaticMarkup(<EventGone ci={1} game={null} linked={false} unknown={unknown} />)

beforeEach(() => void (answer = {}))

it('an event without a place in the line is one that ended while the results know it, and unknown only when they do not', () => {
  const data = { sportId: 4, champId: 7, champ: 'Cup', side1: 'Ann', side2: 'Bea', score: '2:0', status: '', markets: [] }
  answer = { data }
  expect(draw()).toMatch(/Ann – Bea.*2:0.*event_ended_text/s)
  answer = { isPending: true }
  expect(draw()).not.toContain('event_unknown')
  expect(draw(true)).toContain('event_unknown')
  answer = failed(404)
  expect(draw()).toContain('event_unknown')
  answer = failed(0)
  expect(draw()).toBe('failed')
})

it.each([
  ['Abandoned', ['won', 'lost', 'void'], 'event_partly_void_text'],
  ['', ['won', 'lost', 'void'], 'event_settled_text'],
  ['Abandoned', ['won', 'lost'], 'event_settled_text'],
  ['Abandoned', ['void', 'void'], 'event_void_text'],
  ['Abandoned', ['won', 'void', 'open'], 'event_ended_text'],
])('of an event that is over ("%s") with %j it is said what became of the bets: %s', (status, results, said) => {
  const markets = results.map((result) => ({ g: 1, gs: 1, part: '', outcomes: [{ result }] }))
  answer = { data: { sportId: 4, champId: 7, champ: 'Cup', side1: 'Ann', side2: 'Bea', score: '2:0', status, markets } }
  expect(draw()).toContain(said)
})
