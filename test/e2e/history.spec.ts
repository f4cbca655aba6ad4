/** Bets after they were placed: found again, followed, sold, proven, taken along, cleared. One player of its own. */
import { readFileSync } from 'node:fs'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { mailbox, PATIENCE, callWithToken, deposited, open, registered, seriousFindings } from './page.ts'

const PASSWORD = 'statement-on-paper-7'
const STAKES = [1500, 2000, 900]

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let email = ''
let session: Awaited<ReturnType<BrowserContext['cookies']>> = []
let bets: number[] = []

interface Game {
  I: number
  CI: number
  S: number
  E?: { T: number; C: number; P?: number }[]
}

async function placeBets(context: BrowserContext): Promise<number[]> {
  const { request } = context
  const later = Date.now() / 1000 + 1800
  const url = '/service-api/LineFeed/Get1x2_VZip?sports=1&count=100&lng=ru&mode=4'
  let games: Game[] = []
  await expect(async () => {
    const { Value } = (await (await request.get(url)).json()) as { Value: Game[] }
    games = Value.filter((game) => game.S > later && game.E?.some(({ T }) => T === 1))
    expect(games.length).toBeGreaterThan(5)
  }).toPass({ timeout: 60_000 })
  const event = ({ I, E }: Game) => ({ GameId: I, Type: 1, Coef: E!.find(({ T }) => T === 1)!.C, Param: 0, Kind: 3 })
  const wanted = [games.slice(0, 1), games.slice(1, 4), games.slice(4, 5)]
  const made: number[] = []
  for (const [i, list] of wanted.entries()) {
    const body = {
      Events: list.map(event),
      Vid: list.length > 1 ? 1 : 0,
      Summ: STAKES[i],
      CheckCf: 1,
      ApprovedBet: true,
      Lng: 'ru',
      betGUID: `history-${Date.now()}-${i}`,
    }
    const answer = await callWithToken<{ Success: boolean; Error: string; Value: { Id: number } }>(
      context,
      '/service-api/LiveBet/Secure/MakeBetWeb',
      body,
    )
    expect(answer.Success, answer.Error).toBe(true)
    made.push(answer.Value.Id)
  }
  // The third is decided: its game ends with a win of the first side.
  const finished = await request.post(`/dev/api/games/${wanted[2]![0]!.CI}/finish`, { data: { score: [9, 0] } })
  expect(finished.status()).toBe(200)
  return made
}

test.beforeAll(async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  email = mailbox('history')
  await registered(context, email, PASSWORD)
  await deposited(context, 50_000)
  bets = await placeBets(context)
  session = await context.cookies()
  await context.close()
})

test.beforeEach(({ context }) => context.addCookies(session))

const row = (page: Page, id: number) => page.locator(`main li[data-bet="${id}"]`)

test('the list: found by number and status, opened by keyboard, sums and table agree', async ({ page }) => {
  await open(page, '/ru/office/history')
  await expect(row(page, bets[2]!)).toContainText(/Выплачена|Выигрыш/, PATIENCE)
  await expect(page.locator('main li[data-bet]')).toHaveCount(3)
  await page.getByRole('button', { name: 'Открытые' }).click()
  await expect(page).toHaveURL(/status=open/)
  await expect(row(page, bets[2]!)).toHaveCount(0, PATIENCE)
  await page.getByRole('button', { name: 'Все', exact: true }).click()
  await page.getByRole('searchbox').fill(String(bets[1]))
  await expect(page.locator('main li[data-bet]')).toHaveCount(1, PATIENCE)
  const head = row(page, bets[1]!).getByRole('button').first()
  await head.focus()
  await page.keyboard.press('Enter')
  await expect(row(page, bets[1]!).locator('ol > li')).toHaveCount(3)
  expect(await seriousFindings(page)).toEqual([])

  // A page that the list does not reach shows its end.
  await open(page, '/ru/office/history?page_number=99')
  await expect(page.locator('main li[data-bet]')).toHaveCount(3, PATIENCE)
  await open(page, '/ru/office/history')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Таблица CSV' }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(4)
  const stake = lines[0]!.split(';').indexOf('Сумма ставки')
  const total = lines.slice(1).reduce((sum, line) => sum + Number(line.split(';')[stake]!.replace(',', '.')), 0)
  expect(total).toBe(STAKES.reduce((a, b) => a + b, 0))
  await expect(page.getByRole('region', { name: 'Итоги' })).toContainText(/4\s400/)
})

test('a bet: its price, its proof, the picture to share, and once more into the coupon', async ({ page }) => {
  await open(page, `/ru/coupon/${bets[1]}`)
  await expect(page.getByTestId('bet-win')).toBeVisible(PATIENCE)
  await expect(page.locator('main ol > li')).toHaveCount(3)
  await expect(page.getByTestId('why-result')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Поделиться' }).click()
  const dialog = page.locator('dialog[open]')
  const picture = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Скачать картинку' }).click()
  expect(
    readFileSync(await (await picture).path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('complementary', { name: 'Купон' }).locator('li[data-status]')).toHaveCount(3, PATIENCE)
  await open(page, '/ru/coupon/12')
  await expect(page.getByText('Такой ставки на этом счёте нет')).toBeVisible(PATIENCE)
})

test('my bets beside the coupon: open with their worth, the decided one below', async ({ page }) => {
  await open(page, '/ru/line/football')
  await page
    .getByRole('complementary', { name: 'Купон' })
    .getByRole('tab', { name: /Мои ставки/ })
    .click(PATIENCE)
  const column = page.getByRole('complementary', { name: 'Купон' })
  await expect(column.locator(`li[data-bet="${bets[1]}"]`)).toContainText('Принята', PATIENCE)
  await expect(column.locator(`section[data-bet="${bets[0]}"]`)).toBeVisible(PATIENCE)
  await expect(column.locator(`li[data-bet="${bets[2]}"]`)).toContainText(/Выплачена|Выигрыш/, PATIENCE)
})

test('a letter leaves when its address was seen; a list that is cleared in one tab is cleared in the other and can be shown again', async ({
  page,
  context,
}) => {
  const letters = async () => {
    const answer = await page.request.get(`/dev/api/inbox?to=${encodeURIComponent(email)}`)
    const { messages } = (await answer.json()) as { messages: { template: string; body: string }[] }
    return messages.filter(({ template }) => template === 'bets_history')
  }
  await open(page, '/ru/office/history')
  await page.getByRole('button', { name: 'Отправить на почту' }).click()
  const asks = page.getByRole('dialog')
  await expect(asks).toContainText('Письмо уйдёт на h***@polosa.example', PATIENCE)
  await expect(asks).toContainText('Этот адрес ещё не подтверждён')
  expect(await letters()).toEqual([])
  await asks.getByRole('button', { name: 'Отправить на почту' }).click()
  await expect(page.getByText('Отправлено на h***@polosa.example')).toBeVisible(PATIENCE)
  const [letter] = await letters()
  expect(letter!.body).toContain(`№ ${bets[0]}`)

  const other = await context.newPage()
  await open(other, '/ru/office/history')
  await expect(row(other, bets[2]!)).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Очистить' }).click()
  await page.getByRole('button', { name: 'Очистить историю' }).click()
  for (const tab of [page, other]) {
    await expect(row(tab, bets[2]!)).toHaveCount(0, PATIENCE)
    await expect(row(tab, bets[0]!)).toBeVisible()
  }
  await other.getByRole('button', { name: 'Показать снова' }).click()
  for (const tab of [page, other]) await expect(row(tab, bets[2]!)).toBeVisible(PATIENCE)
})

test('the statement, the offers and the history of a phone in Arabic have nothing serious', async ({ page, context, baseURL }) => {
  await open(page, '/ru/office/history/statement')
  await expect(page.getByRole('heading', { name: 'Выписка' })).toBeVisible(PATIENCE)
  await expect(page.locator('tfoot').first()).toContainText(/4\s400,00/)
  expect(await seriousFindings(page)).toEqual([])
  await open(page, '/ru/office/interactive-bets')
  await expect(page.locator(`main li[data-bet="${bets[0]}"]`)).toBeVisible(PATIENCE)
  expect(await seriousFindings(page)).toEqual([])
  await context.addCookies([{ name: 'theme', value: 'flood', url: baseURL ?? '' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/ar/office/history')
  await expect(row(page, bets[0]!)).toBeVisible(PATIENCE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  // Paper is light in either theme: what is printed of a dark page can be read.
  for (const path of ['/ar/office/history/statement', `/ar/coupon/${bets[2]}`]) {
    await open(page, path)
    const shown = page.locator('main dd').first()
    await expect(shown).toBeVisible(PATIENCE)
    await page.emulateMedia({ media: 'print' })
    const ink = await shown.evaluate((element) => getComputedStyle(element).color.match(/\d+/g)!.map(Number))
    expect(Math.max(...ink)).toBeLessThan(128)
    await page.emulateMedia({ media: 'screen' })
  }
})
