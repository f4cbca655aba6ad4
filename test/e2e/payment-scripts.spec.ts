/** What runs on the pages of money is what was built, and nothing else (standards PAY-10). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { known, open } from './page.ts'

const PAGES = ['/ru/office/recharge', '/ru/office/withdraw', '/ru/office/payments', '/ru/office/payment-requests']
const built = JSON.parse(readFileSync('build/scripts.json', 'utf8')) as Record<string, string>
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('base64')

/** Scripts in the page itself, and why each is there. */
const INLINE = [
  { why: 'keeps presses until the page listens', holds: /data-hydrated/ },
  { why: 'texts and data of the page', holds: /__reactRouterContext|self\.__|window\.__/ },
  { why: 'keeps the place on the page', holds: /^\(\(storageKey, restoreKey\)/ },
  { why: 'starts the page', holds: /^import / },
]

test('scripts of the pages of money come from the build alone, byte for byte; one that somebody adds does not run', async ({ page }) => {
  test.setTimeout(120_000)
  await known(page.context(), 'boris@polosa.example', 'floodlight-at-dusk')
  const ran: { url: string; hash: string }[] = []
  // On their way, since the browser keeps no bytes of a page that it has left.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'script') return route.fallback()
    const response = await route.fetch()
    ran.push({ url: response.url(), hash: sha256(await response.body()) })
    await route.fulfill({ response })
  })
  for (const path of PAGES) {
    expect(await open(page, path), path).toBe(200)
    await page.waitForLoadState('networkidle')
    const inline = await page.evaluate(() =>
      [...document.scripts]
        .filter(({ src, type }) => !src && type !== 'application/json' && type !== 'application/ld+json')
        .map(({ text }) => text),
    )
    for (const text of inline)
      expect(
        INLINE.some(({ holds }) => holds.test(text.trim())),
        text.slice(0, 200),
      ).toBe(true)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const origin = new URL(page.url()).origin
  expect(ran.length).toBeGreaterThan(20)
  for (const { url, hash } of ran) {
    expect(new URL(url).origin).toBe(origin)
    expect(hash, url).toBe(built[`client${new URL(url).pathname}`])
  }
})

test('a script that got into the page of money does not run, and the browser tells of it', async ({ page, request }) => {
  await known(page.context(), 'boris@polosa.example', 'floodlight-at-dusk')
  await page.route('https://skimmer.example/**', (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.stolen = true' }))
  await page.route('**/office/recharge', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      '</head>',
      '<script src="https://skimmer.example/a.js"></script><script>window.stolen = true</script></head>',
    )
    await route.fulfill({ response: answer, body })
  })
  const counted = async () =>
    Number(/polosa_csp_reports_total\{directive="script-src-elem"\} (\d+)/.exec(await (await request.get('/metrics')).text())?.[1] ?? 0)
  const before = await counted()
  await open(page, '/ru/office/recharge')
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  await expect.poll(counted).toBeGreaterThan(before)
})
