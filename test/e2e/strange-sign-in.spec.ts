/** A right password in a browser and a network that the player has never used: a code to his address lets him in (SES-10). */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { PATIENCE, open, refuseCookies, registered, seriousFindings } from './page.ts'

test.describe.configure({ timeout: 120_000 })

const PASSWORD = 'violet tractor 71 hums'

interface Letter {
  template: string
  body: string
  link: string | null
}

async function letter(request: APIRequestContext, to: string, template: string): Promise<Letter> {
  let found: Letter | undefined
  await expect(async () => {
    const { messages } = (await (await request.get(`/dev/api/inbox?to=${encodeURIComponent(to)}`)).json()) as { messages: Letter[] }
    found = messages.find((one) => one.template === template)
    expect(found).toBeDefined()
  }).toPass(PATIENCE)
  return found!
}

async function signIn(page: Page, email: string): Promise<void> {
  await open(page, '/ru/login?return=%2Fru%2Foffice')
  await refuseCookies(page)
  await page.getByLabel('Почта или номер игрока').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a stranger’s place asks for the code of a letter, and knows the browser afterwards', async ({ browser, context }) => {
  const email = `strange-${Date.now().toString(36)}@example.test`
  await registered(context, email, PASSWORD)
  const { link } = await letter(context.request, email, 'activation')
  const hash = new URL(link!).searchParams.get('hash')!
  expect((await context.request.post('/activation', { form: { hash } })).ok()).toBe(true)

  const away = await browser.newContext({ viewport: { width: 390, height: 844 }, extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.9' } })
  const phone = await away.newPage()
  await signIn(phone, email)
  await phone.waitForURL(/\/ru\/two-factor/, PATIENCE)
  await expect(phone.getByText(/s\*\*\*@example\.test/)).toBeVisible(PATIENCE)
  await expect(phone.getByRole('button', { name: /^Ещё раз через/ })).toBeDisabled()
  expect(await seriousFindings(phone)).toEqual([])

  // Back to the form within the minute: another code may not go yet, so the page of the one that is on its way comes again.
  await phone.getByRole('link', { name: 'Вернуться ко входу' }).click()
  await phone.waitForURL(/\/ru\/login/, PATIENCE)
  await signIn(phone, email)
  await phone.waitForURL(/\/ru\/two-factor/, PATIENCE)
  await expect(phone.getByRole('button', { name: /^Ещё раз через \d+ с/ })).toBeDisabled()

  const code = /\d{6}/.exec((await letter(away.request, email, 'sign_in_code')).body)![0]
  await phone.getByLabel('Код из письма').fill(code === '111111' ? '222222' : '111111')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('Неверный код')).toBeVisible(PATIENCE)
  await expect(phone.getByLabel('Код из письма')).toBeFocused()
  await phone.getByLabel('Код из письма').fill(code)
  await phone.keyboard.press('Enter')
  await phone.waitForURL(/\/ru\/office/, PATIENCE)

  // The mark of the browser stays when the session goes.
  await away.clearCookies({ name: /^(?!(?:__Host-device|cookies_agree_type)$)/ })
  await away.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.77' })
  await signIn(phone, email)
  await phone.waitForURL(/\/ru\/office/, PATIENCE)
  await away.close()
})
