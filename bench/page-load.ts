/**
 * The first view of /ru/line and /ru/live in a phone that has never been here: Chromium 390 x 800, 1.6 Mbit/s, 150 ms,
 * processor four times slower, empty cache, the built site. Largest paint beside the very same document without any
 * script (same style sheets, fonts and sprites, from bare node:http), in turn; layout shift; compressed JavaScript
 * before the page can be used. Goals: at most 1.15 x, 0.01 and 190 kB (G10).
 *
 *   node bench/page-load.ts [--rounds=5] [--quick] [--built]
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from '@playwright/test'
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
  new MutationObserver(() => {
    if (document.documentElement?.dataset.hydrated !== undefined) seen.usableMs ||= performance.now()
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] })
`

async function look(from: Browser, url: string, script: boolean): Promise<View> {
  const context = await from.newContext({ viewport: { width: 390, height: 800 }, userAgent: PHONE, locale: 'ru-RU' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(WATCH)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    if (script) await page.waitForSelector('html[data-hydrated]', { timeout: 60_000 })
    await pause(script ? REST_MS : 1_000)
    const { seen, files } = await page.evaluate(() => ({
      seen: (globalThis as unknown as { seen: Omit<View, 'scripts' | 'allScripts'> }).seen,
      files: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ path: new URL(name).pathname, at: startTime })),
    }))
    const all = files.filter((file) => /^\/assets\/.+\.js$/.test(file.path))
    return { ...seen, scripts: paths(all.filter((file) => file.at < seen.usableMs)), allScripts: paths(all) }
  } finally {
    await context.close()
  }
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
  for (let round = 1; round <= rounds; round += 1) {
    found.bare.push(await look(browser, origins.bare + path, false))
    found.product.push(await look(browser, origins.product + path, true))
    const [ours, still] = [found.product.at(-1)!, found.bare.at(-1)!]
    say(
      `     round ${round}, ${path}: largest paint ${ours.paintMs.toFixed(0)} ms (${ours.what.slice(0, 40)}), without scripts ${still.paintMs.toFixed(0)} ms; usable after ${ours.usableMs.toFixed(0)} ms, shift ${ours.shift.toFixed(4)}`,
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
  say(
    `     ${last.scripts.length} files; with what comes at rest ${(gzipBytes(last.allScripts) / 1000).toFixed(0)} kB in ${last.allScripts.length} files`,
  )
}
tellLoad()
await browser.close()
for (const child of [product, bare]) await child.stop()
