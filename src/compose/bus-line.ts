/** What the feed says about its book: the words that publisher and followers share. */
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import type { CatalogImage, GameImage } from '#modules/line/server/index.ts'

/** One fact of the log. Numbers start at 1 in every epoch and have no gaps. */
export interface FactRecord {
  /** Rises with every process that takes over the feed. */
  e: number
  n: number
  f: ResolvedFact
}

/** Once a second from the process that writes the feed, and from one that is getting ready to. */
export interface Heartbeat {
  e: number
  /** Facts published so far in this epoch. */
  n: number
  /** The book is whole: an image can be asked for. */
  ready: boolean
  /** Everything that the providers tell is in the book: what it does not hold is gone. */
  whole: boolean
  /** Age of the oldest producer that should be up, ms. */
  lagMs: number
  /** Product time ahead of the machine's, ms: above zero in development only. */
  offsetMs: number
}

/**
 * Parts of an image; every game holds the facts up to the `n` of its chunk. A second start makes what came before
 * void: a fact about many games fell into the middle.
 */
export type ImageChunk =
  | { k: 'start'; e: number; n: number }
  | { k: 'games'; n: number; games: GameImage[] }
  | { k: 'end'; n: number; catalog: CatalogImage; whole: boolean }

export const HEARTBEAT = 'feed.alive'
export const IMAGE = 'feed.image'

/** The line of one process as others see it. */
export interface LineLink {
  start(): Promise<void>
  stop(): Promise<void>
  ready(): boolean
  feedLagMs(): number
}
