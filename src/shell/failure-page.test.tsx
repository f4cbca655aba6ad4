import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'

let open: readonly string[] = []
vi.mock('#modules/brand/web/index.ts', async (original) => ({
  ...(await original<object>()),
  useOpenPages: () => (link: string) => open.includes(link),
}))
vi.mock('#platform/web/i18n.ts', async (original) => ({ ...(await original<object>()), useTexts: () => (key: string) => key }))
vi.mock('#platform/web/site-link.tsx', async (original) => ({
  ...(await original<object>()),
  SiteLink: ({ to, className, children }: { to: string; className: string; children: string }) => (
    <a href={to} className={className}>
      {children}
    </a>
  ),
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { FailurePage } = await import('./FailurePage.tsx')

it('a page that is not there offers what is open to the visitor, the line before live, else the home page', () => {
  const offered = (...links: string[]) => {
    open = links
    return [...renderToStaticMarkup(<FailurePage status={404} />).matchAll(/href="([^"]*)" class="_?(main|other)/g)].map(
      ([, ...rest]) => rest,
    )
  }
  expect(offered('/line', '/live', '/')).toEqual([
    ['/line', 'main'],
    ['/live', 'other'],
  ])
  expect(offered('/live', '/')).toEqual([['/live', 'main']])
  expect(offered('/line')).toEqual([['/line', 'main']])
  expect(offered('/')).toEqual([['/', 'main']])
  expect(offered()).toEqual([])
})

it('a page that is closed in a country says that of itself, not of the site (AC-04)', () => {
  open = ['/line']
  const of = (status: number) => renderToStaticMarkup(<FailurePage status={status} />)
  expect(of(451)).toContain('page_blocked_title')
  expect(of(451)).toContain('page_blocked_text')
  expect(of(451)).toContain('href="/line"')
  expect([of(404).includes('not_found_title'), of(500).includes('failure_title'), of(403).includes('failure_title')]).toEqual([
    true,
    true,
    true,
  ])
})

it('what cannot be opened for the moment says that it opens by itself', () => {
  open = ['/line']
  const page = renderToStaticMarkup(<FailurePage status={503} />)
  expect(['away_title', 'away_text', 'href="/line"'].every((part) => page.includes(part))).toBe(true)
})
