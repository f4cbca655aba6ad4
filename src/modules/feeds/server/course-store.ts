/** SQL of how games ran: when they began, starts that were announced before, and times in which play stood still. Each is judged once. */
import type { Millis } from '#lib/time.ts'
import type { MarketId } from '../rules/fact.ts'
import type { ResolvedGame } from '../rules/resolved.ts'
import { isOver, isStopped } from '../rules/status.ts'
import type { Changes, Queries } from './registry-store.ts'

interface Course {
  before: ResolvedGame
  after: ResolvedGame
  sentAt: Millis
  /** Until then bets were taken on what stood before. */
  heardAt: Millis
}

type Noted = Pick<Changes, 'starts' | 'stops' | 'ends' | 'begins' | 'backs'>

/**
 * A game that is moved, that begins, that stops, or that goes on: rules 3.5 decide about its bets (`course.ts`). Of many a game the
 * new start is heard first when it is played; one that stopped and is set anew still stands. What is said to begin, and then to be
 * still to come, has not begun.
 */
export function noteCourse({ starts, stops, ends, begins, backs }: Noted, { before, after, sentAt, heardAt }: Course): void {
  const { ci } = after
  const mayMove = after.type !== 'outright' && (before.kind === 3 || !isOver(before.status))
  if (mayMove && before.startsAt !== after.startsAt)
    starts.push({ ci, starts_at: new Date(before.startsAt), until_at: new Date(Math.max(sentAt, heardAt)) })
  if (after.type !== 'outright' && before.kind === 3 && after.kind === 1) begins.push({ ci, began_at: new Date(sentAt) })
  const isToCome = after.kind === 3 && !isOver(after.status)
  if (before.kind === 1 && !isOver(before.status) && isToCome) backs.push({ ci, at: new Date(sentAt) })
  const [stood, stands] = [before, after].map(({ status, kind }) => kind === 1 && isStopped(status))
  const [went, goes] = [before, after].map(({ status }) => status === 'live' || isOver(status))
  if (stands && !stood) stops.push({ ci, from_at: new Date(sentAt) })
  else if (goes && !went) ends.push({ ci, until_at: new Date(sentAt) })
}

export async function writeCourse(client: Queries, { starts, stops, ends, begins, backs }: Noted): Promise<void> {
  if (starts.length > 0)
    await client.query(
      `INSERT INTO game_start (ci, starts_at, until_at) SELECT ci, starts_at, until_at
       FROM json_to_recordset($1::json) AS r(ci int, starts_at timestamptz, until_at timestamptz) ON CONFLICT DO NOTHING`,
      [JSON.stringify(starts)],
    )
  if (stops.length > 0)
    await client.query(
      `INSERT INTO game_stop (ci, from_at) SELECT ci, from_at FROM json_to_recordset($1::json) AS r(ci int, from_at timestamptz) ON CONFLICT DO NOTHING`,
      [JSON.stringify(stops)],
    )
  if (ends.length > 0)
    await client.query(
      `UPDATE game_stop s SET until_at = e.until_at FROM (
         SELECT o.ci, o.from_at, min(r.until_at) AS until_at FROM json_to_recordset($1::json) AS r(ci int, until_at timestamptz)
         JOIN game_stop o ON o.ci = r.ci AND o.until_at IS NULL AND o.from_at <= r.until_at GROUP BY o.ci, o.from_at
       ) AS e WHERE s.ci = e.ci AND s.from_at = e.from_at`,
      [JSON.stringify(ends)],
    )
  if (begins.length > 0)
    await client.query(
      `INSERT INTO game_begun (ci, began_at) SELECT ci, began_at FROM json_to_recordset($1::json) AS r(ci int, began_at timestamptz) ON CONFLICT DO NOTHING`,
      [JSON.stringify(begins)],
    )
  if (backs.length > 0)
    await client.query(
      `UPDATE game_begun b SET taken_back_at = r.at, judged_at = NULL FROM json_to_recordset($1::json) AS r(ci int, at timestamptz)
       WHERE b.ci = r.ci AND b.began_at <= r.at AND b.taken_back_at IS NULL`,
      [JSON.stringify(backs)],
    )
}

export interface Moved {
  ci: number
  /** When it went live, of one that is played; null: it has not begun. */
  begunAt: Millis | null
  /** All starts that were announced before the one of now, the oldest first, each with the time in which it stood. */
  starts: { startsAt: Millis; from: Millis | null; until: Millis }[]
}

/** Games that were moved and not judged since: those whose new start has stood since then, and those that have begun. */
export async function listMoved(client: Queries, since: Millis): Promise<Moved[]> {
  const { rows } = await client.query<{ ci: number; starts_at: Date; until_at: Date; begun_at: Date | null }>(
    `SELECT s.ci, s.starts_at, s.until_at, CASE g.kind WHEN 1 THEN coalesce(
       (SELECT max(h.replaced_at) FROM game_i_history h WHERE h.ci = s.ci), g.starts_at) END AS begun_at
     FROM game_start s JOIN game g ON g.ci = s.ci WHERE s.ci IN (
       SELECT o.ci FROM game_start o JOIN game m ON m.ci = o.ci WHERE o.judged_at IS NULL
       GROUP BY o.ci, m.kind HAVING m.kind = 1 OR max(o.until_at) <= $1) ORDER BY s.ci, s.until_at`,
    [new Date(since)],
  )
  return [...Map.groupBy(rows, ({ ci }) => ci)].map(([ci, known]) => ({
    ci,
    begunAt: known[0]!.begun_at?.getTime() ?? null,
    starts: known.map(({ starts_at: startsAt, until_at: until }, k) => ({
      startsAt: startsAt.getTime(),
      from: known[k - 1]?.until_at.getTime() ?? null,
      until: until.getTime(),
    })),
  }))
}

export interface Stopped {
  ci: number
  beganAt: Millis
  stoppedAt: Millis
  /** Null while it stands still. */
  resumedAt: Millis | null
}

/** Games that have stopped, and those that went on and are not judged. A game begins when it goes live, whatever was announced. */
export async function listStopped(client: Queries): Promise<Stopped[]> {
  const { rows } = await client.query<{ ci: number; from_at: Date; until_at: Date | null; began_at: Date }>(
    `SELECT s.ci, s.from_at, s.until_at, coalesce(
       (SELECT max(h.replaced_at) FROM game_i_history h WHERE h.ci = s.ci AND h.replaced_at <= s.from_at), least(g.starts_at, s.from_at)) AS began_at
     FROM game_stop s JOIN game g ON g.ci = s.ci WHERE s.judged_at IS NULL ORDER BY s.ci, s.from_at`,
  )
  return rows.map((row) => ({
    ci: row.ci,
    beganAt: row.began_at.getTime(),
    stoppedAt: row.from_at.getTime(),
    resumedAt: row.until_at?.getTime() ?? null,
  }))
}

export async function markMoved(client: Queries, { ci, starts }: Moved, at: Millis): Promise<void> {
  const until = new Date(starts.at(-1)!.until)
  await client.query('UPDATE game_start SET judged_at = $3 WHERE ci = $1 AND until_at <= $2 AND judged_at IS NULL', [
    ci,
    until,
    new Date(at),
  ])
}

export async function markStopped(client: Queries, { ci, stoppedAt }: Stopped, at: Millis): Promise<void> {
  await client.query('UPDATE game_stop SET judged_at = $3 WHERE ci = $1 AND from_at = $2', [ci, new Date(stoppedAt), new Date(at)])
}

/** What had been played of a game by a time, as a clock told it last before; of its provider and of persons, who may name it by its CI. */
export async function selectClockSec(
  client: Queries,
  { ci, ref, provider }: Pick<ResolvedGame, 'ci' | 'ref' | 'provider'>,
  at: Millis,
): Promise<number | undefined> {
  const { rows } = await client.query<{ clock_sec: number }>(
    `SELECT (body->'state'->>'clockSec')::float8 AS clock_sec FROM fact
     WHERE game_ref IN ($1, $2) AND t = 'live' AND provider IN ($3, 'trader') AND sent_at <= $4 AND body->'state'->>'clockSec' IS NOT NULL ORDER BY sent_at DESC, id DESC LIMIT 1`,
    [ref, String(ci), provider, new Date(at)],
  )
  return rows[0]?.clock_sec
}

export interface Begun {
  ci: number
  beganAt: Millis
  /** When it was said to be still to come; null: it has begun. */
  takenBackAt: Millis | null
}

/** Games that have begun and were not judged. `lookedAt`: those whose second look is not due yet; a game has thousands of facts. */
export async function listBegun(client: Queries, lookedAt: readonly number[]): Promise<Begun[]> {
  const { rows } = await client.query<{ ci: number; began_at: Date; taken_back_at: Date | null }>(
    `SELECT b.ci, b.taken_back_at, game_began(b.ci, b.began_at) AS began_at FROM game_begun b
     WHERE b.judged_at IS NULL AND NOT (b.taken_back_at IS NULL AND b.ci = ANY($1)) ORDER BY b.ci, b.began_at`,
    [lookedAt],
  )
  return rows.map(({ ci, began_at: beganAt, taken_back_at: takenBackAt }) => ({
    ci,
    beganAt: beganAt.getTime(),
    takenBackAt: takenBackAt?.getTime() ?? null,
  }))
}

/** One that is said not to have begun while it is judged is judged again. */
export async function markBegun(client: Queries, { ci, takenBackAt }: Begun, at: Millis): Promise<void> {
  await client.query('UPDATE game_begun SET judged_at = $2 WHERE ci = $1 AND judged_at IS NULL AND taken_back_at IS NOT DISTINCT FROM $3', [
    ci,
    new Date(at),
    takenBackAt === null ? null : new Date(takenBackAt),
  ])
}

/** Markets whose bets of the line we have voided from a time on. */
export async function listLateTold(client: Queries, ref: string): Promise<{ from: Millis; markets: MarketId[] }[]> {
  const { rows } = await client.query<{ from: number; markets: MarketId[] }>(
    `SELECT (body->>'from')::float8 AS from, body->'markets' AS markets FROM fact
     WHERE game_ref = $1 AND provider = 'result' AND t = 'cancel' AND body->>'line' = 'true' ORDER BY id`,
    [ref],
  )
  return rows
}
