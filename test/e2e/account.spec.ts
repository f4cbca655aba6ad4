/** A player's own pages: registration, sign-in, money in, second factor, sessions, the office for everybody. */
import { readFileSync } from 'node:fs'
import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { generate } from 'otplib'
import { openLine, outcomes, price } from './coupon-page.ts'
import { mailbox, OFFICE, PATIENCE, open, productNow, registered, seriousFindings, visit, watchPolicy } from './page.ts'

const PASSWORD = 'marker-and-newsprint-7'
const NEW_PASSWORD = 'floodlight-over-paper-8'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 150_000 })

async function signIn(page: Page, login: string, password: string): Promise<void> {
  await open(page, '/ru/login?return=%2Fru%2Foffice')
  await page.getByLabel('Почта или номер игрока').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Войти' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Кабинет' }).getByRole('button', { name: 'Выйти' }).click()
  await expect(page.locator('header').getByRole('link', { name: 'Войти' })).toBeVisible(PATIENCE)
}

/** The newest letter of a template; letters leave the outbox a moment after their cause. */
async function linkOf(request: APIRequestContext, to: string, part: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/api/inbox?to=${encodeURIComponent(to)}`)
      const { messages } = (await answer.json()) as { messages: { link: string | null }[] }
      link = messages.find((message) => message.link?.includes(part))?.link ?? ''
      return link
    }, PATIENCE)
    .not.toBe('')
  return link
}

/** What the player's app shows, at the product's own time; `steps` of 30 seconds away. */
async function appCode(request: APIRequestContext, seed: string, steps = 0): Promise<string> {
  return generate({ secret: seed, epoch: Math.floor((await productNow(request)) / 1000) + steps * 30 })
}

test('one click to money: the pair is shown, its password replaced, a deposit paid, and the way back works', async ({ page }) => {
  await visit(page, '/ru/registration?type=fast_reg')
  await page.locator('form').getByRole('button', { name: 'Зарегистрироваться в один клик' }).click()
  await expect(page.getByText('Примите условия, чтобы продолжить').first()).toBeVisible()
  await page.getByRole('checkbox').check({ force: true })
  await page.locator('form').getByRole('button', { name: 'Зарегистрироваться в один клик' }).click()
  const login = await page.getByTestId('pair-login').innerText(PATIENCE)
  const first = await page.getByTestId('pair-password').innerText()
  expect(login).toMatch(/^\d+$/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'В файл' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(`${login}\n`)

  // The temporary password opens no cashier: the office says so and leads to its change.
  await open(page, '/ru/office/recharge')
  await expect(page.getByText('Пароль временный').first()).toBeVisible(PATIENCE)
  await open(page, '/ru/office/security')
  await page.getByLabel('Текущий пароль').fill(first)
  await page.getByLabel('Новый пароль', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Новый пароль ещё раз').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(page.getByText('Пароль изменён').first()).toBeVisible(PATIENCE)

  await open(page, '/ru/office/recharge')
  await page.getByRole('radio', { name: /Электронный кошелёк/ }).click()
  await page.getByRole('button', { name: /^5 000/ }).click()
  await page.getByRole('button', { name: /^Пополнить на 5 000/ }).click()
  await page.waitForURL(/\/dev\/cashier\/pay\//, PATIENCE)
  await page.getByRole('button', { name: 'Оплатить' }).click()
  await page.waitForURL(/office\/recharge\?deposit=/, PATIENCE)
  await expect(page.getByText('Деньги на счёте')).toBeVisible(PATIENCE)
  await expect(page.getByTestId('balance')).toHaveText(/^5\s000/, PATIENCE)
  await expect(page.getByText('Зачислен').first()).toBeVisible(PATIENCE)

  await signOut(page)
  await signIn(page, login, 'not-this-one-9')
  await expect(page.getByText('Неверный логин или пароль').first()).toBeVisible(PATIENCE)
  await signIn(page, login, NEW_PASSWORD)
  await expect(page.getByTestId('office-balance')).toHaveText(/^5\s000/, PATIENCE)
})

test('a newcomer on a phone: from a price to an accepted bet in eleven presses, the stake goes along to the cashier', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLine(page)
  const [outcome] = await outcomes(page, 1)
  const bar = page.locator('nav button[aria-haspopup="dialog"]').filter({ hasText: 'Купон' })
  const coupon = page.locator('dialog[open]')
  const presses: readonly (readonly [Locator, (Locator | RegExp)?])[] = [
    [price(page, outcome!)],
    [bar],
    [coupon.getByRole('button', { name: 'Регистрация' })],
    [page.locator('main form').getByText('Подтверждаю возраст 18+')],
    [page.locator('main form button[type=submit]'), page.getByTestId('pair-login')],
    [page.getByRole('button', { name: 'Пополнить счёт' })],
    [page.getByTestId('deposit-tiles').getByRole('link').first(), /office\/recharge\?method=\d+&sum=2000/],
    [page.getByRole('button', { name: /^Пополнить на/ }), /\/dev\/cashier\/pay\//],
    [page.getByRole('button', { name: 'Оплатить' }), /office\/recharge\?deposit=/],
    [bar],
    [coupon.locator('[data-label="place"]'), page.getByTestId('coupon-placed')],
  ]
  for (const [target, then] of presses) {
    await target.click(PATIENCE)
    if (then instanceof RegExp) await page.waitForURL(then, PATIENCE)
    else if (then) await expect(then).toBeVisible(PATIENCE)
  }
  expect(presses.length).toBeLessThan(12)
})

test('a payment is watched until it is decided: the balance changes by itself', async ({ page, request }) => {
  await registered(page.context(), mailbox('watch'), PASSWORD)
  await open(page, '/ru/office/recharge')
  await page.getByLabel('Сумма').fill('1')
  await page.getByRole('button', { name: /^Пополнить на/ }).click()
  await expect(page.getByLabel('Сумма')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Сумма').fill('12 345,5')
  await page.getByRole('button', { name: /^Пополнить на 12 345,50/ }).click()
  await page.waitForURL(/\/dev\/cashier\/pay\//, PATIENCE)
  const ref = new URL(page.url()).pathname.split('/').pop() ?? ''
  await open(page, `/ru/office/recharge?deposit=${ref}`)
  await expect(page.getByText('Ждём оплаты').first()).toBeVisible(PATIENCE)
  await request.post(`/dev/api/cashier/${ref}`, { data: { outcome: 'pending' } })
  await expect(page.getByText('Платёж обрабатывается').first()).toBeVisible(PATIENCE)
  await request.post(`/dev/api/cashier/${ref}`, { data: { outcome: 'success' } })
  await expect(page.getByTestId('balance')).toHaveText(/^12\s345,50/, PATIENCE)
  await expect(page.getByText('Деньги на счёте')).toBeVisible(PATIENCE)
})

test('second factor: on with a code, asked at sign-in, a replayed code refused, off by the link of a letter', async ({ page, request }) => {
  const email = mailbox('factor')
  await registered(page.context(), email, PASSWORD)
  await page.goto(await linkOf(request, email, '/activation'))
  await page.getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible()

  await open(page, '/ru/office/security')
  const card = page.locator('#two-factor')
  await card.getByRole('button', { name: 'Включить' }).click(PATIENCE)
  const seed = (await card.getByTestId('seed').innerText(PATIENCE)).replaceAll(/\s/g, '')
  expect(
    await card
      .getByRole('img', { name: 'QR-код для приложения' })
      .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBeGreaterThan(20)
  await card.getByLabel('Код из приложения').fill('000000')
  await card.getByRole('button', { name: 'Включить' }).click()
  await expect(card.getByText('Неверный код из приложения')).toBeVisible(PATIENCE)
  const used = await appCode(request, seed)
  await card.getByLabel('Код из приложения').fill(used)
  await card.getByRole('button', { name: 'Включить' }).click()
  await expect(card.getByTestId('recovery-codes')).toBeVisible(PATIENCE)
  const codes = await card.getByTestId('recovery-codes').getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await card.getByRole('button', { name: 'Коды сохранены' }).click()
  await expect(card.getByText('Включена')).toBeVisible()

  await signOut(page)
  await signIn(page, email, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Подтвердите вход' })).toBeVisible(PATIENCE)
  await page.getByLabel('Код из приложения').fill(used)
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByText('Неверный код из приложения')).toBeVisible(PATIENCE)
  await page.getByLabel('Код из приложения').fill(await appCode(request, seed, 1))
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await page.waitForURL('**/ru/office', PATIENCE)

  await open(page, '/ru/office/security')
  await card.getByRole('button', { name: 'Выключить' }).click(PATIENCE)
  await card.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await card.getByLabel('Код из приложения или код восстановления').fill(codes[0]!)
  await card.getByRole('button', { name: 'Выключить' }).click()
  await expect(card.getByText('Отправили письмо')).toBeVisible(PATIENCE)
  await open(page, await linkOf(request, email, 'two-factor-off'))
  await page.getByRole('button', { name: 'Выключить' }).click()
  await expect(page.getByText('Двухфакторная защита выключена')).toBeVisible(PATIENCE)
  await signOut(page)
  await signIn(page, email, PASSWORD)
  await expect(page.getByTestId('office-balance')).toBeVisible(PATIENCE)
})

test('a forgotten password is replaced by letter, and the other device is led to sign-in', async ({ page, browser, request }) => {
  const email = mailbox('forgot')
  await registered(page.context(), email, PASSWORD)
  await open(page, '/ru/office/security')
  await expect(page.getByTestId('sessions').getByRole('listitem')).toHaveCount(1, PATIENCE)

  const other = await (await browser.newContext()).newPage()
  await open(other, '/ru/password')
  await other.getByLabel('Почта или номер игрока').fill(email)
  await other.getByRole('button', { name: 'Отправить ссылку' }).click()
  await expect(other.getByText('письмо уже отправлено')).toBeVisible(PATIENCE)
  await open(other, await linkOf(request, email, 'password-reset'))
  await other.getByLabel('Новый пароль', { exact: true }).fill(NEW_PASSWORD)
  await other.getByLabel('Новый пароль ещё раз').fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Сохранить пароль' }).click()
  await expect(other.getByText('Пароль изменён. Войдите с новым')).toBeVisible(PATIENCE)
  await signIn(other, email, NEW_PASSWORD)
  await expect(other.getByTestId('office-balance')).toBeVisible(PATIENCE)

  // Every session ended with the old password: the page of the first device leaves by itself.
  await expect(page.getByText('Сеанс завершён')).toBeVisible(PATIENCE)
  await signIn(page, email, NEW_PASSWORD)
  await expect(page.getByTestId('office-balance')).toBeVisible(PATIENCE)
  await open(page, '/ru/office/security')
  await expect(page.getByTestId('sessions').getByRole('listitem')).toHaveCount(2, PATIENCE)
  await page.getByRole('button', { name: 'Закрыть остальные' }).click()
  await expect(page.getByTestId('sessions').getByRole('listitem')).toHaveCount(1, PATIENCE)
  // The page of an ended session shows nothing of the player any more, though nobody touches it.
  await other.waitForURL(/\/ru\/login/, PATIENCE)
  await other.context().close()
})

test('an account in a second currency: opened, made active, left and deleted; settings are kept', async ({ page }) => {
  await registered(page.context(), mailbox('wallets'), PASSWORD)
  await open(page, '/ru/office')
  await page.getByRole('button', { name: 'Открыть счёт' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('евро')
  await page.getByRole('dialog').getByRole('option', { name: /EUR/ }).click()
  const main = page.getByRole('main')
  const euro = main.getByRole('listitem').filter({ hasText: 'EUR' })
  // Bets of other tabs are paid from the same account. One hears of nothing before it is done: what it asked for is old by then.
  const [other, late] = [await page.context().newPage(), await page.context().newPage()]
  const done = Promise.withResolvers<void>()
  await late.routeWebSocket(/./, (socket) => done.promise.then(() => void socket.connectToServer()))
  for (const tab of [other, late]) {
    await open(tab, '/ru/line')
    await expect(tab.getByTestId('balance')).toHaveText(/₸/, PATIENCE)
  }
  await euro.getByRole('button', { name: 'Сделать активным' }).click(PATIENCE)
  await expect(page.getByTestId('balance')).toHaveText(/€/, PATIENCE)
  done.resolve()
  for (const tab of [other, late]) {
    await expect(tab.getByTestId('balance')).toHaveText(/€/, PATIENCE)
    await tab.close()
  }
  await main.getByRole('listitem').filter({ hasText: 'KZT' }).getByRole('button', { name: 'Сделать активным' }).click()
  await expect(page.getByTestId('balance')).toHaveText(/₸/, PATIENCE)
  await euro.getByRole('button', { name: 'Удалить счёт EUR' }).click(PATIENCE)
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click()
  await expect(euro).toHaveCount(0, PATIENCE)

  await open(page, '/ru/office/settings')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/savesetting') && answer.ok())
  await page.getByRole('switch', { name: 'Расчёт ставок' }).click({ ...PATIENCE, force: true })
  await saved
  await open(page, '/ru/office/settings')
  await expect(page.getByRole('switch', { name: 'Расчёт ставок' })).not.toBeChecked(PATIENCE)
})

/** Tab until the element has the focus; more than a page's worth of stops is a trap. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const { activeElement: active } = document
      const labels = active instanceof HTMLInputElement ? [...(active.labels ?? [])].map((one) => one.textContent).join(' ') : ''
      return [active?.getAttribute('aria-label'), labels, active?.textContent].filter(Boolean).join(' ')
    })
    if (name.test(label)) return
  }
  throw new Error(`no focus on ${name} after 60 steps`)
}

test('a deposit by keyboard alone', async ({ page }) => {
  await registered(page.context(), mailbox('keys'), PASSWORD)
  await open(page, '/ru/office')
  await expect(page.getByTestId('office-balance')).toHaveText(/^0/, PATIENCE)
  await tabTo(page, /^Пополнение$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/office/recharge', PATIENCE)
  await expect(page.getByRole('radio').first()).toBeVisible(PATIENCE)
  await tabTo(page, /Банковская карта/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /Электронный кошелёк/ })).toBeChecked()
  await tabTo(page, /^Сумма/)
  await page.keyboard.type('7000')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dev\/cashier\/pay\//, PATIENCE)
  await tabTo(page, /^Оплатить$/)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('balance')).toHaveText(/^7\s000/, PATIENCE)
})

for (const [lng, theme, width] of [
  ['ru', 'paper', 1440],
  ['ar', 'flood', 390],
] as const) {
  test(`every page of an account: title, one main heading, nothing serious for axe (${lng}, ${theme}, ${width})`, async ({
    page,
    baseURL,
  }) => {
    // Thirty pages, each looked at whole.
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: 844 })
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    const violations = await watchPolicy(page)
    const titles = new Set<string>()
    const findings: string[] = []
    const look = async (path: string) => {
      await visit(page, path)
      await expect(page.locator('h1')).toHaveCount(1, PATIENCE)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, PATIENCE)
      titles.add(await page.title())
      findings.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`))
      // Nothing sticks out sideways.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
    for (const path of ['password', 'password-reset#hash=x', 'registration?type=full_reg']) await look(`/${lng}/${path}`)
    await page.locator('input[name="email"]').fill(mailbox('axe'))
    await page.locator('input[name="password"]').fill(PASSWORD)
    await page.locator('input[name="birth_date"]').pressSequentially('17051990')
    await page.locator('input[type="checkbox"]').check({ force: true })
    await page.locator('form button[type="submit"]').click()
    await expect(page.getByTestId('balance')).toHaveText(/0/, PATIENCE)
    for (const path of OFFICE) {
      await look(`/${lng}/${path}`)
      // Every page of play and payment shows the balance (ACC-19).
      await expect(page.getByTestId('balance').first(), path).toBeVisible(PATIENCE)
    }
    await open(page, `/${lng}/office/security`)
    await page.locator('#two-factor button').click(PATIENCE)
    await expect(page.getByTestId('seed')).toBeVisible(PATIENCE)
    findings.push(...(await seriousFindings(page)).map((finding) => `setting the second factor up: ${finding}`))
    expect(findings).toEqual([])
    expect(violations).toEqual([])
    expect(titles.size).toBe(3 + OFFICE.length)
    for (const title of titles) expect(title).toMatch(/\S+ · Polosa$/)
  })
}

test('a captcha of the brand stands before the sign-in: closed, missed, solved, and the way without a picture', async ({
  page,
  context,
}) => {
  const email = mailbox('captcha')
  await registered(context, email, PASSWORD)
  await open(page, '/ru/office')
  await signOut(page)
  await context.request.post('/dev/api/brand', { data: { set: { captcha: { type: 'puzzle' } } } })
  const dialog = page.getByRole('dialog', { name: 'Короткая проверка' })
  const tasks: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/puzzle-api/v1/task')) void response.json().then(({ taskId }) => tasks.push(taskId as string))
  })

  await signIn(page, email, PASSWORD)
  await dialog.getByRole('button', { name: 'Закрыть' }).click(PATIENCE)
  await expect(page.getByText('Проверка закрыта. Нажмите ещё раз')).toBeVisible(PATIENCE)

  await page.locator('form').getByRole('button', { name: 'Войти' }).click()
  const slider = dialog.getByRole('slider')
  await slider.press('ArrowRight', PATIENCE)
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await expect(dialog.getByText('Не совпало. Попробуйте ещё раз')).toBeVisible(PATIENCE)
  const { x } = (await (await context.request.get(`/dev/api/captcha/${tasks.at(-1)}`)).json()) as { x: number }
  await slider.fill(String(x))
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByTestId('office-balance')).toBeVisible(PATIENCE)

  await signOut(page)
  await signIn(page, email, PASSWORD)
  await dialog.getByRole('button', { name: 'Проверка без картинки' }).press('Enter', PATIENCE)
  await expect(page.getByTestId('office-balance')).toBeVisible(PATIENCE)
  // A program without a token is refused with the number of the captcha.
  const refused = await context.request.post('/user/auth', {
    data: { login: email, password: 'x' },
    headers: { 'x-requested-with': 'test' },
  })
  expect([refused.status(), ((await refused.json()) as { error_code: number }).error_code]).toEqual([400, 40])
})
