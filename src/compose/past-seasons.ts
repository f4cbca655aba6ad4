/** Past seasons of the world: computed, not stored, until somebody asks for them. */
import { setTimeout as wait } from 'node:timers/promises'
import { DAY, MINUTE, type Clock } from '#lib/time.ts'
import { fixturesBetween } from '#modules/world/rules/calendar.ts'
import { worldCatalogue, type WorldChampionship } from '#modules/world/rules/catalogue.ts'
import { makeFact } from '#modules/world/server/facts.ts'
import { fateOf, GameRun } from '#modules/world/server/game-run.ts'
import { DEFAULT_SETTINGS, EARLY_LEAGUES, longestMin } from '#modules/world/server/settings.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import type { Feed } from '#modules/feeds/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'

/** Two seasons of a league; of a lane as many games as tables need. */
const PAST_DAYS = 480
const LANE_GAMES = 300
const BATCH = 100
/** A page waits this long for past seasons, then shows what there is. */
const PATIENCE_MS = 3_000
/** Nobody asked: eight milliseconds of work, then this pause. */
const SLICE_MS = 8
const PAUSE_MS = 150
export const FIRST_PAUSE_MS = 60_000

interface PastSeasons {
  /** False: they are still on their way. */
  wanted(championshipId: number): Promise<boolean>
  run(signal: AbortSignal): Promise<void>
}

interface PastSeasonsParts {
  env: Pick<Env, 'worldSeed'>
  db: Db
  clock: Clock
  log: Logger
  feed: Feed
  onFilled(championshipId: number): void
  patienceMs?: number
}

/**
 * Past seasons of the world are computed, not stored, until somebody asks for a championship; in quiet moments they are
 * brought for all leagues, the best known first. Each championship once.
 */
export function createPastSeasons({ env, db, clock, log, feed, onFilled, patienceMs = PATIENCE_MS }: PastSeasonsParts): PastSeasons {
  const pool = rawPool(db)
  const seed = String(env.worldSeed)
  const byRef = new Map<string, WorldChampionship>(worldCatalogue(seed).map((c) => [c.ref, c]))
  const filling = new Map<number, Promise<void>>()
  const told = new Set<number>()
  let urgent = 0

  async function idsByRef(): Promise<Map<string, number>> {
    const { rows } = await pool.query<{ ref: string; id: number }>(
      `SELECT x.ref, x.id FROM ext_ref x WHERE x.provider = 'world' AND x.kind = 'championship'
         AND NOT EXISTS (SELECT 1 FROM past_filled f WHERE f.championship_id = x.id)`,
    )
    return new Map(rows.map(({ ref, id }) => [ref, id]))
  }

  async function fill(id: number, c: WorldChampionship, breathe: () => Promise<void>): Promise<void> {
    const batch: Fact[] = []
    for (const fact of pastOf(seed, c, clock.now())) {
      await breathe()
      if (fact) batch.push(fact)
      if (batch.length >= BATCH) await feed.take(batch.splice(0))
    }
    if (batch.length > 0) await feed.take(batch)
    await pool.query('INSERT INTO past_filled (championship_id, filled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      id,
      new Date(clock.now()),
    ])
    onFilled(id)
  }

  function fillOnce(id: number, c: WorldChampionship, breathe: () => Promise<void>): Promise<void> {
    let known = filling.get(id)
    if (!known) {
      known = fill(id, c, breathe).catch((error: unknown) => {
        filling.delete(id)
        if (isAborted(error)) return
        log.warn({ err: error, championship: c.key }, 'past seasons could not be brought')
      })
      filling.set(id, known)
    }
    return known
  }

  /** Games that were brought before rounds were kept: the calendar still knows them. */
  async function tellRounds(id: number, c: WorldChampionship): Promise<void> {
    if (told.has(id)) return
    told.add(id)
    const { rows } = await pool.query<{ since: Date }>(
      `SELECT min(starts_at) AS since FROM past_game WHERE provider = 'world' AND championship_id = $1 AND round IS NULL HAVING count(*) > 0`,
      [id],
    )
    if (!rows[0]) return
    const fixtures = fixturesBetween(seed, c, rows[0].since.getTime() - DAY, clock.now()).filter(({ round }) => round)
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
        const c = rows[0] && byRef.get(rows[0].ref)
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
        urgent += 1
        void fillOnce(id, c, sliced(0)).finally(() => (urgent -= 1))
      }
      const here = filling.get(id)?.then(() => true) ?? true
      return Promise.race([here, wait(patienceMs, false, { ref: false })])
    },
    async run(signal) {
      try {
        while (!feed.isReady()) await wait(1_000, undefined, { signal })
        await wait(FIRST_PAUSE_MS, undefined, { signal })
        const ids = await idsByRef()
        const leagues = [...byRef.values()].filter((c) => !c.lane && ids.has(c.ref))
        const first = leagues.filter((c) => EARLY_LEAGUES.has(c.key))
        for (const c of [...first, ...leagues.filter((one) => !EARLY_LEAGUES.has(one.key))]) {
          await fillOnce(
            ids.get(c.ref)!,
            c,
            sliced(PAUSE_MS, signal, () => urgent > 0),
          )
        }
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'past seasons could not be brought')
      }
    },
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** Gives the loop back after each slice, for a pause when nobody waits. */
function sliced(pauseMs: number, signal?: AbortSignal, hurry: () => boolean = () => false): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < SLICE_MS) return
    if (pauseMs > 0 && !hurry()) await wait(pauseMs, undefined, signal ? { signal } : {})
    else await new Promise<void>((done) => setImmediate(done))
    startedAt = performance.now()
  }
}

/** Results of a championship's past games; nothing where one was cancelled, so that the taker can let others run. */
function* pastOf(seed: string, c: WorldChampionship, now: number): Generator<Fact | null> {
  if (c.engine === 'field' || c.mixed) return
  const back = c.lane ? Math.min(PAST_DAYS * DAY, c.lane.everyMin * MINUTE * LANE_GAMES) : PAST_DAYS * DAY
  for (const fixture of fixturesBetween(seed, c, now - back, now)) {
    const fate = fateOf(seed, fixture, DEFAULT_SETTINGS)
    const over = fate.kind !== 'cancelled' && fate.startsAt + longestMin(c) * MINUTE <= now
    if (!over) {
      yield null
      continue
    }
    const { at, body } = new GameRun(seed, fixture, fate, DEFAULT_SETTINGS).history()
    yield makeFact(body, at, now)
  }
}
