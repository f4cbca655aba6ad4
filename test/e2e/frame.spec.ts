/** Presses of the frame that lead elsewhere, and what the page tells of them. */
import { expect, test, type Page } from '@playwright/test'
import { PATIENCE, open, pressBack, productNow } from './page.ts'

test.describe.configure({ timeout: 120_000 })

test("a sport pressed in the phone's menu is gone to, and Back leads back; out of a page of failure too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('button', { name: /Меню/ }).first()
  // Nothing has to be fetched for the way out: it comes while the menu is still taking its own step back.
  await open(page, '/ru/line/no-such-sport')
  await menu.click()
  await page.getByRole('dialog').locator('a[data-sport="4"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Теннис', PATIENCE)
  await expect(page).toHaveURL('/ru/line/tennis', PATIENCE)
  await open(page, '/ru/line')
  await page.getByRole('button', { name: /Меню/ }).first().click()
  await page.getByRole('dialog').locator('a[data-sport="1"]').click()
  await expect(page).toHaveURL('/ru/line/football', PATIENCE)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/ru/line', PATIENCE)
  // Nothing of the menu stands between the pages: one press of Back is one page.
  await backFromLine(page)
})

async function backFromLine(page: Page): Promise<void> {
  await pressBack(page)
  await expect(page).toHaveURL('/ru/line/tennis', PATIENCE)
}

test.describe("a press of Back after the phone's menu", () => {
  test.use({ viewport: { width: 390, height: 844 } })
  const menu = async (page: Page) => {
    await open(page, '/ru/line/tennis')
    await open(page, '/ru/line')
    await page.getByRole('button', { name: /Меню/ }).first().click()
    return page.getByRole('dialog').first()
  }

  test('that led to another language leaves no second press without effect', async ({ page }) => {
    const dialog = await menu(page)
    await dialog.locator('summary', { hasText: 'Настройки' }).click(PATIENCE)
    await dialog.getByRole('button', { name: /^Язык/ }).click()
    await page.getByRole('option', { name: 'English' }).click(PATIENCE)
    await expect(page).toHaveURL('/en/line', PATIENCE)
    await page.goBack()
    await expect(page).toHaveURL('/ru/line', PATIENCE)
    await page.waitForSelector('html[data-hydrated]', PATIENCE)
    await backFromLine(page)
  })

  test('under which the page was loaded again does not end on the menu that is gone', async ({ page }) => {
    await expect(await menu(page)).toBeVisible(PATIENCE)
    await page.reload()
    await page.waitForSelector('html[data-hydrated]', PATIENCE)
    await backFromLine(page)
  })
})

test('a period chosen in its window is no page of its own', async ({ page }) => {
  await open(page, '/ru/line/tennis')
  await open(page, '/ru/line')
  await page.locator('[data-period=own]').click(PATIENCE)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('slider').fill('12', PATIENCE)
  await expect(page).toHaveURL('/ru/line?t=12h', PATIENCE)
  await pressBack(page)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/ru/line?t=12h')
  await backFromLine(page)
})

test('days of the line are those of the product while the clock of the browser is two days ahead', async ({ page, request }) => {
  const now = await productNow(request)
  await page.clock.install({ time: now + 2 * 86_400_000 })
  await open(page, '/ru/line')
  const day = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', timeZone: 'Asia/Almaty' })
  const text = day.format(now + 2 * 86_400_000)
  await expect(page.locator('[data-period=d2]')).toHaveText(text, PATIENCE)
})

test('on a phone nothing of the footer is in the first screen, so that what comes later does not move it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/ru/login', '/ru/results', '/ru/line/no-such-sport']) {
    await open(page, path)
    const top = await page
      .locator('footer')
      .last()
      .evaluate((footer) => footer.getBoundingClientRect().top + scrollY)
    expect(top, path).toBeGreaterThanOrEqual(844)
  }
})

test('the way in by a passkey has its place in the document itself', async ({ request }) => {
  expect(await (await request.get('/ru/login')).text()).toMatch(/<button[^>]*>(?:(?!<\/button>).)*Ключ доступа/s)
})

test('a language chosen in the header loads the same page in it, and Back leads to the page before', async ({ page }) => {
  await open(page, '/ru/live')
  await open(page, '/ru/line/football')
  await page.getByRole('button', { name: /^Язык/ }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/line/football', PATIENCE)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en', PATIENCE)
  await page.goBack()
  await expect(page).toHaveURL('/ru/line/football', PATIENCE)
})

test('the page counts nothing before the visitor has agreed, and tells in a batch what it counted then (DAT-06)', async ({
  page,
  context,
  baseURL,
}) => {
  const told: [code: number, at: number, data: object][][] = []
  page.on('request', (request) => {
    if (/\/fatman-api\/.+\/event\.json$/.test(request.url())) told.push((request.postDataJSON() as { ev: (typeof told)[number] }).ev)
  })
  const leave = async () => {
    await page.evaluate(() => {
      for (const state of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })
    // Longer than a batch waits before it leaves.
    await page.clock.fastForward(4_000)
  }
  await page.clock.install()
  await open(page, '/ru/live')
  await leave()
  const agreedAt = await page.evaluate(() => Date.now())
  await context.addCookies([{ name: 'cookies_agree_type', value: '3', url: baseURL ?? '' }])
  await leave()
  await expect.poll(() => told.map((batch) => batch.map(([code]) => code)), PATIENCE).toEqual([[1001, 1002]])
  // What was counted too early may be told late.
  expect(told[0]!.every(([, at]) => at >= agreedAt)).toBe(true)
})

test('after a page of failure the next page looks as it always does', async ({ page }) => {
  const look = () =>
    page
      .getByRole('tab', { name: 'Купон' })
      .first()
      .evaluate((tab) => {
        const { color, fontWeight, padding, minHeight } = getComputedStyle(tab)
        return [color, fontWeight, padding, minHeight].join()
      })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/ru/line/tennis')
  const before = await look()
  await open(page, '/ru/line/no-such-sport')
  await page.locator('a[data-sport="4"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Теннис', PATIENCE)
  // A style sheet may come with its part of the page.
  await expect.poll(look, PATIENCE).toBe(before)
})

test.describe('before the page listens', () => {
  test.use({ viewport: { width: 1440, height: 900 } })
  let bring = () => {}
  test.beforeEach(async ({ page }) => {
    const held = new Promise<void>((done) => (bring = done))
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
  })
  /** So far it has not listened, and does from now on. */
  async function letItListen(page: Page): Promise<void> {
    await expect(page.locator('html[data-hydrated]')).toHaveCount(0)
    bring()
  }

  test('presses are kept and made once it does', async ({ page }) => {
    await page.goto('/ru/line', { waitUntil: 'commit' })
    const price = page.locator('main button[data-outcome]').first()
    await price.click(PATIENCE)
    await page.getByRole('button', { name: /^Тема/ }).click()
    await letItListen(page)
    await expect(price).toHaveAttribute('aria-pressed', 'true', PATIENCE)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'flood')
  })

  test('fields keep what is typed, and a form is sent with it, once', async ({ page }) => {
    let sent = 0
    page.on('request', (request) => void (sent += Number(request.url().endsWith('/user/auth'))))
    await page.goto('/ru/login', { waitUntil: 'commit' })
    await page.getByLabel('Почта или номер игрока').fill('nobody@polosa.example', PATIENCE)
    const password = page.getByLabel('Пароль', { exact: true })
    await password.fill('not-a-password-of-anybody')
    for (let press = 0; press < 2; press += 1) await password.press('Enter')
    await letItListen(page)
    await expect(page.getByText('Неверный логин или пароль').first()).toBeVisible(PATIENCE)
    await expect(page.getByLabel('Почта или номер игрока')).toHaveValue('nobody@polosa.example')
    expect(sent).toBe(1)
  })
})

test('frames go where one of them goes, also by a new document and into another language (XW-02)', async ({ page }) => {
  await open(page, '/ru/dev/embed')
  await expect(page.getByTestId('embed-state')).toHaveText('handshaked', PATIENCE)
  const frames = page.frames().slice(1)
  const paths = () => frames.map((frame) => new URL(frame.url()).pathname)
  const all = (path: string) => expect.poll(paths, PATIENCE).toEqual(frames.map(() => path))
  await all('/ru/line')
  await frames[0]!.goto('/ru/live')
  await all('/ru/live')
  await frames[1]!.goto('/en/live')
  await all('/en/live')
  await expect(frames[2]!.locator('html')).toHaveAttribute('lang', 'en', PATIENCE)
  await expect(page.getByTestId('embed-routePath')).toHaveText('/en/live')
})
