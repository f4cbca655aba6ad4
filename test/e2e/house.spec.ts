/** The frame of the site: languages, brands, themes, closed and missing pages, consent, access for everybody. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, type Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForSelector('html[data-hydrated]')
}

/** Serious and critical findings of axe, as `rule: target`. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} · ${node.failureSummary.split('\n')[1] ?? ''}`),
      )
  })
}

test('the bare address leads to the language of the brand, redirects and unknown pages keep the menu', async ({ page, request }) => {
  const bare = await request.get('/', { maxRedirects: 0 })
  expect([bare.status(), bare.headers()['location']]).toEqual([302, '/ru'])
  const moved = await request.get('/sports', { maxRedirects: 0 })
  expect([moved.status(), moved.headers()['location']]).toEqual([301, '/ru/line'])
  const missing = await page.goto('/ru/no-such-page')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Разделы' }).first()).toBeVisible()
})

test('a closed section says so', async ({ page }) => {
  const closed = await page.goto('/ru/casino')
  expect(closed?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: /Казино/ })).toBeVisible()
})

test('internal links carry the language, and the language list is long', async ({ page }) => {
  await open(page, '/en/line')
  const hrefs = await page.locator('header a, nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(2)
  expect(hrefs.filter((href) => href.startsWith('/') && !/^\/en(\/|$|\?)/.test(href))).toEqual([])
  await page.getByRole('button', { name: 'Language' }).first().click()
  await expect.poll(() => page.getByRole('dialog').getByRole('option').count()).toBeGreaterThan(5)
})

test('Arabic turns the page around', async ({ page }) => {
  await open(page, '/ar/line')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('the second brand is another site from the same build', async ({ page, baseURL }) => {
  await open(page, (baseURL ?? '').replace('localhost', 'kairos.localhost') + '/ru/line')
  await expect(page.getByText('kairos').first()).toBeVisible()
  const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim().toLowerCase())
  expect(accent).toBe('#ff6a3d')
})

test('the theme changes at once and is kept', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/ru/line')
  const button = page.getByRole('button', { name: /^Тема/ }).first()
  await button.click()
  const theme = await page.locator('html').getAttribute('data-theme')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme ?? '')
})

test('consent: refusing is as easy as accepting, the choice is stored and logged', async ({ page }) => {
  await open(page, '/ru/line')
  const logged = page.waitForRequest((request) => request.url().endsWith('/agreement-with-cookies/log'))
  await page.getByRole('button', { name: 'Отказаться' }).click()
  expect((await logged).postDataJSON()).toMatchObject({ data: { attributes: { level: 0 } } })
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await expect(page.getByRole('button', { name: 'Отказаться' })).toHaveCount(0)
})

test('where the site may not be offered the page and the calls answer 451', async ({ page, request }) => {
  await request.post('/dev/api/brand', { data: { country: 'US' } })
  const cookies = (await request.storageState()).cookies
  await page.context().addCookies(cookies)
  await page.goto('/ru/line')
  await expect(page.getByRole('heading', { name: 'Сайт недоступен в вашей стране' })).toBeVisible()
  expect((await request.get('/service-api/LineFeed/GetSportsShortZip?lng=ru')).status()).toBe(451)
})

for (const theme of ['paper', 'flood']) {
  for (const path of ['/ru', '/ru/line', '/ru/live', '/ar/line', '/ru/no-such-page', '/ru/login', '/ru/registration']) {
    test(`axe finds nothing serious on ${path} in ${theme}`, async ({ page, baseURL }) => {
      await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
      await open(page, path)
      expect(await seriousFindings(page)).toEqual([])
    })
  }
}
