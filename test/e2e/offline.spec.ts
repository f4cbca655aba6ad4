import { expect, test } from '@playwright/test'

test.use({ serviceWorkers: 'allow' })

test('without a network any page leads to the last line: its prices are locked and its time is told (XT-70)', async ({ page, context }) => {
  await page.goto('/ru/line')
  // The worker has stood up and kept the line with the files that the page runs on.
  await expect
    .poll(
      () => page.evaluate(async () => (await (await caches.open('polosa-files')).keys()).some(({ url }) => url.includes('IdleParts'))),
      {
        timeout: 25_000,
      },
    )
    .toBe(true)
  await context.setOffline(true)
  await page.goto('/ru/live')
  await expect(page).toHaveURL(/\/ru\/line$/)
  await expect(page.getByText(/Показана линия на \d\d:\d\d, ставки не принимаются/)).toBeVisible()
  await expect(page.locator('[data-state="locked"]').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('ставки не принимаются')).toBeHidden({ timeout: 30_000 })
})
