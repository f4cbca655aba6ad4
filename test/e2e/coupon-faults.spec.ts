/** What goes wrong between a press and its answer: another tab, a lost network, an ended session, a goal. Money moves once or not at all. */
import { expect, test } from '@playwright/test'
import {
  balance,
  button,
  coupon,
  legs,
  logIn,
  openLine,
  openMatchInPlay,
  placed,
  price,
  ready,
  rememberSession,
  signedIn,
  stake,
} from './coupon-page.ts'
import { open, PATIENCE, refuseCookies } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(() => test.setTimeout(180_000))
test.beforeAll(async ({ browser, baseURL }) => rememberSession(browser, baseURL ?? ''))

test('two tabs hold one coupon: pressed in both at once it is placed once', async ({ page, context }) => {
  await signedIn(page)
  await ready(page, 0, '310')
  const other = await context.newPage()
  await openLine(other)
  await expect(legs(other)).toHaveCount(1, PATIENCE)
  await expect(button(other)).toHaveText(/310/, PATIENCE)
  const before = await balance(page)
  const keys = new Set<string>()
  for (const one of [page, other])
    one.on('request', (sent) => {
      if (sent.url().includes('MakeBetWeb')) keys.add((sent.postDataJSON() as { betGUID: string }).betGUID)
    })
  // Found first and pressed then, without the way of a mouse between the two: neither has heard of the other yet.
  const buttons = await Promise.all([page, other].map((one) => button(one).elementHandle()))
  await Promise.all(buttons.map((one) => one!.dispatchEvent('click')))
  await expect.poll(async () => (await placed(page).count()) + (await placed(other).count()), PATIENCE).toBe(1)
  await expect.poll(async () => (await legs(page).count()) + (await legs(other).count()), PATIENCE).toBe(0)
  expect(keys.size).toBe(1)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 31_000)
  await expect.poll(() => balance(other), PATIENCE).toBe(before - 31_000)
})

test('without a network the coupon says so and sends nothing; with it the same press places', async ({ page, context }) => {
  await signedIn(page)
  await ready(page, 1, '320')
  const before = await balance(page)
  await context.setOffline(true)
  await expect(coupon(page).getByText('Нет связи', { exact: false })).toBeVisible(PATIENCE)
  await expect(button(page)).toHaveText('Проверить связь')
  await context.setOffline(false)
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  await button(page).click()
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 32_000)
})

test('a goal while the bet waits: it is refused with the reason, and the money stays', async ({ page, request }) => {
  await signedIn(page)
  const game = await openMatchInPlay(page, request)
  await refuseCookies(page)
  const before = await balance(page)
  await price(page, `${game.I}:1`).click()
  await stake(page, '340')
  // Prices in play move: a press may be one on the new price as well.
  await expect(button(page)).toHaveAttribute('data-label', /^(place|accept)$/, PATIENCE)
  await button(page).click()
  await expect(button(page)).toHaveAttribute('data-label', 'waiting', PATIENCE)
  await request.post(`/dev/api/games/${game.CI}/goal`, { data: { side: 'home' } })
  await expect(button(page)).not.toHaveAttribute('data-label', /sending|waiting/, PATIENCE)
  await expect(coupon(page)).toContainText(/Ставка не принята\. Гол (на|в) .*Деньги не списаны/)
  await expect(placed(page)).toHaveCount(0)
  expect(await balance(page)).toBe(before)
})

test('a press whose call was lost on its way places nothing when the page is there again', async ({ page }) => {
  await signedIn(page)
  await ready(page, 3, '350')
  const before = await balance(page)
  await page.route('**/MakeBetWeb', (route) => route.abort())
  await button(page).click()
  await expect(button(page)).toHaveAttribute('data-label', 'checking', PATIENCE)
  await page.reload()
  await expect(button(page)).toHaveAttribute('data-label', 'checking', PATIENCE)
  await page.unroute('**/MakeBetWeb')
  await expect(coupon(page)).toContainText('Ставка не принята. Она до нас не дошла. Деньги не списаны', PATIENCE)
  await expect(legs(page)).toHaveCount(1)
  expect(await balance(page)).toBe(before)
  await expect(button(page)).toHaveAttribute('data-label', 'retry_at', PATIENCE)
  await button(page).click()
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 35_000)
})

test('a session that ends while a bet is on its way: sign-in says that the coupon will tell, and it does (ux 11)', async ({ page }) => {
  await signedIn(page)
  await ready(page, 4, '360')
  const before = await balance(page)
  await page.route('**/MakeBetWeb', async (route) => {
    await route.fetch()
    await page.context().clearCookies({ name: /^(?!cookies_agree_type$)/ })
    return route.abort('connectionreset')
  })
  await button(page).click()
  await page.waitForURL(/\/login/, PATIENCE)
  await page.unroute('**/MakeBetWeb')
  await expect(page.getByText(/Сеанс завершён\. .*после входа купон скажет, принята ли она/)).toBeVisible(PATIENCE)
  await logIn(page)
  await page.waitForURL(/\/line\/football\//, PATIENCE)
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 36_000)
})

test('a session that has ended takes neither the coupon nor its stake along', async ({ page }) => {
  await signedIn(page)
  await ready(page, 2, '330')
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }
  expect((await page.context().request.post('/user/disconnect', { headers })).ok()).toBe(true)
  // The page leaves by itself as soon as it hears of it: the press may be earlier or find no button.
  await button(page)
    .click({ timeout: 3_000 })
    .catch(() => {})
  await page.waitForURL(/\/login/, PATIENCE)
  await logIn(page)
  await page.waitForURL(/\/line\/football\//, PATIENCE)
  await expect(legs(page)).toHaveCount(1, PATIENCE)
  // The price may have moved while the player was signing in; the sum is the same.
  await expect(button(page)).toHaveAttribute('data-label', /^(place|retry_at)$/, PATIENCE)
  const before = await balance(page)
  await button(page).click()
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 33_000)
})

test('a sheet that is asked for before its code has come shows it, and whoever goes on meanwhile is not surprised by it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  let bring = () => {}
  const held = new Promise<void>((done) => (bring = done))
  await page.route(/\/assets\/parts-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await open(page, '/ru/line')
  const bar = page.getByRole('button', { name: /^Купон/ })
  await bar.click()
  await expect(bar).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveAttribute('aria-busy', 'false')
  await bar.click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  bring()
  await expect(page.locator('dialog[open]')).toBeVisible(PATIENCE)
  await expect(bar).toHaveAttribute('aria-busy', 'false')
})
