/** Past seasons of the world: computed, not stored, until somebody asks for them. */
import { setTimeout as wait } from 'node:timers/promises'
import { DAY, type Clock } from '#lib/time.ts'
import { createWorldPast, type PastChampionship } from '#modules/world/server/index.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import type { Feed } from '#modules/feeds/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { turnOfLoop } from '#platform/server/loop-turns.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'

/** Results taken at once: a few where nobody waits, many where every batch has to stand in line behind the games in play. */
const QUIET_BATCH = 100
const ASKED_BATCH = 300
/** A page waits this long for past seasons, then shows what there is. */
const PATIENCE_MS = 3_000
/**
 * Nobody asked: so much work, then this pause, and again while the loop is busier than this, but not for ever. Without visitors it is
 * busy for a twentieth of the time, and for as much with this work, which under load makes half of what collections have to clear.
 */
const SLICE_MS = 3
const PAUSE_MS = 60
const BUSY = 0.15
/** Over so long: what the feed does comes in bursts. */
const BUSY_OVER_MS = 1_000
const LONGEST_PAUSE_MS = 2_000
export const FIRST_PAUSE_MS = 60_000
/** What the page of results offers by a press: brought for all soon after the first start, before the seasons of any league. */
const RECENT_DAYS = 8
const RECENT_PAUSE_MS = 10_000
const RECENT_DONE = 'statistics.recent'

interface PastSeasons {
  /** False: they are still on their way. */
  wanted(championshipId: number): Promise<boolean>
  /** Throws what the database refused, and when the signal says stop; what has come by then is not brought again. */
  run(): Promise<void>
  /** After the signal: what pages had asked for is on its way no longer. */
  end(): Promise<void>
}

interface PastSeasonsParts {
  env: Pick<Env, 'worldSeed'>
  db: Db
  clock: Clock
  log: Logger
  feed: Feed
  /** The process stops. */
  signal: AbortSignal
  /** Since when leagues play whole tours. */
  toursFrom?: number
  onFilled(championshipId: number): void
  patienceMs?: number
  firstPauseMs?: number
}

/**
 * Past seasons of the world are computed, not stored, until somebody asks for a championship; in quiet moments they are
 * brought for all leagues, the best known first. Each championship once. Before them come the last days of everything.
 */
export function createPastSeasons(parts: PastSeasonsParts): PastSeasons {
  const { env, db, clock, log, feed, signal, toursFrom, onFilled, patienceMs = PATIENCE_MS, firstPauseMs = FIRST_PAUSE_MS } = parts
  const pool = rawPool(db)
  const seed = String(env.worldSeed)
  const past = createWorldPast(seed, toursFrom)
  const filling = new Map<number, Promise<void>>()
  const told = new Set<number>()
  const ready = new Set<number>()
  /** Somebody waits for these: what was begun quietly is finished without pauses. */
  const asked = new Set<number>()

  async function idsByRef(): Promise<Map<string, number>> {
    const { rows } = await pool.query<{ ref: string; id: number }>(
      `SELECT x.ref, x.id FROM ext_ref x WHERE x.provider = 'world' AND x.kind = 'championship'
         AND NOT EXISTS (SELECT 1 FROM past_filled f WHERE f.championship_id = x.id)`,
    )
    return new Map(rows.map(({ ref, id }) => [ref, id]))
  }

  async function bring(facts: Iterable<Fact | null>, together: () => number, breathe: () => Promise<void>): Promise<void> {
    const batch: Fact[] = []
    // The next results are worked out while the last ones wait for their turn.
    let taking: Promise<unknown> = Promise.resolve()
    for (const fact of facts) {
      await breathe()
      if (fact) batch.push(fact)
      if (batch.length < together()) continue
      await taking
      taking = feed.take(batch.splice(0))
      // It is awaited above or below; until then a failure of it is nobody's yet.
      taking.catch(() => {})
    }
    await taking
    if (batch.length > 0) await feed.take(batch)
  }

  async function fill(id: number, c: PastChampionship, breathe: () => Promise<void>): Promise<void> {
    await bring(past.results(c.ref, clock.now()), () => (asked.has(id) ? ASKED_BATCH : QUIET_BATCH), breathe)
    await pool.query('INSERT INTO past_filled (championship_id, filled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      id,
      new Date(clock.now()),
    ])
    ready.add(id)
    onFilled(id)
  }

  /** Once for an installation: what is played from then on is told as it ends. */
  async function bringRecent(all: readonly PastChampionship[], ids: ReadonlyMap<string, number>): Promise<void> {
    if (((await pool.query('SELECT 1 FROM setting WHERE key = $1', [RECENT_DONE])).rowCount ?? 0) > 0) return
    const now = clock.now()
    function* recent(): Generator<Fact | null> {
      for (const { ref } of all) yield* past.results(ref, now, RECENT_DAYS)
    }
    const breathe = sliced(() => true, signal)
    await bring(recent(), () => QUIET_BATCH, breathe)
    for (const { ref } of all) onFilled(ids.get(ref)!)
    await pool.query('INSERT INTO setting (key, value) VALUES ($1, to_jsonb(true)) ON CONFLICT (key) DO NOTHING', [RECENT_DONE])
  }

  function fillOnce(id: number, c: PastChampionship): Promise<void> {
    let known = filling.get(id)
    if (!known) {
      known = fill(
        id,
        c,
        sliced(() => !asked.has(id), signal),
      )
        .catch((error: unknown) => {
          filling.delete(id)
          if (isAborted(error)) return
          log.warn({ err: error, championship: c.key }, 'past seasons could not be brought')
        })
        .finally(() => asked.delete(id))
      filling.set(id, known)
    }
    return known
  }

  /** Games that were brought before rounds were kept: the calendar still knows them. */
  async function tellRounds(id: number, c: PastChampionship): Promise<void> {
    if (told.has(id)) return
    told.add(id)
    const { rows } = await pool.query<{ since: Date }>(
      `SELECT min(starts_at) AS since FROM past_game WHERE provider = 'world' AND championship_id = $1 AND round IS NULL HAVING count(*) > 0`,
      [id],
    )
    if (!rows[0]) return
    const fixtures = past.rounds(c.ref, rows[0].since.getTime() - DAY, clock.now())
    await pool.query(
      `UPDATE past_game p SET round = f.round FROM unnest($2::text[], $3::text[]) AS f(ref, round)
        WHERE p.provider = 'world' AND p.championship_id = $1 AND p.ref = f.ref AND p.round IS NULL`,
      [id, fixtures.map(({ ref }) => ref), fixtures.map(({ round }) => round)],
    )
    onFilled(id)
  }

  return {
    async wanted(id) {
      if (!filling.has(id)) {
        if (!feed.isReady()) return false
        const { rows } = await pool.query<{ ref: string; filled: boolean }>(
          `SELECT ref, EXISTS (SELECT 1 FROM past_filled WHERE championship_id = $1) AS filled
             FROM ext_ref WHERE provider = 'world' AND kind = 'championship' AND id = $1`,
          [id],
        )
        const c = rows[0] && past.championships.get(rows[0].ref)
        if (!c) return true
        if (rows[0]!.filled) {
          if (c.cup)
            await tellRounds(id, c).catch((error: unknown) => {
              // A bracket that is missing is no reason to refuse the page: the next visitor tries again.
              told.delete(id)
              log.warn({ err: error, championship: c.key }, 'rounds of past games could not be told')
            })
          return true
        }
        asked.add(id)
        void fillOnce(id, c)
      } else if (!ready.has(id)) asked.add(id)
      const here = filling.get(id)?.then(() => true) ?? true
      return Promise.race([here, wait(patienceMs, false, { ref: false })])
    },
    async run() {
      while (!feed.isReady()) await wait(1_000, undefined, { signal })
      const seasonsAt = performance.now() + firstPauseMs
      await wait(Math.min(firstPauseMs, RECENT_PAUSE_MS), undefined, { signal })
      const ids = await idsByRef()
      const known = [...past.championships.values()].filter((c) => ids.has(c.ref))
      const leagues = known.filter((c) => !c.lane)
      const sorted = [...leagues.filter((c) => c.wellKnown), ...leagues.filter((c) => !c.wellKnown)]
      let failed: unknown = null
      await bringRecent([...sorted, ...known.filter((c) => c.lane)], ids).catch((error: unknown) => {
        signal.throwIfAborted()
        failed = error
      })
      await wait(Math.max(0, seasonsAt - performance.now()), undefined, { signal })
      for (const c of sorted) {
        await fillOnce(ids.get(c.ref)!, c)
        // Every league that is left would be begun once more while the site stops.
        signal.throwIfAborted()
      }
      // The seasons did not wait for it, and each that failed has been told of.
      if (failed) throw failed
      const missing = sorted.filter((c) => !ready.has(ids.get(c.ref)!))
      if (missing.length > 0) throw new Error(`the seasons of ${missing.length} leagues are missing`)
    },
    async end() {
      await Promise.all(filling.values())
    },
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** How busy the loop has been over the last second or two. */
function createGauge(): () => number {
  let older = performance.eventLoopUtilization()
  let newer = older
  let newerAt = performance.now()
  return () => {
    const now = performance.now()
    const busy = performance.eventLoopUtilization(older).utilization
    if (now - newerAt >= BUSY_OVER_MS) {
      older = newer
      newer = performance.eventLoopUtilization()
      newerAt = now
    }
    return busy
  }
}

/** Gives the loop back after each slice, for a pause where nobody waits. */
function sliced(isQuiet: () => boolean, signal: AbortSignal): () => Promise<void> {
  let startedAt = performance.now()
  const busy = createGauge()
  return async () => {
    if (performance.now() - startedAt < SLICE_MS) return
    if (isQuiet()) await quietMoment(busy, signal)
    else await turnOfLoop()
    signal.throwIfAborted()
    startedAt = performance.now()
  }
}

async function quietMoment(busy: () => number, signal: AbortSignal): Promise<void> {
  const latest = performance.now() + LONGEST_PAUSE_MS
  do await wait(PAUSE_MS, undefined, { signal })
  while (busy() > BUSY && performance.now() < latest)
}
