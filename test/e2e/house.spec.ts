/** The frame of the site: languages, brands, themes, closed and missing pages, consent, access for everybody. */
import { expect, test } from '@playwright/test'
import { PATIENCE, open, seriousFindings, registered, stepsDone } from './page.ts'

test.describe.configure({ timeout: 120_000 })

test('the bare address leads to the language of the brand, redirects and unknown pages keep the menu', async ({ page, request }) => {
  const bare = await request.get('/', { maxRedirects: 0 })
  expect([bare.status(), bare.headers()['location']]).toEqual([302, '/ru'])
  const moved = await request.get('/sports', { maxRedirects: 0 })
  expect([moved.status(), moved.headers()['location']]).toEqual([301, '/ru/line'])
  const rules = await request.get('/ru/information/rules', { maxRedirects: 0 })
  expect([rules.status(), rules.headers()['location']]).toEqual([301, '/ru/information/regRules'])
  const missing = await page.goto('/ru/no-such-page')
  expect(missing?.status()).toBe(404)
  for (const file of ['1', 'backup.tgz', '1.bak', '1~', '910929-england-premier-league.old'])
    // A server that has just started does not know yet what is not there.
    await expect.poll(async () => (await request.get(`/ru/line/football/${file}`)).status(), { ...PATIENCE, message: file }).toBe(404)
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Разделы' }).first()).toBeVisible()
})

test('a closed section says so', async ({ page }) => {
  const closed = await page.goto('/ru/casino')
  expect(closed?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Казино' })).toBeVisible()
  expect((await page.goto('/ru/toto/fifteen/x'))?.status()).toBe(404)
})

test('a section that a player has closed for himself says just that, and offers nothing of its kind (XT-46)', async ({ page, context }) => {
  await registered(context, `closed-${Date.now()}@polosa.example`, 'a-quiet-lantern-7')
  await context.request.post('/dev/api/brand', { data: { set: { features: { casino: true } } } })
  await open(page, '/ru/office/limits')
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Казино/ })
    .getByRole('button', { name: 'Закрыть' })
    .click(PATIENCE)
  await expect(page.getByRole('listitem').filter({ hasText: /^Казино/ })).toContainText('Закрыт с', PATIENCE)
  const menu = page.getByRole('navigation', { name: 'Разделы' }).first()
  await expect(menu.getByRole('link', { name: 'Казино', exact: true })).toHaveCount(0, PATIENCE)
  await expect(menu.getByRole('link', { name: 'Линия' })).toBeVisible()
  await open(page, '/ru/casino')
  const main = page.getByRole('main')
  await expect(main).toContainText('Вы закрыли этот раздел для себя. Пока открыты:')
  await expect(main).not.toContainText('готовим')
  await expect(main.getByRole('link', { name: 'Линия' })).toBeVisible()
  await expect(main.getByRole('link', { name: /азино/ })).toHaveCount(0)
})

test('every page of information that the brand keeps answers, and the choice about cookies is changed on its own (IN-01, IN-02, DAT-06)', async ({
  page,
  request,
}) => {
  const menu = (await (await request.get('/web-api/external-api/seo/information/links?lng=ru')).json()).data as { link: string }[]
  expect(menu.length).toBeGreaterThan(20)
  for (const { link } of [...menu, { link: '/information/rulesFrame' }, { link: '/information/bettingCalculator' }])
    expect((await request.get(`/ru${link}`)).status(), link).toBe(200)
  const framed = await request.get('/ru/information/rulesFrame')
  expect([framed.headers()['content-security-policy'], (await framed.text()).includes('<header')]).toEqual([
    expect.stringMatching(/frame-ancestors 'self'(?:;|$)/),
    false,
  ])
  await open(page, '/ru/information/cookies')
  const choice = page.getByRole('group', { name: 'Сейчас выбрано' })
  for (const name of ['Только удобство', 'Отказаться']) {
    const logged = page.waitForResponse((answer) => answer.url().includes('agreement-with-cookies/log'))
    await choice.getByRole('button', { name }).click()
    expect((await logged).status()).toBe(200)
    await expect(choice.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
  }
  await open(page, '/ru/information/cookies')
  await expect(choice.getByRole('button', { name: 'Отказаться' })).toHaveAttribute('aria-pressed', 'true', PATIENCE)
  expect((await page.context().cookies()).find(({ name }) => name === 'cookies_agree_type')?.value).toBe('0')
})

test('who passes by the search with Tab on a phone is not taken into it; a key pressed there opens it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/ru/information')
  const field = page.locator('header [data-key="search"]')
  for (let i = 0; i < 8 && !(await field.evaluate((element) => element === document.activeElement)); i++) await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await page.waitForTimeout(1_500)
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog[open]')).toBeVisible(PATIENCE)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(field).toBeFocused()
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
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await colour()
  await button.click()
  await expect.poll(colour).not.toBe(before)
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
  await request.post('/dev/api/brand', { data: { country: 'CU' } })
  const cookies = (await request.storageState()).cookies
  await page.context().addCookies(cookies)
  expect((await page.goto('/ru/line'))?.status()).toBe(451)
  await expect(page.getByRole('heading', { name: 'Сайт недоступен в вашей стране' })).toBeVisible()
  await page.waitForSelector('html[data-hydrated]')
  await expect(page).toHaveTitle('Сайт недоступен в вашей стране · Polosa')
  expect((await request.get('/service-api/LineFeed/GetSportsShortZip?lng=ru')).status()).toBe(451)
})

test("the brand's rules close a page with its status, and the menu leaves it out (AC-03, AC-04)", async ({ page, request }) => {
  const rules = [
    ...['/live', '/multi-live'].map((path) => ({ path, blockedCountries: ['KZ'] })),
    ...['/favorites', '/results'].map((path) => ({ path, languages: ['en'] })),
  ]
  await request.post('/dev/api/brand', { data: { country: 'KZ', set: { global: { routes: rules } } } })
  await page.context().addCookies((await request.storageState()).cookies)
  expect((await page.goto('/ru/live'))?.status()).toBe(451)
  // It is the page that is closed: the site stays around it, and leads on to what is open.
  await expect(page.getByRole('heading', { name: 'Эта страница недоступна в вашей стране' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'В линию' })).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('link', { name: 'В Live' })).toHaveCount(0)
  expect((await page.goto('/ru/favorites'))?.status()).toBe(404)
  await open(page, '/ru/line')
  const leading = (path: string) => page.locator(`a[href^="/ru${path}"]`)
  for (const path of ['/multi-live', '/favorites', '/results']) await expect(leading(path)).toHaveCount(0)
  await expect(leading('/express-day')).not.toHaveCount(0)
  await expect(page.locator('a[href="/ru/live"]')).toHaveCount(0)
  await expect(page.locator('header').getByRole('link', { name: /^Линия/ })).toHaveCount(1)
  await expect(page.locator('header').getByRole('link', { name: /^Live/ })).toHaveCount(0)
})

test('a page that is not there offers no section that is closed', async ({ page, request }) => {
  const live = page.getByRole('main').getByRole('link', { name: 'В Live' })
  await open(page, '/ru/no-such-page')
  await expect(live).toHaveCount(1)
  await request.post('/dev/api/brand', { data: { set: { features: { live: false } } } })
  await page.context().addCookies((await request.storageState()).cookies)
  await open(page, '/ru/live')
  await expect(page.getByRole('main').getByRole('link', { name: 'В линию' })).toHaveCount(1)
  await expect(live).toHaveCount(0)
})

test('a long menu keeps one row: what does not fit stands under More and opens by keyboard', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/ru/no-such-page')
  // Nine sections of the brand and "More" (SH-04): in Russian, the longest of its languages.
  await expect(page.locator('header nav').locator('a:visible, button:visible')).toHaveCount(10)
  const menu = Array.from({ length: 12 }, (_, at) => ({
    id: `s${at}`,
    langKey: 'menu_line',
    actionType: 'link',
    link: `/line?s=${at}`,
    text: `Section ${at}`,
  }))
  await page.request.post(`${baseURL}/dev/api/brand`, { data: { set: { header: { menu } } } })
  await open(page, '/en/no-such-page')
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('ArrowDown')
  const shown = await page.locator('header nav a:visible').allInnerTexts()
  expect(shown).toHaveLength(12)
  await expect(page.locator('header nav a:focus')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  expect(await page.locator('header nav a:visible').count()).toBeLessThanOrEqual(9)
})

test('the foot waits under the first screen, so that nothing of it moves when a list comes (UI-13)', async ({ page }) => {
  for (const size of [
    { width: 1440, height: 1300 },
    { width: 390, height: 1300 },
  ]) {
    await page.setViewportSize(size)
    await open(page, '/ru/no-such-page')
    const foot = page.locator('main > footer')
    // The bar of a phone covers the last of the screen.
    const bar = size.width < 768 ? 70 : 0
    expect(await foot.evaluate((element) => element.getBoundingClientRect().top + scrollY)).toBeGreaterThanOrEqual(size.height - bar)
    await foot.scrollIntoViewIfNeeded()
    await expect(foot).toBeInViewport()
  }
})

test('the drawer scrolls inside itself: the last setting stays in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 560 })
  await open(page, '/ru/no-such-page')
  await page.getByRole('button', { name: 'Меню' }).last().click()
  await page.getByRole('dialog').locator('summary', { hasText: 'Настройки' }).click()
  const last = page.getByRole('dialog').getByRole('switch').last()
  await last.focus()
  await expect(last).toBeInViewport()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Меню' })).toBeInViewport()
})

// Faults are met by every page of the server: a language that no other test reads keeps these to their own page.
test('a refused feed call shows a designed error; the list comes by the retry', async ({ page, request }) => {
  const path = '/service-api/LineFeed/Get1x2_VZip?lng=kk'
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/kk/no-such-page')
  await request.put('/dev/api/faults', { data: { faults: [{ kind: 'status', path, status: 429 }] } })
  try {
    await page.locator('aside a[href*="/kk/line/"]').first().click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toBeVisible(PATIENCE)
    await request.put('/dev/api/faults', { data: { faults: [] } })
    await alert.getByRole('button').click()
    await expect(page.getByRole('main').locator('[data-ci]').first()).toBeVisible(PATIENCE)
    await expect(alert).toHaveCount(0)
  } finally {
    await request.put('/dev/api/faults', { data: { faults: [] } })
  }
  await open(page, '/kk/dev/inspect')
  const calls = page.getByTestId('page-record').getByRole('row').filter({ hasText: 'Get1x2_VZip' })
  await expect(calls.filter({ hasText: '2 error' }).first()).toContainText('429')
  await expect(calls.filter({ hasText: '1 success' }).first()).toBeVisible()
})

test('a part whose file does not come leaves the page whole and is offered again (UI-17)', async ({ page }) => {
  await page.route(/assets\/SelectModal-/, (route) => route.abort())
  await open(page, '/ru/line')
  const language = page.getByRole('button', { name: /^Язык/ }).first()
  await language.click()
  const again = page.getByRole('button', { name: 'Повторить' })
  await expect(again).toBeVisible()
  await expect(page.locator('header').getByRole('link', { name: /^Live/ })).toBeVisible()
  await page.unroute(/assets\/SelectModal-/)
  await Promise.all([page.waitForEvent('load'), again.click()])
  await page.waitForSelector('html[data-hydrated]')
  await language.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a cut stream is said and comes back by itself', async ({ page, request, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/kk/live')
  const badge = page.getByRole('main').locator('[role="status"][data-state]')
  await expect(badge).toHaveAttribute('data-state', 'live', PATIENCE)
  await context.setOffline(true)
  await request.post('/dev/api/faults/cut/streams')
  await expect(badge).not.toHaveAttribute('data-state', 'live', PATIENCE)
  await context.setOffline(false)
  await expect(badge).toHaveAttribute('data-state', 'live', PATIENCE)
})

test('the inspector shows modals with their states and the stored records', async ({ page }) => {
  await open(page, '/ru/dev/gallery')
  await page.waitForSelector('html[data-recorded]', PATIENCE)
  await page.getByRole('button', { name: 'queue of three' }).first().click()
  for (const name of ['first', 'second', 'third']) {
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await stepsDone(page)
  await open(page, '/ru/dev/inspect')
  const record = page.getByTestId('page-record')
  for (const state of ['0 queued', '1 opened', '2 closed']) await expect(record.getByRole('cell', { name: state }).first()).toBeVisible()
  await expect(record.getByRole('cell', { name: 'sessionTime' })).toBeVisible()
})

const AXE_PAGES = {
  paper: ['/ru', '/ru/line', '/ru/live', '/ru/no-such-page', '/ru/login', '/ru/registration'],
  flood: ['/ar/line', '/ru/login', '/ru/registration'],
}
for (const theme of ['paper', 'flood'] as const) {
  test(`axe finds nothing serious in ${theme}`, async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    for (const path of AXE_PAGES[theme]) {
      await open(page, path)
      expect(await seriousFindings(page), path).toEqual([])
    }
  })
}

test('a popup of the brand is shown once a browser, after the choice about cookies (SH-29)', async ({ page, context }) => {
  const texts = { ru: { title: 'Новый сезон', text: 'Линия открыта', action: 'Смотреть' } }
  const promo = { popups: [{ name: 'season', audience: 'all', link: '/live', delayMs: 0, texts }] }
  await context.request.post('/dev/api/brand', { data: { set: { promo } } })
  const popup = page.getByRole('dialog', { name: 'Новый сезон' })
  // A form shows none: elsewhere it may come in the moment between the choice and the next page.
  await open(page, '/ru/login')
  await page.getByRole('button', { name: 'Отказаться' }).click(PATIENCE)
  await open(page, '/ru/line')
  await expect(popup).toBeVisible(PATIENCE)
  const other = await context.newPage()
  const asked = other.waitForResponse(/content\/popups/, PATIENCE)
  await open(other, '/ru/line')
  await asked
  await other.close()
  await popup.getByRole('button', { name: 'Смотреть' }).click()
  await page.waitForURL('**/ru/live', PATIENCE)
  await expect(popup).toHaveCount(0)
  const again = page.waitForResponse(/content\/popups/, PATIENCE)
  await open(page, '/ru/line')
  await again
  // The answer is there and nothing was shown: the flag of this browser says so.
  await expect(popup).toHaveCount(0)
})

test('the kind of home and the first day of the week follow the configuration and the country (SH-11, SH-18)', async ({
  page,
  context,
}) => {
  await context.request.post('/dev/api/brand', { data: { country: 'CA', set: { global: { homeType: 'casino' } } } })
  await open(page, '/en')
  await expect(page.getByRole('heading', { level: 1, name: 'Casino and games' })).toBeVisible(PATIENCE)
  for (const [country, first] of [
    ['CA', 'Sunday'],
    ['GB', 'Monday'],
  ] as const) {
    await context.request.post('/dev/api/brand', { data: { country } })
    await open(page, '/en/registration?type=full_reg')
    await page.getByRole('button', { name: 'Calendar' }).click(PATIENCE)
    await expect(page.getByRole('columnheader').first()).toHaveAccessibleName(first)
  }
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Date of birth')).toHaveValue(/^\d\d\.\d\d\.20\d\d$/)
  await expect(page.getByRole('button', { name: 'Calendar' })).toBeFocused()
})

test('a page asked for without a network says so, and is opened when the network is back', async ({ page, context }) => {
  await registered(context, `no-network-${Date.now()}@polosa.example`, 'a-quiet-lantern-7')
  const row = page.getByRole('navigation', { name: 'Payments' })
  // Its code is there already, what it shows is not: a page whose code is missing is left to the browser and the worker.
  await open(page, '/en/office/spending')
  await row.getByRole('link', { name: 'All payments' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Deposits and withdrawals' })).toBeVisible(PATIENCE)
  await context.setOffline(true)
  await row.getByRole('link', { name: 'Money by month' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible(PATIENCE)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 2, name: 'Money by month' })).toBeVisible(PATIENCE)
})
