/** Line, coupon, bets, ledger and settlement of one process, fitted together. */
import type { FastifyInstance } from 'fastify'
import { createBets, createRecentBets, registerBets, type Bets } from '#modules/bets/server/index.ts'
import { DEV_COOKIE, type Brands } from '#modules/brand/server/index.ts'
import { createBookReader, createJoint, registerCoupon, type CouponModule, type LineReader } from '#modules/coupon/server/index.ts'
import { listMovedI, MOVED_I_MS } from '#modules/feeds/server/index.ts'
import { registerFavorites } from '#modules/favorites/server/index.ts'
import { createLedger, type Ledger } from '#modules/ledger/server/index.ts'
import { createLimits, stoppedLine, type Limits } from '#modules/limits/server/index.ts'
import { allMarketTypes, currentType } from '#modules/line/rules/market-book.ts'
import { createLine, lineFastPath, registerLine, type Line } from '#modules/line/server/index.ts'
import { registerMainFeed, type MainFeedDeps } from '#modules/main-feed/server/index.ts'
import { createDuels, dayPercentOf, registerOffers, type DayPercent } from '#modules/offers/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { boostedLine, createBoosts, createPromo, type Promo } from '#modules/promo/server/index.ts'
import { createPriceHistory, registerPriceHistory, type PriceHistory } from '#modules/price-history/server/index.ts'
import { registerResults } from '#modules/results/server/index.ts'
import { createSettlement, registerSettlement, type Settlement, type WinChecks } from '#modules/settlement/server/index.ts'
import { boostedPrice } from '#lib/price.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import type { Http } from '#platform/server/http.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import type { Stream } from '#platform/server/stream.ts'
import type { Texts } from '#platform/server/texts.ts'
import { tellPlayers } from './bus.ts'
import { shareLimits } from './bus-limits.ts'
import { releaseSold } from './release-sold.ts'
import { shareBoosts, type SharedBoosts } from './bus-boosts.ts'
import { shareRecent } from './bus-recent.ts'
import { startDuelSettler, withDuels } from './duels.ts'
import { tasteOf } from './player-taste.ts'

const groups = new Map([...allMarketTypes()].flatMap(({ g, outcomes }) => outcomes.map(({ t }) => [t, g] as const)))
/** The market of an outcome type. */
const groupOf = (t: number) => groups.get(currentType(t)) ?? t

type StandingsOf = MainFeedDeps['standingsOf']

export interface Betting {
  line: Line
  ledger: Ledger
  limits: Limits
  bets: Bets
  promo: Promo
  boosts: SharedBoosts
  settlement: Settlement
  /** The line as coupons and bets see it. */
  reader: LineReader
  /** Null in a process that answers no calls. */
  coupon: CouponModule | null
  /** Ways on which news of games leave: parts above betting tell players with them. */
  news: { outbox: Outbox; bus: Bus; log: Logger }
  /** Tables for the calls that join them with prices. */
  useStandings(of: StandingsOf): void
  stop(): Promise<void>
}

export interface BettingDeps {
  db: Db
  clock: Clock
  log: Logger
  texts: Texts
  stream: Stream
  outbox: Outbox
  http: Http
  /** Number of this process among those that share the database, 0..15. */
  node: number
  /** Answers calls: the roles api and site. */
  serves: boolean
  bus: Bus
  /** Moves the money of results: the role worker. Others only store them. */
  settles: boolean
  /** Writes down what outcomes cost: the role feed. Absent: this is the only process. */
  writesPrices?: boolean
  /** Wins that wait for two officers, by brand. */
  winChecks?: WinChecks
}

const OWN_CONFIGURATION = new RegExp(`(?:^|;\\s*)(?:${DEV_COOKIE}|ref)=`)

/** Which wins wait, by brand. */
export function winChecksOf(brands: Pick<Brands, 'list'>): WinChecks {
  return new Map(brands.list().flatMap(({ config }) => (config.betting.winCheck ? [[config.id, config.betting.winCheck] as const] : [])))
}

export async function composeBetting(deps: BettingDeps): Promise<Betting> {
  const { db, clock, log, texts, stream, outbox, http, bus } = deps
  const line = createLine({ clock, texts, stream })
  line.retire(await listMovedI(rawPool(db), new Date(clock.now() - MOVED_I_MS)))
  const ledger = await createLedger({ db, clock, node: deps.node })
  const { limits, hear: hearOthers } = shareLimits(createLimits(db, clock, { groupOf, log }), bus)
  const book = createBookReader({ ...line, text: (lng, key, params) => texts.text(lng, key, params) })
  const duels = createDuels(line)
  const plainReader = stoppedLine(withDuels(book, duels), limits.stops, (ci) => line.byCi(ci)?.game.provider ?? null)
  const boosts = shareBoosts({ boosts: createBoosts({ db, clock }), bus, stream, line, log })
  await boosts.refresh()
  const reader = boostedLine(plainReader, boosts, { raise: boostedPrice, paramKey })
  const text: Texts['text'] = (lng, key, params) => texts.text(lng, key, params)
  const joint = createJoint({ line, reader: plainReader, clock, text })
  const dayPercent = dayPercentOf(line)
  const promo = createPromo({ db, clock })
  const recent = shareRecent(createRecentBets(clock), bus)
  const bets = createBets({
    db,
    clock,
    log,
    line: reader,
    ledger,
    limits,
    stream,
    outbox,
    recent,
    ports: { joint, dayPercent, promo, duels },
  })
  // Not before there are bets that what is heard refreshes; read after it, so that nothing is missed in between.
  hearOthers(refreshHere)
  await limits.load()
  const settlement = createSettlement({
    db,
    clock,
    log,
    ...(deps.settles ? {} : { workers: 0 }),
    ...(deps.winChecks ? { winChecks: deps.winChecks } : {}),
    countReopened: async (tx, betIds) => {
      const counted = await limits.countAgain(tx, betIds)
      return () => limits.hear(counted)
    },
    onTouched: (players) => void refreshEverywhere(players),
  })
  function refreshHere(players: readonly number[]): void {
    bets.refresh(players).catch((error: unknown) => log.warn({ err: error }, 'players not told of their bets'))
  }
  async function refreshEverywhere(players: readonly number[]): Promise<void> {
    tellPlayers(bus, players)
    refreshHere(players)
  }
  const history = createPriceHistory({ line, db, clock, log, writes: deps.writesPrices ?? true })
  // Statistics stand above betting: they give their tables once they are there.
  const standings: { of: StandingsOf } = { of: async () => [] }
  const coupon = deps.serves
    ? mount(http.app, { db, line, reader, ledger, limits, bets, history, clock, standings, joint, dayPercent, promo })
    : null
  if (deps.settles) releaseSold({ db, outbox, limits })
  const stopDuels = deps.settles ? startDuelSettler({ db, clock, log, settlement }) : null
  const fast = lineFastPath(line)
  // A browser with an override or a partner of its own sees what its configuration says, so it takes the long way.
  http.setFastPath((request, response, route) => !OWN_CONFIGURATION.test(request.headers.cookie ?? '') && fast(request, response, route))
  return {
    line,
    ledger,
    limits,
    bets: { ...bets, refresh: refreshEverywhere },
    promo,
    boosts,
    settlement,
    // Who sells, changes or bids on bets reckons with the line as it is.
    reader: plainReader,
    coupon,
    news: { outbox, bus, log },
    useStandings: (of) => void (standings.of = of),
    async stop() {
      await stopDuels?.()
      await bets.close()
      await history.stop()
      await boosts.stop()
      await limits.stop()
    },
  }
}

interface Mounted {
  joint: ReturnType<typeof createJoint>
  promo: Promo
  dayPercent: DayPercent
  db: Db
  line: Line
  reader: ReturnType<typeof createBookReader>
  ledger: Ledger
  limits: Limits
  bets: Bets
  history: PriceHistory
  clock: Clock
  standings: { of: StandingsOf }
}

function mount(
  app: FastifyInstance,
  { db, line, reader, ledger, limits, bets, history, clock, standings, joint, dayPercent, promo }: Mounted,
): CouponModule {
  registerLine({ app, line })
  registerMainFeed({
    app,
    line,
    tasteOf: (playerId) => tasteOf(db, playerId),
    standingsOf: (championshipId) => standings.of(championshipId),
  })
  registerOffers({ app, line })
  registerSettlement(app, { db, line })
  registerPriceHistory({ app, line, history })
  registerFavorites(app, { db, clock, line })
  registerResults({ app, db, clock, line })
  const coupon = registerCoupon({ app, db, line: reader, ledger, limits, joint, dayPercent, promo, book: line })
  registerBets(app, bets)
  return coupon
}
