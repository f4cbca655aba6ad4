/** Money out: asked for by keyboard, taken back, agreed to at the desk, paid; the page shows every step by itself. */
import { expect, test } from '@playwright/test'
import { balance } from './coupon-page.ts'
import { known, open, PATIENCE, seriousFindings } from './page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

test('a withdrawal by keyboard: taken back, asked again, agreed to, paid', async ({ page, request }) => {
  await known(page.context(), 'boris@polosa.example', 'floodlight-at-dusk')
  await open(page, '/ru/office/withdraw')
  const sum = page.getByLabel('Сумма')
  await expect(sum).toBeVisible(PATIENCE)
  await expect(page.getByRole('radio')).toHaveCount(1)
  // What a second try begins with is not what the first did.
  const before = await balance(page)
  const less = (sum: number) => expect.poll(() => balance(page), PATIENCE).toBe(before - sum * 100)

  await sum.fill('2')
  await page.keyboard.press('Enter')
  await expect(sum).toHaveAttribute('aria-invalid', 'true')
  await sum.fill('20')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Заявка принята').first()).toBeVisible(PATIENCE)
  // The form is another one now: the keyboard stands at what became of the first.
  await expect
    .poll(() => page.evaluate(() => (document.activeElement === document.body ? '' : document.activeElement?.textContent)), PATIENCE)
    .toContain('Заявка принята')
  await less(20)
  const first = page.getByRole('article').first()
  // The worker may be quicker than a hand: what is sent can no longer be taken back, and the page says which it is.
  await expect(first.getByText(/Отменить заявку|Отправлено в платёжную систему/).first()).toBeVisible(PATIENCE)

  await sum.fill('210')
  await page.keyboard.press('Enter')
  await less(230)
  const large = page.getByRole('article').filter({ hasText: '210' }).first()
  await expect(large.getByText('На проверке')).toBeVisible(PATIENCE)
  await large.getByRole('button', { name: 'Отменить заявку' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(large.getByText('Отменён', { exact: true })).toBeVisible(PATIENCE)
  await less(20)

  await sum.fill('220')
  await page.keyboard.press('Enter')
  await less(240)
  const paid = page.getByRole('article').filter({ hasText: '220' }).first()
  await expect(paid.getByText('На проверке')).toBeVisible(PATIENCE)
  const { withdrawals } = (await (await request.get('/dev/api/cashier')).json()) as { withdrawals: { id: string; amount: string }[] }
  const id = withdrawals.find(({ amount }) => amount === '220.00')!.id
  await request.post(`/dev/api/cashier/payout/${id}`, { data: { officer: 'officer-a', decision: 'agree' } })
  await expect(paid.getByText('Отправлено в платёжную систему')).toBeVisible(PATIENCE)
  await expect(paid.getByRole('button', { name: 'Отменить заявку' })).toHaveCount(0)
  await request.post(`/dev/api/cashier/${id}`, { data: { outcome: 'success' } })
  await expect(paid.getByText('Выплачен', { exact: true })).toBeVisible(PATIENCE)

  expect(await seriousFindings(page)).toEqual([])
})
