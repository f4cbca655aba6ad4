/** The feed of the process that has the turn to write it: providers, pricing, results, settlement. */
import {
  createFeed,
  createTrader,
  pricingPort,
  type BookPort,
  type DrivenProvider,
  type Feed,
  type Trader,
} from '#modules/feeds/server/index.ts'
import { createReplay } from '#modules/replay/server/index.ts'
import { createWorld, paceStore, selectToursFrom } from '#modules/world/server/index.ts'
import { createPricing, DEFAULT_MARGINS } from '#modules/pricing/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import type { Env, FeedName } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Betting } from './betting.ts'
import { tellResults } from './bus-settler.ts'
import { watchLeads } from './early-payout.ts'
import { openBetsOf } from './open-bets.ts'

/** CI of a game whose card is read in another process. */
export const CARD_OPENED = 'line.opened'

export interface RunningFeed {
  feed: Feed
  trader: Trader
  /** Since when leagues of the world play whole tours. */
  toursFrom: number
  stop(): Promise<void>
}

export interface FeedComposition {
  env: Env
  db: Db
  clock: Clock
  log: Logger
  bus: Bus
  betting: Betting
  /** Sports with an early payout in any brand. */
  earlySports: ReadonlySet<number>
}

export async function composeFeed(deps: FeedComposition): Promise<RunningFeed> {
  const { env, db, clock, log, bus, betting, earlySports } = deps
  const { line, settlement } = betting
  const book: BookPort = { apply: (resolved) => line.apply(resolved), game: (ci) => line.game(ci) }
  const toursFrom = await selectToursFrom(rawPool(db))
  const providers = env.feeds.map((name) => providerOf(name, deps, toursFrom))
  const leads = watchLeads({
    db,
    log,
    settlement,
    sports: earlySports,
    sportOf: (ci) => line.game(ci)?.sportId,
    onSettled: () => tellResults(bus),
  })
  const feed = createFeed({
    db,
    clock,
    log,
    providers,
    book,
    pricing: pricingPort(createPricing({ clock, margins: DEFAULT_MARGINS }), line.book, (ci) => line.game(ci), clock),
    bets: openBetsOf(db),
    onSettle: async (items) => {
      await settlement.apply(items)
      tellResults(bus)
    },
    onApplied: leads.onApplied,
  })
  line.onOpened((ci) => feed.open(ci))
  bus.on(CARD_OPENED, (ci) => feed.open(Number(ci)))
  const trader = createTrader({ feed, clock, book, providers })
  return { feed, trader, toursFrom, stop: () => feed.stop() }
}

type ProviderParts = Pick<FeedComposition, 'env' | 'clock' | 'log' | 'db'>

export function providerOf(name: FeedName, { env, clock, log, db }: ProviderParts, toursFrom: number): DrivenProvider {
  const seed = String(env.worldSeed)
  switch (name) {
    case 'world':
      return createWorld({ seed, clock, toursFrom, pace: paceStore(rawPool(db), name) })
    case 'replay':
      return createReplay({
        dataDir: env.dataDir,
        clock,
        log,
        settings: { result: env.replayResult, seed },
        strengthsFile: 'seed/world-table.json',
        pace: paceStore(rawPool(db), name),
      })
    case 'uof':
    case 'the-odds-api':
      throw new Error(`the adapter ${name} is not built yet`)
  }
}
