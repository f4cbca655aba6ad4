/** Statistics of one process: calls, results of games that end, past seasons of the world. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { Feed } from '#modules/feeds/server/index.ts'
import { createStatistics, type Statistics } from '#modules/statistics/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { onDatabaseBack } from '#platform/server/db-watch.ts'
import type { Logger } from '#platform/server/log.ts'
import { createPastSeasons, FIRST_PAUSE_MS } from './past-seasons.ts'
import { bringPackResults, type PackParts } from './statistics-pack.ts'
import type { Betting } from './betting.ts'

export interface StatisticsParts {
  env: Env
  app: FastifyInstance
  db: Db
  clock: Clock
  log: Logger
  betting: Betting
  /** Null in processes that do not hold the feed. */
  feed: Feed | null
  /** Since when leagues of the world play whole tours. */
  toursFrom: number
}

export interface RunningStatistics {
  statistics: Statistics
  stop(): Promise<void>
}

const COLLECT_MS = 5_000
/** What rows say of tables and meetings is as old at most; while the line fills after a start it is asked at the pace of results. */
const MARK_MS = 60_000
const BRING_AGAIN_MS = 60_000

export function composeStatistics({ env, app, db, clock, log, betting, feed, toursFrom }: StatisticsParts): RunningStatistics {
  const stopping = new AbortController()
  const { signal } = stopping
  const onFilled = (championshipId: number) => statistics.forget([championshipId])
  const past = feed && env.feeds.includes('world') ? createPastSeasons({ env, db, clock, log, feed, signal, toursFrom, onFilled }) : null
  const statistics = createStatistics({ db, clock, line: betting.line, ...(past ? { wanted: past.wanted } : {}) })
  statistics.routes(app)
  const hasPack = feed && env.feeds.includes('replay')
  const pack =
    hasPack &&
    untilBrought('past results of the pack', () => bringPack({ db, clock, feed, dataDir: env.dataDir }, log, signal), log, signal)
  const seasons = past && untilBrought('past seasons', past.run, log, signal)
  const collecting = feed && collectAll(statistics, log, signal)
  const marking = markAll(statistics, betting.line, log, signal)
  const running = [seasons, pack, collecting, marking]
  return {
    statistics,
    async stop() {
      stopping.abort()
      await Promise.all([...running, past?.end()])
    },
  }
}

/** What the database refused is brought after a pause, until it is in or the process stops. Exported for its test. */
export async function untilBrought(
  of: string,
  bring: () => Promise<void>,
  log: Logger,
  signal: AbortSignal,
  pauseMs = BRING_AGAIN_MS,
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await bring()
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, of }, 'what was played before could not be brought, it is tried again')
    }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

async function bringPack(parts: PackParts, log: Logger, signal: AbortSignal): Promise<void> {
  while (!parts.feed.isReady()) await wait(1_000, undefined, { signal })
  await wait(FIRST_PAUSE_MS, undefined, { signal })
  const count = await bringPackResults(parts, signal)
  if (count > 0) log.info({ count }, 'past results of the pack are in')
}

/** Exported for its test. */
export async function markAll(
  statistics: Pick<Statistics, 'mark'>,
  line: Pick<Line, 'isFilling'>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let back = new AbortController()
  // What has come meanwhile is in the rows of all processes in one moment, not when the turn of each comes.
  onDatabaseBack(() => back.abort())
  let failed = false
  while (!signal.aborted) {
    const pauseMs = failed || line.isFilling() ? COLLECT_MS : MARK_MS
    await wait(pauseMs, undefined, { signal: AbortSignal.any([signal, back.signal]) }).catch(() => undefined)
    if (signal.aborted) return
    back = new AbortController()
    failed = await statistics.mark().then(
      () => false,
      (error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'marks of statistics could not be read')
        return true
      },
    )
  }
}

async function collectAll(statistics: Statistics, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const changed = await statistics.collect().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'results could not be collected')
      return 0
    })
    // After a pause there is more than one batch of them.
    await wait(changed > 20 ? 200 : COLLECT_MS, undefined, { signal }).catch(() => undefined)
  }
}
