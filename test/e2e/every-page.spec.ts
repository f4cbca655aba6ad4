/** What holds on every page there is: the policy of its content (WEB-04) and the ways to help, age and licence (RG-23). */
import { expect, test } from '@playwright/test'
import routes from '../../src/routes.ts'
import { OFFICE, open, PATIENCE, registered, watchPolicy } from './page.ts'

interface Route {
  path?: string
  file: string
  children?: Route[]
}

/** One address of every screen that needs no id. */
function addresses(list: readonly Route[], above = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const { path = '', file, children = [] } of list) {
    const here = [above, path.replaceAll(/\/:\w+\?/g, '')].filter(Boolean).join('/')
    if (!/[:*]/.test(here.replace(/^:lng/, '')) && !found.has(file)) found.set(file, here)
    for (const [screen, address] of addresses(children, here)) if (!found.has(screen)) found.set(screen, address)
  }
  return found
}

/** A window or a frame of its own: what is around it has the rest. */
const BARE = ['modules/statistics/web/statistics.screen.tsx', 'modules/content/web/rules-frame.screen.tsx']
/** They answer with a redirect. */
const NO_PAGE = ['shell/to-language.screen.tsx']

const PAGES = [...addresses(routes as Route[])]
  .filter(([file, address]) => address.startsWith(':lng') && ![...BARE, ...NO_PAGE].includes(file))
  .map(([, address]) => address.replace(':lng', 'ru'))
const LOST = ['ru/nonsense/page', 'ru/line/football/999999999/1', 'ru/coupon/123456789']

declare global {
  interface Window {
    ran?: string[]
  }
}

test('every screen has an address here', () => {
  expect(PAGES.length).toBeGreaterThan(50)
})

test('age, licence and the way to help stand on every page, lost ones too (RG-23)', async ({ context }) => {
  test.setTimeout(180_000)
  await registered(context, `every-page-${Date.now()}@polosa.example`, 'a-quiet-lantern-7')
  const without: string[] = []
  for (const address of [...PAGES, ...LOST]) {
    const answer = await context.request.get(`/${address}`)
    const html = await answer.text()
    const has = [
      html.includes('href="/ru/information/responsiblegaming"'),
      /<bdi dir="ltr">18(?:<!-- -->)?\+<\/bdi>/.test(html),
      html.includes('Демонстрационная площадка'),
    ]
    if (!has.every(Boolean) || answer.status() >= 500) without.push(`${address}: ${answer.status()} ${has.join()}`)
  }
  expect(without).toEqual([])
  // The page of help itself, from its link.
  const help = await (await context.request.get('/ru/information/responsiblegaming')).text()
  expect(help).toContain('специалист')
})

test('no page breaks its own policy, and a text is no script (WEB-04)', async ({ page, context }) => {
  test.setTimeout(420_000)
  const violations = await watchPolicy(page)
  await registered(context, `policy-${Date.now()}@polosa.example`, 'a-quiet-lantern-7')
  // Those of the office are opened one by one in account.spec.ts.
  const office = OFFICE.map((path) => `ru/${path}`)
  for (const address of [...PAGES, ...LOST].filter((one) => !office.includes(one))) await open(page, `/${address}`)
  expect(violations).toEqual([])

  // The plants: the policy is in force, and this test hears of it.
  const policy = (await page.request.get('/ru/line')).headers()['content-security-policy'] ?? ''
  for (const part of [
    "object-src 'none'",
    "base-uri 'none'",
    "'strict-dynamic'",
    "require-trusted-types-for 'script'",
    'report-uri /csp-reports',
  ])
    expect(policy).toContain(part)
  const set = await page.evaluate(() => {
    const box = document.createElement('div')
    box.innerHTML = '<img src=x onerror="window.ran = [1]">'
    document.body.append(box)
    const refused = (set: () => void) => {
      try {
        set()
        return false
      } catch {
        return true
      }
    }
    return {
      html: box.innerHTML,
      script: refused(() => (document.createElement('script').src = 'https://evil.example/a.js')),
      handler: refused(() => box.setAttribute('onclick', 'window.ran = [2]')),
    }
  })
  expect(set).toEqual({ html: '', script: true, handler: true })
  await expect.poll(() => violations.length).toBeGreaterThan(0)
  expect(await page.evaluate(() => window.ran)).toBeUndefined()
})

const MARK = 'planted'
const VECTORS = [
  `<script>${MARK}</script>`,
  `"><script>${MARK}</script>`,
  `'><img src=x onerror=${MARK}>`,
  `<img src=x onerror="${MARK}">`,
  `<svg onload=${MARK}>`,
  `</script><script>${MARK}</script>`,
  `</title><svg/onload=${MARK}>`,
  `javascript:${MARK}`,
  `" onfocus=${MARK} autofocus="`,
  `<iframe srcdoc="<script>${MARK}</script>">`,
  `<a href="javascript:${MARK}">x</a>`,
  `<math><mi xlink:href="data:x,<script>${MARK}</script>">`,
  `<details open ontoggle=${MARK}>`,
  `<style>@import'//evil.example/${MARK}'</style>`,
  `\u2028</script><script>${MARK}//`,
  `{{constructor.constructor('${MARK}')()}}`,
  `<base href="//evil.example/${MARK}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${MARK}">`,
  `<!--><script>${MARK}</script>-->`,
  `\\u003cscript\\u003e${MARK}`,
]
const PLACES = [
  (text: string) => `/ru/search?text=${text}`,
  (text: string) => `/ru/login?return=${text}`,
  (text: string) => `/ru/login?reason=${text}`,
  (text: string) => `/ru/registration?promo=${text}`,
  (text: string) => `/ru/line/${text}`,
  (text: string) => `/ru/coupon/${text}`,
  (text: string) => `/ru/information/${text}`,
  (text: string) => `/ru/results?date=${text}`,
  (text: string) => `/ru/office/history?status=${text}`,
  (text: string) => `/ru/${text}`,
]

test('two hundred planted texts run nowhere (WEB-04)', async ({ page, context }) => {
  test.setTimeout(300_000)
  await registered(context, `planted-${Date.now()}@polosa.example`, 'a-quiet-lantern-7')
  const raw: string[] = []
  let asked = 0
  for (const place of PLACES)
    for (const vector of VECTORS) {
      const answer = await context.request.get(place(encodeURIComponent(vector)), { maxRedirects: 3 })
      asked += 1
      const html = await answer.text()
      // As markup: a tag or a handler of ours that came back as it was sent. Inside of JSON and attributes it is text.
      if (/[<&]/.test(vector) && vector.includes('<') && html.includes(vector)) raw.push(`${place('…')} ${vector}`)
    }
  expect([asked, raw]).toEqual([200, []])

  await page.addInitScript((mark) => {
    Object.defineProperty(window, mark, { get: () => (window.ran = [...(window.ran ?? []), location.href]).length })
  }, MARK)
  for (const [n, vector] of VECTORS.entries()) {
    await page.goto(PLACES[n % PLACES.length]!(encodeURIComponent(vector)), { waitUntil: 'domcontentloaded' })
    await page.waitForSelector('html[data-hydrated]', PATIENCE)
    expect([vector, await page.evaluate(() => window.ran ?? [])]).toEqual([vector, []])
  }
  // What the search shows of the text that was typed.
  await open(page, '/ru/search')
  const field = page.getByRole('searchbox').first()
  for (const vector of VECTORS.slice(0, 6)) {
    await field.fill(vector)
    await page.waitForTimeout(150)
  }
  expect(await page.evaluate(() => window.ran ?? [])).toEqual([])
  expect(await page.evaluate((mark) => (window as unknown as Record<string, number>)[mark], MARK)).toBe(1)
})
