import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { LineGame } from '#modules/line/web/index.ts'

vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('#platform/web/site-link.tsx', () => ({ SiteLink: ({ children }: { children: string }) => <a href="/">{children}</a> }))
vi.mock('#modules/line/web/index.ts', () => ({ LIVE: 1, gameAddress: () => '/', useDates: () => () => '' }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { Calendar } = await import('./Calendar.tsx')

it('a running match has its score, a running race has none', () => {
  const game = { ci: 1, kind: 1, startsAt: 1, side1: 'Ann', side2: 'Bea', score: { total: [2, 1] } } as unknown as LineGame
  const drawn = (one: Partial<LineGame>) => renderToStaticMarkup(<Calendar games={[{ ...game, ...one }]} />)
  expect(drawn({})).toMatch(/Ann – Bea.*2:1/s)
  expect(drawn({ side1: 'Race 2, 3200 m', side2: '' })).toMatch(/>Race 2, 3200 m</)
  expect(drawn({ side2: '' })).not.toContain('2:1')
})
