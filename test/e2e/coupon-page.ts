/** What the tests of the coupon do on the page, and the trader's acts behind it. */
import { randomBytes } from 'node:crypto'
import { expect, type APIRequestContext, type Browser, type BrowserContext, type Cookie, type Locator, type Page } from '@playwright/test'
import { PATIENCE, callWithToken, deposited, kickedOff, open, productNow, refuseCookies, registered } from './page.ts'

export const MAKE_BET = '**/LiveBet/Secure/MakeBetWeb*'
const LINE = '/service-api/LineFeed/Get1x2_VZip?lng=ru&count=200&sports=1'
const LIVE = '/service-api/LiveFeed/Get1x2_VZip?lng=ru&count=100&sports=1'

export interface Game {
  I: number
  CI: number
  S: number
  /** Absent while every price of the list is locked. */
  E?: { T: number; C: number; B?: boolean }[]
}

const PASSWORD = 'coupon-in-the-margin-7'
/** In tenge. */
const MONEY = 250_000
let email = ''

export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Почта или номер игрока').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Войти' }).click()
}

/** The question that comes before money moves in a session that was idle. */
export const proof = (page: Page): Locator => page.getByRole('dialog', { name: 'Подтвердите, что это вы' })

export async function prove(page: Page): Promise<void> {
  await expect(proof(page)).toContainText('Вас долго не было', PATIENCE)
  await proof(page).getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await proof(page).getByRole('button', { name: 'Подтвердить' }).click()
  await expect(proof(page)).toHaveCount(0, PATIENCE)
}

let session: Cookie[] = []

/** A player of its own for all tests of the file, with money: files run beside each other, and a file may be begun anew. */
export async function rememberSession(browser: Browser, baseURL: string): Promise<void> {
  const context = await browser.newContext({ baseURL })
  email = `coupon-${randomBytes(6).toString('hex')}@polosa.example`
  await registered(context, email, PASSWORD)
  await deposited(context, MONEY)
  session = await context.cookies()
  await context.close()
}

export async function signedIn(page: Page): Promise<void> {
  await page.context().addCookies(session)
}

interface PlacedAnswer {
  ErrorCode: number
  Error: string
  Value: { Id: number }
}

/** A single on the first side without the coupon; answers its number. */
export async function placeSingle(context: BrowserContext, { I, E }: Pick<Game, 'I' | 'E'>, summ: number): Promise<number> {
  const events = [{ GameId: I, Type: 1, Coef: E!.find((e) => e.T === 1)!.C, Param: 0, PlayerId: 0, Kind: 3 }]
  const body = { Events: events, Vid: 0, Summ: summ, CheckCf: 1, ApprovedBet: true, betGUID: randomBytes(12).toString('hex') }
  const answer = await callWithToken<PlacedAnswer>(context, '/service-api/LiveBet/Secure/MakeBetWeb', body)
  if (answer.ErrorCode !== 0) throw new Error(`${answer.ErrorCode} ${answer.Error}`)
  return answer.Value.Id
}

/** So many games the tests of one run ask for at most. */
const MOST_ASKED = 14

/** Games begin late enough for a whole run, also for the tests that move the clock, by half an hour each. */
const LATER_S = 3 * 3600

/** It has enough of such games. */
let championship = 0
let distant = new Set<number>()

async function findChampionship(request: APIRequestContext): Promise<void> {
  const later = (await productNow(request)) / 1000 + LATER_S
  const answer = await request.get('/service-api/LineFeed/GetChampsZip?lng=ru&sport=1')
  const champs = ((await answer.json()) as { Value: { LI: number; GC: number }[] }).Value.toSorted((a, b) => b.GC - a.GC)
  for (const { LI } of champs.slice(0, 10)) {
    const all = (await games(request, `${LINE}&champs=${LI}`)).filter((game) => game.S > later)
    if (all.length < MOST_ASKED) continue
    championship = LI
    distant = new Set(all.map((game) => game.I))
    return
  }
  throw new Error('no championship with enough games ahead')
}

/** The list of one championship. A server that has just started may not have all of it yet. */
export async function openLine(page: Page, lng = 'ru'): Promise<void> {
  await expect(async () => {
    if (championship === 0) await findChampionship(page.request)
    await open(page, `/${lng}/line/football/${championship}`)
    await expect(prices(page).nth(20)).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 110_000 })
  await refuseCookies(page)
}

export function prices(page: Page): Locator {
  return page.locator('main button[data-outcome]:visible')
}

/** Prices of different games, one of each. */
export async function outcomes(page: Page, count: number, from = 0): Promise<string[]> {
  const all = await prices(page).evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-outcome') ?? ''))
  const found = [...new Set(all.filter((key) => key.endsWith(':1') && distant.has(Number(key.split(':')[0]))))].slice(from, from + count)
  expect(found).toHaveLength(count)
  return found
}

export function price(page: Page, outcome: string): Locator {
  return page.locator(`main button[data-outcome="${outcome}"]:visible`).first()
}

export const coupon = (page: Page): Locator => page.getByRole('complementary', { name: 'Купон' })
export const button = (page: Page): Locator => page.locator('[data-label]:visible')
export const placed = (page: Page): Locator => page.getByTestId('coupon-placed')
export const legs = (page: Page): Locator => coupon(page).locator('li[data-status]')

/** A kind or an option of the list "More". */
export async function more(page: Page, name: string): Promise<void> {
  await coupon(page).locator('button[aria-controls][aria-expanded]').first().click()
  await coupon(page).getByTestId('coupon-more').getByRole('button', { name }).click()
}

export async function stake(page: Page, sum: string): Promise<void> {
  const field = coupon(page).getByLabel('Сумма ставки', { exact: true })
  await field.click()
  await field.selectText()
  await field.pressSequentially(sum)
}

/** The n-th game of the list in the coupon, with a stake, ready to be placed. */
export async function ready(page: Page, n: number, sum: string): Promise<void> {
  await openLine(page)
  const [outcome] = await outcomes(page, 1, n)
  await price(page, outcome!).click()
  await stake(page, sum)
  await expect(button(page)).toHaveAttribute('data-label', 'place', PATIENCE)
}

/** Minor units of the balance in the header. */
export async function balance(page: Page): Promise<number> {
  const shown = page.getByTestId('balance').first()
  await expect(shown).toHaveText(/\d/, PATIENCE)
  const text = await shown.innerText()
  return Math.round(Number(text.replace(/[^\d,]/g, '').replace(',', '.')) * 100)
}

export async function games(request: APIRequestContext, path: string): Promise<Game[]> {
  return ((await (await request.get(path)).json()) as { Value: Game[] }).Value
}

/** The trader moves the price of the first side; answers the price that it has then. */
export async function movePrice(request: APIRequestContext, outcome: string, by: number): Promise<number> {
  const { CI, E } = await gameOf(request, outcome)
  const now = E?.find((one) => one.T === 1)?.C ?? 2
  const moved = Math.round(Math.max(1.05, now * by) * 1000) / 1000
  const answer = await request.post(`/dev/api/games/${CI}/price`, { data: { key: 'result_1x2', outcome: '1', price: moved } })
  expect(answer.status()).toBe(200)
  return moved
}

export async function gameOf(request: APIRequestContext, outcome: string): Promise<Game> {
  const game = (await games(request, `${LINE}&champs=${championship}`)).find(({ I }) => outcome.startsWith(`${I}:`))
  if (!game) throw new Error(`the line has no game of ${outcome}`)
  return game
}

export async function inTheme(page: Page, theme: 'paper' | 'flood', url: string | undefined): Promise<void> {
  await signedIn(page)
  await page.context().addCookies([{ name: 'theme', value: theme, url: url ?? '' }])
}

/** Two games, one of them twice: a coupon with an error in it. */
export async function fillWithConflict(page: Page): Promise<void> {
  const [first, second] = await outcomes(page, 2, 3)
  await price(page, first!).click()
  await price(page, second!).click()
  await price(page, `${second!.split(':')[0]}:3`).click()
}

/** The page of a match in play whose first side can be bet on; nobody scores in it unless the desk does. */
export async function openMatchInPlay(page: Page, request: APIRequestContext): Promise<Game> {
  const ci = await kickedOff(request)
  const listed: Game[] = []
  await expect(async () => {
    const all = await games(request, LIVE)
    const game = all.find(({ CI }) => CI === ci)
    const sides = game?.E?.filter(({ T }) => T <= 3) ?? `not among ${all.length} in play`
    // What is listed of it says why it cannot be bet on.
    const isOpen = typeof sides === 'object' && sides.some(({ T, B }) => T === 1 && !B)
    expect(isOpen, `match ${ci}: ${JSON.stringify(sides)}`).toBe(true)
    listed.push(game!)
  }).toPass(PATIENCE)
  await open(page, `/ru/live/football/1-x/${ci}-x`)
  return listed[0]!
}
