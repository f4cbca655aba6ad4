/**
 * Leads in matches for settlement (XT-21): when a score moves, everything that was ever told of it is read from the log of
 * facts, so that a restart, a lost moment or a correction ends in the same leads.
 */
import { sql } from 'kysely'
import type { Brands } from '#modules/brand/server/index.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import type { Settlement } from '#modules/settlement/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'

export interface LeadWatch {
  /** After facts are in the book. */
  onApplied(resolved: readonly ResolvedFact[]): void
  /** Resolves when what was seen so far is settled. */
  idle(): Promise<void>
}

export interface LeadWatchDeps {
  db: Db
  log: Logger
  settlement: Pick<Settlement, 'leads'>
  /** Sports of any brand's promotion, of now: none is watched for nothing. */
  sports: ReadonlySet<number>
  sportOf(ci: number): number | undefined
  /** Money has moved: settlers of other processes are told. */
  onSettled(): void
}

/** Extra time and shoot-outs are no part of a bet on the match. */
const REGULAR = ['h1', 'ht', 'h2']
/** Matches that were over long ago are forgotten first. */
const KNOWN = 5_000

export function earlySportsOf(brands: Pick<Brands, 'list'>): ReadonlySet<number> {
  return new Set(brands.list().flatMap(({ config }) => config.betting.earlyPayout.flatMap(({ sports }) => sports)))
}

export function watchLeads({ db, log, settlement, sports, sportOf, onSettled }: LeadWatchDeps): LeadWatch {
  const known = new Map<number, string>()
  let turn: Promise<void> = Promise.resolve()

  async function settle(ci: number, ref: string): Promise<void> {
    const { rows } = await sql<{ home: number; away: number; at: Date }>`
      SELECT (f.body->'state'->'score'->>0)::int AS home, (f.body->'state'->'score'->>1)::int AS away, f.sent_at AS at
      FROM fact f WHERE f.game_ref = ${ref} AND f.t = 'live' AND f.body->'state'->>'phase' = ANY(${`{${REGULAR.join(',')}}`}::text[])
      ORDER BY f.sent_at, f.id`.execute(db)
    await settlement.leads({ ci, steps: rows.map(({ home, away, at }) => ({ home, away, at: at.getTime() })) })
    onSettled()
  }

  function see({ fact, gameCi }: ResolvedFact): void {
    if (fact.t !== 'live' || gameCi === undefined || !REGULAR.includes(fact.state.phase) || !sports.has(sportOf(gameCi) ?? 0)) return
    const score = fact.state.score.join(':')
    if (known.get(gameCi) === score) return
    const isFirst = !known.has(gameCi)
    known.set(gameCi, score)
    if (known.size > KNOWN) known.delete(known.keys().next().value!)
    if (isFirst && score === '0:0') return
    turn = turn
      .then(() => settle(gameCi, fact.state.game))
      .catch((error: unknown) => {
        // The next score, or the next start, reads all of it again.
        known.delete(gameCi)
        log.warn({ err: error, ci: gameCi }, 'leads of a match were not settled')
      })
  }

  return {
    onApplied: (resolved) => (sports.size === 0 ? undefined : resolved.forEach(see)),
    idle: () => turn,
  }
}
