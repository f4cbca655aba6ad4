/** Line, coupon, bets, ledger and settlement of one process, fitted together. */
import type { FastifyInstance } from 'fastify'
import { createBets, registerBets, type Bets } from '#modules/bets/server/index.ts'
import { DEV_COOKIE } from '#modules/brand/server/index.ts'
import { createBookReader, registerCoupon } from '#modules/coupon/server/index.ts'
import { registerFavorites } from '#modules/favorites/server/index.ts'
import { createLedger, type Ledger } from '#modules/ledger/server/index.ts'
import { createLimits, type Limits } from '#modules/limits/server/index.ts'
import { createLine, lineFastPath, registerLine, type Line } from '#modules/line/server/index.ts'
import { registerMainFeed, type MainFeedDeps } from '#modules/main-feed/server/index.ts'
import { registerOffers } from '#modules/offers/server/index.ts'
import { createPriceHistory, registerPriceHistory, type PriceHistory } from '#modules/price-history/server/index.ts'
import { registerResults } from '#modules/results/server/index.ts'
import { createSettlement, type Settlement } from '#modules/settlement/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Http } from '#platform/server/http.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import type { Stream } from '#platform/server/stream.ts'
import type { Texts } from '#platform/server/texts.ts'
import { tellPlayers } from './bus.ts'
import { shareLimits } from './bus-limits.ts'
import { tasteOf } from './player-taste.ts'

type StandingsOf = MainFeedDeps['standingsOf']

export interface Betting {
  line: Line
  ledger: Ledger
  limits: Limits
  bets: Bets
  settlement: Settlement
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
}

export async function composeBetting(deps: BettingDeps): Promise<Betting> {
  const { db, clock, log, texts, stream, outbox, http, bus } = deps
  const line = createLine({ clock, texts, stream })
  const ledger = await createLedger({ db, clock, node: deps.node })
  const limits: Limits = shareLimits(createLimits(db, clock), bus, (players) => refreshHere(players))
  await limits.load()
  const reader = createBookReader({ ...line, text: (lng, key, params) => texts.text(lng, key, params) })
  const bets = createBets({ db, clock, line: reader, ledger, limits, stream, outbox })
  const settlement = createSettlement({
    db,
    clock,
    log,
    ...(deps.settles ? {} : { workers: 0 }),
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
  if (deps.serves) mount(http.app, { db, line, reader, ledger, limits, bets, history, clock, standings })
  const fast = lineFastPath(line)
  // A browser with an override of its own sees what its configuration says, so it takes the long way.
  http.setFastPath((request, response) => !request.headers.cookie?.includes(DEV_COOKIE) && fast(request, response))
  return {
    line,
    ledger,
    limits,
    bets: { ...bets, refresh: refreshEverywhere },
    settlement,
    news: { outbox, bus, log },
    useStandings: (of) => void (standings.of = of),
    async stop() {
      await bets.close()
      await history.stop()
      limits.stop()
    },
  }
}

interface Mounted {
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

function mount(app: FastifyInstance, { db, line, reader, ledger, limits, bets, history, clock, standings }: Mounted): void {
  registerLine({ app, line })
  registerMainFeed({
    app,
    line,
    tasteOf: (playerId) => tasteOf(db, playerId),
    standingsOf: (championshipId) => standings.of(championshipId),
  })
  registerOffers({ app, line })
  registerPriceHistory({ app, line, history })
  registerFavorites(app, { db, clock, line })
  registerResults({ app, db, clock, line })
  registerCoupon({ app, db, line: reader, ledger, limits })
  registerBets(app, bets, { db, ledger, line: reader })
}
