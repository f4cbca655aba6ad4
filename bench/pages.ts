/**
 * A signed-out page through the product (rendered anew each second, prices moving), beside bare node:http with the
 * same gzip bytes. The load comes from a process of its own. Requests a second, and per second of the server's CPU.
 * Goal G9: at least 0.9 of bare, never older than 2 s. (performance §5)
 *
 *   node bench/pages.ts [--rounds=3] [--seconds=5] [--connections=32] [--quick]
 */
import { get } from 'node:http'
import { join } from 'node:path'
import { buildSite } from '../tools/build.ts'
import { startChild, type Child } from './support/child.ts'
import { median, option, pause, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'
import type { Load } from './support/http-load.ts'

const rounds = option('rounds', 3)
const seconds = option('seconds', 5, 2)
const connections = option('connections', 32)
const support = join(import.meta.dirname, 'support')
const LOOK_EVERY_MS = 50

interface Rate {
  perSecond: number
  perCpu: number
}

if (!process.argv.includes('--built')) await buildSite(say)
const product = startChild(join(support, 'site-server.ts'), ['product'])
const bare = startChild(join(support, 'site-server.ts'), ['static'])
const load = startChild(join(support, 'http-load.ts'), [])
const ports = { product: await product.ask<number>({ ask: 'port' }), bare: await bare.ask<number>({ ask: 'port' }) }

function fetchBytes(port: number, path: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((done, fail) => {
    get({ port, path, host: '127.0.0.1', headers: { host: 'localhost', 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => done({ headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) }))
    }).on('error', fail)
  })
}

async function measure(server: Child, port: number, path: string): Promise<Rate> {
  const before = await server.ask<number>({ ask: 'cpu' })
  const { answers, errors, passedSeconds } = await load.ask<Load>({
    ask: 'load',
    url: `http://127.0.0.1:${port}${path}`,
    connections,
    seconds,
  })
  if (errors) throw new Error(`${errors} requests failed`)
  return { perSecond: answers / passedSeconds, perCpu: answers / ((await server.ask<number>({ ask: 'cpu' })) - before) }
}

/** Largest age of the page's content while it is under load: the render's clock stands in its data. */
function watchAge(path: string): () => Promise<number> {
  let [oldest, on] = [0, true]
  const done = (async () => {
    while (on) {
      const answered = await (await fetch(`http://127.0.0.1:${ports.product}${path}`)).text()
      oldest = Math.max(oldest, Date.now() - Number(/now\\?",(\d{13})/.exec(answered)?.[1]))
      await pause(LOOK_EVERY_MS)
    }
  })()
  return async () => {
    on = false
    await done
    return oldest
  }
}

for (const path of ['/ru', '/ru/line']) {
  const page = await fetchBytes(ports.product, path)
  const { 'content-type': type, 'content-encoding': encoding } = page.headers
  const file = { headers: { 'content-type': type, 'content-encoding': encoding }, body: page.body.toString('base64') }
  await bare.ask({ ask: 'files', files: { [path]: file } })
  say(`     ${path}: ${page.body.length} B gzip, ${connections} connections`)
  const found: Record<'product' | 'bare', Rate[]> = { product: [], bare: [] }
  let oldest = 0
  await measure(product, ports.product, path)
  for (let round = 1; round <= rounds; round += 1) {
    found.bare.push(await measure(bare, ports.bare, path))
    found.product.push(await measure(product, ports.product, path))
    const age = watchAge(path)
    await load.ask<Load>({ ask: 'load', url: `http://127.0.0.1:${ports.product}${path}`, connections, seconds: Math.min(seconds, 3) })
    oldest = Math.max(oldest, await age())
    const text = ({ perSecond, perCpu }: Rate) => `${Math.round(perSecond)}/s (${Math.round(perCpu)} per CPU second)`
    say(`     round ${round}: bare ${text(found.bare.at(-1)!)}, product ${text(found.product.at(-1)!)}`)
  }
  for (const unit of ['perSecond', 'perCpu'] as const) {
    const middle = (list: Rate[]) => median(list.map((one) => one[unit]))
    tellRatio({
      name: `pages ${path}`,
      product: middle(found.product),
      limit: middle(found.bare),
      unit: unit === 'perSecond' ? 'req/s' : 'req/CPU s',
      atLeast: 0.9,
    })
  }
  tellMost(`pages ${path} oldest content`, oldest, 'ms', 2_000)
}
tellLoad()
for (const child of [product, bare, load]) await child.stop()
