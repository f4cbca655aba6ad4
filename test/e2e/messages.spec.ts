/** What the house tells a player and what he asks of it: a question answered live, the badge, the list of messages. */
import { expect, test, type Page } from '@playwright/test'
import { mailbox, known, open, PATIENCE, refuseCookies, registered, seriousFindings } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

const newPlayer = (page: Page): Promise<number> => registered(page.context(), mailbox('asks'), 'a-question-of-mine-7')

test('a question is answered while its player looks on, with a file; the messages say so and are read and deleted', async ({
  page,
  request,
}) => {
  const player = await newPlayer(page)
  await open(page, '/ru/office/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Поддержка' })).toBeVisible(PATIENCE)
  await page.getByLabel('Тема').last().fill('Купон не открывается')
  await page.getByLabel('Сообщение').fill('Нажимаю, и ничего')
  await page.getByLabel('Сообщение').press('Control+Enter')
  await expect(page).toHaveURL(/\/ru\/office\/support\/\d+$/, PATIENCE)
  const ticket = Number(/\d+$/.exec(page.url())![0])
  const lines = page.getByRole('list', { name: 'Переписка' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)

  const answer = await request.post(`/dev/api/support/${ticket}`, {
    data: { text: 'Пришлите снимок экрана', officer: 'olga', consultant: 1 },
  })
  expect(answer.status()).toBe(200)
  await expect(lines.nth(1)).toContainText('Пришлите снимок экрана', PATIENCE)
  await expect(lines.nth(1)).toContainText('Айгуль')

  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await page.locator('input[type=file]').setInputFiles({ name: 'снимок.png', mimeType: 'image/png', buffer: png })
  await expect(lines.nth(2).getByRole('link')).toContainText('снимок.png', PATIENCE)
  await page.locator('input[type=file]').setInputFiles({ name: 'снимок.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Подойдут снимки JPEG, PNG, WebP или документ PDF')).toBeVisible(PATIENCE)
  expect(await seriousFindings(page)).toEqual([])

  // Elsewhere on the site the next word of the house is a number on the bell.
  await open(page, '/ru/office')
  await request.post('/dev/api/support/message', { data: { player, title: 'Проверка', text: 'Это сообщение', link: '/office/history' } })
  await expect(page.getByTestId('messages-bell')).toHaveAccessibleName('Сообщения, непрочитанных: 1', PATIENCE)
  await page.getByTestId('messages-bell').click()
  const message = page.getByRole('button', { name: /Проверка/ }).first()
  await message.click()
  await expect(page.getByText('Это сообщение')).toBeVisible()
  await expect(page.getByTestId('messages-bell')).toHaveAccessibleName('Сообщения', PATIENCE)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Удалить: Проверка' }).click()
  await expect(page.getByText('Это сообщение')).toHaveCount(0, PATIENCE)
  await expect(page.getByRole('button', { name: /Ответ поддержки/ }).first()).toBeVisible()
})

test('a visitor asks to be called; details are kept with region and city', async ({ page }) => {
  await open(page, '/ru/support')
  await refuseCookies(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Поддержка' })).toBeVisible(PATIENCE)
  await expect(page.getByLabel('Когда позвонить')).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Заказать звонок' }).click()
  await expect(page.getByText('Введите номер телефона').first()).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await newPlayer(page)
  await open(page, '/ru/office/account')
  await page.getByLabel('Имя').fill('Анна')
  await page.getByLabel('Город').fill('Алматы')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Данные сохранены')).toBeVisible(PATIENCE)
  await page.reload()
  await expect(page.getByLabel('Город')).toHaveValue('Алматы', PATIENCE)
  expect(await seriousFindings(page)).toEqual([])
})

test('out of hours the support page tells when it opens, and stays as wide as the phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/web-api/support/info*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, isOpen: false, opensAt: 1_795_400_000 } } })
  })
  for (const lng of ['ru', 'en']) {
    await open(page, `/${lng}/support`)
    await refuseCookies(page)
    await expect(page.getByText(/^(Сейчас закрыто|Closed now)$/)).toBeVisible(PATIENCE)
    await expect(page.getByText(/^(Откроемся|We open on) \d/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  }
})

test('a subject of one long word, and a line that is not sent yet, in another language of the page', async ({ page }) => {
  await newPlayer(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/ru/office/support')
  await page.locator('input[name="subject"]').fill('Ж'.repeat(90))
  await page.locator('textarea[name="text"]').fill('Нажимаю, и ничего')
  await page.locator('textarea[name="text"]').press('Control+Enter')
  await expect(page).toHaveURL(/\/ru\/office\/support\/\d+$/, PATIENCE)
  await expect(page.getByRole('heading', { name: 'ЖЖЖ' })).toBeVisible(PATIENCE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const line = page.locator('textarea[name="text"]')
  await line.fill('Ещё вот что')
  await open(page, new URL(page.url()).pathname.replace('/ru/', '/en/'))
  await expect(line).toHaveValue('Ещё вот что', PATIENCE)
})

test('each page about payments leads to the others and says which it is', async ({ page, context }) => {
  await registered(context, `rooms-${Date.now()}@polosa.example`, 'a-quiet-lantern-7')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/ru/office/payments')
  const row = page.getByRole('navigation', { name: 'Платежи' })
  for (const name of ['Заявки на выплату', 'Чек', 'Баллы и награды', 'Деньги по месяцам', 'Все платежи']) {
    await row.getByRole('link', { name }).click()
    await expect(row.locator('[aria-current="page"]')).toHaveText(name, PATIENCE)
    await expect(row.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 })
  }
})

test('a session that ends in the middle of a message does not take the message along; signing out does', async ({ page, context }) => {
  const email = `unsent-${Date.now()}@polosa.example`
  await registered(context, email, 'a-quiet-lantern-7')
  const subject = page.locator('input[name="subject"]')
  const text = page.locator('textarea[name="text"]')
  await open(page, '/ru/office/support')
  await subject.fill('Где мой платёж')
  await text.fill('Платил вчера, не пришло')
  await context.clearCookies({ name: /session|user_token/ })
  // The press finds out, or a call of the page's own that comes before it and takes the button away.
  await page
    .getByRole('button', { name: 'Отправить', exact: true })
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await page.waitForURL(/\/ru\/login\?reason=expired/, PATIENCE)

  await known(context, email, 'a-quiet-lantern-7')
  await open(page, '/ru/office/support')
  await expect(text).toHaveValue('Платил вчера, не пришло', PATIENCE)
  await expect(subject).toHaveValue('Где мой платёж')

  // The same in another language of the page and for a reload; nothing of it is left when the player goes.
  await open(page, '/en/office/support')
  await expect(text).toHaveValue('Платил вчера, не пришло', PATIENCE)
  await open(page, '/ru/office/support')
  await expect(text).toHaveValue('Платил вчера, не пришло', PATIENCE)
  await page.reload()
  await expect(text).toHaveValue('Платил вчера, не пришло', PATIENCE)
  // However long the answer takes, in which other calls are refused already: who goes by himself is not asked to sign in.
  await page.route('**/user/disconnect', async (route) => {
    const response = await route.fetch()
    await page.locator('a[href="/ru/office/history"]:visible').first().click()
    await page.waitForTimeout(1500)
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.waitForURL((url) => url.pathname === '/ru', PATIENCE)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed:')))).toEqual([])
})
