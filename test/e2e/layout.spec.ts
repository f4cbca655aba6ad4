/** What long names, large letters and other palettes must not break: nothing is cut, covered or out of reach. */
import { expect, test, type Page } from '@playwright/test'
import { open, PATIENCE, stepsDone } from './page.ts'

test.describe.configure({ timeout: 120_000 })

interface Game {
  CI?: number
  I: number
  LI: number
}

/** Right after a start the line has none yet, long-term bets the last. */
const LINE_PATIENCE = { timeout: 60_000 }
async function games(page: Page, feed: 'Line' | 'Live', more = ''): Promise<Game[]> {
  let all: Game[] = []
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/service-api/${feed}Feed/Get1x2_VZip?lng=ru&count=20&sports=1${more}`)
      all = ((await answer.json()) as { Value: Game[] }).Value
      return all.length
    }, LINE_PATIENCE)
    .toBeGreaterThan(0)
  return all
}

const address = (feed: 'line' | 'live', { LI, CI, I }: Game) => `/ru/${feed}/football/${LI}-x/${CI ?? I}-x`

/** Pairs of elements of one row that lie over each other. */
const covered = (rows: Element[]) =>
  rows.filter((row) => {
    const boxes = [...row.children].map((child) => {
      // The words, not the box that they may run out of.
      const range = document.createRange()
      range.selectNodeContents(child)
      return range.getBoundingClientRect()
    })
    return boxes.some((one, at) =>
      boxes
        .slice(at + 1)
        .some(
          (two) =>
            Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1 &&
            Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1,
        ),
    )
  }).length

test('names of outcomes are not cut beside their prices, whatever the width', async ({ page }) => {
  const [game] = await games(page, 'Line')
  await open(page, address('line', game!))
  const names = page.locator('[data-group] [data-layout=wide] bdi:not([data-digits])')
  await expect.poll(() => names.count(), PATIENCE).toBeGreaterThan(100)
  for (const width of [1440, 1280, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const cut = await names.evaluateAll((all) => {
      for (const card of document.querySelectorAll<HTMLElement>('[data-group] > [data-columns]')) card.style.contentVisibility = 'visible'
      return all
        .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2)
        .map((name) => name.textContent)
    })
    const prices = page.locator('[data-group] [data-layout=wide]:has([data-digits])')
    const atTheEdge = await prices.evaluateAll((all) => {
      const end = (element: Element) => element.getBoundingClientRect().right
      return all.filter((cell) => end(cell) - end(cell.querySelector('[data-digits]')!) < 6).length
    })
    expect(atTheEdge, `prices at the edge at ${width}`).toBe(0)
    // Two long names in one outcome are longer than any cell.
    expect(
      cut.filter((name) => !name.includes(' / ')),
      `at ${width}`,
    ).toEqual([])
  }
})

test('a row says its time, period and why it waits without cutting a word or leaving its place, beside two markets on a desktop', async ({
  page,
}) => {
  await open(page, '/ru/line/football')
  // The list of the page and that of a call begin with other games.
  const ci = await page.locator('[role=row][data-ci]').nth(5).getAttribute('data-ci')
  await page.request.post(`/dev/api/games/${ci}/status`, { data: { status: 'postponed' } })
  for (const path of ['/ru/line/football', '/ru/live']) {
    await open(page, path)
    const rows = page.locator('[role=row][data-ci]')
    await expect(rows.first()).toBeVisible(PATIENCE)
    for (const width of [1440, 1280, 1100, 1024, 768]) {
      await page.setViewportSize({ width, height: 6000 })
      if (path.endsWith('football')) await expect(page.locator('[data-status]').first()).toBeVisible(PATIENCE)
      const cut = await rows.evaluateAll((all) =>
        all.flatMap((row) => {
          const time = row.firstElementChild!
          const [inner, outer] = [time.getBoundingClientRect(), row.getBoundingClientRect()]
          const isOut = inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1
          const words = [...time.children].filter(
            (one) => one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflow === 'hidden',
          )
          return isOut || words.length ? [time.textContent] : []
        }),
      )
      expect(cut, `at ${width}`).toEqual([])
      await expect(rows.first().locator('[data-slot="1"]'), `second market at ${width}`).toBeVisible()
    }
  }
})

test('words of a row that scrolls sideways fade out before its arrow', async ({ page }) => {
  for (const lng of ['ru', 'ar']) {
    await page.setViewportSize({ width: 1024, height: 800 })
    await open(page, `/${lng}/live`)
    const strip = page.locator('main nav').first()
    await expect(page.locator('main nav + button, main nav ~ button').last()).toBeVisible(PATIENCE)
    // From where the row begins to where it goes on.
    await expect(strip).toHaveCSS('mask-image', lng === 'ar' ? /^linear-gradient\(-90deg/ : /^linear-gradient\(90deg/)
  }
})

test('results of a game that is over keep name, word and price apart on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const game = (await games(page, 'Live')).at(-1)!
  await page.request.post(`/dev/api/games/${game.CI ?? game.I}/finish`, { data: { score: [3, 1] } })
  await open(page, address('live', game))
  const rows = page.locator('[data-result-group] li')
  await expect(rows.first()).toBeVisible(PATIENCE)
  // Names of the world are short: the longest of its kinds is put in their place.
  await rows.locator('> :first-child').evaluateAll((all) => {
    for (const name of all) name.textContent = 'Боруссия Мёнхенгладбах не проиграет, и обе команды забьют больше 2.5: да'
  })
  // A first look once found rows that a second one did not.
  await expect.poll(() => rows.evaluateAll(covered)).toBe(0)
})

test('a question whose answer is known is locked where its favourites stood, on a desktop and on a phone', async ({ page }) => {
  const { CI, LI } = (await games(page, 'Line', '&marketType=7'))[0]!
  await page.clock.install()
  await open(page, `/ru/line/football/${LI}-x`)
  const row = page.locator(`main [role=row][data-ci="${CI}"]`)
  await expect(row.locator('[data-outcome]').first()).toBeVisible(PATIENCE)
  const ends = (cells: Element[]) => {
    const boxes = cells.map((cell) => cell.getBoundingClientRect()).filter(({ width }) => width > 0)
    return [Math.round(boxes[0]!.left), Math.round(boxes.at(-1)!.right)]
  }
  const measured = async (cells: string) => {
    const found: number[][] = []
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      found.push(await row.locator(cells).evaluateAll(ends))
    }
    return found
  }
  const favourites = await measured('[data-outcome]')
  await page.route('**/LineFeed/Get1x2_VZip*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { Value: (Game & { E?: unknown })[] }
    for (const one of json.Value) if (one.CI === CI) delete one.E
    await route.fulfill({ response, json })
  })
  await page.clock.fastForward(61_000)
  await expect(row.locator('[data-outcome]')).toHaveCount(0, PATIENCE)
  expect(await measured('[data-slot] [role=gridcell] > [aria-hidden]')).toEqual(favourites)
  await expect(row.locator('[data-slot="0"] [aria-hidden]').first()).toHaveCSS('background-image', /repeating-linear-gradient/)
})

test('a match with long names over the line leaves its prices alone', async ({ page }) => {
  await open(page, '/ru')
  const title = page.locator('section a:has(> bdi + :is(mark, span))').first()
  await expect(title).toBeVisible(PATIENCE)
  await title.locator('> bdi').evaluateAll((all) => all.forEach((name) => (name.textContent = 'Южно-Африканская Республика')))
  for (const width of [1440, 1280, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await title.evaluate((link) => link.scrollWidth - link.clientWidth), `at ${width}`).toBeLessThanOrEqual(0)
  }
})

test('stake, win and button of a tablet stay in view under nine selections', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, '/ru/line/football')
  const prices = page.locator('main [data-outcome$=":1"]:not([aria-disabled]):visible')
  await expect.poll(() => prices.count(), PATIENCE).toBeGreaterThan(8)
  // By their keys: the list is drawn anew under the hand. The last ones: the first may begin meanwhile and leave the line.
  const keys = await prices.evaluateAll((all) => all.slice(-9).map((price) => price.getAttribute('data-outcome')))
  for (const key of keys) await page.locator(`main [data-outcome="${key}"]:visible`).first().click()
  await page.getByRole('button', { name: 'Открыть купон, 9 исходов' }).click()
  const sheet = page.locator('dialog[open]')
  await expect(sheet.getByRole('tab', { name: /9/ })).toBeVisible(PATIENCE)
  // The next step, whatever it is: nine high prices together take less than the usual stake.
  await expect(sheet.locator('button[data-kind=accent]')).toBeInViewport({ ratio: 1 })
})

test('on a low window the coupon shows its selections, and its button stays, the pad open or not', async ({ page }) => {
  for (const [width, height] of [
    [667, 375],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page, '/ru/line/football')
    await page.locator('main [data-outcome$=":1"]:not([aria-disabled]):visible').first().click(PATIENCE)
    await page.locator('nav button[aria-haspopup="dialog"]').filter({ hasText: 'Купон' }).click()
    const sheet = page.locator('dialog[open]')
    const enter = sheet.getByRole('button', { name: 'Войти' })
    await expect(sheet.locator('li[data-status]').first()).toBeInViewport({ ratio: 1 })
    await expect(enter, `at ${width}`).toBeInViewport({ ratio: 1 })
    await sheet.getByLabel('Сумма ставки', { exact: true }).click()
    await expect(sheet.getByRole('group', { name: 'Цифры' }).getByRole('button').first()).toBeInViewport({ ratio: 1 })
    await expect(enter, `with the pad at ${width}`).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => localStorage.clear())
  }
})

test('on a low window of a tablet and of a desktop the button of the coupon stays, and everything else can be scrolled to', async ({
  page,
}) => {
  for (const [width, height] of [
    [844, 390],
    [1280, 480],
  ] as const) {
    await page.setViewportSize({ width, height })
    // The sheet of the narrower window closes.
    await stepsDone(page)
    await open(page, '/ru/line/football')
    const prices = page.locator('main [data-outcome$=":1"]:not([aria-disabled]):visible')
    await prices.nth(0).click(PATIENCE)
    await prices.nth(1).click(PATIENCE)
    if (width < 1024) await page.getByRole('button', { name: /^Открыть купон/ }).click(PATIENCE)
    const coupon = page.locator(width < 1024 ? 'dialog[open]' : 'aside').filter({ has: page.locator('[data-leg]') })
    const enter = coupon.getByRole('button', { name: 'Войти' })
    await expect(coupon.locator('[data-leg]').first()).toBeInViewport({ ratio: 1 })
    await expect(enter, `at ${width}`).toBeInViewport({ ratio: 1 })
    const stake = coupon.getByLabel('Сумма ставки', { exact: true })
    await stake.hover(PATIENCE)
    // What comes into the column meanwhile makes it higher.
    await expect(async () => {
      await page.mouse.wheel(0, 2000)
      await expect(coupon.getByRole('button', { name: 'Настройки купона' })).toBeInViewport({ ratio: 0.9, timeout: 500 })
    }).toPass(PATIENCE)
    await expect(enter, `at the end, ${width}`).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => localStorage.clear())
  }
})

test('a page that reads right to left is as wide on paper as its sheet, and only what it says is printed', async ({ page }) => {
  await page.setViewportSize({ width: 794, height: 1123 })
  await open(page, '/ar/information/rules')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main h1')).toBeVisible(PATIENCE)
  await expect(page.locator('body > header, main > footer, aside:visible, nav:visible').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  // What stands beyond the start of such a page widens the sheet, though no screen scrolls there.
  await page.emulateMedia({ media: 'screen' })
  const beyond = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 0 && (left < -1 || right > innerWidth + 1) && getComputedStyle(element).position === 'absolute'
      })
      .map((element) => element.className),
  )
  expect(beyond).toEqual([])
})

test('letters that the browser enlarges make the rows of the line higher, on a desktop and on a phone', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(() => {
      const larger = new CSSStyleSheet()
      larger.replaceSync('html { font-size: 150% !important }')
      document.adoptedStyleSheets.push(larger)
    })
    await open(page, '/ru/line/football')
    const rows = page.locator('main [role=row][data-ci]')
    await expect(rows.first()).toBeVisible(PATIENCE)
    const out = await rows.evaluateAll((all) =>
      all.flatMap((row) => {
        const outer = row.getBoundingClientRect()
        const parts = [...row.querySelectorAll('bdi, [data-outcome]')].filter((part) => {
          const inner = part.getBoundingClientRect()
          return inner.height > 0 && (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1)
        })
        return parts.map((part) => part.textContent)
      }),
    )
    expect(out, `at ${width}`).toEqual([])
    // The list keeps room for what it does not draw by the same height.
    const [drawn, counted] = await page.locator('main [role=grid]').evaluate((grid) => {
      const all = [...grid.children].map((child) => child.getBoundingClientRect())
      return [all.at(-1)!.bottom - all[0]!.top, grid.getBoundingClientRect().height - parseFloat(getComputedStyle(grid).paddingBlockEnd)]
    })
    expect(Math.abs(drawn! - counted!)).toBeLessThan(4)
  }
})

test('with the largest letters the cards of a phone do not lie over each other', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    localStorage.setItem('unsaved-fontSize', JSON.stringify({ value: 125, expireDate: null }))
  })
  await open(page, '/ru/line/football')
  await expect(page.locator('html')).toHaveAttribute('data-font', '125')
  const rows = page.locator('main [role=row]:has([data-outcome])')
  await expect(rows.first()).toBeVisible(PATIENCE)
  const under = await rows.evaluateAll((all) =>
    all.filter((row) => {
      const end = row.getBoundingClientRect().bottom
      return [...row.querySelectorAll('[data-outcome]')].some((price) => price.getBoundingClientRect().bottom > end)
    }),
  )
  expect(under.length).toBe(0)
})

test('line and live are one press away on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, '/ru/line')
  const sections = page.getByRole('navigation', { name: 'Разделы' }).first()
  await expect(sections.getByRole('link', { name: 'Линия' })).toBeInViewport({ ratio: 1 })
  await expect(sections.getByRole('link', { name: /^Live/ })).toBeInViewport({ ratio: 1 })
})

test('a palette of the system still tells what is chosen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/ru/line/football')
  for (const chosen of ['header [aria-current=page]', 'main [aria-pressed=true]', '[role=tab][aria-selected=true]'])
    await expect(page.locator(chosen).first(), chosen).toHaveCSS('outline-style', 'solid')
  await expect(page.locator('main [aria-pressed=false]').first()).toHaveCSS('outline-style', 'none')
})

test('the menu of all sections stays on the page of a tablet', async ({ page }) => {
  for (const lng of ['ru', 'ar']) {
    await page.setViewportSize({ width: 768, height: 1024 })
    await open(page, `/${lng}/line/football`)
    await page.locator('header nav button[aria-expanded]').last().click(PATIENCE)
    const sides = await page
      .locator('header nav button[aria-expanded=true] + div')
      .evaluate((list) => [list.getBoundingClientRect().left, list.getBoundingClientRect().right])
    expect(sides[0], lng).toBeGreaterThanOrEqual(0)
    expect(sides[1], lng).toBeLessThanOrEqual(768)
  }
})
