/**
 * What a visitor's first page weighs: JavaScript that the browser asks for before the page can be used, as gzip sends it
 * (G10). Sizes need no clock: bench/page-load.ts measures how fast it is.
 */
import { gzipSync } from 'node:zlib'
import { expect, test, type Page } from '@playwright/test'
import { open, PATIENCE } from './page.ts'

test.describe.configure({ timeout: 120_000 })

/** Scripts that were asked for when the page became usable. */
async function scriptsOf(page: Page, path: string): Promise<string[]> {
  await open(page, path)
  return page.evaluate(() => (globalThis as unknown as { usable: string[] }).usable)
}

async function kilobytes(page: Page, scripts: readonly string[]): Promise<number> {
  const bodies = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000
}

test('the first page brings no more JavaScript than it may', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (document.documentElement?.dataset['hydrated'] === undefined) return
      watch.disconnect()
      const asked = performance.getEntriesByType('resource').map(({ name }) => name)
      Object.assign(globalThis, { usable: [...new Set(asked.filter((url) => /\/assets\/.+\.js$/.test(url)))] })
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] })
  })
  const measure = async (path: string, limit: number) => {
    const scripts = await scriptsOf(page, path)
    expect(scripts.length, path).toBeGreaterThan(5)
    const size = await kilobytes(page, scripts)
    expect(size, `kB of ${path} in ${scripts.length} files`).toBeLessThanOrEqual(limit)
  }
  // The lists of games in play are of the same screen.
  await measure('/ru/line', 190)
  // A line that is new has no games for its first seconds.
  await page.locator('main a[data-nav]').first().waitFor(PATIENCE)
  const links = await page.locator('main a[data-nav]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  // The home page draws a match over its lists as well.
  await measure('/ru', 191.1)
  // The page of an event draws its markets as well: it has a measure of its own, so that it does not grow unseen.
  await measure(
    links.find((href) => /^\/ru\/line\/[^/]+\/[^/]+\/[^/]+$/.test(href))!,
    202,
  )
})
