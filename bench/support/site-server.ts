/**
 * The site in a process of its own, without a database: brands, texts, line and pages as the product mounts them,
 * over 300 made-up games, whose prices change, and 40 live ones. Or bare node:http with the very bytes that the site sent.
 *
 *   node site-server.ts product | static
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { answer } from './child.ts'

const GAMES = 300
const LIVE_GAMES = 40
const CHAMPIONSHIP_GAMES = 12
const CHANGE_EVERY_MS = 100
const root = join(import.meta.dirname, '../..')

export interface FixedFile {
  headers: Record<string, string>
  /** Base64. */
  body: string
}

if (process.argv[2] === 'static') runStatic()
else await runProduct()

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function runProduct(): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  const { brandRoutes, loadBrands } = await import('#modules/brand/server/index.ts')
  const { createLine, lineFastPath, registerLine } = await import('#modules/line/server/index.ts')
  const { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } =
    await import('#modules/line/rules/sample-facts.ts')
  const { systemClock } = await import('#platform/server/clock.ts')
  const { readEnv } = await import('#platform/server/env.ts')
  const { createHttp } = await import('#platform/server/http.ts')
  const { createLog } = await import('#platform/server/log.ts')
  const { createStream } = await import('#platform/server/stream.ts')
  const { loadTexts } = await import('#platform/server/texts.ts')
  const { mountSite } = await import('../../src/compose/site.ts')
  const { registerSite } = await import('#platform/server/site.ts')
  const env = { ...readEnv({ BRANDS: join(root, 'brands'), POLOSA_MODE: 'development', LOG_LEVEL: 'error' }), mode: 'production' as const }
  const log = createLog('error', false)
  const clock = systemClock()
  const texts = loadTexts(join(root, 'locales'))
  const brands = loadBrands(env.brandsDir, 'production')
  const stream = createStream(log)
  const http = await createHttp({ log, clock, texts, visitOf: (request) => brands.visitOf(request) })
  const line = createLine({ clock, texts, stream })
  registerLine({ app: http.app, line })
  http.setFastPath(lineFastPath(line))
  brandRoutes(http.app, { texts, publicKey: '' })
  const game = (n: number) =>
    sampleGame({ n, championshipId: 910_000 + Math.floor(n / CHAMPIONSHIP_GAMES), startsAt: begun + 3_600_000 + n * 60_000 })
  const begun = clock.now()
  for (let n = 0; n < GAMES; n += 1)
    line.apply([sampleGameFact(game(n)), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, game(n).ci)])
  for (let n = GAMES; n < GAMES + LIVE_GAMES; n += 1) {
    const live = sampleGame({
      n,
      kind: 1,
      championshipId: 920_000 + Math.floor(n / CHAMPIONSHIP_GAMES),
      startsAt: begun - 3_600_000,
    })
    line.apply([
      sampleGameFact(live),
      sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, live.ci),
      sampleFact(sampleLive([n % 3, n % 2]), live.ci),
    ])
  }
  let change = 0
  setInterval(() => {
    change += 1
    const n = change % GAMES
    // The samples are said in 2030: a price of today would be older than theirs and be dropped.
    const head = { sentAt: SAMPLE_START + change }
    line.apply([sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(change + n) }, game(n).ci, head)])
  }, CHANGE_EVERY_MS)
  const spied = process.argv[3] === 'spied' ? spyOnEntry((await import(join(root, 'build/server/index.js'))) as ServerBuild) : null
  if (spied)
    registerSite({
      app: http.app,
      build: () => spied.build,
      texts,
      log,
      mode: env.mode,
      live: false,
      brandCss: (config) => brands.css(config),
      overridden: () => false,
    })
  else await mountSite({ root, app: http.app, brands, texts, log, env, dev: false })
  stream.attach(http.app.server, async () => ({ playerId: null, sessionId: null }))
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  answer({
    port: () => (http.app.server.address() as AddressInfo).port,
    cpu: cpuSeconds,
    quit: () => process.exit(0),
    again,
  })

  /** Milliseconds of this process's CPU of one stream by React of the tree of the last page. */
  async function again({ count }: { count: number }): Promise<number> {
    const from = cpuSeconds()
    for (let n = 0; n < count; n += 1) await (await spied!.again()).arrayBuffer()
    return ((cpuSeconds() - from) * 1000) / count
  }
}

type HandleRequest = (request: Request, status: number, headers: Headers, entry: EntryContext, context: unknown) => Promise<Response>
type EntryContext = { serverHandoffStream?: ReadableStream<Uint8Array>; renderMeta?: object }

/** The built site, and a way to render once more the tree of its last page: the data stand, React's stream alone runs. */
function spyOnEntry(built: ServerBuild): { build: ServerBuild; again(): Promise<Response> } {
  const handle = built.entry.module.default as unknown as HandleRequest
  let last: (() => Promise<Response>) | null = null
  const spy: HandleRequest = async (request, status, headers, entry, context) => {
    const chunks: Uint8Array[] = []
    if (entry.serverHandoffStream)
      for await (const chunk of entry.serverHandoffStream as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk)
    const once = () =>
      handle(
        request,
        status,
        new Headers(headers),
        { ...entry, serverHandoffStream: ReadableStream.from(chunks) as ReadableStream<Uint8Array>, renderMeta: {} },
        context,
      )
    last = once
    return once()
  }
  return { build: { ...built, entry: { module: { ...built.entry.module, default: spy as never } } }, again: () => last!() }
}

/** `files`: path → headers and bytes; every other path is 404. */
function runStatic(): void {
  let files = new Map<string, { head: string[]; body: Buffer }>()
  const server = createServer((request, response) => {
    const file = files.get(request.url!)
    response.writeHead(file ? 200 : 404, file?.head)
    response.end(file?.body)
  })
  const listening = new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))
  answer({
    port: () => listening,
    cpu: cpuSeconds,
    files: ({ files: given }: { files: Record<string, FixedFile> }) => {
      files = new Map(
        Object.entries(given).map(([path, { headers, body }]) => {
          const bytes = Buffer.from(body, 'base64')
          return [path, { head: Object.entries({ ...headers, 'content-length': String(bytes.length) }).flat(), body: bytes }]
        }),
      )
    },
  })
}
