/**
 * Half an hour without an act: money asks for the password (SES-03), whichever press it was, and the press then goes on with its
 * key. The clock of the product is everybody's, so this file comes after all others.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  balance,
  button,
  coupon,
  MAKE_BET,
  openLine,
  outcomes,
  gameOf,
  placed,
  placeSingle,
  price,
  proof,
  prove,
  ready,
  rememberSession,
  signedIn,
} from './coupon-page.ts'
import { open, PATIENCE } from './page.ts'

const AWAY_MS = 31 * 60_000

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(() => test.setTimeout(180_000))
// A player for each test: what is proven stays proven for half an hour.
test.beforeEach(async ({ browser, baseURL }) => rememberSession(browser, baseURL ?? ''))

async function wasAway({ request }: Page): Promise<void> {
  const answer = await request.post('/dev/api/clock', { data: { advanceMs: AWAY_MS } })
  expect(answer.ok()).toBe(true)
}

/** Keys of the calls that place, in their order. */
function keysOf(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('MakeBetWeb')) keys.push((sent.postDataJSON() as { betGUID: string }).betGUID)
  })
  return keys
}

test('a bet: whoever closes the question is told why nothing was placed; with the password the same call goes on', async ({ page }) => {
  await signedIn(page)
  await wasAway(page)
  await ready(page, 0, '310')
  const before = await balance(page)
  await button(page).click()
  await expect(proof(page)).toBeVisible(PATIENCE)
  await page.keyboard.press('Escape')
  await expect(coupon(page)).toContainText(/Ставка не принята\. Вас долго не было.*Деньги не списаны/, PATIENCE)
  await expect(button(page)).toHaveAttribute('data-label', 'retry_at', PATIENCE)
  const keys = keysOf(page)
  await button(page).click()
  await prove(page)
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  expect([keys.length > 1, new Set(keys).size]).toEqual([true, 1])
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 31_000)
})

test('a bet whose answer was lost is asked for without the password, on the page that is loaded again too', async ({ page }) => {
  await signedIn(page)
  await ready(page, 1, '320')
  const before = await balance(page)
  await page.route(MAKE_BET, async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  await button(page).click()
  await expect(button(page)).toHaveAttribute('data-label', 'checking', PATIENCE)
  await wasAway(page)
  await page.reload()
  await page.unroute(MAKE_BET)
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await expect(proof(page)).toHaveCount(0)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 32_000)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the question stands over the coupon, and the bet goes on in it', async ({ page }) => {
    await signedIn(page)
    await wasAway(page)
    await openLine(page)
    const [outcome] = await outcomes(page, 1, 2)
    await price(page, outcome!).click()
    await page.locator('nav button[aria-haspopup="dialog"]').filter({ hasText: 'Купон' }).click()
    const sheet = page.getByRole('dialog', { name: 'Купон' })
    await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
    await button(page).click()
    await prove(page)
    await expect(sheet.getByTestId('coupon-placed')).toContainText('Ставка принята', PATIENCE)
  })
})

const take = (cashout: Locator) => cashout.getByRole('button', { name: /забрать/i }).first()

test('a sale: the password, and the same press is done', async ({ page, request }) => {
  await signedIn(page)
  await openLine(page)
  const [outcome] = await outcomes(page, 1, 5)
  const betId = await placeSingle(page.context(), await gameOf(request, outcome!), 1000)
  await wasAway(page)
  await open(page, '/ru/office/history')
  const card = page.locator(`li[data-bet="${betId}"]`)
  await card.getByRole('button').first().click(PATIENCE)
  const cashout = card.locator('section[data-press]')
  await expect(take(cashout)).toHaveText(/^Забрать .*\d/, PATIENCE)
  await expect(async () => {
    if ((await proof(page).count()) === 0) await take(cashout).press('Enter', { timeout: 1_000 })
    await expect(proof(page)).toBeVisible({ timeout: 1_000 })
  }).toPass(PATIENCE)
  await prove(page)
  await expect(page.getByText(/^Ставка выкуплена/).first()).toBeVisible(PATIENCE)
  await expect(page.locator(`li[data-bet="${betId}"]`)).toContainText('Продана', PATIENCE)
})
