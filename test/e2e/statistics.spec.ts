/** The statistics window: its nine views, its parameters, the frame around it and its way to the coupon. */
import { expect, test, type APIRequestContext, type FrameLocator, type Page } from '@playwright/test'
import { open, pressBack, seriousFindings } from './page.ts'
import { hostPage, saidIn, tell } from './statistics-host.ts'

/** The final run shares two processors with everything else: conditions get time. */
const PATIENCE = { timeout: 40_000 }

test.use({ viewport: { width: 1024, height: 780 } })
test.describe.configure({ timeout: 150_000 })

interface Row {
  I: number
  CI: number
  LI: number
  L: string
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

let found: Row | undefined

/** A match to come of a championship that has a table already: the same one for as long as it is to come. */
async function footballGame(request: APIRequestContext): Promise<Row> {
  await expect(async () => {
    // One match of each championship, since cups have no table, and none that begins while the test looks at it.
    const later = (await rowsOf(request, 1)).filter(({ S }) => S * 1000 > Date.now() + 600_000)
    if (later.some(({ I }) => I === found?.I)) return
    for (const row of new Map(later.map((one) => [one.LI, one])).values()) {
      const table = (await (await request.get(`/SiteService/StageTable?gameId=${row.I}&lng=en`)).json()) as { Value: unknown }
      if (table.Value !== null) return void (found = row)
    }
    throw new Error('no championship has results yet')
  }).toPass(PATIENCE)
  return found!
}

interface TeamView {
  last: { id: string }[]
  squad: { id: number }[]
}

/** Not of every team who plays for it is known. */
async function teamWithSquad(request: APIRequestContext): Promise<{ id: number; team: TeamView }> {
  for (const id of (await rowsOf(request, 1)).map(({ O1I }) => O1I).slice(0, 200)) {
    const team = (await (await request.get(`/service-api/statistics/v1/team?sportId=1&id=${id}&lng=en`)).json()) as Partial<TeamView>
    if ((team.last?.length ?? 0) > 1 && (team.squad?.length ?? 0) > 2) return { id, team: team as TeamView }
  }
  throw new Error('no team with a squad')
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
  expect(team).toContain(String(game.O1).replaceAll('&', '&amp;'))
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
    // It says two sentences: no page of the site comes along.
    expect(html.length, path).toBeLessThan(45_000)
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
  const tabs = page.getByRole('tablist')
  await tabs.getByRole('tab', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL(/\/table$/)
  await expect(page.getByRole('table')).toBeVisible(PATIENCE)
  // By keyboard: back over the meetings to the first tab.
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\/h2h$/)
  await page.keyboard.press('Home')
  await expect(tabs.getByRole('tab', { name: 'Overview' })).toBeFocused()
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
  await expect(page.getByRole('tab', { name: 'Table', exact: true })).toHaveCount(0)
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

test('the game and the player that the address names stand out, on this page alone (ST-12 gti, pi)', async ({ page, request }) => {
  await footballGame(request)
  const { id, team } = await teamWithSquad(request)
  const [gti, pi] = [team.last[1]!.id, team.squad[2]!.id]
  const path = `/en/statisticpopup/team/1/${id}`
  const games = page.locator('[data-block="team-last"] [data-marked]')
  const players = page.locator('[data-block="team-squad"] tr[data-marked]')
  await open(page, `${path}?gti=${gti}&pi=${pi}`)
  await expect(games).toHaveCount(1, PATIENCE)
  await expect(games).toHaveAttribute('data-game', gti)
  await expect(players).toHaveCount(1)
  await expect(players.getByRole('link')).toHaveAttribute('href', new RegExp(`/player/1/${pi}\\?`))
  await open(page, path)
  await expect(page.locator('[data-block="team-squad"]')).toBeVisible(PATIENCE)
  await expect(games.or(players)).toHaveCount(0)
})

test('a page around the widget: its height, address, history and title follow', async ({ page, request }) => {
  const { LI } = await footballGame(request)
  await open(page, '/en/statistic')
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
  // The press inside has made one entry, not one of the page and one of the frame: the next Back leaves.
  await pressBack(page)
  await expect(page).toHaveURL(/\/statistic$/, PATIENCE)
})

test.describe('a page of another origin around the widget', () => {
  const hosts: { close(): void }[] = []
  test.afterEach(() => hosts.splice(0).forEach((host) => host.close()))

  async function framed(page: Page, path: string, allowed = true): Promise<FrameLocator> {
    const host = await hostPage()
    hosts.push(host)
    const frameOrigins = allowed ? [host.origin] : []
    // The browser's own configuration: the page's requests carry its mark, those of the test do not.
    const answer = await page.request.post('/dev/api/brand', { data: { set: { statistics: { opens: 'popup', frameOrigins } } } })
    const site = new URL(answer.url()).origin
    await page.goto(`${host.origin}/?src=${encodeURIComponent(`${site}/en/statisticpopup/${path}`)}`)
    return page.frameLocator('iframe')
  }

  const lastOf = async (page: Page, type: string) => (await saidIn(page, type)).at(-1) ?? null

  test('is told height, places and title, and leads the widget back, forward and elsewhere (ST-15, ST-16, ST-18)', async ({
    page,
    request,
  }) => {
    const { LI } = await footballGame(request)
    const frame = await framed(page, `tournament/1/${LI}/0`)
    const table = frame.locator('[data-block="tournament-table"]')
    await expect(table.getByRole('table')).toBeVisible(PATIENCE)
    const bodyHeight = () => frame.locator('main').evaluate((main) => Math.ceil(main.parentElement!.getBoundingClientRect().height))
    await expect.poll(async () => (await lastOf(page, 'bodyHeightChanged'))?.['height'], PATIENCE).toBe(await bodyHeight())
    const whole = await bodyHeight()
    expect(whole).toBeGreaterThan(500)
    await table.getByRole('button', { name: /Hide/ }).click()
    await expect.poll(async () => (await lastOf(page, 'bodyHeightChanged'))?.['height'], PATIENCE).toBeLessThan(whole)
    await table.getByRole('button', { name: /Show/ }).click()

    const team = table.getByRole('table').getByRole('link').first()
    const name = (await team.innerText()).trim()
    await team.click()
    await expect.poll(() => lastOf(page, 'historyRouteChanged'), PATIENCE).toMatchObject({ mode: 'push', path: /^team\/1\/\d+/ })
    await expect.poll(async () => (await lastOf(page, 'setTitle'))?.['title'], PATIENCE).toContain(name)
    await tell(page, { type: 'goBack' })
    await expect(table.getByRole('table')).toBeVisible(PATIENCE)
    await expect.poll(() => lastOf(page, 'historyRouteChanged'), PATIENCE).toMatchObject({ path: `tournament/1/${LI}/0` })
    await tell(page, { type: 'goForward' })
    await expect(frame.getByRole('heading', { level: 1 })).toContainText(name, PATIENCE)
    await tell(page, { type: 'historyRouteChanged', path: `stage/1/${LI}`, mode: 'push' })
    await frame.getByRole('link', { name: 'Away', exact: true }).click()
    await expect.poll(() => lastOf(page, 'historyRouteChanged'), PATIENCE).toMatchObject({ mode: 'replace', path: `stage/1/${LI}?tt=2` })
  })

  test('a fixed height stays; a hidden block and a pressed price are told, the coupon is told back (ST-15, ST-17, ST-19)', async ({
    page,
    request,
  }) => {
    const game = await footballGame(request)
    const frame = await framed(page, `game/1/${game.CI}?fh=600`)
    const form = frame.locator('[data-block="game-form"]')
    await expect(form).toBeVisible(PATIENCE)
    await expect.poll(() => lastOf(page, 'bodyHeightChanged'), PATIENCE).toMatchObject({ height: 600, fixed: true })
    await form.getByRole('button', { name: /Hide/ }).click()
    await expect.poll(() => lastOf(page, 'toggleHiddenItem'), PATIENCE).toMatchObject({ key: 'game-form', hidden: true })
    expect((await saidIn(page, 'bodyHeightChanged')).every(({ height }) => height === 600)).toBe(true)
    await tell(page, { type: 'toggleHiddenItem', key: 'game-form', hidden: false })
    await expect(form).not.toHaveAttribute('data-closed', PATIENCE)

    const price = frame.locator('[data-block="game-prices"] button[data-outcome]').first()
    await expect
      .poll(async () => ((await lastOf(page, 'getCouponData'))?.['keys'] as string[] | undefined)?.length, PATIENCE)
      .toBeGreaterThan(1)
    await price.click()
    await expect.poll(() => lastOf(page, 'sendBet'), PATIENCE).toMatchObject({ bet: { gameId: game.I, names: { side1: game.O1 } } })
    const key = ((await lastOf(page, 'getCouponData'))!['keys'] as string[])[0]!
    await tell(page, { type: 'betsUpdate', bets: { [key]: 'selected' } })
    await expect(price).toHaveAttribute('data-state', 'selected', PATIENCE)
  })

  test('an origin that the brand does not name gets an empty frame and hears nothing', async ({ page, request }) => {
    const game = await footballGame(request)
    const refused = page.waitForEvent('console', { predicate: (message) => message.text().includes('frame-ancestors'), ...PATIENCE })
    await framed(page, `game/1/${game.CI}`, false)
    await refused
    expect(await page.evaluate(() => (window as unknown as { said: unknown[] }).said)).toEqual([])
  })
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

test('a press opens a window of its own, or a panel over the page where the brand says so (ST-13, ST-14)', async ({ page, request }) => {
  await footballGame(request)
  await page.setViewportSize({ width: 1440, height: 900 })
  const icon = page.locator('[data-mark="stats"]').first()
  const panel = page.getByRole('dialog')
  const press = async (opens: 'window' | 'popup') => {
    await page.request.post('/dev/api/brand', { data: { set: { statistics: { opens, frameOrigins: [] } } } })
    await open(page, '/en/line/football')
    await icon.click(PATIENCE)
  }
  const opened = page.waitForEvent('popup')
  await press('window')
  const window = await opened
  await expect(window).toHaveURL(/\/en\/statisticpopup\/game\/1\/\d+\/main$/)
  await expect(panel).toHaveCount(0)
  await window.close()

  await press('popup')
  const inside = panel.frameLocator('iframe')
  const price = inside.locator('[data-block="game-prices"] button[data-outcome]').first()
  await expect(price).toBeVisible(PATIENCE)
  const sides = await inside.getByRole('heading', { level: 1 }).innerText()
  await expect(panel.getByRole('heading', { level: 2 }).first()).toHaveText(sides.replace(/\s+/g, ' ').trim(), PATIENCE)
  await expect(async () => {
    if ((await price.getAttribute('data-state')) !== 'selected') await price.click()
    await expect(price).toHaveAttribute('data-state', 'selected', { timeout: 4_000 })
  }).toPass(PATIENCE)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(icon).toBeFocused()
  expect(page.context().pages()).toHaveLength(1)
})

test('in the panel Back leads to the place before and then out of it; its cross leaves no step behind', async ({ page, request }) => {
  await footballGame(request)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.request.post('/dev/api/brand', { data: { set: { statistics: { opens: 'popup', frameOrigins: [] } } } })
  const panel = page.getByRole('dialog')
  const inside = panel.frameLocator('iframe')
  const title = inside.getByRole('heading', { level: 1 })
  const team = inside.locator('a[data-place^="team/"]').first()
  const back = () => pressBack(page)
  await open(page, '/en/results')
  await open(page, '/en/line/football')
  await page.locator('[data-mark="stats"]').first().click(PATIENCE)
  const game = await title.innerText(PATIENCE)
  const goIn = async () => {
    await team.click(PATIENCE)
    await expect(title).not.toHaveText(game, PATIENCE)
  }
  await goIn()
  await back()
  await expect(title).toHaveText(game, PATIENCE)
  await goIn()
  await panel.getByRole('button', { name: 'Close' }).first().click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/en/line/football')
  await back()
  await expect(page).toHaveURL('/en/results', PATIENCE)
})

test('on a phone the long name of a race breaks into lines; columns that nobody fills are left out', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [race] = (await rowsOf(request, 68)).filter(({ L }) => L.startsWith('Virtual'))
  await open(page, `/en/statisticpopup/game/68/${race!.CI}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Virtual .* · Race \d+/, PATIENCE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Runner'])
})
