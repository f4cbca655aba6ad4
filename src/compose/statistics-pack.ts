/** Results of the pack's calendars that lie before today, as past results: the replay itself tells only what is near. */
import { setTimeout as wait } from 'node:timers/promises'
import { DAY, type Clock } from '#lib/time.ts'
import type { Entity, Fact } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import { dateOfDay, rolledCalendar, type MovedRow } from '#modules/replay/rules/calendar.ts'
import type { Strengths } from '#modules/replay/rules/prior.ts'
import type { Feed } from '#modules/feeds/server/index.ts'
import { readCalendar, readTournaments } from '#modules/replay/server/pack.ts'
import { calendarGame } from '#modules/replay/server/replay-games.ts'
import { rawPool, type Db } from '#platform/server/db.ts'

export interface PackParts {
  db: Db
  clock: Clock
  feed: Feed
  dataDir: string | null
  /** Between two batches others get their turn: nobody waits for these results. */
  pauseMs?: number
}

const BATCH = 100
/** Rows looked at before the loop is given back. */
const SLICE_ROWS = 25
const PAUSE_MS = 100
/** The game is over by then whatever its length. */
const OVER_MS = 4 * 3_600_000
const DONE = 'statistics.pack'
/** What the calendar's game needs for prices has no say in what is over. */
const NOBODY: Strengths = new Map()
const PLAY = { speed: 1, horizonDays: 30, redraw: false, seed: '' }

/** Once for an installation; answers how many results there were. */
export async function bringPackResults({ db, clock, feed, dataDir, pauseMs = PAUSE_MS }: PackParts, signal: AbortSignal): Promise<number> {
  const pool = rawPool(db)
  if (dataDir === null || ((await pool.query('SELECT 1 FROM setting WHERE key = $1', [DONE])).rowCount ?? 0) > 0) return 0
  const breathe = () => wait(0, undefined, { signal })
  const rows = await readCalendar(dataDir, breathe)
  const tournaments = readTournaments(dataDir)
  const now = clock.now()
  let count = 0
  const known = new Set<string>()
  let batch: PastGame[] = []
  const send = async () => {
    await feed.take(factsOf(batch, known))
    batch = []
    await wait(pauseMs, undefined, { signal })
  }
  const today = dateOfDay(Math.floor(now / DAY))
  let looked = 0
  for (const row of rolledCalendar(rows, today)) {
    looked += 1
    if (looked % SLICE_ROWS === 0) await breathe()
    if (row.movedDate > today) continue
    const past = resultOf(row, tournaments, now)
    if (!past) continue
    batch.push(past)
    count += 1
    if (batch.length >= BATCH) await send()
  }
  if (batch.length > 0) await send()
  await pool.query(`INSERT INTO setting (key, value) VALUES ($1, to_jsonb($2::int)) ON CONFLICT (key) DO NOTHING`, [DONE, count])
  return count
}

interface PastGame {
  entities: Entity[]
  history: Fact
}

/** Names that have not been told yet, then the results. */
function factsOf(games: readonly PastGame[], known: Set<string>): Fact[] {
  const fresh = games.flatMap(({ entities }) =>
    entities.filter(({ kind, ref }) => {
      const key = `${kind} ${ref}`
      if (known.has(key)) return false
      known.add(key)
      return true
    }),
  )
  const order = { sport: 0, country: 1, championship: 2, season: 3, competitor: 4, player: 5, game: 6 }
  const sorted = fresh.toSorted((a, b) => order[a.kind] - order[b.kind])
  const catalog = sorted.length > 0 ? [makeFact('replay', 'replay', games[0]!.history.sentAt, { t: 'catalog', entities: sorted })] : []
  return [...catalog, ...games.map(({ history }) => history)]
}

/** Null for what has no result or is not over. */
function resultOf(row: MovedRow, tournaments: ReturnType<typeof readTournaments>, now: number): PastGame | null {
  const score = scoreOf(row.ft)
  if (!score || row.note) return null
  const { entities, game } = calendarGame(row, tournaments.get(row.tournamentId), new Map(), NOBODY, PLAY)
  if (game.endsAt + OVER_MS > now) return null
  const half = scoreOf(row.ht)
  const periods = half
    ? [
        { no: 1, code: 'h1', score: half },
        { no: 2, code: 'h2', score: [score[0] - half[0], score[1] - half[1]] as [number, number] },
      ]
    : []
  const body = { t: 'history' as const, game: { ...game.game, status: 'closed' as const }, score, periods }
  return { entities, history: makeFact('replay', 'replay', game.endsAt, body) }
}

function scoreOf(text: string): [number, number] | null {
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(text)
  return match ? [Number(match[1]), Number(match[2])] : null
}
