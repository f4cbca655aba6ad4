/** Listens to the line and remembers what every outcome cost, writes it down from time to time, reads it back. */
import { DAY, MINUTE, SECOND, unixSeconds, type Clock, type Millis } from '#lib/time.ts'
import { isOver, KIND_LIVE, marketIdKey, type BookGame } from '#modules/line/rules/book.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { createSlices } from '#platform/server/loop-turns.ts'
import { repeat } from '#platform/server/repeat.ts'
import { GameHistory, GAP_SEC, type PricePoint } from '../rules/game-history.ts'
import { deleteHistories, listHistories, upsertHistories } from './store.ts'

export interface PriceHistory {
  /** Points of outcomes (`part`, outcome key) of a game, oldest first. */
  of(game: BookGame, outcomes: readonly { part: string; key: string }[]): Promise<PricePoint[][]>
  /** Writes what changed, at most so many games; answers how many were written. */
  flush(most?: number): Promise<number>
  /** Points in memory. */
  points(): number
  stop(): Promise<void>
}

export interface PriceHistoryDeps {
  line: Pick<Line, 'listen' | 'game' | 'book'>
  db: Db
  clock: Clock
  log: { warn(details: object, message: string): void }
  /** The process that writes histories down; the others keep what they see and read the rest. */
  writes: boolean
}

const FLUSH_EVERY_MS = 30 * SECOND
const GAMES_A_FLUSH = 300
const GAMES_AT_STOP = 150
/** A live game changes all the time: its row is not written anew sooner than this. */
const REST_MS = 2 * MINUTE
/** Ended games: the graph of yesterday's match can still be wanted by a statistic page. */
const KEEP_MS = 7 * DAY

interface Kept {
  history: GameHistory
  /** What an earlier process stored is in it. */
  whole: boolean
  changed: boolean
  writtenAt: Millis
}

/** A game that left the book, or is over and written down, leaves the memory. */
function forgetGone(games: Map<number, Kept>, line: PriceHistoryDeps['line'], writes: boolean): void {
  for (const [ci, kept] of games) {
    const game = line.book.games.get(ci)
    if (!game || (isOver(game) && !(writes && kept.changed))) games.delete(ci)
  }
}

/** Adds every price that the line took to the history of its game. */
function record(line: PriceHistoryDeps['line'], keptOf: (ci: number) => Kept): void {
  line.listen(({ fact, gameCi }) => {
    if ((fact.t !== 'odds.delta' && fact.t !== 'odds.image') || gameCi === undefined) return
    const game = line.game(gameCi)
    if (!game || isOver(game)) return
    const kept = keptOf(game.ci)
    const gap = game.kind === KIND_LIVE ? GAP_SEC.live : GAP_SEC.line
    const at = unixSeconds(fact.sentAt)
    for (const told of fact.markets) {
      const market = game.parts.get(told.part)?.markets.get(marketIdKey(told.key, told.spec))
      if (market?.status !== 'active') continue
      for (const { key, price, active } of market.outcomes) {
        if (active && price > 0 && kept.history.add(told.part, key, { at, price }, gap)) kept.changed = true
      }
    }
  })
}

export function createPriceHistory({ line, db, clock, log, writes }: PriceHistoryDeps): PriceHistory {
  const games = new Map<number, Kept>()
  let cleared = 0

  function keptOf(ci: number): Kept {
    let kept = games.get(ci)
    if (!kept) games.set(ci, (kept = { history: new GameHistory(), whole: false, changed: false, writtenAt: 0 }))
    return kept
  }

  record(line, keptOf)

  /** Brings in what was stored before this process began to listen. */
  async function complete(cis: readonly number[]): Promise<void> {
    const missing = cis.filter((ci) => !games.get(ci)?.whole)
    const stored = await listHistories(db, missing)
    const { breathe } = createSlices()
    for (const ci of missing) {
      await breathe()
      const kept = keptOf(ci)
      const earlier = stored.get(ci)
      if (earlier && !kept.whole) kept.history = GameHistory.merged(earlier, kept.history)
      kept.whole = true
    }
  }

  async function flush(most = GAMES_A_FLUSH, rested = 0): Promise<number> {
    forgetGone(games, line, writes)
    const now = clock.now()
    const changed = [...games].filter(([, kept]) => kept.changed && now - kept.writtenAt >= rested).slice(0, most)
    if (changed.length === 0) return 0
    await complete(changed.map(([ci]) => ci))
    for (const [, kept] of changed) Object.assign(kept, { changed: false, writtenAt: now })
    const written = await upsertHistories(db, new Map(changed.map(([ci, { history }]) => [ci, history])), new Date(now)).catch(
      (error: unknown) => {
        for (const [, kept] of changed) kept.changed = true
        throw error
      },
    )
    if (!written) for (const [, kept] of changed) kept.changed = true
    if (now - cleared > DAY) {
      cleared = now
      await deleteHistories(db, new Date(cleared - KEEP_MS))
    }
    return written ? changed.length : 0
  }

  const stopFlushing = repeat(
    FLUSH_EVERY_MS,
    () => (writes ? flush(GAMES_A_FLUSH, REST_MS) : forgetGone(games, line, writes)),
    (err) => log.warn({ err }, 'price history waits'),
  )

  return {
    async of(game, outcomes) {
      await complete([game.ci])
      const { history } = keptOf(game.ci)
      return outcomes.map(({ part, key }) => history.of(part, key))
    },
    flush,
    points: () => [...games.values()].reduce((sum, { history }) => sum + history.size, 0),
    async stop() {
      await stopFlushing()
      if (writes) await flush(GAMES_AT_STOP).catch((error: unknown) => log.warn({ err: error }, 'price history not written at the end'))
    },
  }
}
