/** Facts of a provider → rows of the action log; what cannot be told apart is left out and counted (feeds 2.1 rule 7). */
import { assert } from '#lib/assert.ts'
import type { FactOf, MarketId, OutcomeResult, Ref } from '#modules/feeds/rules/fact.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { MarketAction } from '../rules/effective.ts'
import { deadHeatFraction, type LegResult } from '#modules/payout/rules/leg.ts'
import { fraction, ONE } from '#modules/payout/rules/fraction.ts'

export type SettleFactTypes = 'settle' | 'settle.rollback' | 'cancel' | 'cancel.rollback'

/** A fact about results, with our ids. */
export interface SettleFact {
  fact: FactOf<SettleFactTypes>
  /** CI of each part of the game. */
  parts: Readonly<Record<string, number>>
  /** Our ids of players named in outcome keys. */
  playerIds?: Readonly<Record<Ref, number>>
}

/** As stored; `results` is JSON text. */
export interface ActionRow {
  ci: number
  market_key: string
  spec: string
  t: SettleFactTypes
  fact_key: string
  sent_at: string
  certainty: 'live' | 'confirmed' | null
  results: StoredResult[] | null
  from_at: string | null
  to_at: string | null
  undecided: boolean | null
  line: boolean | null
  reason: string | null
}

interface StoredResult {
  t: number
  p: number
  playerId: number
  won: 0 | 1 | null
  voidHalves: 0 | 1 | 2
  heatNum: number
  heatDen: number
}

export const isCancel = ({ t }: { t: string }): boolean => t === 'cancel' || t === 'cancel.rollback'

export function actionRows({ fact, parts, playerIds }: SettleFact): { rows: ActionRow[]; unknown: string[] } {
  const rows: ActionRow[] = []
  const unknown: string[] = []
  const head = { fact_key: `${fact.provider}|${fact.producer}|${fact.key}`, sent_at: iso(fact.sentAt), t: fact.t }
  const none = { certainty: null, results: null, from_at: null, to_at: null, undecided: null, line: null, reason: null }
  const add = (id: MarketId, rest: Partial<ActionRow>) => {
    const ci = parts[id.part]
    if (ci === undefined) unknown.push(`part ${id.part}`)
    else rows.push({ ...head, ...none, ci, market_key: id.key, spec: id.spec, ...rest })
  }
  if (fact.t === 'settle') {
    for (const market of fact.markets) {
      const results = market.results.flatMap((r) => storedResult(r, playerIds ?? {}, unknown))
      const reason = market.results.find((r) => r.reason)?.reason ?? null
      add(market.id, { certainty: fact.certainty, results, reason })
    }
  } else if (fact.t === 'settle.rollback') {
    for (const id of fact.markets) add(id, {})
  } else {
    const said = fact.t === 'cancel' ? { reason: fact.reason ?? null, undecided: fact.undecided ?? null } : {}
    const range = { from_at: isoOptional(fact.from), to_at: isoOptional(fact.to), line: fact.line ?? null }
    for (const id of fact.markets) add(id, { ...range, ...said })
  }
  return { rows, unknown }
}

/** `T`, `T:P` or `T:P@player`; the player is the provider's reference or our own id. */
function storedResult(r: OutcomeResult, playerIds: Readonly<Record<Ref, number>>, unknown: string[]): StoredResult[] {
  const match = /^(\d+)(?::(-?[\d.]+))?(?:@(.+))?$/.exec(r.outcome)
  const player = match?.[3]
  const playerId = player === undefined ? 0 : (playerIds[player] ?? Number(player))
  const heatIsGood = r.deadHeat === undefined || (r.deadHeat > 0 && r.deadHeat <= 1)
  if (!match || !Number.isInteger(playerId) || !heatIsGood) {
    unknown.push(`outcome ${r.outcome}`)
    return []
  }
  const heat = r.deadHeat === undefined ? ONE : deadHeatFraction(r.deadHeat, r.tied)
  return [
    {
      t: Number(match[1]),
      p: paramKey(Number(match[2] ?? 0)),
      playerId,
      won: r.won,
      voidHalves: ((r.voidFactor ?? 0) * 2) as 0 | 1 | 2,
      heatNum: Number(heat.num),
      heatDen: Number(heat.den),
    },
  ]
}

/** A row of the log as the rules read it. */
export function marketAction(row: {
  t: string
  sent_at: Date
  certainty: string | null
  results: unknown
  from_at: Date | null
  to_at: Date | null
  undecided: boolean | null
  line: boolean | null
  reason: string | null
}): MarketAction {
  const head = { sentAt: row.sent_at.getTime(), reason: row.reason }
  const range = { from: row.from_at?.getTime() ?? null, to: row.to_at?.getTime() ?? null, line: row.line ?? false }
  if (row.t === 'settle') {
    const results = (row.results as StoredResult[]).map((r) => ({ t: r.t, p: r.p, playerId: r.playerId, result: resultOf(r) }))
    return { ...head, t: 'settle', certainty: row.certainty === 'confirmed' ? 'confirmed' : 'live', results }
  }
  if (row.t === 'settle.rollback') return { ...head, t: 'settle.rollback' }
  if (row.t === 'cancel') return { ...head, t: 'cancel', ...range, undecided: row.undecided ?? false }
  assert(row.t === 'cancel.rollback', `action ${row.t}`)
  return { ...head, t: row.t, ...range }
}

function resultOf(r: StoredResult): LegResult | null {
  return r.won === null ? null : { won: r.won, voidHalves: r.voidHalves, deadHeat: fraction(r.heatNum, r.heatDen) }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function isoOptional(ms: number | undefined): string | null {
  return ms === undefined ? null : iso(ms)
}
