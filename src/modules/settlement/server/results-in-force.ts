/** The results in force of markets: what paying reads, and what `verify` holds against what stands. */
import { allMarketTypes, currentType, everyNumber, formerType, marketTypeOptional } from '#modules/line/rules/market-book.ts'
import type { Tx } from '#platform/server/db.ts'
import { effectiveOutcome, refKey, saidOfMarket, type OutcomeRef, type SaidOfMarket, type VoidRange } from '../rules/effective.ts'
import { MarketTable, MemberTable, type MarketTypes } from '../rules/market-outcomes.ts'
import { isCancel, marketAction } from './actions.ts'
import { listActions, listBetOutcomes, listKnownOutcomes, type MarketRef, type ResultRow, type StoredAction } from './results-store.ts'

/** A row of the rule; `stated`: somebody said a result of it, so its row must be there. */
export interface RowInForce extends ResultRow {
  stated: boolean
}

interface Market extends SaidOfMarket {
  ref: MarketRef
  types: MarketTypes | undefined
  /** It was called off or given back, which names no outcomes. */
  isCancelled: boolean
  reason: string | null
}

/** Rows of all outcomes that these markets claim, each once, from everything that was ever said of it and the bets on it. */
export async function resultsInForce(tx: Tx, refs: readonly MarketRef[]): Promise<RowInForce[]> {
  const actions = await listActions(tx, refs.flatMap(neighboursOf))
  const markets = new Map([...Map.groupBy(actions, marketKey)].map(([key, said]) => [key, marketOf(said)]))
  const claims = new Claims([...markets.values()])
  const there = new There(tx)
  const rows = new Map<string, RowInForce>()
  for (const ref of refs) {
    const market = markets.get(marketKey(ref))
    if (!market) continue
    const own = (await outcomesOf(there, market, claims)).map((outcome) => inForce(market, outcome, claims.on(ref.ci, outcome)))
    for (const row of [...own, ...(await formerOf(there, ref, own))]) rows.set(rowKey(row), row)
  }
  return [...rows.values()]
}

/** Every key with a type in common with this one: an outcome of it may have been stated there. */
const keysByType = new Map<number, string[]>()
for (const { key, outcomes } of allMarketTypes()) for (const { t } of outcomes) keysByType.set(t, [...(keysByType.get(t) ?? []), key])

function neighboursOf({ ci, market_key }: MarketRef): { ci: number; market_key: string }[] {
  const types = marketTypeOptional(market_key)?.outcomes ?? []
  const keys = new Set([market_key, ...types.flatMap(({ t }) => keysByType.get(t)!)])
  return [...keys].map((key) => ({ ci, market_key: key }))
}

function marketOf(said: readonly StoredAction[]): Market {
  const { ci, market_key, spec } = said[0]!
  return {
    ...saidOfMarket(said.map(marketAction)),
    ref: { ci, market_key, spec },
    types: marketTypeOptional(market_key),
    isCancelled: said.some(isCancel),
    // What bets of the line are void for is no reason of the others.
    reason: said.findLast((a) => a.reason !== null && !a.line)?.reason ?? null,
  }
}

/** Which markets claim an outcome: those that stated it, and those that were cancelled and have it. */
class Claims {
  private readonly stated = new Map<string, Market[]>()
  private readonly cancelled = new Map<number, MarketTable<Market>>()
  private readonly outcomes = new Map<string, OutcomeRef[]>()
  private readonly members = new Map<number, MemberTable>()

  constructor(markets: readonly Market[]) {
    for (const market of markets) {
      const { ci, spec } = market.ref
      for (const [key, { t, p, playerId }] of market.statements) {
        if (!this.stated.has(`${ci} ${key}`)) add(this.outcomes, `${ci} ${t}`, { t, p, playerId })
        add(this.stated, `${ci} ${key}`, market)
      }
      if (market.cancels.length > 0 && market.types) made(this.cancelled, ci, () => new MarketTable()).add(market.types, spec, market)
    }
  }

  /** Always in the same order, whatever came first. */
  on(ci: number, outcome: OutcomeRef): Market[] {
    const stated = this.stated.get(`${ci} ${refKey(outcome)}`) ?? []
    const others = (this.cancelled.get(ci)?.of(outcome) ?? []).filter((market) => !stated.includes(market))
    return [...stated, ...others].sort((a, b) => (marketKey(a.ref) < marketKey(b.ref) ? -1 : 1))
  }

  /** Outcomes of the market that others state. */
  statedIn({ ref: { ci, spec }, types }: Market): readonly OutcomeRef[] {
    if (!types) return []
    const table = () => new MemberTable((t) => this.outcomes.get(`${ci} ${t}`) ?? [])
    return made(this.members, ci, table).of(types, spec)
  }
}

function made<T>(all: Map<number, T>, ci: number, make: () => T): T {
  const known = all.get(ci) ?? make()
  all.set(ci, known)
  return known
}

function add<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}

/** What is read of a part for any of its markets is read once for all: a game that is called off has hundreds. */
class There {
  private readonly tx: Tx
  private readonly bets = new Map<number, Promise<ReadonlyMap<number, OutcomeRef[]>>>()
  private readonly known = new Map<number, Promise<ReadonlyMap<string, OutcomeRef[]>>>()
  private readonly members = new Map<number, MemberTable>()

  constructor(tx: Tx) {
    this.tx = tx
  }

  /** Outcomes that somebody bet on, by type. */
  betOn(ci: number): Promise<ReadonlyMap<number, OutcomeRef[]>> {
    return made(this.bets, ci, async () => Map.groupBy(await listBetOutcomes(this.tx, ci), ({ t }) => t))
  }

  /** Those of them that belong to a market, under what their types are now. */
  async membersOf({ ci, spec }: MarketRef, types: MarketTypes): Promise<readonly OutcomeRef[]> {
    const bets = await this.betOn(ci)
    const ofType = (t: number) => everyNumber(t).flatMap((number) => (bets.get(number) ?? []).map((o) => ({ ...o, t: currentType(o.t) })))
    return made(this.members, ci, () => new MemberTable(ofType)).of(types, spec)
  }

  /** Outcomes that have a result row of this market. */
  async knownOf(ref: MarketRef): Promise<readonly OutcomeRef[]> {
    const known = made(this.known, ref.ci, async () => Map.groupBy(await listKnownOutcomes(this.tx, ref.ci), marketKey))
    return (await known).get(marketKey(ref)) ?? []
  }
}

/** A cancel names no outcomes: those with bets on them, those that have a row already and those that others state are meant. */
async function outcomesOf(there: There, market: Market, claims: Claims): Promise<OutcomeRef[]> {
  const outcomes = new Map<string, OutcomeRef>([...market.statements].map(([key, { t, p, playerId }]) => [key, { t, p, playerId }]))
  if (market.isCancelled) {
    const { ref, types } = market
    const members = [...(types ? await there.membersOf(ref, types) : []), ...(await there.knownOf(ref)), ...claims.statedIn(market)]
    for (const { t, p, playerId } of members) outcomes.set(refKey({ t, p, playerId }), { t, p, playerId })
  }
  return [...outcomes.values()]
}

/** What a type is now decides the bets too that were made under its former number. */
async function formerOf(there: There, { ci, market_key }: MarketRef, rows: readonly RowInForce[]): Promise<RowInForce[]> {
  const numbers = (marketTypeOptional(market_key)?.outcomes ?? []).flatMap(({ t }) => formerType(t)?.t ?? [])
  if (numbers.length === 0) return []
  const known = new Map(rows.map((row) => [rowKey(row), row]))
  const bets = await there.betOn(ci)
  const former = numbers.flatMap((t) => bets.get(t) ?? [])
  return former.flatMap(({ t, p, playerId }) => {
    const row = known.get(rowKey({ ci, t: currentType(t), p, player_id: playerId }))
    return row ? [{ ...row, t, stated: false }] : []
  })
}

/** The row is of the market whose result counts; where none has one, of the market that voids it. */
function inForce(market: Market, outcome: OutcomeRef, claims: readonly Market[]): RowInForce {
  const said = claims.map(({ statements, cancels }) => ({ statement: statements.get(refKey(outcome)), cancels }))
  const { by, result, ...rest } = effectiveOutcome(outcome, said)
  const isOfLine = rest.voided.length === 0
  const isVoid = rest.voided.length + rest.lineVoided.length > 0
  const voids = isVoid ? claims.find(({ cancels }) => cancels.some(({ line }) => (line ?? false) === isOfLine)) : undefined
  const owner = (by === null ? voids : claims[by]) ?? market
  return {
    ...owner.ref,
    t: outcome.t,
    p: outcome.p,
    player_id: outcome.playerId,
    won: result?.won ?? null,
    void_halves: result?.voidHalves ?? 0,
    heat_num: Number(result?.deadHeat.num ?? 1n),
    heat_den: Number(result?.deadHeat.den ?? 1n),
    known_at: time(rest.knownAt),
    lost_at: time(rest.lostAt),
    confirmed: rest.confirmed,
    voided: multirange(rest.voided),
    line_voided: multirange(rest.lineVoided),
    reason: (voids ?? owner).reason,
    stated: said.some(({ statement }) => statement !== undefined),
  }
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function multirange(ranges: readonly VoidRange[]): string {
  return `{${ranges.map((v) => `[${edge(v.from)},${edge(v.to)})`).join(',')}}`
}

function edge(ms: number | null): string {
  return ms === null ? '' : `"${new Date(ms).toISOString()}"`
}

function marketKey(m: MarketRef): string {
  return `${m.ci} ${m.market_key} ${m.spec}`
}

export function rowKey(r: { ci: number; t: number; p: number; player_id: number }): string {
  return `${r.ci} ${r.t} ${r.p} ${r.player_id}`
}
