/** Which outcomes belong to a market: needed for a cancel, which names markets and no outcomes (feeds 4.3). */
import { hasParam, likeOfMarket, specOfParam } from '#modules/line/rules/spec-of-param.ts'
import { canonicalSpec } from '#modules/feeds/rules/spec.ts'
import type { OutcomeRef } from './effective.ts'

/** Types of a market by column, as in the market book. */
export interface MarketTypes {
  key: string
  outcomes: readonly { t: number; column: number; en: string }[]
}

/** `p` of an outcome is P · 10 000. */
const PARAM_STEP = 10_000

/** True when the outcome belongs to the market. */
export function belongsTo(market: MarketTypes, spec: string, outcome: OutcomeRef): boolean {
  const own = canonicalSpec(spec)
  return market.outcomes.some((type) => {
    const place = { key: market.key, column: type.column, p: outcome.p / PARAM_STEP, playerId: outcome.playerId }
    return type.t === outcome.t && specOfParam(place, own) === own && (own !== '' || standsWithout(market, type, outcome))
  })
}

/**
 * The names of a specifier. An outcome has one value for them, so that its market is found by it among hundreds; null where
 * several markets may have one outcome, and each has to be looked at.
 */
function namesOf(own: string): string | null {
  const names = own.replaceAll(/=[^|]*/g, '')
  return names === '' || names === 'max' ? null : names
}

/** What a market like this one would be written with for the outcome. */
function specsOf(market: MarketTypes, like: string, { t, p, playerId }: OutcomeRef): string[] {
  const types = market.outcomes.filter((type) => type.t === t)
  return types.flatMap(({ column }) => specOfParam({ key: market.key, column, p: p / PARAM_STEP, playerId }, like) ?? [])
}

/** Outcomes by the markets that they belong to (`belongsTo`), each looked at once for all markets of a key. */
export class MemberTable {
  private readonly ofType: (t: number) => readonly OutcomeRef[]
  private readonly bySpec = new Map<string, Map<string, OutcomeRef[]>>()

  constructor(ofType: (t: number) => readonly OutcomeRef[]) {
    this.ofType = ofType
  }

  of(market: MarketTypes, spec: string): readonly OutcomeRef[] {
    const own = canonicalSpec(spec)
    const names = namesOf(own)
    const all = () => [...new Set(market.outcomes.map(({ t }) => t))].flatMap((t) => this.ofType(t))
    if (names === null) return all().filter((outcome) => belongsTo(market, spec, outcome))
    const key = `${market.key} ${names}`
    let table = this.bySpec.get(key)
    if (!table) {
      this.bySpec.set(key, (table = new Map()))
      for (const outcome of all()) for (const its of new Set(specsOf(market, own, outcome))) push(table, its, outcome)
    }
    return table.get(own) ?? []
  }
}

/** Markets by the outcomes that belong to them. */
export class MarketTable<T> {
  private readonly looked: { market: MarketTypes; spec: string; one: T }[] = []
  private readonly bySpec = new Map<string, { market: MarketTypes; like: string; ones: Map<string, T[]> }>()

  add(market: MarketTypes, spec: string, one: T): void {
    const own = canonicalSpec(spec)
    const names = namesOf(own)
    if (names === null) return void this.looked.push({ market, spec, one })
    const key = `${market.key} ${names}`
    const known = this.bySpec.get(key) ?? { market, like: own, ones: new Map<string, T[]>() }
    this.bySpec.set(key, known)
    push(known.ones, own, one)
  }

  of(outcome: OutcomeRef): T[] {
    const found = this.looked.filter(({ market, spec }) => belongsTo(market, spec, outcome)).map(({ one }) => one)
    for (const { market, like, ones } of this.bySpec.values())
      for (const own of new Set(specsOf(market, like, outcome))) found.push(...(ones.get(own) ?? []))
    return found
  }
}

function push<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}

/** Without a specifier a list holds all of its outcomes; of what is told by number, only those that have none. */
function standsWithout(market: MarketTypes, type: { en: string }, { p }: OutcomeRef): boolean {
  return !likeOfMarket(market).startsWith('n=') || (!hasParam(type) && p === 0)
}
