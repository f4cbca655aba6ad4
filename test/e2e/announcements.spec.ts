/** What a screen reader is told: never a tick, a price of the coupon once and politely (XT-74, WCAG 4.1.3). */
import { expect, test, type Page } from '@playwright/test'
import { button, legs, movePrice, openLine, outcomes, price, rememberSession, signedIn } from './coupon-page.ts'
import { open, PATIENCE, refuseCookies } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(() => test.setTimeout(180_000))
test.beforeAll(async ({ browser, baseURL }) => rememberSession(browser, baseURL ?? ''))

interface Heard {
  /** Texts of live regions in the order of their change, with how urgent they are. */
  said: { text: string; how: string; at: number }[]
  /** Prices on the page that have changed. */
  ticks: number
}

/** From now on every change inside a live region is written down, as a screen reader would hear it, and every price that moves. */
async function listen(page: Page): Promise<() => Promise<Heard>> {
  await page.evaluate(() => {
    const heard = { said: [] as Heard['said'], ticks: 0 }
    Object.assign(window, { heard })
    const spoken: Readonly<Record<string, string>> = { status: 'polite', log: 'polite', alert: 'assertive' }
    const regionOf = (node: Node | null): { region: Element; how: string } | null => {
      for (let at = node instanceof Element ? node : (node?.parentElement ?? null); at; at = at.parentElement) {
        const how = at.getAttribute('aria-live') ?? spoken[at.getAttribute('role') ?? '']
        if (how) return how === 'off' ? null : { region: at, how }
      }
      return null
    }
    new MutationObserver((changes) => {
      const regions = new Map<Element, string>()
      for (const { target, addedNodes } of changes) {
        if (target.parentElement?.closest('[data-outcome]')) heard.ticks += 1
        for (const node of [target, ...addedNodes]) {
          const found = regionOf(node)
          if (found) regions.set(found.region, found.how)
        }
      }
      for (const [region, how] of regions) {
        const text = region.textContent?.trim() ?? ''
        if (text !== '') heard.said.push({ text, how, at: performance.now() })
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { heard: Heard }).heard)
}

test('a live page on which prices change says nothing of it', async ({ page }) => {
  await open(page, '/ru/live')
  await refuseCookies(page)
  await expect(page.locator('main button[data-outcome]:visible').nth(5)).toBeVisible(PATIENCE)
  const heard = await listen(page)
  await expect.poll(async () => (await heard()).ticks, { timeout: 90_000 }).toBeGreaterThan(40)
  // Words about the page itself, such as a lost connection, may stand; a number of a price may not.
  expect((await heard()).said.filter(({ text }) => /\d[.,]\d/.test(text))).toEqual([])
})

test('a price of the coupon is told once, politely, however often it moves', async ({ page, request }) => {
  await signedIn(page)
  await openLine(page)
  const [first] = await outcomes(page, 1, 12)
  const heard = await listen(page)
  await price(page, first!).click()
  await expect.poll(async () => (await heard()).said.map(({ text }) => text).join('\n'), PATIENCE).toContain('Добавлено')
  await movePrice(request, first!, 0.9)
  await expect(button(page)).toHaveAttribute('data-label', 'accept', PATIENCE)
  await expect.poll(async () => (await heard()).said.map(({ text }) => text).join('\n'), PATIENCE).toContain('Коэффициент изменился')
  let last = 0
  for (const by of [0.95, 0.95, 1.1, 0.9]) last = await movePrice(request, first!, by)
  // What is accepted is the last of them, once it has come.
  await expect(legs(page)).toContainText(String(last), PATIENCE)
  await legs(page).getByRole('button', { name: 'Принять' }).click()
  await expect(button(page)).not.toHaveAttribute('data-label', 'accept', PATIENCE)
  const { said } = await heard()
  expect(said.filter(({ how }) => how !== 'polite')).toEqual([])
  expect(said.filter(({ text }) => text.includes('Коэффициент изменился')).length).toBe(1)
  const times = said.map(({ at }) => at)
  expect(times.slice(1).filter((at, i) => at - times[i]! < 4_500)).toEqual([])
})
