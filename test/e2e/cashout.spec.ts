/** Cash-out in a browser: the value moves with the price, two presses sell, a part and an order, and an edit in the coupon. */
import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { placeSingle, rememberSession, signedIn } from './coupon-page.ts'
import { open, PATIENCE, seriousFindings } from './page.ts'

interface Game {
  I: number
  CI: number
  /** Championship: games of different ones share no team. */
  LI: number
  S: number
  E?: { T: number; C: number; B?: boolean }[]
}

const LINE = '/service-api/LineFeed/Get1x2_VZip?lng=ru&count=50&sports=1'
/** Games that begin late enough for the whole file. */
const LATER_S = 6 * 3600
const used = new Set<number>()

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(() => test.setTimeout(180_000))
test.beforeAll(async ({ browser, baseURL }) => rememberSession(browser, baseURL ?? ''))

/** What is asked of a sale here is more than a favourite pays. */
const LEAST_PRICE = 1.8

/** Another one with every call; of another championship than `unlike`, whose games may fill the whole list. */
async function findGame(request: APIRequestContext, unlike = 0): Promise<Game> {
  let found: Game[] = []
  await expect(async () => {
    const champs = unlike ? await otherChamps(request, unlike) : []
    const answer = (await (await request.get(`${LINE}&champs=${champs.join()}`)).json()) as { Value: Game[] | null }
    const later = Date.now() / 1000 + LATER_S
    const fit = (answer.Value ?? []).filter(
      (game) =>
        game.S > later && [1, 2, 3].every((t) => game.E?.some((e) => e.T === t && !e.B && e.C < 8 && (t !== 1 || e.C >= LEAST_PRICE))),
    )
    found = fit.filter((game) => !used.has(game.I))
    expect(found.length).toBeGreaterThan(0)
    // A server that has just started knows the near games first.
  }).toPass({ timeout: 90_000 })
  used.add(found[0]!.I)
  return found[0]!
}

async function otherChamps(request: APIRequestContext, unlike: number): Promise<number[]> {
  const answer = (await (await request.get('/service-api/LineFeed/GetChampsZip?lng=ru&sport=1')).json()) as { Value: { LI: number }[] }
  return answer.Value.flatMap(({ LI }) => (LI === unlike ? [] : [LI])).slice(0, 3)
}

/** The trader sets the price of the first side: the value follows. */
async function setPrice(request: APIRequestContext, { CI }: Game, price: number): Promise<void> {
  const answer = await request.post(`/dev/api/games/${CI}/price`, { data: { key: 'result_1x2', outcome: '1', price } })
  expect(answer.status()).toBe(200)
}

async function openBet(page: Page, betId: number): Promise<Locator> {
  await open(page, '/ru/office/history')
  const card = page.locator(`li[data-bet="${betId}"]`)
  await card.getByRole('button').first().click(PATIENCE)
  return card.locator('section[data-press]')
}

const take = (cashout: Locator) => cashout.getByRole('button', { name: /забрать/i }).first()
const money = (text: string | null) => Number((text ?? '').replace(/[^\d,]/g, '').replace(',', '.'))

/** The second press; one that comes too soon after a move does not sell, as for a person. */
async function confirm(cashout: Locator): Promise<void> {
  await expect(async () => {
    // Sold elsewhere meanwhile, it is gone.
    const armed = cashout.and(cashout.page().locator('[data-press="armed"]'))
    if ((await armed.count()) > 0) await take(armed).press('Enter', { timeout: 1_000 })
    await expect(armed).toHaveCount(0, { timeout: 1_000 })
  }).toPass(PATIENCE)
}

test('the value moves with the price, two presses sell, and a moved sum is in the button before it can be pressed', async ({
  page,
  request,
}) => {
  await signedIn(page)
  const game = await findGame(request)
  const betId = await placeSingle(page.context(), game, 1000)
  const cashout = await openBet(page, betId)
  await expect(cashout).toHaveAttribute('data-press', 'idle', PATIENCE)
  await expect(take(cashout)).toHaveText(/^Забрать .*\d/, PATIENCE)
  const first = money(await take(cashout).textContent())
  await setPrice(request, game, Math.round(game.E!.find((e) => e.T === 1)!.C * 800) / 1000)
  await expect.poll(async () => money(await take(cashout).textContent()), PATIENCE).toBeGreaterThan(first)
  // Signed as well as coloured.
  await expect(cashout.locator('[data-side]')).toContainText(/[+−]/)
  await take(cashout).click()
  await expect(cashout).toHaveAttribute('data-press', 'armed')
  await expect(take(cashout)).toHaveText(/^Точно забрать/)
  await setPrice(request, game, Math.round(game.E!.find((e) => e.T === 1)!.C * 700) / 1000)
  await expect(cashout.getByRole('status')).toContainText('Сумма выкупа теперь', PATIENCE)
  const armed = money(await take(cashout).textContent())
  await confirm(cashout)
  await expect(page.getByText(/^Ставка выкуплена/).first()).toBeVisible(PATIENCE)
  expect(armed).toBeGreaterThan(first)
  await expect(page.locator(`li[data-bet="${betId}"]`)).toContainText('Продана', PATIENCE)
})

test('a part by the slider and by a sum, an order that is set and cancelled, cover for the stake', async ({ page, request }) => {
  await signedIn(page)
  const game = await findGame(request)
  const cashout = await openBet(page, await placeSingle(page.context(), game, 1000))
  await expect(take(cashout)).toBeVisible(PATIENCE)
  await cashout.getByRole('button', { name: 'Ещё' }).click()
  const slider = cashout.getByRole('slider')
  await expect(slider).toBeVisible(PATIENCE)
  await expect(cashout).toContainText('В игре останется')
  // The field writes its decimals as the button beside it does.
  await slider.fill('330')
  await expect(cashout.getByLabel('Сумма', { exact: true })).toHaveValue(/^\d+,\d{2}$/)
  await slider.fill('980')
  // Within 2.5 % of the end it is the end.
  await expect(cashout).toContainText('Ставка будет выкуплена целиком')
  await cashout.getByLabel('Сумма', { exact: true }).fill('100')
  await cashout.getByRole('button', { name: /^Забрать 100/ }).click()
  await expect(take(cashout)).toHaveText(/^Точно забрать 100/)
  await confirm(cashout)
  await expect(cashout.getByRole('status')).toContainText('Получено', PATIENCE)
  await cashout.getByRole('button', { name: 'Автовыкуп' }).click()
  await cashout.getByLabel('Когда выкуп дойдёт до').fill('1500')
  await cashout.getByRole('button', { name: 'Установить' }).click()
  await expect(cashout).toContainText('Ставка будет выкуплена при', PATIENCE)
  await cashout.getByRole('button', { name: 'Отменить автовыкуп' }).click()
  await expect(cashout.getByLabel('Когда выкуп дойдёт до')).toBeVisible(PATIENCE)
  await cashout.getByRole('button', { name: 'Страховка' }).click()
  await cashout.getByRole('button', { name: /^Застраховать 10/ }).click()
  const sure = cashout.getByRole('button', { name: /^Точно застраховать 10/ })
  // As for a sale: the second press, and not too soon after the first.
  await expect(async () => {
    if (await sure.isVisible()) await sure.press('Enter')
    await expect(cashout).toContainText('Застраховано 10', { timeout: 1_000 })
  }).toPass(PATIENCE)
  // What an insured bet no longer allows stays in sight with its reason.
  await expect(cashout.getByRole('button', { name: 'Изменить ставку' })).toBeDisabled(PATIENCE)
  await expect(cashout).toContainText('Застрахованную ставку можно выкупить только целиком')
  expect(await seriousFindings(page)).toEqual([])
})

test('a suspended game says why there is no sale', async ({ page, request }) => {
  await signedIn(page)
  const game = await findGame(request)
  const cashout = await openBet(page, await placeSingle(page.context(), game, 500))
  await expect(take(cashout)).toBeVisible(PATIENCE)
  const stop = await request.post(`/dev/api/games/${game.CI}/suspend`, { data: { reason: 'trader' } })
  expect(stop.status()).toBe(200)
  await expect(cashout).toContainText('Выкуп временно недоступен', PATIENCE)
  await expect(take(cashout)).toHaveCount(0)
})

test('an edit takes the legs into the coupon, and a leg more makes a new bet of the old stake', async ({ page, request }) => {
  await signedIn(page)
  const game = await findGame(request)
  const other = await findGame(request, game.LI)
  const betId = await placeSingle(page.context(), game, 700)
  const cashout = await openBet(page, betId)
  await expect(take(cashout)).toBeVisible(PATIENCE)
  await cashout.getByRole('button', { name: 'Ещё' }).click()
  await cashout.getByRole('button', { name: 'Изменить ставку' }).first().click(PATIENCE)
  await cashout.getByRole('button', { name: 'Изменить ставку' }).last().press('Enter')
  const coupon = page.getByRole('complementary', { name: 'Купон' })
  await expect(coupon).toContainText(`Меняется ставка № ${betId}`, PATIENCE)
  // The pressed button has gone with its page: the focus is where the bet has come to. One way out, said once.
  await expect(coupon.locator('[data-key="coupon"]')).toBeFocused(PATIENCE)
  await expect(page.locator('[data-label="leave_bet"]:visible')).toBeVisible(PATIENCE)
  await expect(coupon.getByText('Не менять ставку')).toHaveCount(1)
  await open(page, `/ru/line/football/0/${other.CI}`)
  await page.locator(`main button[data-outcome="${other.I}:1"]:visible`).first().click(PATIENCE)
  const change = page.locator('[data-label="change_bet"]:visible')
  await expect(change).toBeVisible(PATIENCE)
  await expect(coupon.getByRole('button', { name: 'Не менять ставку' })).toHaveCount(1)
  const before = await page.getByTestId('balance').textContent()
  await change.click()
  await expect(page.getByTestId('coupon-placed')).toBeVisible(PATIENCE)
  expect(await page.getByTestId('balance').textContent()).toBe(before)
  await open(page, '/ru/office/history')
  await expect(page.locator('li[data-bet]').first()).toContainText('Экспресс', PATIENCE)
  await expect(page.locator(`li[data-bet="${betId}"]`)).not.toContainText('Принята', PATIENCE)
  // The old bet was changed, not sold: what its events end as decides the new one.
  await open(page, `/ru/coupon/${betId}`)
  await page.getByRole('button', { name: 'Почему такой результат' }).click(PATIENCE)
  await expect(page.getByText('Ставка изменена: результаты событий решают')).toBeVisible(PATIENCE)
})

test('one of two tabs sells by keyboard: the focus stays in the list, the other tab tells it and sells nothing', async ({
  page,
  context,
  request,
}) => {
  await signedIn(page)
  const kept = await placeSingle(page.context(), await findGame(request), 400)
  const first = await placeSingle(page.context(), await findGame(request), 500)
  const failed = await placeSingle(page.context(), await findGame(request), 550)
  const second = await placeSingle(page.context(), await findGame(request), 600)
  const offers = '/ru/office/interactive-bets'
  const bet = (tab: Page, id: number) => tab.locator(`main li[data-bet="${id}"]`)
  const arm = async (tab: Page, id: number) => {
    await take(bet(tab, id)).press('Enter', PATIENCE)
    await expect(bet(tab, id).locator('section[data-press]')).toHaveAttribute('data-press', 'armed', PATIENCE)
  }
  const other = await context.newPage()
  await open(other, offers)
  await open(page, offers)

  // Pressed once here, sold there.
  await arm(other, second)
  await arm(page, second)
  await confirm(bet(page, second).locator('section[data-press]'))
  await expect(bet(page, second)).toHaveCount(0, PATIENCE)
  await expect(bet(page, failed)).toBeFocused(PATIENCE)
  await expect(bet(other, second)).toHaveCount(0, PATIENCE)
  const gone = other.getByText('Эту ставку уже нельзя выкупить')
  // It would be in sight for six seconds, and the next one says the same.
  const closeNote = async () => {
    await other.getByRole('status').filter({ has: gone }).getByRole('button', { name: 'Закрыть' }).click()
    await expect(gone).toBeHidden(PATIENCE)
  }
  await expect(gone).toBeVisible(PATIENCE)
  await expect(bet(other, failed)).toBeFocused(PATIENCE)
  await closeNote()

  // The second press failed here, and it is sold there: what the card said of the failure is not all that is said.
  await arm(other, failed)
  await other.route('**/office/bet/sale', (route) => route.abort(), { times: 1 })
  await confirm(bet(other, failed).locator('section[data-press]'))
  await expect(bet(other, failed).locator('section[data-press]')).toHaveAttribute('data-press', 'failed', PATIENCE)
  await arm(page, failed)
  await confirm(bet(page, failed).locator('section[data-press]'))
  await expect(bet(page, failed)).toHaveCount(0, PATIENCE)
  await expect(gone).toBeVisible(PATIENCE)
  await expect(bet(other, failed)).toHaveCount(0)
  await closeNote()

  // Pressed twice here while it is sold there: refused in words, whoever of the two is told first.
  await arm(other, first)
  await other.route('**/office/bet/sale', async (route) => {
    await arm(page, first)
    await confirm(bet(page, first).locator('section[data-press]'))
    await expect(bet(page, first)).toHaveCount(0, PATIENCE)
    await route.continue()
  })
  await confirm(bet(other, first).locator('section[data-press]'))
  await expect(bet(page, kept)).toBeFocused(PATIENCE)
  await expect(other.getByText(/Ставка уже выкуплена|Эту ставку уже нельзя выкупить/).first()).toBeVisible(PATIENCE)
  await expect(bet(other, first)).toHaveCount(0, PATIENCE)
  await expect(bet(other, kept)).toBeVisible()
})
