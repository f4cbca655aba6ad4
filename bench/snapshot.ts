/**
 * A line snapshot of about 60 kB through the product (Fastify, fast path, ETag, encodings, a price change every
 * 100 ms) beside its limit: a bare node:http server that answers one fixed gzip buffer. Three processes:
 * this one drives, each server has its own. Beside requests a second it prints requests per second of the
 * server's own CPU, which a busy machine does not falsify. Goal G6: ratio of the medians at least 0.85, of 304s at least 1.0.
 *
 *   node bench/snapshot.ts [--rounds=3] [--seconds=5] [--connections=100]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, get } from 'node:http'
import { createRequire } from 'node:module'
import { once } from 'node:events'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { median, option, tellLoad, tellRatio } from './support/figures.ts'

const root = join(import.meta.dirname, '..')
const GAMES = 5_000
const ROWS = 24
const LEAST_BYTES = 40_000
const PATH = `/service-api/LineFeed/Get1x2_VZip?count=${ROWS}&lng=en&sports=1&mode=4`

interface Load {
  requests: { average: number }
  latency: { p99: number }
  errors: number
}
type Autocannon = (options: Record<string, unknown>) => Promise<Load>

const role = process.argv[2]
if (role === 'product' || role === 'bare') process.on('message', () => process.send?.(process.cpuUsage()))
if (role === 'product') await runProduct()
else if (role === 'bare') await runBare(Number(process.argv[3]))
else await drive()

async function runProduct(): Promise<void> {
  const { createHttp } = await import('#platform/server/http.ts')
  const { createLog } = await import('#platform/server/log.ts')
  const { systemClock } = await import('#platform/server/clock.ts')
  const { createLine, lineFastPath, registerLine } = await import('#modules/line/server/index.ts')
  const clock = systemClock()
  const { loadBrands } = await import('#modules/brand/server/index.ts')
  const { loadTexts } = await import('#platform/server/texts.ts')
  const texts = loadTexts(join(root, 'locales'))
  const brands = loadBrands(join(root, 'brands'), 'development')
  const http = await createHttp({ log: createLog('fatal', false), clock, texts, visitOf: (request) => brands.visitOf(request) })
  const line = createLine({ clock, texts })
  registerLine({ app: http.app, line })
  http.setFastPath(lineFastPath(line))
  const startsAt = clock.now() + 3_600_000
  for (let n = 0; n < GAMES; n += 1) {
    const game = sampleGame({ n, championshipId: 910_000 + Math.floor(n / 25), startsAt: startsAt + n * 1000 })
    line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, game.ci)])
  }
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  let turn = 0
  setInterval(() => {
    turn += 1
    const game = sampleGame({ n: turn % ROWS })
    line.apply([sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(turn) }, game.ci, { sentAt: SAMPLE_START + turn })])
  }, 100)
  process.send?.((http.app.server.address() as { port: number }).port)
}

async function runBare(bytes: number): Promise<void> {
  const body = gzipSync(Buffer.from(JSON.stringify(await sample(bytes))), { level: 6 })
  const headers = ['Content-Type', 'application/json', 'Content-Encoding', 'gzip', 'Content-Length', String(body.length)]
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
}

/** The bare server sends the very text that the product sends. */
async function sample(port: number): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${PATH}`)
  return answer.json()
}

async function start(...words: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [import.meta.filename, ...words], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

async function etagOf(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, path: PATH, host: '127.0.0.1' }, (response) => {
      response.resume()
      resolve(String(response.headers.etag))
    }).on('error', reject)
  })
}

/** Seconds of CPU that the server has used. */
async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
  return (user + system) / 1e6
}

async function drive(): Promise<void> {
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon
  const rounds = option('rounds', 3)
  const seconds = option('seconds', 5, 2)
  const connections = option('connections', 100)
  const product = await start('product')
  const text = await (await fetch(`http://127.0.0.1:${product.port}${PATH}`)).text()
  if (text.length < LEAST_BYTES) throw new Error(`the product answers ${text}`)
  const bare = await start('bare', String(product.port))
  console.log(
    `snapshot: ${ROWS} rows, ${text.length} B JSON, ${gzipSync(text, { level: 6 }).length} B gzip; ${GAMES} games in the book; ${connections} connections`,
  )
  type Server = typeof product
  const measure = async ({ child, port }: Server, headers: Record<string, string>) => {
    const before = await cpuOf(child)
    const load = await autocannon({ url: `http://127.0.0.1:${port}${PATH}`, connections, duration: seconds, headers })
    if (load.errors) throw new Error('requests failed')
    const perSecond = load.requests.average
    return { perSecond, perCpu: (perSecond * seconds) / ((await cpuOf(child)) - before), p99: load.latency.p99 }
  }
  const gzip = { 'accept-encoding': 'gzip' }
  for (const server of [product, bare, product, bare]) await measure(server, gzip)
  const results: Record<'product' | 'bare' | 'unchanged', { perSecond: number; perCpu: number }[]> = {
    product: [],
    bare: [],
    unchanged: [],
  }
  for (let round = 1; round <= rounds; round += 1) {
    const limit = await measure(bare, gzip)
    const ours = await measure(product, gzip)
    // The answer changes every 100 ms, so a fixed tag would stop matching: '*' asks for the same comparison and 304.
    const unchanged = await measure(product, { ...gzip, 'if-none-match': `${await etagOf(product.port)}, *` })
    results.bare.push(limit)
    results.product.push(ours)
    results.unchanged.push(unchanged)
    const text = ({ perSecond, perCpu }: { perSecond: number; perCpu: number }) =>
      `${Math.round(perSecond)}/s (${Math.round(perCpu)} per CPU s)`
    console.log(`round ${round}: bare ${text(limit)}, product ${text(ours)}, p99 ${ours.p99} ms, 304 ${text(unchanged)}`)
  }
  for (const unit of ['perSecond', 'perCpu'] as const) {
    const of = (name: keyof typeof results) => median(results[name].map((one) => one[unit]))
    const name = unit === 'perSecond' ? 'req/s' : 'req/CPU s'
    tellRatio({ name: 'snapshot', product: of('product'), limit: of('bare'), unit: name, atLeast: 0.85 })
    tellRatio({ name: 'snapshot 304', product: of('unchanged'), limit: of('bare'), unit: name, atLeast: 1 })
  }
  tellLoad()
  product.child.kill()
  bare.child.kill()
}
