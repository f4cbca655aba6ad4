/** Getting in without a password: another service, a second one linked, a passkey of the device. */
import { expect, test, type Page } from '@playwright/test'
import { PATIENCE, open, stored, visit } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

/** At the simulated service: the person says yes. */
async function agree(page: Page, person: string): Promise<void> {
  await page.waitForURL(/\/dev\/social\//, PATIENCE)
  await page.locator('input[name=person]').fill(person)
  await page.locator('button[value=agree]').click()
}

test('a service makes the account, a device its passkey, and both open it again', async ({ page, context }) => {
  const person = `e2e-${Date.now().toString(36)}`
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await visit(page, '/ru/login')
  await page.getByRole('button', { name: 'Войти через Google' }).click()
  await agree(page, person)
  await expect(page.getByText(`Google: ${person}`)).toBeVisible(PATIENCE)
  await expect(page.getByLabel('Почта *')).toHaveValue(`${person}.google@people.example`)
  await page.getByLabel('Дата рождения').pressSequentially('17051990')
  await page.getByRole('checkbox').check({ force: true })
  await page.locator('form').getByRole('button', { name: 'Регистрация' }).click()
  await expect(page.getByRole('heading', { name: 'Счёт открыт' })).toBeVisible(PATIENCE)

  await visit(page, '/ru/office/security')
  const keys = page.locator('#passkeys')
  await keys.getByRole('button', { name: 'Добавить ключ' }).click(PATIENCE)
  await expect(keys.getByTestId('passkeys').getByRole('listitem')).toHaveCount(1, PATIENCE)
  // Called as the device is, until its player calls it otherwise.
  await expect(keys.getByTestId('passkeys').getByRole('listitem')).toContainText('Chrome, Linux')
  // It makes no second one beside it.
  await keys.getByRole('button', { name: 'Добавить ключ' }).click()
  await expect(keys.getByText('На этом устройстве ключ уже есть')).toBeVisible(PATIENCE)
  await page.locator('#social').getByRole('button', { name: 'Связать с Discord' }).click()
  await agree(page, person)
  await expect(page.locator('#social').getByRole('listitem').filter({ hasText: 'Discord' })).toBeVisible(PATIENCE)

  for (const way of ['passkey', 'Discord'] as const) {
    // The choice about cookies stays, as it does when a person signs out.
    await context.clearCookies({ name: /^(?!cookies_agree_type$)/ })
    await visit(page, '/ru/login?return=%2Fru%2Foffice')
    if (way === 'passkey') await page.getByRole('button', { name: 'Ключ доступа' }).click()
    else {
      await page.getByRole('button', { name: `Войти через ${way}` }).click()
      await agree(page, person)
    }
    await page.waitForURL(/\/ru\/office$/, PATIENCE)
  }
})

test('all kinds of a registration can be reached, and fields that share a row keep inside it (RG-08)', async ({ page, context }) => {
  const types = ['fast', 'phone', 'full', 'social', 'short', 'full_v1']
  const compact = ['first_name', 'last_name', 'country', 'currency']
  // The longest names of a country and a currency are no wider than their half.
  await context.request.post('/dev/api/brand', { data: { country: 'GB', set: { registration: { types, compact } } } })
  await visit(page, '/ru/registration')
  const inside = (what: string) =>
    page.locator(what).evaluateAll((all) => {
      const edge = document.querySelector('main h1')!.parentElement!.getBoundingClientRect().right
      return all.filter((one) => one.getBoundingClientRect().right > edge).length
    })
  await expect(page.getByRole('tab')).toHaveCount(types.length, PATIENCE)
  expect(await inside('[role=tab]')).toBe(0)
  await page.getByRole('tab').last().click()
  await expect(page.getByLabel('Фамилия')).toBeVisible(PATIENCE)
  expect(await inside('form button, form input, form select')).toBe(0)
})

test('a form that was begun is reminded of and opened where it was left, one that was only looked at is not (RG-12)', async ({ page }) => {
  const reminder = page.getByRole('dialog', { name: 'Регистрация не закончена' })
  const goOn = async () => {
    await page.locator('header').getByRole('link', { name: 'Live' }).first().click()
    await page.waitForURL(/\/ru\/live$/, PATIENCE)
  }
  await visit(page, '/ru/registration')
  await expect(page.getByRole('tab').first()).toBeVisible(PATIENCE)
  await goOn()
  // The reminder comes when the page has rested for two and a half seconds.
  await page.waitForTimeout(4_000)
  await expect(reminder).toBeHidden()
  await open(page, '/ru/registration')
  await page.getByRole('tab', { name: /почт/i }).click()
  await page.getByLabel('Почта').fill('half-filled@polosa.example')
  await expect.poll(() => stored(page), PATIENCE).toContain('half-filled@polosa.example')
  await goOn()
  await expect(reminder).toBeVisible(PATIENCE)
  await reminder.getByRole('button', { name: 'Продолжить регистрацию' }).click()
  await expect(page.getByLabel('Почта')).toHaveValue('half-filled@polosa.example', PATIENCE)
})
