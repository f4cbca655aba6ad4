/** What every browser test does on a page: opens it, waits as long as a busy machine needs, looks for what keeps people out. */
import { constants, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The final run shares two processors with everything else: conditions get time. */
export const PATIENCE = { timeout: 25_000 }

/** Answers the status that the page came with. */
export async function open(page: Page, path: string): Promise<number | undefined> {
  const answer = await page.goto(path)
  await page.waitForSelector('html[data-hydrated]', PATIENCE)
  return answer?.status()
}

/** Now by the clock of the product, which tests move ahead of the machine's; ms. */
export async function productNow(request: APIRequestContext): Promise<number> {
  return ((await (await request.get('/dev/api/clock')).json()) as { now: number }).now
}

/** A press of Back that waits for nothing: the page that asks for it may be gone before the answer. */
export async function pressBack(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()))
}

/** A closed window's step back is made later by the browser: it would call off a page that is asked for meanwhile. */
export async function stepsDone(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('dialog[open]') === null && (history.state as { overlay?: unknown } | null)?.overlay === undefined,
  )
}

/** Records of the browser's storage, as text. */
export async function stored(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const asked = indexedDB.open('localforage')
        asked.addEventListener('error', () => reject(asked.error ?? new Error('no storage')))
        asked.addEventListener('success', () => {
          const all = asked.result.transaction('keyvaluepairs').objectStore('keyvaluepairs').getAll()
          all.addEventListener('success', () => {
            asked.result.close()
            resolve(JSON.stringify(all.result))
          })
        })
      }),
  )
}

export async function refuseCookies(page: Page): Promise<void> {
  const refuse = page.getByRole('button', { name: /^(Отказаться|رفض)$/ })
  if (await refuse.isVisible()) await refuse.click()
}

/** Without the cookie notice, which covers the foot of short pages. */
export async function visit(page: Page, path: string): Promise<void> {
  await open(page, path)
  await refuseCookies(page)
}

/** An address of its own for every test, also when the same data folder serves a second run. */
export function mailbox(name: string): string {
  return `${name}-${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}@polosa.example`
}

/** As the page itself calls: what is answered opens a session of the browser. */
async function callAs<T>({ request }: BrowserContext, path: string, data: object): Promise<T> {
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }
  const answer = await request.post(path, { data, headers })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function sealed({ request }: BrowserContext, password: string): Promise<string> {
  const answer = (await (await request.get('/web-api/user/publickey')).json()) as { data: { public_key: string } }
  const how = { key: answer.data.public_key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return `1.${publicEncrypt(how, Buffer.from(password)).toString('base64')}`
}

/** The choice about cookies is made before the first page: its notice covers the foot of short ones. */
async function refuseBefore(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: 'cookies_agree_type', value: '0', domain: 'localhost', path: '/' }])
}

/** A new player, signed in without the form. Tests of the form itself fill it in. */
export async function registered(context: BrowserContext, email: string, password: string): Promise<number> {
  await refuseBefore(context)
  const secret = await sealed(context, password)
  const fields = { email, password: secret, birth_date: '17.05.1990', country: 'KZ', currency: 'KZT', terms: true }
  const { userId } = await callAs<{ userId: number }>(context, '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  return userId
}

/** Money by the simulated cashier, as its page pays it. */
export async function deposited(context: BrowserContext, sum: number): Promise<void> {
  const wanted = { account_id: 0, method_id: 1, sum }
  const { data } = await callWithToken<{ data: { id: string } }>(context, '/web-api/office/deposit', wanted)
  const paid = await context.request.post(`/dev/api/cashier/${data.id}`, { data: { outcome: 'success' } })
  if (!paid.ok()) throw new Error(`deposit: ${paid.status()} ${await paid.text()}`)
}

/** A player who is there already, signed in without the form. */
export async function known(context: BrowserContext, login: string, password: string): Promise<void> {
  await refuseBefore(context)
  await callAs(context, '/user/auth', { login, password: await sealed(context, password), remember: true })
}

/** What a program of the player calls with his token. */
export async function callWithToken<T>({ request }: BrowserContext, path: string, data: object): Promise<T> {
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  const token = await (await request.get('/web-api/api/mobile/v1/token/', { headers })).text()
  const authorization = `Bearer ${/"userToken":"([^"]+)"/.exec(token)?.[1] ?? ''}`
  return (await (await request.post(path, { data, headers: { ...headers, authorization } })).json()) as T
}

/** One address of every screen of the office. */
export const OFFICE = [
  'office',
  ...['recharge', 'withdraw', 'payments', 'payment-requests', 'paycheck', 'rewards', 'spending', 'payment-consultant'],
  ...['history', 'history/statement', 'history/mail', 'interactive-bets', 'groups', 'groups/new', 'groups/join'],
  ...['messages', 'support', 'identification', 'security', 'security/email', 'security/two-factor-off'],
  ...['account', 'settings', 'settings/disallow-sports', 'settings/mailing', 'privacy', 'limits'],
].map((path, at) => (at === 0 ? path : `office/${path}`))

/** Tells what the page's policy has stopped from now on. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => void violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      (window as unknown as { tellViolation(text: string): void }).tellViolation(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`,
      ),
    ),
  )
  return violations
}

/** Serious and critical findings of axe, as `rule: target · what is wrong`. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  // What is still fading in has another contrast than what a reader will see; what turns for ever is not waited for.
  await page.evaluate(async () => {
    const ends = (one: Animation) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map((one) => one.finished),
    )
  })
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          where: Document,
          how: { resultTypes: string[]; preload: boolean },
        ): Promise<{ violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
      }
    }
    // The rows of a long list are alike: a dozen of them shows everything that axe could find.
    const beyond = (rows: Iterable<HTMLElement>) => [...rows].slice(12)
    const all = (rows: string) => document.querySelectorAll<HTMLElement>(rows)
    const lists = [...document.querySelectorAll<HTMLUListElement>('main ul')].flatMap(({ children }) =>
      beyond(children as HTMLCollectionOf<HTMLElement>),
    )
    const rest = [...beyond(all('main [data-ci]')), ...beyond(all('aside li')), ...lists].filter((row) => !row.hidden)
    for (const row of rest) row.hidden = true
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false })
    for (const row of rest) row.hidden = false
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} · ${node.failureSummary.split('\n')[1] ?? ''}`),
      )
  })
}

/**
 * The number of a football match that the desk kicks off now: at dawn no other may be played anywhere. The world says nothing of
 * it for days, and no other test opens it.
 */
export async function kickedOff(request: APIRequestContext): Promise<number> {
  type Listed = { ci: number; ref: string; status: string }
  const listed = (await (await request.get('/dev/api/feed/games?sport=1&limit=500')).json()) as Listed[]
  // Outrights and the games of sections of their own stand at the desk too, but in no ordinary list.
  const line = await request.get('/service-api/LineFeed/Get1x2_VZip?lng=ru&count=500&sports=1')
  const ordinary = new Set(((await line.json()) as { Value: { CI: number }[] }).Value.map(({ CI }) => CI))
  const ahead = listed.filter(({ ci, status }) => status === 'scheduled' && ordinary.has(ci))
  for (const { ci, ref } of ahead.toReversed()) {
    // Another test may have been quicker.
    if (!(await request.post(`/dev/api/games/${ci}/status`, { data: { status: 'live' } })).ok()) continue
    const state = { game: ref, phase: 'h1', clock: 60, score: [0, 0], periods: [], stats: {} }
    const told = await request.post('/dev/api/feed', { data: { fact: { t: 'live', state } } })
    if (!told.ok()) throw new Error(await told.text())
    return ci
  }
  throw new Error('no football match is to come')
}
