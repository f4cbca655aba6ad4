/**
 * The numbers of all advisory locks of PostgreSQL. A process that runs an older version takes the same ones, so a number stays
 * what it is. Locks of one number and locks of two never meet, so a number may stand in both tables.
 */

/** Locks of one number. */
export const LOCKS = {
  /** A database is used from one data folder. */
  home: 7_061_965,
  migrations: 7_061_966,
  backup: 7_061_967,
  results: 7_061_971,
  outbox: 7_061_972,
  priceHistory: 7_061_973,
  /** Taken by functions of the database too. */
  pools: 7_061_975,
  /** Taken by functions of the database only. */
  bettingStops: 7_061_976,
  /** Taken by functions of the database only. */
  openBets: 7_061_977,
  journalKey: 7_061_982,
  readyPlayers: 7_061_983,
  journal: 70_619_744,
} as const

/** First numbers of locks of two; the second says of whom: a player, a node, or the hash of a key. */
export const LOCK_CLASSES = {
  /** Taken by functions of the database too. */
  spending: 50,
  protection: 51,
  betChanges: 52,
  payments: 54,
  identity: 58,
  privacy: 60,
  accounts: 7_061_969,
  nodes: 7_061_970,
  feed: 7_061_971,
  favorites: 7_061_974,
  subscriptions: 7_061_975,
  tickets: 7_061_980,
  callbacks: 7_061_981,
  paychecks: 7_061_990,
  firstDeposits: 7_061_991,
  autoBets: 7_061_992,
} as const
