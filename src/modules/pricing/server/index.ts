/**
 * The door of pricing: makes `odds.delta` and `bet.stop` facts of provider 'pricing', and `settle` facts of
 * provider 'result', from the book. It applies nothing itself.
 */
import type { Clock, Millis } from '#lib/time.ts'
import { MINUTE, SECOND } from '#lib/time.ts'
import { dangersLeft } from '#modules/feeds/rules/danger.ts'
import type { Fact, FactBody, Market } from '#modules/feeds/rules/fact.ts'
import { gameRefOf } from '#modules/feeds/rules/fact-key.ts'
import { saidOf, stopperOf } from '#modules/line/rules/by-hand.ts'
import { isOver } from '#modules/line/rules/book.ts'
import type { Book, BookChampionship, BookGame } from '#modules/line/rules/book.ts'
import { breadthOf } from '../rules/breadth.ts'
import type { Breadth } from '../rules/breadth.ts'
import { changedMarkets, PRICING_PRODUCER } from '../rules/diff.ts'
import type { MarginTable } from '../rules/margin-table.ts'
import { priceGame, priceMain } from '../rules/price-game.ts'
import { lastSeq, mayReopen, onHold, reopening, stoppedGroups, waits } from '../rules/suspend.ts'
import { createCardSizes } from './card-sizes.ts'
import { createKeptCards } from './kept-cards.ts'
import { createMemories } from './memory.ts'
import type { Memories, Memory, OpenDanger } from './memory.ts'
import { inputOf } from './price-input-of.ts'
import { tellResults } from './tell-results.ts'

export { DEFAULT_MARGINS } from '../rules/margin-table.ts'
export type { MarginTable } from '../rules/margin-table.ts'
export { createJointPricing, type JointPricing } from './joint.ts'

export interface PricingDeps {
  clock: Clock
  margins: MarginTable
  /** Championships with more lines; by weight when absent. */
  isTop?: (championship: BookChampionship | undefined) => boolean
}

export interface Pricing {
  /** Facts that follow from a fact which the book has just taken: prices, and stops of our own markets. `ci`: its game. */
  onFact(book: Book, fact: Fact, ci?: number): Fact[]
  /** The same for a game that was never priced, but only the markets of list rows: quick, while the line fills. */
  rows(book: Book, fact: Fact, ci?: number): Fact[]
  /** Reprices every game whose clock runs, once in ten seconds, each at a moment of its own. `now` is the clock's when absent. */
  tick(book: Book, now?: Millis): Fact[]
  /** The same game by game, as the facts are taken: no step of it is long. */
  ticking(book: Book, now?: Millis): Generator<Fact[]>
  /**
   * Somebody reads the card of a game: all its markets, also of a far one, are kept up for hours. Told again and again while it
   * is read. There is always an answer, a delta of nothing where no price changes: somebody may wait for it.
   */
  opened(book: Book, ci: number, now?: Millis): Fact[]
  /** All results that can be told now: on a new fact of the game, and from time to time for the confirmation. */
  results(book: Book, game: BookGame, now?: Millis): Fact[]
  /** CI of games that ended and wait for their confirmation; the caller asks `results` for them once a second. */
  awaitingConfirmation(): number[]
}

type Stop = Extract<FactBody, { t: 'bet.stop' }>
const REPRICE_EVERY_MS = 10 * SECOND
/** Prices that a fact has just made are no older than this when the game's own moment comes: then it is left out. */
const YOUNG_MS = 5 * SECOND
/** Neighbouring numbers land far from each other (2^32 by the golden ratio). */
const SPREAD = 0x9e3779b1
const TOP_WEIGHT = 930
/** Games that wait for their time are looked at so often: the nearer they come, the more of their card they have. */
const WIDEN_EVERY_MS = 10 * MINUTE

export function createPricing(deps: PricingDeps): Pricing {
  const memories = createMemories()
  const cards = createKeptCards()
  const sizes = createCardSizes(memories, deps.margins)
  const isTop = deps.isTop ?? ((championship) => (championship?.weight ?? 0) >= TOP_WEIGHT)
  const gameOf = (book: Book, fact: Fact, ci?: number): BookGame | undefined => {
    const ref = gameRefOf(fact)
    return ref === undefined || ref === '*' ? undefined : memories.find(book, ref, ci)
  }
  const price = (book: Book, game: BookGame, at: Millis, byFact: boolean, rowsOnly = false): Fact[] => {
    const breadth = rowsOnly ? 'row' : wanted(book, game, deps.clock.now())
    return reprice(memories, game, at, { byFact, margins: deps.margins, breadth })
  }
  const wanted = (book: Book, game: BookGame, now: Millis, opened = cards.has(game.ci, now)): Breadth =>
    breadthOf({
      top: isTop(book.championships.get(game.championshipId)),
      live: game.kind === 1,
      type: game.type,
      aheadMs: game.startsAt - now,
      opened,
    })
  let widenedAt: Millis | undefined

  function* ticking(book: Book, now: Millis = deps.clock.now()): Generator<Fact[]> {
    widenedAt ??= now
    const widen = now - widenedAt >= WIDEN_EVERY_MS
    if (widen) {
      widenedAt = now
      memories.keep(book.games)
      cards.keep(book.games)
    }
    for (const game of book.games.values()) {
      if (game.status === 'live') {
        if (game.live?.clockRuns && isDue(game.ci, memories.of(game).pricedAt, now)) yield price(book, game, now, false)
      } else if (widen && game.status === 'scheduled' && (memories.of(game).breadth ?? 'row') !== wanted(book, game, now)) {
        yield price(book, game, now, false)
      }
    }
    yield* sizes.counting(book, now)
  }

  return {
    onFact(book, fact, ci) {
      if (fact.provider === 'pricing') return []
      const game = gameOf(book, fact, ci)
      if (!game) return []
      if (fact.provider === 'result') {
        memories.learn(game, fact)
        return []
      }
      if (fact.provider === 'trader' && fact.t === 'game' && isOver(game)) memories.of(game).byHand = true
      // With this a provider begins to tell all of a game, also again. What is feared stays so: nothing opens meanwhile.
      if (fact.t === 'game' && fact.reason === 'new') for (const danger of memories.of(game).dangers) danger.isRetold = true
      switch (fact.t) {
        case 'bet.stop':
          // Prices of now for what a person has opened; what the guard has stopped waits for its provider all the same.
          if (fact.provider === 'trader') return fact.to === 'active' ? price(book, game, fact.sentAt, false) : []
          // The provider's stop touches only its own markets (feeds 2.1 rule 4); ours follow it here.
          if (fact.provider === 'guard' || fact.to === 'active') return []
          if (reopening(fact.reason) === 'resolved') fear(memories.of(game), { reason: fact.reason, after: lastSeq(game) })
          return [stop(memories, game, fact.sentAt, fact.reason, fact.to)]
        case 'live':
        case 'model':
        case 'game':
          if (game.status === 'suspended' || game.status === 'interrupted' || game.status === 'postponed') {
            return hasActive(game) ? [stop(memories, game, fact.sentAt, 'other', 'suspended')] : []
          }
          return price(book, game, fact.sentAt, true)
        default:
          return []
      }
    },

    rows(book, fact, ci) {
      const game = gameOf(book, fact, ci)
      return game && fact.t === 'model' && game.status === 'scheduled' && !memories.of(game).pricedAt
        ? price(book, game, fact.sentAt, true, true)
        : []
    },

    tick: (book, now = deps.clock.now()) => [...ticking(book, now)].flat(),
    ticking,

    opened(book, ci, now = deps.clock.now()) {
      const game = book.games.get(ci)
      if (!game || isOver(game)) return []
      // What is whole by itself takes nobody's place.
      const isWhole = wanted(book, game, now, false) === 'whole' || cards.read(ci, now)
      const facts = isWhole && memories.of(game).breadth !== 'whole' ? price(book, game, now, false) : []
      return facts.length === 0 ? [delta(memories, game, now, [])] : facts
    },

    results: (_book, game, now = deps.clock.now()) => tellResults(memories, game, now),
    awaitingConfirmation: () => memories.awaitingConfirmation(),
  }
}

/** A stop that is told again is the danger that is open already: one false alarm is the end of it. */
function fear({ dangers }: Memory, danger: OpenDanger): void {
  const at = dangers.findIndex(({ reason, isRetold }) => isRetold && reason === danger.reason)
  if (at < 0) dangers.push(danger)
  else dangers[at] = danger
}

/**
 * Every game has its own moment in the ten seconds: those that were priced together (when the line filled, after a silence) would
 * otherwise be priced together ever after. No price is older than ten seconds.
 */
function isDue(ci: number, pricedAt: Millis, now: Millis): boolean {
  const ahead = ((Math.imul(ci, SPREAD) >>> 0) / 2 ** 32) * REPRICE_EVERY_MS
  const turnOf = (at: Millis) => Math.floor((at + ahead) / REPRICE_EVERY_MS)
  return now - pricedAt >= YOUNG_MS && turnOf(now) > turnOf(pricedAt)
}

interface Manner {
  /** A fact asks for it, not the clock. */
  byFact: boolean
  margins: MarginTable
  breadth: Breadth
}

function reprice(memories: Memories, game: BookGame, at: Millis, { byFact, margins, breadth }: Manner): Fact[] {
  if (!game.model) return []
  const memory = memories.of(game)
  memory.pricedAt = at
  memory.breadth = breadth
  memory.dangers = dangersLeft(memory.dangers, game.incidents)
  const resolved = memory.dangers.length === 0
  const input = inputOf(game, at, margins, breadth === 'whole')
  const priced = breadth === 'row' ? priceMain(input) : priceGame(input)
  const sheet = waits(game) ? onHold(priced) : priced
  const markets = changedMarkets(game, sheet, (market) => !mayReopen(saidOf(market).reason ?? 'other', { resolved, fact: byFact }))
  // While a danger lasts no new price goes out: the sheet was made on a state that is about to change.
  const sent = resolved ? markets : markets.filter((m) => m.status !== 'active')
  // A whole card is counted as it stands.
  const counted = breadth === 'whole' && game.sizes !== undefined
  if (breadth === 'whole') delete memory.sized
  return sent.length === 0 && !counted ? [] : [delta(memories, game, at, sent, counted ? { sizes: null } : {})]
}

function delta(memories: Memories, game: BookGame, at: Millis, markets: Market[], more: { sizes?: null } = {}): Fact {
  return memories.send(game, 'pricing', at, { t: 'odds.delta', game: game.ref, markets, ...more })
}

function stop(memories: Memories, game: BookGame, at: Millis, reason: Stop['reason'], to: Stop['to']): Fact {
  return memories.send(game, 'pricing', at, { t: 'bet.stop', game: game.ref, groups: stoppedGroups(reason), to, reason })
}

function hasActive(game: BookGame): boolean {
  for (const part of game.parts.values()) {
    for (const market of part.markets.values())
      if (saidOf(market).status === 'active' && stopperOf(market) === PRICING_PRODUCER) return true
  }
  return false
}
