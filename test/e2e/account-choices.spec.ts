/** What a player has chosen in his office does what it says, and what was his alone is gone when he leaves. */
import { expect, test } from '@playwright/test'
import { button, coupon, openLine, outcomes, placed, price, stake } from './coupon-page.ts'
import { deposited, mailbox, open, PATIENCE, registered, stored } from './page.ts'

const PASSWORD = 'choices-on-newsprint-7'

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(() => test.setTimeout(180_000))

// First, since it asks nothing of the line, which a server that has just started is still filling.
test('a payment that is called back is told with its reason, also to a page that claims otherwise in its address (PAY-11)', async ({
  page,
  request,
}) => {
  await registered(page.context(), mailbox('back'), PASSWORD)
  await open(page, '/ru/office/recharge')
  await page.getByRole('button', { name: /^5 000/ }).click(PATIENCE)
  await page.getByRole('button', { name: /^Пополнить на 5 000/ }).click()
  await page.waitForURL(/\/dev\/cashier\/pay\//, PATIENCE)
  const ref = new URL(page.url()).pathname.split('/').at(-1)!
  // The address says it is paid; the record says it is not.
  await open(page, `/ru/office/recharge?deposit=${ref}&state=done&status=success&sum=999999`)
  await expect(page.getByText('Ждёт оплаты').first()).toBeVisible(PATIENCE)
  await expect(page.getByText('Деньги на счёте')).toHaveCount(0)
  await request.post(`/dev/api/cashier/${ref}`, { data: { outcome: 'success' } })
  await expect(page.getByTestId('balance')).toHaveText(/^5\s000/, PATIENCE)
  await request.post(`/dev/api/cashier/${ref}`, { data: { outcome: 'chargeback' } })
  await expect(page.getByTestId('balance')).toHaveText(/^0/, PATIENCE)
  await open(page, '/ru/office/messages')
  const message = page.getByRole('main').getByText('Банк отозвал платёж')
  await message.click(PATIENCE)
  await expect(page.getByRole('main').getByText('деньги списаны со счёта', { exact: false })).toBeVisible()
})

test('the settings of the office are those of the coupon, at once, on the next page and in another browser (AU-35)', async ({
  browser,
  page,
}) => {
  const id = await registered(page.context(), mailbox('choices'), PASSWORD)
  await openLine(page)
  const [first] = await outcomes(page, 1, 7)
  await price(page, first!).click()
  const policy = coupon(page).getByLabel('Принимать при изменении')
  await expect(policy).toHaveValue('ask', PATIENCE)
  // What is chosen before the storage was read is kept only after it.
  await expect.poll(() => stored(page), PATIENCE).toContain(`"owner"`)

  await open(page, '/ru/office/settings')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/savesetting') && answer.ok())
  const field = page.getByRole('button', { name: 'Если коэффициент изменился' })
  await field.click(PATIENCE)
  await page.getByRole('dialog').getByText('Принять рост', { exact: true }).click(PATIENCE)
  await saved
  await open(page, '/ru/line/football')
  await expect(policy).toHaveValue('better', PATIENCE)

  // And the other way: what is set in the coupon stands in the office.
  const told = page.waitForResponse((answer) => answer.url().endsWith('/savesetting') && answer.ok())
  await policy.selectOption('drop5')
  await told
  await open(page, '/ru/office/settings')
  await expect(field).toContainText('Принять падение до 5 %', PATIENCE)
  await page.getByRole('switch', { name: 'Ставка в один клик' }).click({ ...PATIENCE, force: true })
  await expect.poll(() => stored(page), PATIENCE).toContain(`"oneClicks":{"${id}":{"on":true,"stakes":{}}}`)

  // Another browser in which he has said nothing does as his account says.
  const other = await browser.newContext({ storageState: { cookies: await page.context().cookies(), origins: [] } })
  const there = await other.newPage()
  await openLine(there)
  const [second] = await outcomes(there, 1, 7)
  await price(there, second!).click()
  await expect(coupon(there).getByLabel('Принимать при изменении')).toHaveValue('drop5', PATIENCE)
  await other.close()
})

test('signing out takes with it what was the player’s: the choice in the coupon, his bets, the pages behind (XT-82, SES-11)', async ({
  page,
}) => {
  const id = await registered(page.context(), mailbox('leaving'), PASSWORD)
  await openLine(page)
  const [first] = await outcomes(page, 1, 9)
  await price(page, first!).click()
  await expect(coupon(page).locator('li[data-status]')).toHaveCount(1, PATIENCE)
  await expect.poll(() => stored(page), PATIENCE).toContain(`"owner":${id}`)
  await open(page, '/ru/office/account')
  await page.getByRole('navigation', { name: 'Кабинет' }).getByRole('button', { name: 'Выйти' }).click()
  await expect(page.locator('header').getByRole('link', { name: 'Войти' })).toBeVisible(PATIENCE)
  await open(page, '/ru/line/football')
  await expect(coupon(page).locator('li[data-status]')).toHaveCount(1, PATIENCE)
  expect(await stored(page)).not.toContain('"localBets"')
  await page.goBack()
  await page.goBack()
  await expect(page.locator('header').getByRole('link', { name: 'Войти' })).toBeVisible(PATIENCE)
  await expect(page.getByText(String(id))).toHaveCount(0)
})

test('terms that have changed are read and accepted before the next bet, and only then (ACC-04)', async ({ page, context }) => {
  await registered(context, mailbox('terms'), PASSWORD)
  await deposited(context, 5_000)
  const terms = [{ id: 'regRules', version: '2099-01' }]
  await context.request.post('/dev/api/brand', { data: { set: { registration: { terms } } } })
  await openLine(page)
  const [first] = await outcomes(page, 1, 11)
  await price(page, first!).click()
  await stake(page, '200')
  await button(page).click(PATIENCE)
  await coupon(page).getByRole('link', { name: 'Прочитать и принять' }).click(PATIENCE)
  const card = page.locator('#terms')
  await expect(card.getByRole('link', { name: 'Правила' })).toBeVisible(PATIENCE)
  // The link has led to the card, whose heading the header must not cover.
  const under = await page
    .locator('header')
    .first()
    .evaluate((header) => header.getBoundingClientRect().bottom)
  await expect.poll(() => card.evaluate((one) => one.getBoundingClientRect().top), PATIENCE).toBeGreaterThanOrEqual(under)
  await card.getByRole('button', { name: 'Принимаю' }).press('Enter')
  await expect(card).toHaveCount(0, PATIENCE)
  await expect(page.getByText('Согласие принято')).toBeVisible(PATIENCE)
  await expect(page.locator('#wallets')).toBeFocused(PATIENCE)
  await open(page, '/ru/line/football')
  await button(page).click(PATIENCE)
  await expect(placed(page)).toBeVisible(PATIENCE)
})
