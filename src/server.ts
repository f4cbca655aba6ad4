/** Composition of one process: which parts run is decided by the roles, nothing else happens here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIdentifier, refuseOtherKeys, SECRET_PATHS, selectPlayerOptional } from '#modules/auth/server/index.ts'
import { must } from '#lib/assert.ts'
import { brandRoutes, loadBrands, openGeo } from '#modules/brand/server/index.ts'
import { registerTelemetry } from '#modules/telemetry/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { PlayerFlags } from '#modules/protection/server/index.ts'
import { createDb, rawPool, type Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { createHttp, watchLoad } from '#platform/server/http.ts'
import { createLog, type Logger } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { createStream } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { currencyByCode } from '#modules/ledger/server/index.ts'
import { composeAccounts } from './compose/accounts.ts'
import { composeBetting, winChecksOf } from './compose/betting.ts'
import { composeAdvances } from './compose/advances.ts'
import { composeCashOut } from './compose/cashout.ts'
import { linkLine, openBus, serves, shareNews } from './compose/bus.ts'
import { startSettler } from './compose/bus-settler.ts'
import { builtIn, composeDev } from './compose/dev.ts'
import { composeFeed } from './compose/feed.ts'
import { earlySportsOf } from './compose/early-payout.ts'
import { composeJournal } from './compose/journal.ts'
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
import { mountSite } from './compose/site.ts'
import { siteAddress, unreachableBrands } from './compose/site-address.ts'
import { startQuietlyCut, stopInTurn } from './compose/stop-in-turn.ts'

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
  const clock = systemClock()
  const texts = loadTexts(join(root, 'locales'), (code) => currencyByCode(code)?.symbol)
  const geo = openGeo(env.geoFile)
  const brands = loadBrands(env.brandsDir, env.mode, geo)
  refuseBrokenProfiles(brands.list())
  if (env.mode === 'production') unreachableBrands(brands.list()).forEach(options.say)
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
  const { app } = http
  const hold: HoldOptions = { url: env.databaseUrl, log, onLost: () => process.exit(1) }
  const node = await holdNode(hold)
  const bus = await openBus(env, log)
  // After what keeps the loop busy: a watch that cannot read the answer in time would take the database for lost.
  const db = createDb(env.databaseUrl, { max: 20, watch: log })
  const outbox = createOutbox(db, env.databaseUrl, log)
  await untilDatabaseAnswers(db, log)
  if (env.mode === 'development') await keepClock(db, clock, log)
  const settles = env.roles.includes('worker')

  const betting = await composeBetting({
    db,
    clock,
    log,
    texts,
    stream,
    outbox,
    http,
    bus,
    node: node.key,
    serves: serves(env),
    settles,
    writesPrices: env.roles.includes('feed'),
    winChecks: winChecksOf(brands),
  })
  const accounts = await composeAccounts({ env, db, clock, texts, http, brands, geo, betting, stream })
  await refuseOtherKeys(db, accounts.keys)
  if (env.mode === 'production') await closeReadyPlayers(db, accounts.protection.flags, options.say)
  const cashOut = composeCashOut({ app, db, clock, log, brands, betting, accounts, serves: serves(env) })
  const stopAdvances = composeAdvances({ db, clock, log, betting, cashOut, settles })
  composeHistory({ app, db, clock, texts, betting, accounts, sales: cashOut })
  const carried = { app, db, clock, log, brands, betting, auth: accounts.auth, carriesOut: settles }
  const orders = composeOrders(carried)
  const groups = composeGroups(carried)
  const messages = composeMessages({
    app,
    db,
    clock,
    files: accounts.files,
    push: accounts.push,
    texts,
    betting,
    mayPromote: (id) => accounts.protection.mayPromote(id),
    advertise: createAdvertising({
      db,
      brands,
      messenger: accounts.messenger,
      keys: accounts.keys,
      mayPromote: (id) => accounts.protection.mayPromote(id),
      push: accounts.push,
      siteOf: siteAddress(env),
    }),
  })
  const privacy = composePrivacy({ app, accounts, texts })
  const journal = await composeJournal({ env, app: http.app, db, clock, log, texts })
  const running = env.roles.includes('feed')
    ? await composeFeed({ env, db, clock, log, bus, betting, earlySports: earlySportsOf(brands) })
    : null
  const statistics = composeStatistics({
    env,
    app,
    db,
    clock,
    log,
    betting,
    feed: running?.feed ?? null,
    toursFrom: running?.toursFrom ?? 0,
  })
  betting.useStandings((championshipId) => statistics.statistics.standingsOf(championshipId))
  const link = linkLine({ env, bus, db, clock, log, betting, running, hold })
  shareNews({ bus, clock, accounts, betting, outbox, log })
  brandRoutes(app, { texts, publicKey: accounts.keys.publicKeyPem() })
  const telemetry = registerTelemetry(app)
  const stopLoadWatch = env.loadWatch
    ? watchLoad({
        waiting: () => rawPool(db).waitingCount,
        changed: (stage, sample) => log.warn({ stage, ...sample }, 'load: extras up to this stage are turned off'),
      })
    : () => {}
  mountOperations({
    app,
    version,
    roles: env.roles,
    feedLagMs: link.feedLagMs,
    ready: link.ready,
  })
  if (env.mode === 'development')
    composeDev({
      env,
      app,
      db,
      log,
      clock,
      brands,
      texts,
      betting,
      accounts,
      journal,
      orders,
      messages,
      running,
      telemetry,
      embedded: options.embedded,
    })
  if (env.roles.includes('site')) await mountSite({ root, app, brands, texts, log, env, dev: options.dev, boosts: betting.boosts.shown })

  if (settles) await outbox.start()
  await link.start()
  orders.begin(link.ready)
  groups.begin(link.ready)
  stream.attach(app.server, (request) => accounts.streamVisitor(request))
  const address = await app.listen({ port: env.port, host: env.host })
  options.say(`Polosa answers on ${address.replace('127.0.0.1', 'localhost')}`)
  const settler = settles ? startSettler(betting.settlement, bus, log) : null
  const worker = env.roles.includes('worker')
    ? await startWorker({ url: env.databaseUrl, db, clock, log, accounts, journal, privacy, backup: env.backup, zoneOf: zonesOf(brands) })
    : null
  if (env.mode === 'development' && serves(env)) {
    options.say(`built in: ${builtIn(env, options.embedded).join(', ')}; tools under /dev`)
    for (const player of await ensureReadyPlayers({ db, app, keys: accounts.keys, log, host: `localhost:${new URL(address).port}` }))
      options.say(`ready player: ${player.login}, password ${player.password} (${player.about})`)
  }
  return {
    url: address,
    stop() {
      const parts = {
        loadWatch: stopLoadWatch,
        stream: () => stream.close(),
        calls: () => app.close(),
        worker: () => worker?.stop(),
        settler: () => settler?.stop(),
        statistics: () => statistics.stop(),
        orders: () => orders.stop(),
        groups: () => groups.stop(),
        journal: () => journal.stop(),
        line: () => link.stop(),
        advances: stopAdvances,
        cashOut: () => cashOut.stop(),
        subscriptions: () => accounts.stopFollowing(),
        protection: () => accounts.protection.stop(),
        identity: () => accounts.identity.stop(),
        betting: () => betting.stop(),
        outbox: () => outbox.stop(),
        bus: () => bus.close(),
        node: () => node.release(),
        database: () => db.destroy(),
      }
      return stopInTurn(parts, log)
    },
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
