/**
 * Duels between the parts: the line of coupons and bets shows them as games, and their results, made from those of the
 * real matches, are given to the settlement like results of any other game (rules 9.1).
 */
import { sql } from 'kysely'
import { largeMemory } from '#platform/server/large-memory.ts'
import { HOUR, MINUTE, type Clock } from '#lib/time.ts'
import { outcomeNameOfGroup, type LineGame, type LineOutcome, type LineReader } from '#modules/coupon/server/index.ts'
import { isDuel } from '#modules/coupon/rules/banned.ts'
import type { OutcomeResult } from '#modules/feeds/rules/fact.ts'
import { allMarketTypes } from '#modules/line/rules/market-book.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { duelCounts, duelVerdict, regularCount, writeCounts, type DuelCounts, type DuelMatch } from '#modules/offers/rules/duel-result.ts'
import type { DuelGame, Duels } from '#modules/offers/server/index.ts'
import type { Settlement } from '#modules/settlement/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import type { Logger } from '#platform/server/log.ts'
import { repeat } from '#platform/server/repeat.ts'

const KIND_LINE = 3
/** Names are asked for after a duel can no longer be bet on. */
const MAX_KNOWN = 20_000

const shortGroups = new Map([...allMarketTypes()].map(({ g, gs }) => [g, gs]))

/** The line with the duels that have been opened on it. */
export function withDuels(line: LineReader, duels: Duels): LineReader {
  const games = new WeakMap<DuelGame, LineGame>()
  const named = largeMemory<number, DuelGame>(MAX_KNOWN)
  const find = (gameId: number): DuelGame | null => {
    const duel = duels.find(gameId)
    if (duel) named.set(gameId, duel)
    return duel
  }
  const gameOf = (duel: DuelGame): LineGame => {
    const known = games.get(duel) ?? lineGame(duel)
    games.set(duel, known)
    return known
  }
  return {
    ...line,
    openDuel: (gameId, teams) => duels.open(gameId, teams),
    findGame(gameId) {
      if (!isDuel(gameId)) return line.findGame(gameId)
      const duel = find(gameId)
      return duel && gameOf(duel)
    },
    findOutcome(gameId, t, p, playerId) {
      if (!isDuel(gameId)) return line.findOutcome(gameId, t, p, playerId)
      const outcome = playerId === 0 ? find(gameId)?.outcomes.find((one) => one.t === t && one.p === p) : undefined
      return outcome ? lineOutcome(outcome) : null
    },
    openLines(gameId, t, playerId) {
      if (!isDuel(gameId)) return line.openLines(gameId, t, playerId)
      return find(gameId)?.outcomes.flatMap((one) => (one.t === t ? [one.p] : [])) ?? []
    },
    names(gameId, t, p, playerId, lng) {
      const duel = isDuel(gameId) ? (find(gameId) ?? named.get(gameId)) : undefined
      if (!duel) return line.names(gameId, t, p, playerId, lng)
      const { opp1, opp2, type } = duel.names(lng)
      const { g } = duel.outcomes.find((one) => one.t === t) ?? { g: 0 }
      const names = outcomeNameOfGroup(g, t, { sides: [opp1, opp2], p, player: '' }, lng)
      return {
        opp1,
        opp1Id: 0,
        opp2,
        opp2Id: 0,
        // Its sides play in no championship against each other: what it is stands in the place of one.
        championship: type,
        sport: nameIn(sportInfo(duel.sportId).names, lng),
        periodName: '',
        gameType: type,
        ...names,
      }
    },
  }
}

function lineGame(duel: DuelGame): LineGame {
  return {
    gameId: duel.gameId,
    ci: duel.ci,
    mainCi: duel.ci,
    mainGameId: duel.gameId,
    kind: KIND_LINE,
    sportId: duel.sportId,
    championshipId: duel.championshipId,
    status: 'scheduled',
    startsAt: duel.startsAt,
    version: 1,
    outright: false,
    sideIds: duel.sides.map(({ id }) => id),
    score: [0, 0],
    mainScore: [0, 0],
    clockSec: 0,
    clockRuns: false,
  }
}

function lineOutcome({ g, price }: DuelGame['outcomes'][number]): LineOutcome {
  return { price, prob: 1000 / price, active: true, marketStatus: 'active', g, gs: shortGroups.get(g) ?? 0 }
}

export interface DuelSettlerDeps {
  db: Db
  clock: Clock
  log: Logger
  settlement: Pick<Settlement, 'apply'>
}

interface OpenDuel {
  ci: number
  counts: 1 | 2
  result: string | null
  /** `startsAt` of a match as it was announced for the duel; older duels have none. */
  sides: { team: 1 | 2; ci: number; side: 1 | 2; startsAt?: number }[]
}

interface MatchRow {
  ci: number
  status: string
  note: string | null
  starts_at: Date
  /** Since when it stands still, or stood for more than a day; null before it has begun and while it is played. */
  stopped_at: Date | null
  was_too_long: boolean
  score: number[] | null
  periods: { code: string; score: number[] }[] | null
}

const LOOK_MS = 10_000
const BATCH = 200
/** A result that is corrected later is corrected in its duels too. */
const CORRECTED_HOURS = 48
/** A match that is not played on by then after it was stopped, nor begun after it was announced, is void (rules 9.1). */
const RESUMED_WITHIN_MS = 24 * HOUR
const RESUMED_WITHIN = sql.lit(`${RESUMED_WITHIN_MS / HOUR} hours`)
/** A head that says "over" may come before the last score has been kept. */
const SCORE_WAIT_MS = 10 * MINUTE
const OVER: ReadonlySet<string> = new Set(['ended', 'closed'])
/** Notes of an end that was not played to: nothing will come after it. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['retired', 'defaulted', 'walkover'])
const DROPPED: ReadonlySet<string> = new Set(['cancelled', 'abandoned', 'postponed', 'delayed', 'suspended', 'interrupted'])

/** Looks for duels whose matches are over; one process of the worker's role does it. Answers how to stop. */
export function startDuelSettler(deps: DuelSettlerDeps): () => Promise<void> {
  return repeat(
    LOOK_MS,
    () => settleDuels(deps),
    (err) => deps.log.warn({ err }, 'duels wait for their results'),
  )
}

/**
 * Gives results of duels to the settlement; answers how many were new or changed, 0 while another process is at it. Those that
 * cannot be decided yet hold up no other.
 */
export async function settleDuels(deps: DuelSettlerDeps): Promise<number> {
  // Two workers that settle one duel would both give its result. Of a connection, not of a transaction: it would be idle for as long as the settlement works.
  const client = await rawPool(deps.db).connect()
  let isOurs = false
  try {
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [LOCKS.duels])
    if (!rows[0]?.ok) return 0
    isOurs = true
    return await settleAll(deps)
  } finally {
    // A connection that cannot say so is closed, and the lock with it.
    const unlocked = isOurs ? client.query('SELECT pg_advisory_unlock($1)', [LOCKS.duels]) : Promise.resolve()
    await unlocked.then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

async function settleAll(deps: DuelSettlerDeps): Promise<number> {
  const now = deps.clock.now()
  let changed = 0
  for (let after = 0; ;) {
    const { rows } = await sql<OpenDuel>`SELECT ci, counts, result, sides FROM duel
      WHERE ci > ${after} AND starts_at < ${new Date(now)} AND (settled_at IS NULL OR settled_at > ${new Date(now - CORRECTED_HOURS * HOUR)})
      ORDER BY ci LIMIT ${sql.lit(BATCH)}`.execute(deps.db)
    changed += await settlePage(deps, rows, now)
    if (rows.length < BATCH) return changed
    after = rows.at(-1)!.ci
  }
}

async function settlePage(deps: DuelSettlerDeps, duels: readonly OpenDuel[], now: number): Promise<number> {
  const { db } = deps
  if (duels.length === 0) return 0
  const cis = [...new Set(duels.flatMap(({ sides }) => sides.map(({ ci }) => ci)))]
  // The last live fact, which a person's correction is too; facts are not kept for ever, results are. What was played after too long
  // a stop counts no more.
  const { rows } = await sql<MatchRow>`
    SELECT g.ci, CASE WHEN g.status_note = 'called_off' THEN 'cancelled' ELSE g.status END AS status, g.status_note AS note, g.starts_at,
      coalesce(long.from_at, stop.from_at, CASE WHEN g.kind = 1 AND g.status IN ('suspended', 'interrupted', 'abandoned') THEN g.sent_at END) AS stopped_at,
      long.from_at IS NOT NULL AS was_too_long, coalesce(l.state -> 'score', to_jsonb(f.score)) AS score, coalesce(l.state -> 'periods', f.periods) AS periods
    FROM game g LEFT JOIN finished_game f ON f.ci = g.ci LEFT JOIN LATERAL (
      SELECT min(s.from_at) AS from_at FROM game_stop s WHERE s.ci = g.ci AND s.until_at > s.from_at + ${RESUMED_WITHIN}::interval
    ) long ON true LEFT JOIN LATERAL (
      SELECT max(s.from_at) AS from_at FROM game_stop s WHERE s.ci = g.ci AND g.status <> 'live' AND coalesce(s.until_at, g.sent_at) >= g.sent_at
    ) stop ON true LEFT JOIN LATERAL (
      SELECT x.body -> 'state' AS state FROM fact x WHERE x.game_ref = g.ref AND x.t = 'live' AND x.provider IN (g.provider, 'trader')
        AND (long.from_at IS NULL OR x.sent_at <= long.from_at + ${RESUMED_WITHIN}::interval)
      ORDER BY x.sent_at DESC, x.id DESC LIMIT 1
    ) l ON true WHERE g.ci = ANY(${`{${cis.join()}}`}::integer[])`.execute(db)
  const matches = new Map(rows.map((row) => [row.ci, row]))
  let changed = 0
  for (const duel of duels) {
    const counts = duelCounts(duel.sides.map((side) => matchOf(duel.counts, side, matches.get(side.ci), now)))
    if (!counts) continue
    const result = writeCounts(counts)
    if (result === duel.result) continue
    await settleDuel(deps, duel.ci, counts, result)
    changed += 1
  }
  return changed
}

function matchOf(counts: 1 | 2, { team, side, startsAt }: OpenDuel['sides'][number], row: MatchRow | undefined, now: number): DuelMatch {
  if (!row) return { team, count: 0, state: 'open' }
  const begins = row.starts_at.getTime()
  // However far it is moved, what was announced is what was bet on.
  const announced = startsAt ?? begins
  const isMoved = begins > announced + RESUMED_WITHIN_MS
  // The score of a walkover is given, not played.
  const count = row.score && row.note !== 'walkover' && !isMoved ? regularCount(counts, side, row.score, row.periods ?? []) : 0
  const isLate = now > (row.stopped_at?.getTime() ?? announced) + RESUMED_WITHIN_MS
  if (row.was_too_long || isMoved) return { team, count, state: isLate ? 'dropped' : 'open' }
  if (OVER.has(row.status)) {
    const isKnown = row.score !== null || row.note === 'walkover'
    const isUnheard = now > begins + RESUMED_WITHIN_MS
    const state = isKnown ? (BROKEN_OFF.has(row.note ?? '') ? 'dropped' : 'over') : isUnheard ? 'dropped' : 'open'
    return { team, count, state }
  }
  const isDropped = DROPPED.has(row.status) && (isLate || (row.status === 'cancelled' && now > announced + SCORE_WAIT_MS))
  return { team, count, state: isDropped ? 'dropped' : 'open' }
}

/** All outcomes of it that somebody has bet on: betting on it ended with its start. */
async function settleDuel({ db, clock, settlement }: DuelSettlerDeps, ci: number, counts: DuelCounts, result: string): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ t: number; p: number }>`SELECT DISTINCT t, p FROM bet_leg WHERE ci = ${ci}`.execute(db)
  if (rows.length > 0) {
    const results = rows.map(({ t, p }) => outcomeResult(t, p / 10_000, counts))
    const head = {
      provider: 'world' as const,
      producer: 'duels',
      sentAt: now,
      receivedAt: now,
      key: `${ci}|${result}|${now}`,
      game: String(ci),
    }
    const markets = [{ id: { game: String(ci), part: 'full', key: 'duel', spec: '' }, results }]
    await settlement.apply([{ fact: { ...head, t: 'settle', certainty: 'confirmed', markets }, parts: { full: ci } }])
  }
  await sql`UPDATE duel SET result = ${result}, settled_at = coalesce(settled_at, ${new Date(now)}) WHERE ci = ${ci}`.execute(db)
}

function outcomeResult(t: number, p: number, counts: DuelCounts): OutcomeResult {
  const outcome = p === 0 ? String(t) : `${t}:${p}`
  const verdict = duelVerdict({ t, p }, counts)
  return verdict === 'void' ? { outcome, won: 0, voidFactor: 1, reason: 'duel' } : { outcome, won: verdict === 'won' ? 1 : 0 }
}
