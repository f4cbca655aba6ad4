/**
 * The first view of /ru/line and /ru/live in a phone that has never been here: Chromium 390 x 800, 1.6 Mbit/s, 150 ms,
 * processor four times slower, empty cache, the built site. Largest paint beside the very same document without any
 * script (same style sheets, fonts and sprites, from bare node:http), in turn; layout shift; compressed JavaScript
 * before the page can be used; how soon the first presses after that are seen, from the press to the next paint. Goals: at
 * most 1.15 x, 0.01 and 190 kB (G10), 120 ms.
 *
 *   node bench/page-load.ts [--rounds=5] [--quick] [--built]
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { buildSite } from '../tools/build.ts'
import { findOrInstallChromium } from '../tools/chromium.ts'
import { startChild } from './support/child.ts'
import { median, option, pause, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'
import type { FixedFile } from './support/site-server.ts'

const rounds = option('rounds', 5, 3)
const PAGES = ['/ru/line', '/ru/live']
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWER = 4
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
/** What comes when the page is idle has come after this. */
const REST_MS = 5_000
const PRESS_EVERY_MS = 700
const TOOL_RESTS_MS = 100
const ANSWERED_MS = 120
const client = join(import.meta.dirname, '../build/client')

interface View {
  paintMs: number
  /** The element of the largest paint. */
  what: string
  shift: number
  usableMs: number
  /** Paths of scripts until the page can be used, and all. */
  scripts: string[]
  allScripts: string[]
}

if (!process.argv.includes('--built')) await buildSite(say)
const executablePath = findOrInstallChromium()
if (!executablePath) throw new Error('no Chromium: set CHROMIUM to its path')
const support = join(import.meta.dirname, 'support/site-server.ts')
const product = startChild(support, ['product'])
const bare = startChild(support, ['static'])
const origins = {
  product: `http://localhost:${await product.ask<number>({ ask: 'port' })}`,
  bare: `http://localhost:${await bare.ask<number>({ ask: 'port' })}`,
}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

/** The page's document without scripts, and every file of the site that it may ask for. */
async function staticFiles(path: string): Promise<Record<string, FixedFile>> {
  const html = await (await fetch(origins.product + path, { headers: { 'user-agent': PHONE } })).text()
  const still = html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  const named = [...still.matchAll(/(?:href|src)="(\/(?:assets|fonts|sprites|icons|flags)\/[^"#]+)/g)].map(([, name]) => name!)
  const files: Record<string, FixedFile> = { [path]: fixed('text/html; charset=utf-8', Buffer.from(still)) }
  for (const name of new Set(named)) {
    const response = await fetch(origins.product + name)
    if (response.ok) files[name] = fixed(response.headers.get('content-type') ?? '', Buffer.from(await response.arrayBuffer()))
  }
  return files
}

function fixed(type: string, body: Buffer): FixedFile {
  const zips = !type.startsWith('font/')
  const bytes = zips ? gzipSync(body) : body
  return { headers: { 'content-type': type, ...(zips ? { 'content-encoding': 'gzip' } : {}) }, body: bytes.toString('base64') }
}

const WATCH = `
  window.seen = { paintMs: 0, what: '', shift: 0, usableMs: 0 }
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) Object.assign(seen, { paintMs: one.startTime, what: (one.element?.tagName ?? '') + '.' + (one.element?.className ?? '') })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value
  }).observe({ type: 'layout-shift', buffered: true })
  window.presses = []
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.interactionId) presses.push(one.duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  new MutationObserver(() => {
    if (document.documentElement?.dataset.hydrated !== undefined) seen.usableMs ||= performance.now()
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] })
`

/** A phone that was never here, on a slow line. */
async function withPhone<T>(from: Browser, act: (page: Page) => Promise<T>): Promise<T> {
  const context = await from.newContext({ viewport: { width: 390, height: 800 }, userAgent: PHONE, locale: 'ru-RU' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(WATCH)
    return await act(page)
  } finally {
    await context.close()
  }
}

async function openUsable(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForSelector('html[data-hydrated]', { timeout: 60_000 })
}

function look(from: Browser, url: string, script: boolean): Promise<View> {
  return withPhone(from, async (page) => {
    if (script) await openUsable(page, url)
    else await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await pause(script ? REST_MS : 1_000)
    const { seen, files } = await page.evaluate(() => ({
      seen: (globalThis as unknown as { seen: Omit<View, 'scripts' | 'allScripts'> }).seen,
      files: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ path: new URL(name).pathname, at: startTime })),
    }))
    const all = files.filter((file) => /^\/assets\/.+\.js$/.test(file.path))
    return { ...seen, scripts: paths(all.filter((file) => file.at < seen.usableMs)), allScripts: paths(all) }
  })
}

/** Two prices, a star and the choice of the market, as soon as the page can be used: milliseconds from each press to its next paint. */
function press(from: Browser, url: string): Promise<number[]> {
  return withPhone(from, async (page) => {
    await openUsable(page, url)
    const prices = page.locator('main button[data-outcome]:visible')
    const star = page.locator('main [role=row] button[aria-pressed=false]:not([data-outcome]):visible').first()
    const answered: number[] = []
    for (const one of [prices.nth(0), prices.nth(4), star, page.locator('[data-market-chip]:visible')]) {
      const box = (await one.boundingBox())!
      // What the tool has looked for is over, and its own watching of a press takes no part of it.
      await pause(TOOL_RESTS_MS)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await pause(PRESS_EVERY_MS)
      answered.push(await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { presses: number[] }).presses.splice(0))))
    }
    return answered
  })
}

const paths = (files: readonly { path: string }[]) => [...new Set(files.map((file) => file.path))]

/** Bytes as gzip sends them, whatever this server chose. */
function gzipBytes(names: readonly string[]): number {
  return names.reduce((sum, path) => {
    const file = join(client, path)
    return sum + (existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : gzipSync(readFileSync(file), { level: 9 })).length
  }, 0)
}

for (const path of PAGES) {
  await bare.ask({ ask: 'files', files: await staticFiles(path) })
  const found: Record<'product' | 'bare', View[]> = { product: [], bare: [] }
  const pressed: number[][] = []
  for (let round = 1; round <= rounds; round += 1) {
    found.bare.push(await look(browser, origins.bare + path, false))
    found.product.push(await look(browser, origins.product + path, true))
    pressed.push(await press(browser, origins.product + path))
    const [ours, still] = [found.product.at(-1)!, found.bare.at(-1)!]
    say(
      `     round ${round}, ${path}: largest paint ${ours.paintMs.toFixed(0)} ms (${ours.what.slice(0, 40)}), without scripts ${still.paintMs.toFixed(0)} ms; usable after ${ours.usableMs.toFixed(0)} ms, shift ${ours.shift.toFixed(4)}; presses answered after ${pressed.at(-1)!.join(', ')} ms`,
    )
  }
  const middle = (views: readonly View[], key: 'paintMs' | 'shift' | 'usableMs') => median(views.map((view) => view[key]))
  const last = found.product.at(-1)!
  tellRatio({
    name: `page-load ${path} largest paint`,
    product: middle(found.product, 'paintMs'),
    limit: middle(found.bare, 'paintMs'),
    unit: 'ms',
    atMost: 1.15,
  })
  tellMost(`page-load ${path} layout shift`, Math.max(...found.product.map(({ shift }) => shift)), '', 0.01)
  tellMost(`page-load ${path} JavaScript until usable`, gzipBytes(last.scripts) / 1000, 'kB gzip', 190)
  tellMost(`page-load ${path} slowest of the first presses`, median(pressed.map((all) => Math.max(...all))), 'ms', ANSWERED_MS)
  say(
    `     ${last.scripts.length} files; with what comes at rest ${(gzipBytes(last.allScripts) / 1000).toFixed(0)} kB in ${last.allScripts.length} files`,
  )
}
tellLoad()
await browser.close()
for (const child of [product, bare]) await child.stop()
