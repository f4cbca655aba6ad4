/** Sections, hubs, the dashboard, expresses, results and what stands around an event, in a browser. */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { PATIENCE, kickedOff, known, open, seriousFindings, stepsDone } from './page.ts'

const ROWS = '[role=row][data-ci]'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

const PAGES: Readonly<Record<string, string>> = {
  cyber: 'Киберспорт',
  'cyber-stream': 'Кибер-трансляции',
  'cyber-zone': 'Кибер-зона',
  marble: 'Марбл',
  'marble-live': 'Марбл live',
  'simulated-reality': 'Симулированная реальность',
  'aftermatch-vs-live': 'После матча против live',
  alternative: 'Альтернативные ставки',
  long: 'Долгосрочные ставки',
  virtualsports: 'Виртуальный спорт',
  best: 'Лучшее в Европе',
  topgame: 'Топ-игры',
  'top-events': 'Топ-события',
  ufc: 'UFC',
  politics: 'Политика',
  champions: 'Лучшие турниры',
  recommendation: 'Рекомендации',
  filter: 'Фильтр спорта',
  team: 'Команды',
  betsonyour: 'Ставки на своих',
  'multi-live': 'Несколько событий на экране',
  'express-day': 'Экспресс дня',
  'express-day/live': 'Экспресс дня',
  duel: 'Дуэль',
  races: 'Скачки и бега',
  cricket: 'Крикет',
  'cricket/champs': 'Крикет',
  'cricket/events': 'Крикет',
  'cricket/favorites': 'Крикет',
  'cricket/search': 'Крикет',
  'cricket/broadcasts': 'Крикет',
  epl: 'Английская Премьер-лига',
  laliga: 'Ла Лига',
  olympics: 'Олимпийские игры',
  olympics2024: 'Олимпийские игры 2024',
  'events/epl': 'Английская Премьер-лига',
  results: 'Результаты',
  'results/live': 'Результаты',
}

test('every section answers at its address with its title, an unknown one does not', async ({ request }) => {
  for (const [path, title] of Object.entries(PAGES)) {
    const answer = await request.get(`/ru/${path}`)
    expect(answer.status(), path).toBe(200)
    const html = await answer.text()
    expect(/<title>([^<]*)<\/title>/.exec(html)?.[1], path).toContain(title)
    expect(html, path).toContain('<h1')
  }
  for (const path of ['cricket/nowhere', 'champ/1', 'champ/x', 'champ/1/nowhere', 'team/x', 'events/nowhere', 'results/champ/x', 'races/x'])
    // While the line comes after a start nobody can tell a championship that is not there from one that is still to come.
    await expect.poll(async () => (await request.get(`/ru/${path}`)).status(), { ...PATIENCE, message: path }).toBe(404)
})

test('genres of esports narrow the list, the choice stands in the address', async ({ page }) => {
  await open(page, '/ru/cyber')
  await expect(page.locator(ROWS).first()).toBeVisible(PATIENCE)
  const genres = page.getByRole('group', { name: 'Жанры' }).getByRole('button')
  await expect(genres).toHaveCount(13)
  await page.locator('[data-chip="sports-simulators"]').click()
  await expect(page).toHaveURL(/genre=sports-simulators/)
  await expect(page.locator('[data-chip="sports-simulators"]')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator(ROWS).first()).toBeVisible(PATIENCE)
  await page.reload()
  await expect(page.locator('[data-chip="sports-simulators"]')).toHaveAttribute('aria-pressed', 'true', PATIENCE)
})

test('the view of rows: full names, numbers, another market; an own time', async ({ page }) => {
  await open(page, '/ru/line/football')
  const first = page.locator(ROWS).first()
  await expect(first).toBeVisible(PATIENCE)
  await page.locator('[data-view-chip]').click()
  await page.getByRole('radio', { name: 'Полные' }).click()
  await page.getByText('Номера событий').click()
  await page.keyboard.press('Escape')
  await expect(first.getByRole('button', { name: /Победа 1/ })).toBeVisible(PATIENCE)
  await page.locator('[data-market-chip]').click()
  await page.getByRole('option', { name: 'Обе забьют' }).click()
  await expect(page.locator('[data-market]').first()).toHaveAttribute('data-market', 'btts', PATIENCE)
  await page.locator('[data-period="own"]').click()
  await page.getByRole('slider').fill('12')
  await page.getByRole('button', { name: 'Показать события' }).click()
  await expect(page).toHaveURL(/t=12h/)
})

test('each sport keeps its own columns, in the first bytes and in the other tab', async ({ page, context }) => {
  const other = await context.newPage()
  await open(other, '/ru/line/football')
  await open(page, '/ru/line/football')
  await page.locator('[data-market-chip]').press('Enter')
  const options = page.getByRole('listbox')
  await expect(options).toBeVisible(PATIENCE)
  await options.press('End')
  await options.press('ArrowUp')
  await options.press('Enter')
  await expect(page.locator('[data-market]').first()).toHaveAttribute('data-market', 'totalAsian', PATIENCE)
  await expect(other.locator('[data-market]').first()).toHaveAttribute('data-market', 'totalAsian', PATIENCE)
  expect(await (await page.request.get('/ru/line/football')).text()).toContain('data-market="totalAsian"')
  await open(page, '/ru/line/basketball')
  await expect(page.locator('[data-market]').first()).toHaveAttribute('data-market', 'result', PATIENCE)
  await open(page, '/ru/line')
  await expect(page.locator('[data-market-chip]')).toContainText('по спорту')
  await page.locator('[data-view-chip]').click()
  await page.getByRole('button', { name: 'Вернуть обычные столбцы: Футбол' }).click()
  await expect(other.locator('[data-market]').first()).toHaveAttribute('data-market', 'result', PATIENCE)
})

test('games are pinned, put in order by keyboard and kept; the 21st is refused', async ({ page }) => {
  await open(page, '/ru/multi-live')
  // An empty page has one way in.
  await page.getByRole('button', { name: 'Добавить событие' }).click()
  const dialog = page.getByRole('dialog')
  const free = dialog.locator('[data-pin-button][aria-pressed=false]')
  await expect(free.nth(20)).toBeAttached(PATIENCE)
  // By their numbers: games begin meanwhile, and the list moves on.
  const next = async () => dialog.locator(`[data-pin-button="${await free.first().getAttribute('data-pin-button')}"]`)
  for (let count = 0; count < 20; count += 1) {
    // One that ends in this moment is pinned no more, and another takes its turn.
    await expect(async () => {
      const pin = await next()
      await pin.click()
      await expect(pin).toHaveAttribute('aria-pressed', 'true', { timeout: 2_000 })
    }).toPass(PATIENCE)
  }
  let refused = await next()
  const said = page.getByText('Можно закрепить не больше 20 событий').first()
  // A pinned game that ends meanwhile gives its place to the next one.
  await expect(async () => {
    refused = await next()
    await refused.click()
    await expect(said).toBeVisible({ timeout: 2_000 })
  }).toPass(PATIENCE)
  await expect(refused).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  const slots = page.locator('[data-slot]')
  await expect(slots.nth(10)).toBeVisible(PATIENCE)
  const first = await slots.first().getAttribute('data-slot')
  const second = await slots.nth(1).getAttribute('data-slot')
  await slots
    .first()
    .getByRole('button', { name: /^Переставить/ })
    .focus()
  await page.keyboard.press('ArrowRight')
  await expect(slots.first()).toHaveAttribute('data-slot', second!)
  await expect(slots.nth(1)).toHaveAttribute('data-slot', first!)
  // The card is at another place of the page now; its grip keeps the keyboard.
  const grip = page.locator(`[data-slot="${first}"]`).getByRole('button', { name: /^Переставить/ })
  await expect(grip).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(slots.nth(2)).toHaveAttribute('data-slot', first!)
  await expect(grip).toBeFocused()
  await stepsDone(page)
  await page.reload()
  await expect(slots.first()).toHaveAttribute('data-slot', second!, PATIENCE)
})

test('an express goes into the coupon with one press', async ({ page }) => {
  await open(page, '/ru/express-day')
  const express = page.locator('[data-express]').first()
  await expect(express).toBeVisible(PATIENCE)
  const legs = await express.locator('li').count()
  await express.getByRole('button', { name: 'Добавить все' }).click()
  await expect(express.locator('button[data-outcome][aria-pressed=true]')).toHaveCount(legs, PATIENCE)
})

test('an event: tracker, graph of a price with its table, columns; its end shows the result of every market', async ({ page, request }) => {
  const ci = await kickedOff(request)
  await open(page, `/ru/live/football/1-x/${ci}-x`)
  await expect(page.locator('[data-tracker=football] svg').first()).toBeVisible(PATIENCE)
  await page.locator('[data-tracker-chip]').click()
  await expect(page.locator('[data-tracker]')).toHaveCount(0)
  await page.locator('[data-columns-button]').click()
  await expect(page.locator('[data-columns="1"]').first()).toBeAttached()
  await page
    .locator('[data-group]')
    .first()
    .getByRole('button', { name: /^График коэффициента/ })
    .click()
  await expect(page.locator('[data-graph] canvas')).toBeVisible(PATIENCE)
  await page.getByText(/^Таблица: \d+$/).click()
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await request.post(`/dev/api/games/${ci}/suspend`, { data: { reason: 'review' } })
  await expect(page.locator('[data-event-lock=lock_var]')).toBeVisible(PATIENCE)
  await request.post(`/dev/api/games/${ci}/finish`, { data: { score: [3, 1] } })
  await expect(page.locator('[data-result-group] [data-result=won]').first()).toBeVisible(PATIENCE)
  await expect(page.locator('[data-result-group] [data-result=lost]').first()).toBeVisible()
})

/** At any hour some game in play has many markets; of football there may be none. */
async function fullestLiveGame(request: APIRequestContext): Promise<number> {
  const answer = await request.get('/service-api/LiveFeed/Get1x2_VZip?lng=ru&count=500')
  const { Value } = (await answer.json()) as { Value: { CI: number; EC: number }[] }
  return Value.reduce((most, game) => (game.EC > most.EC ? game : most)).CI
}

test('cards of markets out of view keep exactly the place that they take', async ({ page, request }) => {
  const ci = await fullestLiveGame(request)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, `/ru/live/football/1-x/${ci}-x`)
    const cards = page.locator('[data-group] > [data-columns]')
    await expect.poll(() => cards.count(), PATIENCE).toBeGreaterThan(20)
    const { kept, taken } = await cards.evaluateAll((all) => {
      const heights = () => all.map((card) => Math.round(card.getBoundingClientRect().height))
      const before = heights()
      for (const card of all) (card as HTMLElement).style.contentVisibility = 'visible'
      return { kept: before, taken: heights() }
    })
    expect(kept).toEqual(taken)
  }
})

test('championships and teams are marked and stand in favourites', async ({ page }) => {
  await open(page, '/ru/line/football')
  const star = page.locator('[data-star=champ]').first()
  await expect(star).toBeVisible(PATIENCE)
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.locator(`${ROWS} a[data-nav]`).first().click()
  const team = page.locator('[data-star=team]').first()
  await expect(team).toBeVisible(PATIENCE)
  await team.click()
  await expect(team).toHaveAttribute('aria-pressed', 'true')
  await open(page, '/ru/favorites?tab=champs')
  await expect(page.locator(ROWS).first()).toBeVisible(PATIENCE)
  await page.getByRole('tab', { name: /^Команды/ }).click()
  await expect(page.locator(ROWS).first()).toBeVisible(PATIENCE)
  await open(page, '/ru/betsonyour')
  await expect(page.locator(ROWS).first()).toBeVisible(PATIENCE)
})

async function signIn(page: Page): Promise<void> {
  await open(page, '/ru/login')
  await page.locator('main input').first().fill('boris@polosa.example')
  await page.locator('main input[type=password]').fill('floodlight-at-dusk')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.endsWith('/login'), PATIENCE)
}

test('what was marked before signing in moves into the account and is there in another browser', async ({ page, browser }) => {
  await open(page, '/ru/line/tennis')
  // The list still moves when it is new: the star is that of the name which is looked for afterwards.
  const heads = page.locator('[role=row]').filter({ has: page.locator('[data-star=champ]') })
  await expect(heads.first()).toBeVisible(PATIENCE)
  const name = await heads.first().locator('a[data-nav]').first().textContent()
  const star = heads.filter({ hasText: name! }).first().locator('[data-star=champ]')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await signIn(page)
  const other = await browser.newPage()
  await known(other.context(), 'boris@polosa.example', 'floodlight-at-dusk')
  // The lists are moved when the page after signing in is idle: until then the other browser asks again.
  await expect(async () => {
    await open(other, '/ru/favorites?tab=champs')
    await expect(other.locator('main').getByText(name!).first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await other.close()
})

test('a race card asks each runner what its columns say: nothing of a place that is not named, of a pair, of a yes or no', async ({
  page,
}) => {
  await open(page, '/ru/races')
  await page.locator('main a[href*="virtualnyy-ippodrom"]').nth(1).click()
  const card = page.locator('[data-race]')
  await expect(card.getByRole('columnheader')).toHaveText(['№', 'Участник', 'Победитель', 'В двойке', 'В тройке', 'В четвёрке'], PATIENCE)
  await expect(card.locator('tbody tr').first().locator('button[data-outcome]')).toHaveCount(4)
})

test('a duel on a phone: every price says its whole line under its market, and long names leave their button beside them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/ru/duel')
  await page.getByRole('button', { name: /^Футбол/ }).click(PATIENCE)
  // Matches of which nobody is chosen yet, and everybody can be: whose prices wait at this moment cannot.
  const free = page
    .locator('main li')
    .filter({ has: page.getByRole('button', { name: 'На сторону 1' }), hasNot: page.locator('button[aria-disabled]') })
  const board = page.getByRole('region', { name: 'Дуэль' })
  for (const [before, side] of ['На сторону 1', 'На сторону 2', 'На сторону 2'].entries()) {
    await free.first().getByRole('button', { name: side }).first().click(PATIENCE)
    await expect(board.getByRole('button', { name: /^Убрать/ })).toHaveCount(before + 1)
  }
  await expect(board.getByRole('heading', { level: 3 })).toHaveText(['Исход', 'Фора', 'Тотал'], PATIENCE)
  await expect(board.locator('button[data-outcome$=":1"]')).toContainText('П1')
  const cut = () =>
    board
      .locator('button[data-outcome] bdi')
      .evaluateAll((names) => names.filter((one) => one.parentElement!.scrollWidth > one.parentElement!.clientWidth).length)
  await expect.poll(cut, PATIENCE).toBe(0)
  const beyond = () => board.locator('li').evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).length)
  await expect.poll(beyond, PATIENCE).toBe(0)
})

test('a duel on wide screens: what is bet on stands whole beside its price', async ({ page }) => {
  for (const [lng, width] of [
    ['ru', 1440],
    ['en', 1440],
    ['ar', 1024],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    // Of a sport with many matches: two of them can always play.
    await open(page, `/${lng}/duel?sport=1`)
    const matches = page
      .locator('main li')
      .filter({ has: page.locator('button[class*="join"]'), hasNot: page.locator('button[aria-disabled]') })
    await matches.first().locator('button[class*="join"]').first().click(PATIENCE)
    // Who cannot play against the first one is known from here on.
    await expect(page.locator('main button[class*="join"][aria-disabled]').first()).toBeVisible(PATIENCE)
    await matches.nth(1).locator('button[class*="join"]').last().click(PATIENCE)
    const names = page.locator('[data-duel] button[data-outcome] bdi')
    await expect(names.first()).toBeVisible(PATIENCE)
    const cut = names.evaluateAll((all) =>
      all.filter(({ parentElement }) => parentElement!.scrollWidth > parentElement!.clientWidth).map(({ textContent }) => textContent),
    )
    expect(await cut, `${lng} ${width}`).toEqual([])
  }
})

test('results of a day by sport and championship; live results', async ({ page }) => {
  await open(page, '/ru/results/live')
  await expect(page.locator('[data-result]').first()).toBeVisible(PATIENCE)
  await open(page, '/ru/results?date=2001-01-01')
  await expect(page.getByText('Сегодня').first()).toBeVisible(PATIENCE)
  const yesterday = page.getByRole('button', { name: 'Вчера' })
  await yesterday.click()
  await expect(yesterday).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('[data-result]').first()).toBeVisible(PATIENCE)
})

for (const [theme, lng] of [
  ['paper', 'ru'],
  ['flood', 'ar'],
] as const) {
  test(`axe finds nothing serious on the hubs, and nothing scrolls sideways on a phone, in ${theme}, ${lng}`, async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    for (const path of ['cyber', 'races', 'duel', 'results/live']) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await open(page, `/${lng}/${path}`)
      expect(await seriousFindings(page), path).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(beyond, { message: path, ...PATIENCE }).toBeLessThanOrEqual(0)
    }
  })
}

test('rows keep room for the names when they say every period, in fractions, and their number', async ({ page }) => {
  await page.context().addCookies([{ name: 'coefview', value: '1', url: 'http://localhost' }])
  await open(page, '/ru/live')
  await page.getByRole('button', { name: /^Вид/ }).click()
  for (const label of ['Счёт по периодам', 'Номера событий']) await page.getByText(label).click()
  await page.keyboard.press('Escape')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('[role=grid][data-fractions]')).toBeVisible(PATIENCE)
    const narrowest = () =>
      page
        .locator(ROWS)
        .evaluateAll((rows) =>
          Math.min(...rows.map((row) => row.querySelector('a[data-nav]')!.parentElement!.getBoundingClientRect().width)),
        )
    // The least that a row was seen to leave is 69.7.
    await expect.poll(narrowest, PATIENCE).toBeGreaterThan(64)
  }
})
