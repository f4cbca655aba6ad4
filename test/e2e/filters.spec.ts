/** Filters of the line: whatever narrows a list narrows the numbers beside it as well, and what is closed hides only while it is (XT-58, XT-64, XT-65). */
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

test('markets that are hidden because they are closed come back as soon as they open', async ({ page, request }) => {
  const list = await request.get('/service-api/LineFeed/Get1x2_VZip?sports=1&count=30&lng=ru')
  const { Value: games } = (await list.json()) as { Value: { CI: number }[] }
  const ci = games.at(-1)!.CI
  const desk = (act: string, data: object = {}) => request.post(`/dev/api/games/${ci}/${act}`, { data })
  await desk('suspend', { reason: 'trader' })
  await open(page, `/ru/line/football/1-x/${ci}-x`)
  const markets = page.locator('section[data-group]')
  await expect(markets.first()).toBeVisible(PATIENCE)
  await page.getByRole('button', { name: 'Скрыть закрытые' }).click()
  await expect(markets).toHaveCount(0)
  await expect(page.getByText('Сейчас на это событие ставки не принимаются')).toBeVisible()
  await desk('reopen')
  await expect(markets.first()).toBeVisible(PATIENCE)
  await desk('suspend', { reason: 'trader' })
  await expect(markets).toHaveCount(0, PATIENCE)
  await desk('reopen')
})
