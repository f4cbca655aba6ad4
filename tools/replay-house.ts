/**
 * A house without doors, for replays and fault tests: feed, book, prices, bets, settlement and ledger on one database.
 * Nothing in it asks the machine for the time, so the same facts on an empty database give the same rows.
 */
import { canonicalJson } from '#lib/json.ts'
import { createAcceptor, type Acceptor } from '#modules/bets/server/index.ts'
import { createFeed, pricingPort, type DrivenProvider, type Feed, type FeedDeps, type PlainLog } from '#modules/feeds/server/index.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import { gameRefOf } from '#modules/feeds/rules/fact-key.ts'
import { createLedger, type Ledger } from '#modules/ledger/server/index.ts'
import { createLine, type Line } from '#modules/line/server/index.ts'
import { createPricing, DEFAULT_MARGINS } from '#modules/pricing/server/index.ts'
import { createSettlement } from '#modules/settlement/server/index.ts'
import { manualClock, type Clock } from '#platform/server/clock.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { openBetsOf } from '../src/compose/open-bets.ts'

export interface House {
  readonly feed: Feed
  readonly line: Line
  readonly ledger: Ledger
  readonly acceptor: Acceptor
  close(): Promise<void>
}

export interface HouseOptions extends Pick<FeedDeps, 'mixed' | 'monotonic' | 'tickMs' | 'quietMs'> {
  db: Db
  clock: Clock
  providers: readonly DrivenProvider[]
  log?: PlainLog
}

const QUIET: PlainLog = { info() {}, warn() {}, error() {} }

/** Everything fitted together and started. */
export async function openHouse({ db, clock, log = QUIET, ...rest }: HouseOptions): Promise<House> {
  const line = createLine({ clock, texts: { text: (_lng, key) => key } })
  const ledger = await createLedger({ db, clock })
  // One worker: two would share the bets of a result in whatever order they come.
  const settlement = createSettlement({ db, clock, log: createLog('silent', false), workers: 1 })
  const acceptor = createAcceptor(rawPool(db), clock)
  const feed = createFeed({
    ...rest,
    db,
    clock,
    log,
    book: { apply: (resolved) => line.apply(resolved), game: (ci) => line.game(ci) },
    pricing: pricingPort(createPricing({ clock, margins: DEFAULT_MARGINS }), line.book, (ci) => line.game(ci), clock),
    bets: openBetsOf(db),
    onSettle: async (items) => void (await settlement.apply(items)),
  })
  await feed.start()
  return {
    feed,
    line,
    ledger,
    acceptor,
    async close() {
      await acceptor.close()
      await feed.stop()
    },
  }
}

export interface ReplayHouse extends House {
  now(): number
  /** Moves the clock to `to`, hands these facts in, and returns when all that follows from them is done. */
  step(to: number, facts: readonly unknown[]): Promise<void>
}

export interface ReplayOptions extends Pick<FeedDeps, 'mixed'> {
  db: Db
  /** Whose facts come in. */
  provider: Pick<DrivenProvider, 'id' | 'caps'>
  startsAt: number
}

/** The house ticks when a step tells it to, never by itself. */
const NEVER_MS = 2 ** 30

export async function openReplayHouse({ db, provider, startsAt, mixed = false }: ReplayOptions): Promise<ReplayHouse> {
  const clock = manualClock(startsAt)
  let sink: (facts: Fact[]) => Promise<void> = async () => {}
  const providers = [driven(provider, (to) => (sink = to))]
  const house = await openHouse({ db, clock, providers, mixed, monotonic: () => 0, tickMs: NEVER_MS, quietMs: Infinity })
  return {
    ...house,
    now: () => clock.now(),
    async step(to, facts) {
      clock.set(Math.max(to, clock.now()))
      // An empty batch is a sign of life.
      await sink(facts as Fact[])
      do await house.feed.tick()
      while (house.feed.counts().backlog > 0)
    },
  }
}

/** Games that were over before the first minute stay out: nobody could bet on them. */
export function withoutPast(facts: readonly Fact[]): Fact[] {
  const over = new Set(facts.flatMap((fact) => (fact.t === 'game' && fact.game.status === 'ended' ? [fact.game.ref] : [])))
  return facts.filter((fact) => !over.has(gameRefOf(fact) ?? ''))
}

/** The whole book as one text, the same for equal books. */
export function bookText(book: Line['book']): string {
  const plain: unknown = JSON.parse(
    JSON.stringify(book, (_key, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value)),
  )
  return canonicalJson(plain)
}

function driven({ id, caps }: ReplayOptions['provider'], open: (sink: (facts: Fact[]) => Promise<void>) => void): DrivenProvider {
  return {
    id,
    caps,
    start: async (_from, sink) => open(sink),
    stop: async () => {},
    recover: async () => ({ requestId: 'replay' }),
    fetchGame: async (ref) => {
      throw new Error(`the replay knows games by their facts only: ${ref}`)
    },
    describe: async () => [],
  }
}
