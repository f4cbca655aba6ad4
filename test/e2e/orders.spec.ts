/** Bets that wait: an auto-bet that comes true by itself, a bid that is answered. */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import {
  balance,
  button,
  coupon,
  gameOf,
  more,
  movePrice,
  openLine,
  outcomes,
  placed,
  price,
  rememberSession,
  signedIn,
  stake,
} from './coupon-page.ts'
import { PATIENCE, open } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(() => test.setTimeout(180_000))
test.beforeAll(async ({ browser, baseURL }) => rememberSession(browser, baseURL ?? ''))

test('an auto-bet is placed by itself when its price comes, and the page says so', async ({ page, request }) => {
  await signedIn(page)
  await openLine(page)
  const [chosen] = await outcomes(page, 1, 8)
  const now = (await gameOf(request, chosen!)).E!.find(({ T }) => T === 1)!.C
  await price(page, chosen!).click()
  await more(page, 'Автоставка')
  await stake(page, '410')
  await coupon(page)
    .getByLabel('Нужный коэффициент')
    .fill(String(Math.round(now * 110) / 100))
  await expect(button(page)).toHaveAttribute('data-label', 'order', PATIENCE)
  const before = await balance(page)
  await button(page).click()
  await expect(placed(page)).toContainText('Ставка будет сделана', PATIENCE)
  expect(await balance(page)).toBe(before)
  await movePrice(request, chosen!, 1.2)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 41_000)
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await open(page, '/ru/office/history')
  await expect(page.locator('li[data-bet]').first()).toContainText('410', PATIENCE)
})

async function sendBid(page: Page, request: APIRequestContext, sum: number): Promise<number> {
  await openLine(page)
  const [chosen] = await outcomes(page, 1, 9)
  await price(page, chosen!).click()
  await more(page, 'Заявка')
  await stake(page, String(sum))
  await coupon(page).getByLabel('Коэффициент', { exact: true }).fill('25')
  await expect(button(page)).toHaveAttribute('data-label', /bid/, PATIENCE)
  await button(page).click()
  await expect(placed(page)).toContainText('Заявка отправлена', PATIENCE)
  const queue = (await (await request.get('/dev/api/bids')).json()) as { id: number; sum: number }[]
  // Those of every player stand there, also of a try before.
  return Math.max(...queue.filter((bid) => bid.sum === sum).map(({ id }) => id))
}

async function counter(request: APIRequestContext, bid: number, offer: { sum: string; coef: string }): Promise<void> {
  expect((await request.post(`/dev/api/bids/${bid}`, { data: { decision: 'counter', ...offer } })).status()).toBe(200)
}

test('a bid waits for its answer with the money held; the counter offer is taken', async ({ page, request }) => {
  await signedIn(page)
  await openLine(page)
  const before = await balance(page)
  const bid = await sendBid(page, request, 420)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 42_000)
  await counter(request, bid, { sum: '400', coef: '12' })
  await expect(placed(page)).toContainText('Встречное предложение', PATIENCE)
  await placed(page)
    .getByRole('button', { name: /^Принять/ })
    .click()
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 40_000)
})

test('an offer is said on the page where its player is by then, and leads to its answer', async ({ page, request }) => {
  await signedIn(page)
  const bid = await sendBid(page, request, 430)
  await open(page, '/ru/office/settings')
  await counter(request, bid, { sum: '410', coef: '11' })
  const said = page.getByText('Ответ на вашу заявку: предлагаем 410')
  await expect(said).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Посмотреть' }).click()
  await page
    .getByRole('button', { name: /^Принять 410/ })
    .first()
    .click()
  await expect(page.locator(`[data-ended="bid-${bid}"]`)).toContainText('410', PATIENCE)
})

/** Moves the price by these steps, stakes more than is the maximum there, and the rest waits for the trader. */
async function vipWaits(page: Page, request: APIRequestContext, { from, steps, sum }: { from: number; steps: number[]; sum: number }) {
  await page.context().request.post('/dev/api/brand', { data: { set: { betting: { vip: { default: true } } } } })
  await signedIn(page)
  await openLine(page)
  const [chosen] = await outcomes(page, 1, from)
  const { CI } = await gameOf(request, chosen!)
  for (const at of steps) {
    const priced = await request.post(`/dev/api/games/${CI}/price`, { data: { key: 'result_1x2', outcome: '1', price: at } })
    expect(priced.status()).toBe(200)
    await expect(price(page, chosen!)).toContainText(at.toFixed(2), PATIENCE)
  }
  await price(page, chosen!).click()
  const before = await balance(page)
  await stake(page, String(sum))
  await expect(coupon(page)).toContainText('VIP: сверх максимума', PATIENCE)
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  await button(page).click()
  await expect(placed(page)).toContainText('Остальная сумма ждёт ответа', PATIENCE)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - sum * 100)
  const queue = (await (await request.get('/dev/api/bids')).json()) as { id: number; sum: number; isVip: boolean }[]
  const bid = queue.find(({ isVip, id }) => isVip && id === Math.max(...queue.map((one) => one.id)))!
  const decide = async (data: Record<string, string>) => {
    const answer = await request.post(`/dev/api/bids/${bid.id}`, { data })
    expect(answer.status()).toBe(200)
  }
  return { before, rest: Math.round(bid.sum * 100), decide }
}

test('the rest of a VIP stake: its counter offer comes to the coupon that has placed the first part, and is taken there', async ({
  page,
  request,
}) => {
  // At a price of twenty the maximum is a stake that the player can pass. Tenfold at once would be taken for a slip of the hand.
  const { before, rest, decide } = await vipWaits(page, request, { from: 10, steps: [6, 20], sum: 180_000 })
  await decide({ decision: 'counter', sum: '1000', coef: '19' })
  await expect(placed(page)).toContainText('Встречное предложение', PATIENCE)
  await placed(page)
    .getByRole('button', { name: /^Принять/ })
    .click()
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 18_000_000 + rest - 100_000)
  await expect(placed(page).getByText(/^Ставка принята/)).toHaveCount(2, PATIENCE)
})

test('the rest of a VIP stake that the trader refuses comes back, the first part stays a bet', async ({ page, request }) => {
  const { before, rest, decide } = await vipWaits(page, request, { from: 11, steps: [6, 20, 80], sum: 40_000 })
  await decide({ decision: 'refuse' })
  await expect(placed(page)).toContainText('Заявка отклонена', PATIENCE)
  await expect(placed(page)).toContainText('Трейдер отказал', PATIENCE)
  expect(rest).toBeGreaterThan(0)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 4_000_000 + rest)
  await expect(placed(page).getByText(/^Ставка принята/)).toHaveCount(1)
  await open(page, '/ru/office/autobets')
  await expect(page.locator('main [data-ended]').first()).toContainText('Отказ · Трейдер отказал', PATIENCE)
  await open(page, '/ru/office/history')
  await expect(page.locator('li[data-bet]').first()).toContainText(
    (40_000 - rest / 100).toLocaleString('ru').replaceAll(/\s/g, '\u00A0'),
    PATIENCE,
  )
})
