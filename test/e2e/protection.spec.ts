/** A phone of one's own, the SMS beside the app's code, and recovery codes at the sign-in. */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { generate } from 'otplib'
import { mailbox, PATIENCE, open, registered } from './page.ts'

const PASSWORD = 'marker-and-newsprint-7'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 150_000 })

async function register(page: Page): Promise<string> {
  const email = mailbox('phone')
  await registered(page.context(), email, PASSWORD)
  return email
}

/** Six digits of the newest SMS to a number. */
async function smsCode(request: APIRequestContext, phone: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const { messages } = (await (await request.get(`/dev/api/inbox?to=${encodeURIComponent(phone)}`)).json()) as {
        messages: { body: string }[]
      }
      code = /\d{6}/.exec(messages[0]?.body ?? '')?.[0] ?? ''
      return code
    }, PATIENCE)
    .not.toBe('')
  return code
}

async function appCode(request: APIRequestContext, seed: string): Promise<string> {
  const { now } = (await (await request.get('/dev/api/clock')).json()) as { now: number }
  return generate({ secret: seed, epoch: Math.floor(now / 1000) })
}

async function signIn(page: Page, login: string): Promise<void> {
  await open(page, '/ru/login?return=%2Fru%2Foffice')
  await page.getByLabel('Почта или номер игрока').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Войти' }).click()
}

async function signOut(page: Page): Promise<void> {
  await open(page, '/ru/office')
  await page.getByRole('navigation', { name: 'Кабинет' }).getByRole('button', { name: 'Выйти' }).click()
  await expect(page.locator('header').getByRole('link', { name: 'Войти' })).toBeVisible(PATIENCE)
}

test('a phone is bound by its code, SMS and app turn the second factor on, each recovery code opens the account once', async ({
  page,
  context,
}) => {
  const { request } = context
  const email = await register(page)
  await request.post('/dev/api/brand', { data: { set: { auth: { twoFactorSms: true } } } })
  await open(page, '/ru/office/security')
  const phone = page.locator('#phone')
  await phone.getByRole('button', { name: 'Привязать телефон' }).click(PATIENCE)
  const field = phone.getByLabel('Телефон *')
  // The plan of numbers comes with the card: until it is there the field takes any digits.
  await expect(async () => {
    await field.fill('')
    await field.pressSequentially('912')
    await expect(field).toHaveValue('', { timeout: 1_000 })
  }).toPass(PATIENCE)
  const national = `777${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  await field.fill(national.slice(0, 6))
  await phone.getByRole('button', { name: 'Получить код по SMS' }).click()
  await expect(phone.getByText('Нужно 10 цифр')).toBeVisible()
  await field.fill(`+7${national}`)
  await expect(field).toHaveValue(`${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6, 8)} ${national.slice(8)}`)
  await phone.getByRole('button', { name: 'Получить код по SMS' }).click()
  const code = await smsCode(request, `+7${national}`)
  await phone.getByLabel('Код из SMS').fill(code === '111111' ? '222222' : '111111')
  await phone.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(phone.getByText('Неверный код')).toBeVisible(PATIENCE)
  await phone.getByLabel('Код из SMS').fill(code)
  await phone.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(phone.getByText(`***${national.slice(-2)}`)).toBeVisible(PATIENCE)

  const card = page.locator('#two-factor')
  await card.getByRole('button', { name: 'Включить' }).click()
  const seed = (await card.getByTestId('seed').innerText(PATIENCE)).replaceAll(/\s/g, '')
  await card.getByRole('button', { name: 'Получить код по SMS' }).click()
  await expect(card.getByText('Отправить ещё раз')).toBeVisible(PATIENCE)
  await card.getByLabel('Код из SMS').fill(await smsCode(request, `+7${national}`))
  await card.getByLabel('Код из приложения').fill(await appCode(request, seed))
  await card.getByRole('button', { name: 'Включить' }).click()
  await expect(card.getByTestId('recovery-codes')).toBeVisible(PATIENCE)
  const codes = await card.getByTestId('recovery-codes').getByRole('listitem').allInnerTexts()
  await card.getByRole('button', { name: 'Коды сохранены' }).click(PATIENCE)

  const withRecovery = async (recovery: string) => {
    await signOut(page)
    await signIn(page, email)
    await page.getByRole('button', { name: 'Нет приложения под рукой? Код восстановления' }).click(PATIENCE)
    await page.getByLabel('Код восстановления').fill(recovery)
    await page.getByRole('button', { name: 'Подтвердить' }).click()
  }
  await withRecovery(codes[0]!.toLowerCase())
  await page.waitForURL('**/ru/office', PATIENCE)
  await withRecovery(codes[0]!)
  await expect(page.getByText('Код не подошёл или уже использован')).toBeVisible(PATIENCE)
  await page.getByLabel('Код восстановления').fill(codes[1]!.replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await page.waitForURL('**/ru/office', PATIENCE)
})
