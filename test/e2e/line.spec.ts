/** The line in a browser: lists, prices that move by themselves, the event page, search, favourites, every direction. */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { leadingEvent, misspelt, twoSides } from './line-page.ts'
import { PATIENCE, kickedOff, known, open, seriousFindings, stepsDone } from './page.ts'

const ROWS = '[role=row][data-ci]'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

function eventPath(lng: string, ci: number): string {
  return `/${lng}/live/football/1-x/${ci}-x`
}

/**
 * Opens a game that is priced in depth, by its championship. The list of the sport has rows as well, which stay until the
 * championship's own have come: a press before that would open whichever game comes first.
 */
async function openLeadingEvent(page: Page): Promise<void> {
  await open(page, '/ru/line/football')
  const { champ, ci } = await leadingEvent(page)
  const link = page.locator(`[data-champ="${champ}"]`).first()
  const address = (await link.getAttribute('href', PATIENCE))!
  await link.click()
  await page.locator(`${ROWS}[data-ci="${ci}"] a[data-nav][href^="${address}/"]`).first().click(PATIENCE)
  await expect(page).toHaveURL(/\/ru\/line\/football\/\d+-[^/]+\/\d+-[^/]+$/, PATIENCE)
}

/** The address of the first event of a list, as its row gives it. */
async function firstEvent(page: Page, list: string): Promise<string> {
  await open(page, list)
  const link = page.locator(`${ROWS} a[data-nav]`).first()
  return (await link.getAttribute('href'))!
}

test('the first answer of the server already holds the games, in the language of the address', async ({ request }) => {
  for (const [path, title] of [
    ['/ru', 'Ставки на спорт'],
    ['/ru/line', 'Линия'],
    ['/en/line/football', 'Football'],
    ['/ru/live', 'Live'],
    ['/en/live', 'Live'],
  ] as const) {
    let html = ''
    // A server that has just started is still filling its book.
    await expect
      .poll(async () => {
        html = await (await request.get(path)).text()
        return html.match(/data-ci="\d+"/g)?.length ?? 0
      }, PATIENCE)
      .toBeGreaterThan(8)
    expect(html.match(/data-outcome="/g)?.length ?? 0, path).toBeGreaterThan(20)
    expect(/<title>([^<]*)<\/title>/.exec(html)?.[1], path).toContain(title)
  }
})

test('live prices move by themselves, marked, and nothing shifts', async ({ page }) => {
  await open(page, '/ru/live')
  await expect(page.getByText('Связь есть').first()).toBeVisible(PATIENCE)
  // Without the lists' own polling: what moves now came by the stream.
  await page.route('**/LiveFeed/**', (route) => route.abort())
  await page.evaluate(() => {
    const shifts = { sum: 0 }
    ;(window as unknown as { shifts: typeof shifts }).shifts = shifts
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
  const moved = new Set<string>()
  await expect
    .poll(async () => {
      for (const mark of await page
        .locator(`${ROWS} [data-moved]`)
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-moved') ?? '')))
        moved.add(mark)
      return [...moved].toSorted()
    }, PATIENCE)
    .toEqual(['down', 'up'])
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.01)
})

test('a goal comes to the scoreboard, a check of it locks the prices and says why, the end closes the event', async ({ page, request }) => {
  const ci = await kickedOff(request)
  await open(page, eventPath('ru', ci))
  const score = page
    .locator('article header')
    .getByText(/^\d+:\d+$/)
    .first()
  const [home, away] = ((await score.textContent()) ?? '').split(':').map(Number) as [number, number]
  await request.post(`/dev/api/games/${ci}/goal`, { data: { side: 'home' } })
  await expect(score).toHaveText(`${home + 1}:${away}`, PATIENCE)
  await request.post(`/dev/api/games/${ci}/suspend`, { data: { reason: 'goal' } })
  await expect(page.locator('[data-group] [data-state=locked][aria-description="Проверяется гол"]').first()).toBeVisible(PATIENCE)
  await request.post(`/dev/api/games/${ci}/reopen`)
  await expect(page.locator('[data-group] button[data-outcome]:not([data-state=locked])').first()).toBeVisible(PATIENCE)
  await request.post(`/dev/api/games/${ci}/finish`, { data: { score: [home + 2, away] } })
  await expect(page.getByText('Приём ставок закрыт', { exact: false })).toBeVisible(PATIENCE)
  const answer = await request.get(eventPath('ru', ci))
  expect(answer.status()).toBe(410)
  // The document says it by itself: whoever reads no scripts learns how it ended.
  expect((await answer.text()).split('<main')[1]).toMatch(/<h1[^>]*><bdi>[^<]+ – [^<]+<.*Приём ставок закрыт/s)
})

test('a goal of a followed game is said on the page, wherever its reader is', async ({ page, request }) => {
  const ci = await kickedOff(request)
  await known(page.context(), 'boris@polosa.example', 'floodlight-at-dusk')
  await open(page, eventPath('ru', ci))
  await page.getByRole('button', { name: 'Уведомления о событии' }).click()
  const choice = page.getByRole('dialog')
  await choice.getByRole('checkbox', { name: 'Счёт', exact: true }).check()
  await choice.getByRole('button', { name: 'Сохранить' }).click()
  await expect(choice).toBeHidden(PATIENCE)
  await stepsDone(page)
  await open(page, '/ru/results')
  // The page listens once it is idle; a goal before that is in the list of notices only.
  await expect(async () => {
    await request.post(`/dev/api/games/${ci}/goal`, { data: { side: 'home' } })
    await expect(page.getByText(/Гол, .* Счёт \d+:\d+/).first()).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout: 60_000 })
  await page.getByRole('button', { name: 'К событию' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/ru/live/football/[^/]+/${ci}-`), PATIENCE)
})

/** A race that the desk sends off: the fourth runner leads the second, and how it stands half-way is known. */
async function startedRace(request: APIRequestContext): Promise<{ ci: number; sides: { ru: string }[] }> {
  type Listed = { ci: number; ref: string; status: string; sides: { ru: string }[] }
  const races: Listed[] = []
  // Cycling and golf; the world says nothing of the last ones for days.
  for (const sport of [36, 41])
    races.push(...((await (await request.get(`/dev/api/feed/games?sport=${sport}&limit=500`)).json()) as Listed[]))
  const race = races.findLast(({ status, sides }) => status === 'scheduled' && sides.length > 4)!
  const post = async (path: string, data: object) => expect((await request.post(path, { data })).status(), path).toBe(200)
  const told = (fact: object) => post('/dev/api/feed', { fact })
  await post(`/dev/api/games/${race.ci}/status`, { status: 'live' })
  const weights = Object.fromEntries(race.sides.map((_, at) => [`w${at + 1}`, 1 / (at + 1)]))
  await told({ t: 'model', game: race.ref, supremacy: 0, total: 0, extra: { ...weights, run: 0.5 } })
  const stats = { place4: [1, 0], place2: [2, 0], place1: [3, 0], place3: [4, 0] }
  await told({ t: 'live', state: { game: race.ref, phase: 'race', score: [0, 0], periods: [], stats } })
  return race
}

test('a race in play keeps its name, has prices and says who is in front', async ({ page, request }) => {
  const { ci, sides } = await startedRace(request)
  await open(page, `/ru/live/cycling/1-x/${ci}-x`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Этап|Раунд/, PATIENCE)
  await expect(page.locator('[data-group] button[data-outcome]:not([data-state=locked])').first()).toBeVisible(PATIENCE)
  const leaders = page.getByRole('list', { name: 'Впереди' }).getByRole('listitem')
  await expect(leaders.first()).toContainText(sides[3]!.ru, PATIENCE)
  await expect(leaders.nth(1)).toContainText(sides[1]!.ru)
  await expect(page.locator('article header').getByText(/^\d+:\d+$/)).toHaveCount(0)
})

test('another format of prices stands in every row at once and is kept', async ({ page }) => {
  await open(page, '/ru/line')
  const price = page.locator(`${ROWS} button[data-outcome]`).first()
  await expect(price).toContainText(/\d\.\d/, PATIENCE)
  for (const [name, shown] of [
    ['Американский', /[+−]\d+$/],
    ['Дробный', /\d+\/\d+$/],
    ['Десятичный', /\d+\.\d+$/],
    ['Американский', /[+−]\d+$/],
  ] as const) {
    await page.getByRole('button', { name: /^Формат коэффициентов/ }).click()
    await page.getByRole('option', { name }).click()
    await expect(price).toHaveText(shown)
  }
  // A price has its sign in this view, the count of all outcomes has none.
  await expect(page.locator(`${ROWS} > [role=gridcell]:last-child a`).first()).toHaveText(/^\d+$/)
  await stepsDone(page)
  await page.reload()
  await expect(price).toHaveText(/[+−]\d+$/, PATIENCE)
})

test('another tab of markets begins at its first market, however far the last one was read', async ({ page }) => {
  await openLeadingEvent(page)
  const bar = page.getByRole('tablist', { name: 'Группы рынков' })
  await expect(bar).toBeVisible(PATIENCE)
  await page.mouse.move(700, 500)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 500)
      return page.evaluate(() => scrollY)
    }, PATIENCE)
    .toBeGreaterThan(2_000)
  // Which tabs there are depends on how near the match is: no player has a market of his own in the weeks before.
  await bar.getByRole('tab').last().click()
  const first = page.locator('section[data-group]').first()
  await expect(first).not.toHaveAttribute('data-group', '1', PATIENCE)
  const under = (await first.boundingBox())!.y - (await bar.boundingBox())!.y
  expect(under).toBeGreaterThan(0)
  expect(under).toBeLessThan(200)
})

test('an event opens from its list, has parts, tabs, a search of markets and ladders; Back and reload work', async ({ page }) => {
  await openLeadingEvent(page)
  const address = page.url()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText(' – ', PATIENCE)
  const names = (await heading.textContent())!
  await expect(page).toHaveTitle(new RegExp(`^${names.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} · Линия`), PATIENCE)
  await expect(page.locator('[data-group="1"] button[data-outcome]')).toHaveCount(3, PATIENCE)

  const parts = page.getByRole('group', { name: 'Части матча' })
  await parts.getByRole('button', { name: /^1-й тайм/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^1-й тайм\. Исход/ }).first()).toBeVisible(PATIENCE)
  await parts.getByRole('button', { name: 'Матч', exact: true }).click()

  const ladder = page.locator('section[data-group]').filter({ has: page.getByRole('button', { name: /^Все линии/ }) })
  const group = await ladder.first().getAttribute('data-group')
  const market = page.locator(`section[data-group="${group}"]`).first()
  const lines = await market.locator('button[data-outcome]').count()
  await market.getByRole('button', { name: /^Все линии/ }).click()
  await expect.poll(() => market.locator('button[data-outcome]').count(), PATIENCE).toBeGreaterThan(lines)

  await page.getByRole('tab', { name: /^Фора/ }).click()
  await expect(page.locator('section[data-group="1"]')).toHaveCount(0, PATIENCE)
  await page.getByRole('tab', { name: /^Все/ }).click()
  await page.getByRole('button', { name: 'Найти рынок' }).click()
  await page.keyboard.type('точный счёт')
  await expect(page.locator('section[data-group="17"]')).toHaveCount(0, PATIENCE)
  await expect(page.locator('section[data-group]').first()).toContainText('Точный счёт')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: names })).toBeAttached(PATIENCE)
  await page.goBack()
  await expect(page.locator(ROWS).first()).toBeVisible(PATIENCE)
  await page.goForward()
  await expect(page).toHaveURL(address)
})

test('Back returns to the same place of the list', async ({ page }) => {
  await open(page, '/ru/line/football')
  await page.mouse.move(700, 500)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 500)
      return page.evaluate(() => scrollY)
    }, PATIENCE)
    .toBeGreaterThan(2_500)
  let before = -1
  await expect
    .poll(async () => {
      const last = before
      before = await page.evaluate(() => scrollY)
      return before === last && page.locator(ROWS).count()
    }, PATIENCE)
    .toBeGreaterThan(5)
  const ci = await page.evaluate((rows) => {
    const inView = [...document.querySelectorAll(rows)].find((row) => row.getBoundingClientRect().top > 300)
    return inView?.getAttribute('data-ci')
  }, ROWS)
  const row = page.locator(`[data-ci="${ci}"]`)
  await row.locator('a[data-nav]').first().click()
  await expect(page.getByRole('group', { name: 'Части матча' })).toBeVisible(PATIENCE)
  await page.goBack()
  await expect(row).toBeVisible(PATIENCE)
  await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), before), PATIENCE).toBeLessThan(60)
})

test('the table is used by keyboard: arrows between prices and rows, Enter marks, F makes a favourite', async ({ page }) => {
  await open(page, '/ru/line/football')
  const rows = page.locator(ROWS)
  const prices = rows.first().locator('button[data-outcome]')
  await prices.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(prices.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(prices.nth(1)).toHaveAttribute('aria-pressed', 'true')
  // Past the heads of leagues to the same column of the next row that has prices.
  const place = () => page.locator('button[data-outcome]:focus').evaluate((price) => price.getBoundingClientRect().left)
  const before = await place()
  await page.keyboard.press('ArrowDown')
  await expect(rows.first().locator(':focus')).toHaveCount(0)
  expect(await place()).toBe(before)
  await prices.first().focus()
  await page.keyboard.press('f')
  await expect(rows.first().locator('[data-favorite]')).toHaveAttribute('aria-pressed', 'true')
  const name = await rows.first().locator('a[data-nav]').first().textContent()
  await page
    .getByRole('link', { name: /^Избранное/ })
    .first()
    .click()
  await expect(page).toHaveTitle(/^Избранное/, PATIENCE)
  await expect(page.locator(ROWS).first().locator('a[data-nav]').first()).toHaveText(name!, PATIENCE)
})

test('search forgives a typo, works by keyboard and has a page of its own', async ({ page, request }) => {
  const [side, other] = await twoSides(request)
  await open(page, '/ru/line')
  // Keys of the page come when it is idle.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(page.locator('[data-key="search"]')).toBeFocused({ timeout: 500 })
  }).toPass(PATIENCE)
  await page.keyboard.type(misspelt(side.O1))
  const option = page.getByRole('option', { name: side.O1 }).first()
  await expect(option).toBeVisible(PATIENCE)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/ru\/(line|live)\/[^/]+\/\d+-[^/]+\/\d+-/, PATIENCE)
  await page.keyboard.press('/')
  const latin = other.O1E.toLowerCase()
  await page.keyboard.type(latin)
  await expect(page.getByRole('option', { name: other.O1 }).first()).toBeVisible(PATIENCE)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/ru/search\\?text=${latin}$`), PATIENCE)
  await expect(page.locator(ROWS).filter({ hasText: other.O1 }).first()).toBeVisible(PATIENCE)
  await page.locator('main').getByRole('searchbox').fill('ыщзхъ')
  await expect(page.getByText('Ничего не найдено: «ыщзхъ»', { exact: false })).toBeVisible(PATIENCE)
})

test('periods stand in the address and change the list', async ({ page }) => {
  await open(page, '/ru/line')
  await page.locator('[data-period="tomorrow"]').click()
  await expect(page).toHaveURL(/[?&]t=tomorrow/)
  await expect(page.locator(ROWS).first()).toBeVisible(PATIENCE)
  const tomorrow = await page.evaluate(() => {
    const day = new Date(Date.now() + 86_400_000)
    return new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit' }).format(day)
  })
  await expect.poll(() => page.locator(ROWS).first().textContent(), PATIENCE).toContain(tomorrow)
  await page.reload()
  await expect(page.locator('[data-period="tomorrow"]')).toHaveAttribute('aria-pressed', 'true', PATIENCE)
})

test('when the stream falls silent the prices lock and the page says so; then it comes back', async ({ page }) => {
  let silent = false
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!silent) socket.send(message)
    })
  })
  await open(page, '/ru/live')
  await expect(page.getByText('Связь есть').first()).toBeVisible(PATIENCE)
  silent = true
  await expect(page.getByText(/^Нет свежих данных/).first()).toBeVisible(PATIENCE)
  await expect(page.locator(`${ROWS} [data-state=locked][aria-description="Данные устарели"]`).first()).toBeVisible(PATIENCE)
  silent = false
  await expect(page.getByText('Связь есть').first()).toBeVisible({ timeout: 40_000 })
  await expect(page.locator(`${ROWS} button[data-outcome]:not([data-state=locked])`).first()).toBeVisible(PATIENCE)
})

test('on a phone nothing scrolls sideways, in either direction of reading', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const lng of ['ru', 'ar']) {
    const event = await firstEvent(page, `/${lng}/live/football`)
    for (const path of [`/${lng}`, `/${lng}/live/tennis`, event, `/${lng}/search?text=real`]) {
      await open(page, path)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(beyond, path).toBeLessThanOrEqual(0)
    }
  }
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

for (const [theme, lng] of [
  ['paper', 'ru'],
  ['flood', 'ar'],
] as const) {
  test(`axe finds nothing serious on events, championships, search and favourites in ${theme}, ${lng}`, async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    const event = await firstEvent(page, `/${lng}/live/football`)
    const championship = event.split('/').slice(0, 5).join('/')
    for (const path of [event, championship, `/${lng}/search?text=real`, `/${lng}/favorites`]) {
      await open(page, path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await seriousFindings(page), path).toEqual([])
    }
  })
}

test('why a game does not go on is read whole in its row, which keeps its height (XT-59)', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const answer = await request.get('/LiveFeed/Get1x2_VZip?sports=10&count=60&lng=ru')
  // The one that began last: others may end by themselves meanwhile.
  const [game] = ((await answer.json()) as { Value: { CI: number; S: number }[] }).Value.toSorted((a, b) => b.S - a.S)
  await open(page, '/ru/live/table-tennis')
  const row = page.locator(`[role=row][data-ci="${game!.CI}"]`).first()
  await expect(row).toBeVisible(PATIENCE)
  const before = (await row.boundingBox())!.height
  const ended = await request.post(`/dev/api/games/${game!.CI}/status`, { data: { status: 'ended', note: 'retired' } })
  expect(ended.status()).toBe(200)
  const word = row.locator('[data-status]')
  await expect(word).toHaveText('Отказ от продолжения', PATIENCE)
  expect(await word.evaluate((one) => [one.scrollWidth > one.clientWidth, one.scrollHeight > one.clientHeight])).toEqual([false, false])
  expect((await row.boundingBox())!.height).toBe(before)
})
