/** Line, coupon, bets, ledger and settlement of one process, fitted together. */
import type { FastifyInstance } from 'fastify'
import { createBets, registerBets, type Bets } from '#modules/bets/server/index.ts'
import { DEV_COOKIE } from '#modules/brand/server/index.ts'
import { createBookReader, registerCoupon } from '#modules/coupon/server/index.ts'
import { createLedger, type Ledger } from '#modules/ledger/server/index.ts'
import { createLimits, type Limits } from '#modules/limits/server/index.ts'
import { createLine, lineFastPath, registerLine, type Line } from '#modules/line/server/index.ts'
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

export interface Betting {
  line: Line
  ledger: Ledger
  limits: Limits
  bets: Bets
  settlement: Settlement
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
  if (deps.serves) mount(http.app, { db, line, reader, ledger, limits, bets })
  const fast = lineFastPath(line)
  // A browser with an override of its own sees what its configuration says, so it takes the long way.
  http.setFastPath((request, response) => !request.headers.cookie?.includes(DEV_COOKIE) && fast(request, response))
  return {
    line,
    ledger,
    limits,
    bets: { ...bets, refresh: refreshEverywhere },
    settlement,
    async stop() {
      await bets.close()
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
}

function mount(app: FastifyInstance, { db, line, reader, ledger, limits, bets }: Mounted): void {
  registerLine({ app, line })
  registerCoupon({ app, db, line: reader, ledger, limits })
  registerBets(app, bets, { db, ledger, line: reader })
}
