/** Kinds of coupons, blocks, tabs, orders and quick bets: what a player does with them, by mouse and by keyboard. */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { button, coupon, legs, more, openLine, outcomes, placed, price, rememberSession, signedIn, stake } from './coupon-page.ts'
import { PATIENCE, seriousFindings } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
// The lists of a server that has just started come late; the rest is bounded by its own conditions.
test.beforeEach(() => test.setTimeout(180_000))

test.beforeAll(async ({ browser, baseURL }) => rememberSession(browser, baseURL ?? ''))

async function choose(page: Page, count: number, from = 0): Promise<string[]> {
  const chosen = await outcomes(page, count, from)
  for (const outcome of chosen) await price(page, outcome).click()
  await expect(legs(page)).toHaveCount(count)
  return chosen
}

/** Places what is shown, also at a price that has moved meanwhile. Answers what was sent, and the win shown then. */
async function place(page: Page): Promise<Record<string, unknown>> {
  await expect(button(page)).toHaveAttribute('data-label', /^(place|order|accept)$/, PATIENCE)
  const shownWin = await coupon(page).getByTestId('coupon-win').innerText()
  const sent = page.waitForRequest(/MakeBetWeb/)
  await button(page).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  await expect(placed(page)).toBeVisible(PATIENCE)
  return { ...body, shownWin }
}

const block = (page: Page, name: string): Locator => coupon(page).getByRole('region', { name, exact: true })

test('a system explains itself and is placed with the figures that were shown', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  await choose(page, 4)
  await coupon(page).getByRole('radio', { name: 'Система' }).click()
  await coupon(page)
    .getByRole('radio', { name: /3 из 4/ })
    .click()
  await stake(page, '2400')
  await expect(coupon(page).getByText(/4 по 600/)).toBeVisible(PATIENCE)
  await expect(coupon(page).getByText('Выплата, если сыграет')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  const body = await place(page)
  expect(body).toMatchObject({ Vid: 2, expressNum: 3, Summ: 2400 })
  expect(Number((body['Shown'] as { win: string }).win)).toBe(
    Number(
      String(body['shownWin'])
        .replace(/[^\d,]/g, '')
        .replace(',', '.'),
    ),
  )
  // Yankee is all sizes of four but the singles: eleven bets.
  await page.getByRole('button', { name: 'Оставить исходы' }).click()
  await coupon(page).getByRole('radio', { name: /Янки/ }).click()
  await expect(coupon(page).getByText(/11 по/)).toBeVisible(PATIENCE)
  await coupon(page).getByRole('button', { name: 'Очистить' }).click()
})

test('a multi-bet with a lobby by keyboard alone', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  await choose(page, 4, 2)
  await more(page, 'Мультиставка')
  const handle = block(page, 'Блок 1').getByRole('button', { name: /^Переместить/ })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  const inLobby = block(page, 'Лобби').getByRole('button', { name: /^Переместить/ })
  await expect(inLobby).toBeFocused()
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'Перемещено: Лобби' })).toHaveCount(1)
  await expect(coupon(page).getByText(/3 по/)).toBeVisible(PATIENCE)
  const body = await place(page)
  expect(body).toMatchObject({ Vid: 4, WithLobby: true, EventsIndexes: [[0], [1], [2], [3]], expressNum: 2 })
  await button(page).click()
})

test('a conditional bet: a selection is dragged into another block, its stake is set', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  await choose(page, 4, 1)
  await more(page, 'Условная')
  const handle = block(page, 'Блок 2').getByRole('button', { name: /^Переместить/ })
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox())!
  const to = (await block(page, 'Блок 1').boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 80, to.y + 30, { steps: 6 })
  await page.mouse.up()
  await expect(block(page, 'Блок 1').getByRole('listitem')).toHaveCount(2)
  await coupon(page).getByLabel('Сумма блока 2').fill('700')
  // The same way by a press: the list of places under the selection.
  await block(page, 'Блок 3')
    .getByRole('button', { name: /^Переместить/ })
    .click()
  await block(page, 'Блок 3').getByRole('button', { name: 'Блок 2' }).click()
  await expect(block(page, 'Блок 2').getByRole('listitem')).toHaveCount(2)
  const body = await place(page)
  expect(body).toMatchObject({ Vid: 5, GroupsSumms: [2000, 700] })
  expect((body['EventsIndexes'] as number[][]).map((indexes) => indexes.length)).toEqual([2, 2])
  await button(page).click()
})

test('a conditional bet by finger on a phone: a selection goes to a place out of sight, the list scrolls on under it', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signedIn(page)
  await openLine(page)
  for (const outcome of await outcomes(page, 6)) await price(page, outcome).tap()
  await page.locator('nav').getByRole('button', { name: /Купон/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Купон' })
  await sheet.locator('button[aria-controls][aria-expanded]').first().tap()
  await sheet.getByTestId('coupon-more').getByRole('button', { name: 'Условная' }).tap()
  const first = sheet.getByRole('region', { name: 'Блок 1', exact: true })
  const handle = (await sheet
    .getByRole('region', { name: 'Блок 2', exact: true })
    .getByRole('button', { name: /^Переместить/ })
    .boundingBox())!
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number } | null) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const x = handle.x + handle.width / 2
  const from = handle.y + handle.height / 2
  await touch('touchStart', { x, y: from })
  await touch('touchMove', { x, y: from - 30 })
  await touch('touchMove', { x, y: (await first.boundingBox())!.y + 20 })
  await touch('touchEnd', null)
  await expect(first.getByRole('listitem')).toHaveCount(2)

  const again = (await first
    .getByRole('button', { name: /^Переместить/ })
    .last()
    .boundingBox())!
  const fresh = sheet.locator('[data-drop="new"]')
  const edge = (await sheet.locator('footer').boundingBox())!.y - 12
  await expect(fresh).not.toBeInViewport()
  await touch('touchStart', { x, y: again.y + 10 })
  await touch('touchMove', { x, y: again.y + 40 })
  await touch('touchMove', { x, y: edge })
  await expect.poll(async () => (await fresh.boundingBox())!.y).toBeLessThan(edge - 20)
  await touch('touchMove', { x, y: (await fresh.boundingBox())!.y + 12 })
  await touch('touchEnd', null)
  await expect(first.getByRole('listitem')).toHaveCount(1)
  await expect(sheet.getByRole('region', { name: 'Блок 6', exact: true }).getByRole('listitem')).toHaveCount(1)

  // The pad that types into the stake of a block leaves that stake in sight.
  const stakeOfBlock = sheet.getByLabel('Сумма блока 5')
  await stakeOfBlock.evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await stakeOfBlock.tap()
  for (const digit of ['9', '00']) await sheet.getByRole('button', { name: digit, exact: true }).tap()
  await expect(stakeOfBlock).toHaveValue('900')
  await expect(stakeOfBlock).toBeInViewport({ ratio: 1 })
  // A keyboard at a phone: the handle keeps the focus wherever its selection goes.
  const handleOf = (name: string) => sheet.getByRole('region', { name, exact: true }).getByRole('button', { name: /^Переместить/ })
  await handleOf('Блок 3').focus()
  await page.keyboard.press('ArrowDown')
  await expect(handleOf('Блок 3').last()).toBeFocused()
  await context.close()
})

test('an auto-bet waits for its price and is taken back', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  await choose(page, 1, 5)
  await more(page, 'Автоставка')
  await expect(button(page)).toHaveAttribute('data-label', 'set_price')
  await coupon(page).getByLabel('Нужный коэффициент').fill('90')
  await expect(button(page)).toHaveAttribute('data-label', 'order')
  const body = await place(page)
  expect(body).toMatchObject({ isAutoBet: true, autoBetCf: 90 })
  await expect(placed(page)).toContainText('при коэффициенте 90 и выше')
  await placed(page).getByRole('button', { name: 'Отменить' }).click()
  await expect(placed(page)).toContainText('Автоставка отменена', PATIENCE)
  await button(page).click()
})

test('two coupons in tabs: the other one is marked in the line and survives a reload', async ({ page }) => {
  await openLine(page)
  const [first] = await choose(page, 1)
  await coupon(page).getByRole('button', { name: 'Новый купон' }).click()
  await expect(coupon(page)).toContainText('Купон пуст')
  await expect(price(page, first!)).toHaveAttribute('data-elsewhere', 'true')
  await choose(page, 2, 3)
  const tab = (n: number) =>
    coupon(page)
      .getByRole('tablist', { name: 'Купоны' })
      .getByRole('tab', { name: `Купон ${n} исходов: ` })
  await expect(tab(2)).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(legs(page)).toHaveCount(2, PATIENCE)
  await tab(1).click()
  await expect(legs(page)).toHaveCount(1)
  await expect(price(page, first!)).toHaveAttribute('aria-pressed', 'true', PATIENCE)
  await coupon(page).getByRole('button', { name: 'Закрыть купон 1' }).click()
  await expect(legs(page)).toHaveCount(2)
})

test('a price that is held is a quick bet; the coupon stays as it is', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  const [first] = await outcomes(page, 1, 6)
  // The coupon's own code comes when the page is idle; until then a held price is a press.
  await expect(coupon(page).getByRole('button', { name: 'Подобрать' })).toBeVisible(PATIENCE)
  await price(page, first!).scrollIntoViewIfNeeded()
  const box = (await price(page, first!).boundingBox())!
  await page.mouse.move(box.x + 12, box.y + 12)
  await page.mouse.down()
  const mini = page.getByRole('dialog', { name: 'Быстрая ставка' })
  await expect(mini).toBeVisible(PATIENCE)
  await page.mouse.up()
  await expect(coupon(page)).toContainText('Купон пуст')
  await mini.locator('[data-label="place"]').click(PATIENCE)
  await expect(mini.getByTestId('coupon-placed')).toContainText('Ставка принята', PATIENCE)
  await mini.locator('[data-label="done"]').click()
  await expect(mini).toHaveCount(0)
})
