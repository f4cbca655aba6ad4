/**
 * 500 games of three prices, 200 changes a second, in Chromium: milliseconds of the main thread per second for the
 * live store with the kit's price cells, beside the same elements written directly with the same batching, marks and
 * CSS. Goal G11: at most 1.4 times direct writes, no task over 50 ms. (performance §6)
 *
 *   node bench/live-prices.ts [--rounds=3] [--seconds=8] [--quick]
 */
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { build } from 'vite'
import { findOrInstallChromium } from '../tools/chromium.ts'
import { median, option, pause, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'

const rounds = option('rounds', 3)
const seconds = option('seconds', 8, 4)
const root = join(import.meta.dirname, '..')
const source = join(import.meta.dirname, 'support/live-page')
const out = join(root, '.cache/bench-live')
const PAGES = ['product.html', 'direct.html#marks', 'direct.html'] as const
const SETTLE_MS = 4_000
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

interface Second {
  taskMs: number
  threadMs: number
  longestMs: number
}

await build({
  configFile: false,
  root: source,
  base: '/',
  logLevel: 'error',
  publicDir: false,
  css: { transformer: 'lightningcss', modules: { generateScopedName: '[name]-[local]-[hash:6]' } as never },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { input: ['product', 'direct'].map((name) => join(source, `${name}.html`)) },
  },
})
const server = createServer((request, response) => {
  try {
    const name = new URL(request.url!, 'http://x').pathname.replace(/\.\./g, '')
    const body = readFileSync(join(out, name))
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body)
  } catch {
    response.writeHead(404).end()
  }
})
const port = await new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))
const executablePath = findOrInstallChromium()
if (!executablePath) throw new Error('no Chromium: set CHROMIUM to its path')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

async function measure(from: Browser, page: string): Promise<Second> {
  const context = await from.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const tab = await context.newPage()
    await tab.goto(`http://127.0.0.1:${port}/${page}`)
    await tab.waitForFunction('document.querySelectorAll(".bench-row").length === 500')
    await pause(SETTLE_MS)
    await tab.evaluate(
      'window.longest = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration) }).observe({ type: "longtask" })',
    )
    const session = await context.newCDPSession(tab)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const metrics = async () =>
      Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]))
    const [before, begun] = [await metrics(), performance.now()]
    await pause(seconds * 1000)
    const [after, passed] = [await metrics(), (performance.now() - begun) / 1000]
    const spent = (name: string) => ((after[name]! - before[name]!) * 1000) / passed
    return { taskMs: spent('TaskDuration'), threadMs: spent('ScriptDuration'), longestMs: Number(await tab.evaluate('window.longest')) }
  } finally {
    await context.close()
  }
}

const found = new Map<string, Second[]>(PAGES.map((page) => [page, []]))
for (let round = 1; round <= rounds; round += 1) {
  for (const page of PAGES) {
    const one = await measure(browser, page)
    found.get(page)!.push(one)
    say(
      `     round ${round}, ${page}: ${one.taskMs.toFixed(0)} ms a second on the main thread (script ${one.threadMs.toFixed(0)}), longest task ${one.longestMs.toFixed(0)} ms`,
    )
  }
}
const middle = (page: (typeof PAGES)[number], key: keyof Second) => median(found.get(page)!.map((one) => one[key]))
tellRatio({
  name: 'live-prices, direct with marks',
  product: middle('product.html', 'taskMs'),
  limit: middle('direct.html#marks', 'taskMs'),
  unit: 'ms/s',
  atMost: 1.4,
})
const alone = middle('direct.html', 'taskMs')
say(
  `     beside direct writes of the text alone, without marks and spoken names: ${(middle('product.html', 'taskMs') / alone).toFixed(2)} x`,
)
tellMost('live-prices longest task', middle('product.html', 'longestMs'), 'ms', 50)
tellLoad()
await browser.close()
server.close()
