/** Filters of the line: whatever narrows a list narrows the numbers beside it as well (XT-64, XT-65). */
import { expect, test, type Locator } from '@playwright/test'
import { PATIENCE, open } from './page.ts'

const ROWS = '[role=grid] [data-ci]'

test('the numbers of the tree are of the chosen hours, and its links lead to as many events', async ({ page }) => {
  await open(page, '/ru/line/football')
  const amount = async (item: Locator) => Number(/(\d+)$/.exec(((await item.textContent()) ?? '').replace(/\s/g, ''))?.[1])
  const sport = page.locator('nav [data-sport="1"]')
  const all = await amount(sport)
  await page.locator('[data-period="own"]').click()
  await page.locator('#period-hours').fill('48')
  await expect(page).toHaveURL(/[?&]t=48h/)
  await expect.poll(() => amount(sport), PATIENCE).toBeLessThan(all)
  await page.keyboard.press('Escape')
  const champ = page.locator('[data-champ]').first()
  await champ.click()
  await expect(page).toHaveURL(/\/ru\/line\/football\/\d+-[^/]+\?t=48h$/, PATIENCE)
  await expect.poll(async () => (await page.locator(ROWS).count()) - (await amount(champ)), PATIENCE).toBe(0)
  // What the list obeys stands over it, and a press leads to the whole of it.
  await page.locator('[data-period="48h"]').click()
  await expect(page).toHaveURL(/\/ru\/line\/football\/\d+-[^/?]+$/, PATIENCE)
  await expect.poll(() => amount(sport), PATIENCE).toBeGreaterThan(all / 2)
})

test('the filter narrows sports to a country and its championships, and counts what its list shows', async ({ page }) => {
  await open(page, '/ru/filter?sports=13')
  const country = page.locator('[data-country]').first()
  await expect(country).toHaveText(/^США\s*\d+$/, PATIENCE)
  await country.click()
  await expect(page).toHaveURL(/[?&]country=\d+/)
  const events = Number(/(\d+)$/.exec((await country.textContent()) ?? '')?.[1])
  await expect(page.locator('main header').first()).toContainText(`Событий: ${events}`)
  const grid = page.getByRole('grid')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2000)
      const heads = await grid.locator('[data-star=champ]').count()
      return heads > 0 ? Number(await grid.getAttribute('aria-rowcount')) >= events : false
    }, PATIENCE)
    .toBe(true)
})
