/** Composition of one process: which parts run is decided by the roles, nothing else happens here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIdentifier, refuseOtherKeys, SECRET_PATHS, selectPlayerOptional } from '#modules/auth/server/index.ts'
import { must } from '#lib/assert.ts'
import { brandRoutes, loadBrands, openGeo } from '#modules/brand/server/index.ts'
import { registerTelemetry } from '#modules/telemetry/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Messages } from '#modules/messages/server/index.ts'
import type { PlayerFlags } from '#modules/protection/server/index.ts'
import { createDb, rawPool, type Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { createHttp, watchLoad } from '#platform/server/http.ts'
import { createLog, type Logger } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { createStream } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { currencyByCode } from '#modules/ledger/server/index.ts'
import { composeAccounts, type Accounts } from './compose/accounts.ts'
import { composeBetting, winChecksOf, type Betting } from './compose/betting.ts'
import { composeAdvances } from './compose/advances.ts'
import { composeCashOut } from './compose/cashout.ts'
import { linkLine, openBus, serves, shareNews } from './compose/bus.ts'
import { startSettler } from './compose/bus-settler.ts'
import { builtIn, composeDev } from './compose/dev.ts'
import { composeFeed } from './compose/feed.ts'
import { earlySportsOf } from './compose/early-payout.ts'
import { composeJournal, readJournalKey } from './compose/journal.ts'
import { createAdvertising } from './compose/advertising.ts'
import { composeMessages } from './compose/messages.ts'
import { composeGroups } from './compose/groups.ts'
import { composeHistory } from './compose/history.ts'
import { keepClock } from './compose/kept-clock.ts'
import { holdNode, untilDatabaseAnswers, type HoldOptions } from './compose/nodes.ts'
import { mountOperations } from './compose/operations.ts'
import { refuseBrokenProfiles } from './compose/profiles.ts'
import { composeOrders } from './compose/orders.ts'
import { composePrivacy } from './compose/privacy.ts'
import { composeStatistics } from './compose/statistics.ts'
import { startWorker, zonesOf } from './compose/worker.ts'
import { ensureReadyPlayers, readyPlayers } from './compose/ready-players.ts'
import { feedWords } from './compose/feed-words.ts'
import { mountSite } from './compose/site.ts'
import { siteAddress, unreachableBrands } from './compose/site-address.ts'
import { startQuietlyCut, stopInTurn } from './compose/stop-in-turn.ts'
import { watchStreams } from './compose/stream-watch.ts'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

export interface StartOptions {
  /** Vite's middleware instead of the built site. */
  dev: boolean
  embedded: boolean
  say(message: string): void
}

export interface RunningServer {
  url: string
  stop(): Promise<void>
}

type ServerEnv = Env & { databaseUrl: string }

export function startServer(env: ServerEnv, options: StartOptions): Promise<RunningServer> {
  const log = createLog(env.logLevel, env.mode === 'development', SECRET_PATHS)
  return startQuietlyCut(log, () => compose(env, options, log))
}

async function compose(env: ServerEnv, options: StartOptions, log: Logger): Promise<RunningServer> {
  const ground = await openGround(env, options.say, log)
  const product = await composeProduct(env, options.say, log, ground)
  await mount(env, options, log, ground, product)
  const { url, ...work } = await begin(env, options, log, ground, product)
  return { url, stop: () => stopInTurn(partsOf(ground, product, work), log) }
}

type Ground = Awaited<ReturnType<typeof openGround>>

/** What every part stands on: the clock, texts, brands, calls and streams, the bus and the database. */
async function openGround(env: ServerEnv, say: StartOptions['say'], log: Logger) {
  const journalKey = readJournalKey(env)
  const clock = systemClock()
  const texts = loadTexts(join(root, 'locales'), (code) => currencyByCode(code)?.symbol)
  const geo = openGeo(env.geoFile)
  const brands = loadBrands(env.brandsDir, env.mode, { countryOf: geo.countryOf, saying: feedWords(env) })
  refuseBrokenProfiles(brands.list())
  if (env.mode === 'production') unreachableBrands(brands.list()).forEach(say)
  const stream = createStream(log)
  const http = await createHttp({
    log,
    clock,
    texts,
    visitOf: (request) => brands.visitOf(request),
    ...(env.geoFile === null ? {} : { isAtHome: brands.isAtHome }),
    trustProxy: env.trustedProxies.length > 0 ? env.trustedProxies : false,
    rateLimits: env.rateLimits,
  })
  const hold: HoldOptions = { url: env.databaseUrl, log, onLost: () => process.exit(1) }
  const node = await holdNode(hold)
  const bus = await openBus(env, log)
  // After what keeps the loop busy: a watch that cannot read the answer in time would take the database for lost.
  const db = createDb(env.databaseUrl, { max: 20, watch: log })
  const outbox = createOutbox(db, env.databaseUrl, log)
  await untilDatabaseAnswers(db, log)
  if (env.mode === 'development') await keepClock(db, clock, log)
  return { journalKey, clock, texts, geo, brands, stream, http, app: http.app, hold, node, bus, db, outbox }
}

type Product = Awaited<ReturnType<typeof composeProduct>>

/** The modules, each with what it needs of those before it. */
async function composeProduct(env: ServerEnv, say: StartOptions['say'], log: Logger, ground: Ground) {
  const { db, clock, brands, texts, app, bus } = ground
  const settles = env.roles.includes('worker')
  const betting = await composeBetting({
    ...ground,
    log,
    node: ground.node.key,
    serves: serves(env),
    settles,
    writesPrices: env.roles.includes('feed'),
    winChecks: winChecksOf(brands),
  })
  const accounts = await composeAccounts({ ...ground, env, betting })
  await refuseOtherKeys(db, accounts.keys)
  if (env.mode === 'production') await closeReadyPlayers(db, accounts.protection.flags, say)
  const cashOut = composeCashOut({ app, db, clock, log, brands, betting, accounts, serves: serves(env) })
  const stopAdvances = composeAdvances({ db, clock, log, betting, cashOut, settles })
  composeHistory({ app, db, clock, texts, betting, accounts, sales: cashOut })
  const carried = { app, db, clock, log, brands, betting, auth: accounts.auth, carriesOut: settles }
  const orders = composeOrders(carried)
  const groups = composeGroups(carried)
  const messages = messagesOf(env, ground, betting, accounts)
  const privacy = composePrivacy({ app, accounts, texts })
  const journal = await composeJournal({ env, key: ground.journalKey, app, db, clock, log, texts })
  const running = env.roles.includes('feed')
    ? await composeFeed({ env, db, clock, log, bus, betting, earlySports: earlySportsOf(brands) })
    : null
  const [feed, toursFrom] = [running?.feed ?? null, running?.toursFrom ?? 0]
  const statistics = composeStatistics({ env, app, db, clock, log, betting, feed, toursFrom })
  betting.useStandings((championshipId) => statistics.statistics.standingsOf(championshipId))
  const link = linkLine({ env, bus, db, clock, log, betting, running, hold: ground.hold })
  shareNews({ bus, clock, accounts, betting, outbox: ground.outbox, log })
  brandRoutes(app, { texts, publicKey: accounts.keys.publicKeyPem() })
  const telemetry = registerTelemetry(app)
  return { betting, accounts, cashOut, stopAdvances, orders, groups, messages, privacy, journal, running, statistics, link, telemetry }
}

function messagesOf(env: ServerEnv, { app, db, clock, brands, texts }: Ground, betting: Betting, accounts: Accounts): Messages {
  const { files, push, messenger, keys } = accounts
  const mayPromote = (playerId: number) => accounts.protection.mayPromote(playerId)
  const advertise = createAdvertising({ db, brands, messenger, keys, mayPromote, push, siteOf: siteAddress(env) })
  return composeMessages({ app, db, clock, files, push, texts, betting, mayPromote, advertise })
}

/** What asks no module's leave: figures for who runs it, tools of development, the pages. */
async function mount(env: ServerEnv, options: StartOptions, log: Logger, ground: Ground, product: Product): Promise<void> {
  const { app, brands, texts } = ground
  const { link, betting } = product
  mountOperations({ app, version, roles: env.roles, feedLagMs: link.feedLagMs, ready: link.ready })
  if (env.mode === 'development') composeDev({ ...ground, ...product, env, log, embedded: options.embedded })
  if (env.roles.includes('site')) await mountSite({ root, app, brands, texts, log, env, dev: options.dev, boosts: betting.boosts.shown })
}

/** Everything begins to run, and the server to answer. */
async function begin(env: ServerEnv, options: StartOptions, log: Logger, ground: Ground, product: Product) {
  const { app, db, clock, brands, bus, outbox, stream } = ground
  const { accounts, betting, journal, privacy, link } = product
  const settles = env.roles.includes('worker')
  const stopLoadWatch = env.loadWatch ? watchLoadOf(db, log) : () => {}
  if (settles) await outbox.start()
  await link.start()
  product.orders.begin(link.ready)
  product.groups.begin(link.ready)
  stream.attach(app.server, (request) => accounts.streamVisitor(request))
  const stopStreamWatch = watchStreams(stream, accounts.auth.deps.sessions, log)
  const url = await app.listen({ port: env.port, host: env.host })
  options.say(`Polosa answers on ${url.replace('127.0.0.1', 'localhost')}`)
  const settler = settles ? startSettler(betting.settlement, bus, log) : null
  const worker = settles
    ? await startWorker({ url: env.databaseUrl, db, clock, log, accounts, journal, privacy, backup: env.backup, zoneOf: zonesOf(brands) })
    : null
  if (env.mode === 'development' && serves(env)) {
    options.say(`built in: ${builtIn(env, options.embedded).join(', ')}; tools under /dev`)
    for (const player of await ensureReadyPlayers({ db, app, keys: accounts.keys, log, host: `localhost:${new URL(url).port}` }))
      options.say(`ready player: ${player.login}, password ${player.password} (${player.about})`)
  }
  return { url, stopLoadWatch, stopStreamWatch, settler, worker }
}

function watchLoadOf(db: Db, log: Logger): () => void {
  return watchLoad({
    waiting: () => rawPool(db).waitingCount,
    changed: (stage, sample) => log.warn({ stage, ...sample }, 'load: extras up to this stage are turned off'),
  })
}

/** In the order in which they stop: who calls before who is called. */
function partsOf(ground: Ground, product: Product, work: Omit<Awaited<ReturnType<typeof begin>>, 'url'>) {
  return {
    // The feed stops after who waits for it: of a database that is away neither would ever hear.
    patience: () => product.running?.feed.waitNoMore(),
    loadWatch: work.stopLoadWatch,
    streamWatch: work.stopStreamWatch,
    stream: () => ground.stream.close(),
    calls: () => ground.app.close(),
    worker: () => work.worker?.stop(),
    settler: () => work.settler?.stop(),
    statistics: () => product.statistics.stop(),
    orders: () => product.orders.stop(),
    groups: () => product.groups.stop(),
    journal: () => product.journal.stop(),
    line: () => product.link.stop(),
    advances: product.stopAdvances,
    cashOut: () => product.cashOut.stop(),
    protection: () => product.accounts.protection.stop(),
    identity: () => product.accounts.identity.stop(),
    betting: () => product.betting.stop(),
    outbox: () => ground.outbox.stop(),
    // What the outbox has handed over is still told.
    messages: () => product.messages.settled(),
    subscriptions: () => product.accounts.stopFollowing(),
    bus: () => ground.bus.close(),
    node: () => ground.node.release(),
    database: () => ground.db.destroy(),
  }
}

/** A database that was begun in development has players whose passwords everybody knows, with money of the sandbox. */
async function closeReadyPlayers(db: Db, flags: PlayerFlags, say: StartOptions['say']): Promise<void> {
  for (const { login, brand } of await readyPlayers(db)) {
    const player = await selectPlayerOptional(db, brand, must(readIdentifier(login), 'a login'))
    // Erased meanwhile.
    if (!player) continue
    const flag = { playerId: player.id, flag: 'closed', officer: null, sports: [], note: 'ready_players', setBy: 'start' } as const
    if ((await flags.set(flag)) === null)
      say(`closed the account of ${login}: it was made in development, and its password is known to all`)
  }
}
