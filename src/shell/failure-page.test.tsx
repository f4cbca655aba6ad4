import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'

let features: Record<string, boolean> = {}
vi.mock('#platform/web/features.tsx', async (original) => ({
  ...(await original<object>()),
  useFeature: (name: string) => features[name] ?? false,
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

it('a page that is not there offers what the brand has open, the line before live', () => {
  const offered = (on: Record<string, boolean>) => {
    features = on
    return [...renderToStaticMarkup(<FailurePage status={404} />).matchAll(/href="([^"]*)" class="_?(main|other)/g)].map(
      ([, ...rest]) => rest,
    )
  }
  expect(offered({ line: true, live: true })).toEqual([
    ['/line', 'main'],
    ['/live', 'other'],
  ])
  expect(offered({ live: true })).toEqual([['/live', 'main']])
  expect(offered({ line: true })).toEqual([['/line', 'main']])
})
