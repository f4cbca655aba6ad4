/** The door of feeds. */
export { createFeed, MOVED_I_MS, type FeedDeps } from './feed.ts'
export { listMovedI } from './registry-store.ts'
export type { BookPort, DrivenProvider, Feed, OpenBets, OpenOutcome, PlainLog, PricingPort, SettleItem } from './ports.ts'
export { pricingPort } from './pricing-port.ts'
export { createTrader, type Trader } from './trader.ts'
export { devFeedRoutes, type DevFeedDeps } from './dev-feed.ts'
export { listFacts, listFactsOfGame } from './fact-log.ts'
export * as feedContract from '../contract.ts'
