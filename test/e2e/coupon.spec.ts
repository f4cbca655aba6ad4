/** The street's second half in a browser: prices into the coupon, the coupon into bets, results into money. */
import { expect, test } from '@playwright/test'
import {
  MAKE_BET,
  balance,
  button,
  coupon,
  fillWithConflict,
  gameOf,
  inTheme,
  legs,
  logIn,
  movePrice,
  openLine,
  openMatchInPlay,
  outcomes,
  placed,
  price,
  rememberSession,
  signedIn,
  stake,
} from './coupon-page.ts'
import { open, PATIENCE, refuseCookies, seriousFindings } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
// The lists of a server that has just started come late; the rest is bounded by its own conditions.
test.beforeEach(() => test.setTimeout(180_000))

test.beforeAll(async ({ browser, baseURL }) => rememberSession(browser, baseURL ?? ''))

test('selections survive a reload, live in two tabs, and are still there after signing in', async ({ page, context }) => {
  await openLine(page)
  const [first, second] = await outcomes(page, 2)
  await price(page, first!).click()
  await price(page, second!).click()
  await expect(legs(page)).toHaveCount(2)
  await expect(button(page)).toHaveAttribute('data-label', 'sign_in')
  await page.reload()
  await expect(legs(page)).toHaveCount(2, PATIENCE)
  const other = await context.newPage()
  await open(other, '/ru/live/football')
  await expect(legs(other)).toHaveCount(2, PATIENCE)
  await legs(other)
    .first()
    .getByRole('button', { name: /^Убрать/ })
    .click()
  await expect(legs(page)).toHaveCount(1, PATIENCE)
  await other.close()
  await button(page).click()
  await page.waitForURL(/\/login/, PATIENCE)
  await logIn(page)
  await page.waitForURL(/\/line\/football\//, PATIENCE)
  await expect(legs(page)).toHaveCount(1, PATIENCE)
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
})

test('a single by keyboard alone: chosen, staked, placed, told and paid for', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  const before = await balance(page)
  const [first] = await outcomes(page, 1)
  await price(page, first!).focus()
  await page.keyboard.press('Enter')
  await expect(legs(page)).toHaveCount(1)
  const field = coupon(page).getByLabel('Сумма ставки', { exact: true })
  await expect(async () => {
    await page.keyboard.press('b')
    await expect(field).toBeFocused({ timeout: 500 })
  }).toPass(PATIENCE)
  // The field selects what stands in it a frame after the focus.
  await expect
    .poll(() => field.evaluate((input: HTMLInputElement) => (input.selectionEnd ?? 0) - (input.selectionStart ?? 0)))
    .toBeGreaterThan(0)
  await page.keyboard.type('512,5')
  await expect(button(page)).toHaveText(/^Поставить\s+512,50\s/)
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  for (let i = 0; i < 15 && !(await button(page).evaluate((element) => element === document.activeElement)); i += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: 'Ставка принята' })).toHaveCount(1)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 51_250)
})

test('an express: presets, exact win, a double press places once, and the bet stands among my bets', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  const chosen = await outcomes(page, 3, 1)
  for (const outcome of chosen) await price(page, outcome).click()
  await expect(legs(page)).toHaveCount(3)
  await coupon(page)
    .getByRole('button', { name: /^1\s000/ })
    .click()
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  const guids: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('MakeBetWeb')) guids.push((request.postDataJSON() as { betGUID: string }).betGUID)
  })
  await button(page).dblclick()
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  expect(guids).toHaveLength(1)
  const win = await placed(page).locator('dd').last().innerText()
  const id = (await placed(page).getByRole('link').innerText()).trim()
  await placed(page).getByRole('button', { name: 'Поделиться' }).click()
  await expect(placed(page).getByText(/Код купона/)).toBeVisible(PATIENCE)
  await button(page).click()
  await expect(coupon(page)).toContainText('Купон пуст')
  await coupon(page)
    .getByRole('tab', { name: /Мои ставки/ })
    .click()
  await coupon(page).locator(`a[href$="/coupon/${id}"]`).click()
  await expect(page).toHaveTitle(new RegExp(`${id}`), PATIENCE)
  await expect(page.getByTestId('bet-win')).toHaveText(win, PATIENCE)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(legs(page)).toHaveCount(3, PATIENCE)
})

test('a moved price asks; better only asks when it fell; any is taken', async ({ page, request }) => {
  await signedIn(page)
  await openLine(page)
  const [first] = await outcomes(page, 1, 5)
  await price(page, first!).click()
  await stake(page, '210')
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  await movePrice(request, first!, 0.9)
  await expect(button(page)).toHaveAttribute('data-label', 'accept', PATIENCE)
  await expect(legs(page).getByText('Коэффициент изменился', { exact: false })).toBeVisible()
  await legs(page).getByRole('button', { name: 'Принять' }).click()
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)

  const policy = coupon(page).getByLabel('Принимать при изменении')
  await policy.selectOption('better')
  await movePrice(request, first!, 1.1)
  await expect(legs(page).locator('[data-moved="up"]')).toBeVisible(PATIENCE)
  await expect(button(page)).toHaveAttribute('data-label', 'place')
  await movePrice(request, first!, 0.8)
  await expect(button(page)).toHaveAttribute('data-label', 'accept', PATIENCE)

  await policy.selectOption('any')
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  await button(page).click()
  await expect(placed(page)).toBeVisible(PATIENCE)
  await button(page).click()
  await expect(coupon(page)).toContainText('Купон пуст')
})

test('what stops a bet says so and mends it with one press', async ({ page, request }) => {
  await signedIn(page)
  await openLine(page)
  const [first] = await outcomes(page, 1, 6)
  await price(page, first!).click()
  await stake(page, '5000000')
  await expect(coupon(page).getByText('Сумма не может быть больше', { exact: false })).toBeVisible(PATIENCE)
  await stake(page, '1')
  await expect(coupon(page).getByText('Минимальная ставка', { exact: false })).toBeVisible(PATIENCE)
  await button(page).click()
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)

  // A second outcome of the same game cannot be combined with the first.
  await price(page, `${first!.split(':')[0]}:3`).click()
  await expect(coupon(page).getByText('Эти исходы нельзя объединить', { exact: false })).toBeVisible(PATIENCE)
  await button(page).click()
  await expect(coupon(page).getByRole('textbox')).toHaveCount(3)
  await legs(page)
    .last()
    .getByRole('button', { name: /^Убрать/ })
    .click()

  const game = await gameOf(request, first!)
  await request.post(`/dev/api/games/${game.CI}/suspend`, { data: { reason: 'trader' } })
  await expect(legs(page).getByText('Ставки на этот исход приостановлены', { exact: false })).toBeVisible(PATIENCE)
  await expect(button(page)).toHaveAttribute('data-label', 'remove_suspended')
  await request.post(`/dev/api/games/${game.CI}/reopen`)
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)

  await stake(page, '900000')
  await expect(button(page)).toHaveAttribute('data-label', /^(deposit|set_stake)$/, PATIENCE)
  if ((await button(page).getAttribute('data-label')) === 'set_stake') await button(page).click()
  await expect(button(page)).toHaveAttribute('data-label', 'deposit', PATIENCE)
  await button(page).click()
  await page.waitForURL(/\/office\/recharge\?sum=\d/, PATIENCE)
})

test('an answer that is lost is asked for again under the same key, and the bet is placed once', async ({ page }) => {
  await signedIn(page)
  await openLine(page)
  const [first] = await outcomes(page, 1, 7)
  await price(page, first!).click()
  await stake(page, '230')
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  const before = await balance(page)
  const guids: string[] = []
  await page.route(MAKE_BET, async (route) => {
    guids.push((route.request().postDataJSON() as { betGUID: string }).betGUID)
    if (guids.length > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await button(page).click()
  await expect(coupon(page).getByText('Связь прервалась', { exact: false })).toBeVisible(PATIENCE)
  await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
  expect(new Set(guids).size).toBe(1)
  expect(guids.length).toBeGreaterThan(1)
  await expect.poll(() => balance(page), PATIENCE).toBe(before - 23_000)
})

test('a placed bet is counted as 10000 and 1070 for who agreed to all cookies, and never for who refused (CP-43)', async ({ page }) => {
  await signedIn(page)
  const counted: number[] = []
  page.on('request', (sent) => {
    if (!sent.url().endsWith('/event.json')) return
    counted.push(...(sent.postDataJSON() as { ev: [number, number, object][] }).ev.map(([code]) => code))
  })
  const place = async (from: number) => {
    await openLine(page)
    const [outcome] = await outcomes(page, 1, from)
    await price(page, outcome!).click()
    await stake(page, '220')
    await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
    await button(page).click()
    await expect(placed(page)).toContainText('Ставка принята', PATIENCE)
    await button(page).click()
  }
  await place(8)
  // Longer than a batch waits before it leaves.
  await page.waitForTimeout(3_500)
  const ofBets = () => counted.filter((code) => code === 10_000 || code === 1070)
  expect(ofBets()).toEqual([])
  const [notice] = (await page.context().cookies()).filter(({ name }) => name === 'cookies_agree_type')
  await page.context().addCookies([{ ...notice!, value: '3' }])
  await place(9)
  await expect.poll(ofBets, PATIENCE).toEqual([10_000, 1070])
})

test('a live bet waits its delay; the end of the game pays it on the screen by itself', async ({ page, request }) => {
  await signedIn(page)
  const game = await openMatchInPlay(page, request)
  await refuseCookies(page)
  await price(page, `${game.I}:1`).click()
  await coupon(page).getByLabel('Принимать при изменении').selectOption('any')
  await stake(page, '240')
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
  await button(page).click()
  await expect(button(page)).toHaveAttribute('data-label', 'waiting', PATIENCE)
  await expect(coupon(page).getByText('Проверяем ставку', { exact: false })).toBeVisible()
  await expect(placed(page)).toBeVisible(PATIENCE)
  const id = (await placed(page).getByRole('link').innerText()).trim()
  const before = await balance(page)
  await button(page).click()
  await coupon(page)
    .getByRole('tab', { name: /Мои ставки/ })
    .click()
  const row = coupon(page).locator(`a[href$="/coupon/${id}"]`)
  await expect(row).toContainText('Принята', PATIENCE)
  const finished = await request.post(`/dev/api/games/${game.CI}/finish`, { data: { score: [9, 0] } })
  expect(finished.status()).toBe(200)
  await expect(row).toContainText(/Выигрыш|Выплачена/, PATIENCE)
  await expect.poll(() => balance(page), PATIENCE).toBeGreaterThan(before)

  await open(page, '/ru/office/history?status=won')
  await expect(page.locator('main li').filter({ hasText: id })).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Проигрыши' }).click()
  await expect(page).toHaveURL(/status=lost/)
  await expect(page.locator('main li').filter({ hasText: id })).toHaveCount(0, PATIENCE)
})

test('a code carries the coupon to another browser', async ({ page, browser, baseURL }) => {
  await openLine(page)
  for (const outcome of await outcomes(page, 2, 2)) await price(page, outcome).click()
  await coupon(page).getByRole('button', { name: 'Поделиться' }).click()
  const link = await coupon(page).locator('a[href*="?coupon="]').getAttribute('href', PATIENCE)
  // The address has no place to break of its own: the column stays as wide as it is.
  const beyond = await coupon(page).evaluate((column) => {
    const { right } = column.getBoundingClientRect()
    return [...column.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > right + 1).length
  })
  expect(beyond).toBe(0)
  const stranger = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } })
  const theirs = await stranger.newPage()
  await open(theirs, new URL(link!).pathname + new URL(link!).search)
  await expect(legs(theirs)).toHaveCount(2, PATIENCE)
  await expect(theirs).not.toHaveURL(/coupon=/)
  await stranger.close()
})

test('axe finds nothing serious in the coupon in paper', async ({ page, baseURL }) => {
  await inTheme(page, 'paper', baseURL)
  await openLine(page)
  await fillWithConflict(page)
  await expect(coupon(page).getByText('Эти исходы нельзя объединить', { exact: false })).toBeVisible(PATIENCE)
  expect(await seriousFindings(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the number pad rests while the bet is on its way', async ({ page }) => {
    await signedIn(page)
    await openLine(page)
    const [first] = await outcomes(page, 1, 6)
    await price(page, first!).click()
    await page.locator('nav button[aria-haspopup="dialog"]').filter({ hasText: 'Купон' }).click()
    const sheet = page.locator('dialog[open]')
    const keys = sheet.getByRole('group', { name: 'Цифры' }).getByRole('button')
    await expect(keys).toHaveCount(16, PATIENCE)
    const next = sheet.locator('[data-label]')
    await expect(next).toHaveAttribute('data-label', 'place', PATIENCE)
    let answer: () => void = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(MAKE_BET, async (route) => {
      await held
      await route.continue()
    })
    await next.click()
    await expect(next).toHaveAttribute('data-label', 'sending')
    for (const key of await keys.all()) await expect(key).toBeDisabled()
    answer()
    await expect(sheet.getByTestId('coupon-placed')).toContainText('Ставка принята', PATIENCE)
  })

  test('the sheet opens from the bar, keeps the focus, closes by Back, and reads right to left, in floodlight', async ({
    page,
    baseURL,
  }) => {
    await inTheme(page, 'flood', baseURL)
    await openLine(page, 'ar')
    const [first] = await outcomes(page, 1)
    await price(page, first!).click()
    await price(page, `${first!.split(':')[0]}:3`).click()
    const opener = page.locator('nav button[aria-haspopup="dialog"]').filter({ hasText: 'القسيمة' })
    await opener.click()
    const sheet = page.locator('dialog[open]')
    await expect(sheet.locator('li[data-status]')).toHaveCount(2, PATIENCE)
    // It comes with the server's answer and fades in.
    await expect(sheet.locator('[data-kind=error]').first()).toBeVisible(PATIENCE)
    expect(await seriousFindings(page)).toEqual([])
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab')
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(page).toHaveURL(/\/ar\/line\/football/)
    await expect(opener).toBeFocused()
  })
})
