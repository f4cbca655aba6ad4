/** A player limits himself, checks himself, and takes a break that every tab and every call keeps. One player of its own. */
import { expect, test, type BrowserContext } from '@playwright/test'
import { mailbox, PATIENCE, open, registered, seriousFindings } from './page.ts'

const PASSWORD = 'quiet-evening-at-home-7'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

test('limits, the self-assessment and a time-out, with the page open in two tabs', async ({ page, context }) => {
  await registered(context, mailbox('limits'), PASSWORD)
  await open(page, '/ru/office/limits')
  await page.getByLabel('Сумма').fill('5000', PATIENCE)
  await page.getByRole('button', { name: 'Сохранить лимит' }).click()
  await expect(page.getByText('Лимит действует')).toBeVisible(PATIENCE)
  await page.getByLabel('Сумма').fill('9000')
  await page.getByLabel('Сумма').press('Enter')
  await expect(page.getByText('Вы просили повысить лимит до')).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Подтвердить', exact: true }).click()
  await expect(page.getByText('Подтвердить изменение ещё нельзя')).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Оставить как есть' }).click()
  await expect(page.getByText('Вы просили повысить лимит до')).toHaveCount(0, PATIENCE)
  // The history writes sums as the rest of the page does.
  const history = page.locator('section').filter({ has: page.getByRole('heading', { name: 'История изменений' }) })
  await expect(history.getByText(/5\s000\s₸/).first()).toBeVisible(PATIENCE)
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Начать' }).click()
  for (let i = 0; i < 9; i += 1) {
    await page.locator('#test').getByLabel('Часто').press('Space')
    await page
      .locator('#test')
      .getByRole('button', { name: i === 8 ? 'Узнать результат' : 'Дальше' })
      .press('Enter')
  }
  await expect(page.getByText('18 из 27.')).toBeVisible(PATIENCE)

  const other = await context.newPage()
  await open(other, '/ru/office/withdraw')
  const card = page.locator('#break')
  await card.getByLabel('24 часа').check()
  // What was pressed is gone with its step: the next one has the focus and is in view.
  for (const step of [2, 3]) {
    await card.getByRole('button', { name: 'Дальше' }).press('Enter')
    await expect(card.getByText(`Шаг ${step} из 3`)).toBeFocused()
    await expect(card.getByText(`Шаг ${step} из 3`)).toBeInViewport()
  }
  await card.getByLabel('Понимаю, что отменить это нельзя').check({ force: true })
  await card.getByRole('button', { name: 'Закрыть игру' }).click()
  await expect(page.getByText(/Игра закрыта до/)).toBeVisible(PATIENCE)
  await expect(other.getByText('Перерыв до').first()).toBeVisible(PATIENCE)
  expect(await seriousFindings(page)).toEqual([])
})

/** As after sixteen minutes: the clock of the product is everybody's. */
async function checkIsDue(context: BrowserContext): Promise<void> {
  await context.request.post('/dev/api/brand', { data: { set: { responsible: { realityCheckMinutes: 15 } } } })
  await context.route('**/limit-service/v1/position', async (route) => {
    try {
      const answer = await route.fetch()
      const position = (await answer.json()) as { sessionFrom: number }
      await route.fulfill({ response: answer, json: { ...position, sessionFrom: position.sessionFrom - 16 * 60 } })
    } catch {
      // The page that asked has gone on to another address.
    }
  })
}

test('the reality check waits for its answer: neither Esc nor Back is one, in no tab is it asked twice (RG-16)', async ({
  page,
  context,
}) => {
  await registered(context, mailbox('check'), PASSWORD)
  await checkIsDue(context)
  await open(page, '/ru/information')
  await open(page, '/ru/office/settings/mailing')
  const check = page.getByRole('dialog', { name: 'Как идёт игра' })
  await expect(check).toBeVisible(PATIENCE)
  await expect(check).toContainText(/Поставлено за сеанс\s*0/, PATIENCE)
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Escape')
  await expect(check).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/ru\/information$/)
  await expect(check).toBeVisible(PATIENCE)
  await expect(check.getByRole('link', { name: 'История ставок' })).toBeVisible()

  const other = await context.newPage()
  await open(other, '/ru/information')
  await expect(other.getByRole('dialog', { name: 'Как идёт игра' })).toBeVisible(PATIENCE)
  await check.getByRole('button', { name: 'Продолжить' }).click()
  await expect(check).toHaveCount(0)
  await other.reload()
  await other.waitForSelector('html[data-hydrated]', PATIENCE)
  await expect(other.locator('header')).toContainText('₸', PATIENCE)
  await expect(other.getByRole('dialog', { name: 'Как идёт игра' })).toHaveCount(0)
})

test('where the browser keeps nothing the reality check comes all the same, and can be answered (RG-16)', async ({ page, context }) => {
  await registered(context, mailbox('closed'), PASSWORD)
  await checkIsDue(context)
  await context.addInitScript(() => {
    const get = () => {
      throw new DOMException('closed', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
  await open(page, '/ru/information')
  const check = page.getByRole('dialog', { name: 'Как идёт игра' })
  await expect(check).toBeVisible(PATIENCE)
  await check.getByRole('button', { name: 'Продолжить' }).click()
  await expect(check).toHaveCount(0)
})
