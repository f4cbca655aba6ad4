/** A game's head against its row. */
import type { Millis } from '#lib/time.ts'
import sportTable from '#seed/sports.json' with { type: 'json' }
import type { Game, Names, ProviderId } from '../rules/fact.ts'
import { partShape } from '../rules/parts.ts'
import type { ResolvedChampionship, ResolvedGame } from '../rules/resolved.ts'
import { mayBecome } from '../rules/status.ts'
import type { GameRow, PartRow, RunRow } from './registry-store.ts'

/** A game as the registry holds it. */
export interface Stored {
  head: ResolvedGame
  sentAt: Millis
}

export interface HeadChange {
  stored: Stored
  changed: boolean
  flagged: boolean
}

/**
 * After a restart a provider tells the same head again, and of one moment first what came first: a game that was announced and
 * begun at once would begin anew, under other numbers. Of two words of one moment the table says which was the later; where it
 * allows neither order it is the one that is told later.
 */
export function isToldAgain({ head, sentAt }: Stored, from: Game, at: Millis): boolean {
  if (at !== sentAt) return false
  if (head.status === from.status) return head.startsAt === from.startsAt
  return mayBecome(from.status, head.status) && !mayBecome(head.status, from.status)
}

/** Runners of a race with their places (`place<order>` of the last state); who was taken out did not run. */
export function runsOf(head: ResolvedGame, stats: Readonly<Record<string, [number, number]>>): RunRow[] {
  const out = new Set(head.about?.card?.runners.flatMap((runner) => (runner.out ? [runner.order] : [])))
  const ran = head.sides.filter((side) => !out.has(side.order))
  return ran.map((side) => ({
    competitor_id: side.id,
    game_ci: head.ci,
    starts_at: new Date(head.startsAt),
    place: stats[`place${side.order}`]?.[0] ?? 0,
    runners: ran.length,
  }))
}

export interface Side {
  id: number
  names: Names
  countryId: number
  countryCode: string
}

const sportNames = new Map<number, Names>(
  (sportTable as unknown as [number, string, string][]).map(([id, en, ru]) => [id, { en, ru: ru || en }]),
)

/** A sport the product's table lacks is shown by its number. */
export function namesOfSport(sportId: number): Names {
  return sportNames.get(sportId) ?? { en: `Sport ${sportId}`, ru: `Спорт ${sportId}` }
}

/** Printed numbers have five digits and come round after 90,000 parts, long after the game is over. */
export function printedNumber(ci: number): number {
  return 10_000 + (ci % 90_000)
}

export function rowOf(head: ResolvedGame, sentAt: Millis): GameRow {
  return {
    ci: head.ci,
    provider: head.provider,
    ref: head.ref,
    championship_id: head.championship.id,
    type: head.type,
    sides: head.sides.map(({ id, ref, role, order }) => ({ id, ref, role, order })),
    starts_at: new Date(head.startsAt),
    start_confirmed: head.startConfirmed,
    status: head.status,
    status_note: head.statusNote ?? null,
    kind: head.kind,
    round: head.round ?? null,
    venue: head.venue ?? null,
    neutral: head.neutral ?? false,
    format: head.format ?? null,
    live_coverage: head.liveCoverage,
    origin: head.origin,
    about: head.about ?? null,
    sent_at: new Date(sentAt),
  }
}

export function headOf(
  row: GameRow,
  parts: PartRow[],
  championship: ResolvedChampionship,
  side: (s: GameRow['sides'][number]) => Side,
): ResolvedGame {
  return {
    ci: row.ci,
    ref: row.ref,
    provider: row.provider as ProviderId,
    origin: row.origin,
    championship,
    sport: { id: championship.sportId, names: namesOfSport(championship.sportId) },
    type: row.type,
    sides: row.sides.map((s) => ({ ...side(s), ref: s.ref, role: s.role, order: s.order })),
    startsAt: row.starts_at.getTime(),
    startConfirmed: row.start_confirmed,
    status: row.status,
    ...(row.status_note === null ? {} : { statusNote: row.status_note }),
    kind: row.kind,
    ...(row.round === null ? {} : { round: row.round }),
    ...(row.venue === null ? {} : { venue: row.venue }),
    ...(row.neutral ? { neutral: true } : {}),
    ...(row.format === null ? {} : { format: row.format }),
    liveCoverage: row.live_coverage,
    ...(row.about === null ? {} : { about: row.about }),
    parts: parts
      .toSorted((a, b) => a.ci - b.ci)
      .map((part) => {
        const shape = partShape(championship.sportId, part.part)
        return { part: part.part, ci: part.ci, i: part.i, n: part.n, p: shape?.p ?? 0, ti: shape?.ti ?? 0 }
      }),
  }
}
