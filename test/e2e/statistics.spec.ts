/** The statistics window: its nine views, its parameters, the frame around it and its way to the coupon. */
import { expect, test, type APIRequestContext } from '@playwright/test'
import { open, seriousFindings } from './page.ts'

/** The final run shares two processors with everything else: conditions get time. */
const PATIENCE = { timeout: 40_000 }

test.use({ viewport: { width: 1024, height: 780 } })
test.describe.configure({ timeout: 150_000 })

interface Row {
  I: number
  CI: number
  LI: number
  O1: string
  O1I: number
  /** Start, seconds. */
  S: number
}

/** Rows of a sport's line; a server that has just started is still filling its book. */
async function rowsOf(request: APIRequestContext, sport: number): Promise<Row[]> {
  let rows: Row[] = []
  await expect
    .poll(async () => {
      const answer = await request.get(`/LineFeed/Get1x2_VZip?sports=${sport}&count=60&virtualSports=true&lng=en`)
      rows = ((await answer.json()) as { Value: Row[] }).Value
      return rows.length
    }, PATIENCE)
    .toBeGreaterThan(0)
  return rows
}

/** A match to come of a championship that has a table already. */
async function footballGame(request: APIRequestContext): Promise<Row> {
  let found: Row | undefined
  await expect(async () => {
    // One match of each championship, since cups have no table, and none that begins while the test looks at it.
    const later = (await rowsOf(request, 1)).filter(({ S }) => S * 1000 > Date.now() + 600_000)
    for (const row of new Map(later.map((one) => [one.LI, one])).values()) {
      const table = (await (await request.get(`/SiteService/StageTable?gameId=${row.I}&lng=en`)).json()) as { Value: unknown }
      if (table.Value !== null) return void (found = row)
    }
    throw new Error('no championship has results yet')
  }).toPass(PATIENCE)
  return found!
}

test('nine views with data, and a wrong address names its parameter and value', async ({ request }) => {
  const game = await footballGame(request)
  const [tennis] = await rowsOf(request, 4)
  const [race] = await rowsOf(request, 44)
  const card = (await (await request.get(`/SiteService/HorsesRace?raceid=${race!.I}&lng=en`)).json()) as { Value: { H: { I: number }[] } }
  const [cyber] = await rowsOf(request, 85)
  const views = [
    `game/1/${game.CI}`,
    `game/44/${race!.CI}`,
    `team/1/${game.O1I}`,
    `player/4/${tennis!.O1I}`,
    `stage/1/${game.LI}?tt=1`,
    `tournament/1/${game.LI}/0`,
    `rating/1/${game.LI}`,
    `horse/${card.Value.H[0]!.I}`,
    `graph/${game.I}`,
    `graph/${game.I}/3`,
    `cyber/85/${cyber!.LI}/0`,
  ]
  for (const view of views) {
    const answer = await request.get(`/en/statisticpopup/${view}`)
    expect(answer.status(), view).toBe(200)
    expect(await answer.text(), view).toContain('<main')
    expect(answer.headers()['content-security-policy'], view).toMatch(/frame-ancestors 'self'(?:;|$)/)
  }
  const team = await (await request.get(`/en/statisticpopup/team/1/${game.O1I}`)).text()
  expect(team).toContain(game.O1)
  for (const [path, name, value] of [
    ['team/1/', 'teamId', 'empty'],
    ['cyber/86/910000/2026', 'sportId', '86'],
    ['game/1/5/nothing', 'tab', 'nothing'],
    ['nowhere/1', 'view', 'nowhere'],
  ] as const) {
    const answer = await request.get(`/en/statisticpopup/${path}`)
    const html = await answer.text()
    expect(answer.status(), path).toBe(400)
    expect(html, path).toContain('data-error="wrong-input-parameter"')
    expect(html, path).toContain(`${name}: “${value}”`)
  }
  expect((await request.get('/en/statisticpopup/team/1/2147483000')).status()).toBe(404)
  const partner = 'https://stats.partner.example'
  await request.post('/dev/api/brand', { data: { set: { statistics: { opens: 'window', frameOrigins: [partner] } } } })
  const allowed = await request.get(`/en/statisticpopup/team/1/${game.O1I}`)
  expect(allowed.headers()['content-security-policy']).toContain(`frame-ancestors 'self' ${partner}`)
  // In development the site may frame itself; the statistics' partner gets nothing else of it.
  expect((await request.get('/en/line')).headers()['content-security-policy']).toMatch(/frame-ancestors 'self'(?:;|$)/)
})

test('a game: tabs, parameters, a hidden block stays hidden, nothing serious for axe', async ({ page, request }) => {
  const game = await footballGame(request)
  const path = `/en/statisticpopup/game/1/${game.CI}`
  await open(page, path)
  await expect(page.locator('header nav, header [href*="tournament"]').first()).toBeVisible(PATIENCE)
  await expect(page.getByText(game.O1).first()).toBeVisible()
  expect(await page.title()).toContain(game.O1)
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL(/\/table$/)
  await expect(page.getByRole('table')).toBeVisible(PATIENCE)
  await page.getByRole('link', { name: 'Overview' }).click()
  const form = page.locator('[data-block="game-form"]')
  await form.getByRole('button', { name: /Hide/ }).click()
  await expect(form).toHaveAttribute('data-closed', 'true')
  expect(await page.evaluate(() => localStorage.getItem('stHideItem-game-form'))).toBe('1')
  await page.reload()
  await expect(form).toHaveAttribute('data-closed', 'true', PATIENCE)
  await form.getByRole('button', { name: /Show/ }).click()
  expect(await page.evaluate(() => localStorage.getItem('stHideItem-game-form'))).toBeNull()
  expect(await seriousFindings(page)).toEqual([])

  await open(page, `${path}?rtl=1&d=1&is12h=1&tz=5&hn=1&mh=400&ln=ru`)
  const frame = page.locator('div[data-theme="flood"]')
  await expect(frame).toHaveAttribute('dir', 'rtl')
  await expect(frame).toContainText(/\d\s(AM|PM)/)
  expect(await frame.evaluate((element) => getComputedStyle(element).minBlockSize)).toBe('400px')
  await expect(page.getByRole('link', { name: 'Table', exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/[а-яё]/i)
  expect(await seriousFindings(page)).toEqual([])
})

test('a graph whose file does not come says so in its place, with a retry that brings it (UI-17)', async ({ page, request }) => {
  const game = await footballGame(request)
  await page.route(/assets\/GraphView-/, (route) => route.abort())
  await open(page, `/en/statisticpopup/graph/${game.I}`)
  const failure = page.locator('main').getByRole('alert')
  await expect(failure).toBeVisible(PATIENCE)
  await page.unroute(/assets\/GraphView-/)
  await failure.getByRole('button').click()
  await expect(page.getByRole('slider')).toBeVisible(PATIENCE)
})

test('a list of a hundred strengths is turned by pages; one past the end is the last (ST-12 p)', async ({ page, request }) => {
  const rows = async () =>
    ((await (await request.get('/service-api/statistics/v1/rating?sportId=1&id=0&lng=en')).json()) as { rows: unknown[] }).rows
  await expect.poll(async () => (await rows()).length, PATIENCE).toBeGreaterThan(50)
  await open(page, '/en/statisticpopup/rating/1/0')
  const first = page.getByRole('table').getByRole('row').nth(1)
  await expect(first).toContainText(/^1\D/)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/[?&]p=2$/)
  await expect(first).toContainText(/^51\D/)
  await open(page, '/en/statisticpopup/rating/1/0?p=900')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
})

test('a page around the widget: its height, address, history and title follow', async ({ page, request }) => {
  const { LI } = await footballGame(request)
  await open(page, `/en/statistic/tournament/1/${LI}/0`)
  const frame = page.frameLocator('iframe[src*="statisticpopup"]')
  const team = frame.getByRole('table').getByRole('link').first()
  await expect(team).toBeVisible(PATIENCE)
  const heightOf = () => page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(heightOf, PATIENCE).toBeGreaterThan(500)
  const name = (await team.innerText()).trim()
  await team.click()
  await expect(page).toHaveURL(/\/statistic\/team\/1\/\d+/, PATIENCE)
  await expect(frame.getByRole('heading', { level: 1 })).toContainText(name, PATIENCE)
  await expect.poll(() => page.title(), PATIENCE).toContain(name)
  await page.goBack()
  await expect(page).toHaveURL(/\/statistic\/tournament\//)
  await expect(frame.getByRole('table').first()).toBeVisible(PATIENCE)
})

test('a price pressed in the statistics window stands in the coupon of the site', async ({ page, request }) => {
  const game = await footballGame(request)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/en/line/football')
  const opened = page.waitForEvent('popup')
  await page.evaluate((path) => void window.open(path, 'statistics', 'popup,width=1024,height=780'), `/en/statisticpopup/game/1/${game.CI}`)
  const popup = await opened
  const price = popup.locator('[data-block="game-prices"] button[data-outcome]').first()
  await expect(price).toBeVisible(PATIENCE)
  await expect(async () => {
    if ((await price.getAttribute('data-state')) !== 'selected') await price.click()
    await expect(price).toHaveAttribute('data-state', 'selected', { timeout: 4_000 })
  }).toPass(PATIENCE)
  await expect(page.getByRole('complementary', { name: 'Coupon' })).toContainText(game.O1, PATIENCE)
})
