/** Facts in, results in force out: one transaction, which also lays down the work that follows from it. */
import { currentType, everyNumber, formerType, marketTypeOptional } from '#modules/line/rules/market-book.ts'
import { EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { effectiveMarket, UNDECIDED, type EffectiveResult, type OutcomeRef } from '../rules/effective.ts'
import { belongsTo } from '../rules/market-outcomes.ts'
import { actionRows, isCancel, marketAction, type SettleFact } from './actions.ts'
import {
  insertActions,
  insertRun,
  isCancelDue,
  listActions,
  listBetOutcomes,
  listKnownOutcomes,
  lockResults,
  rememberCancels,
  takeCancels,
  upsertResults,
  type MarketRef,
  type ResultRow,
  type StoredAction,
} from './results-store.ts'

export interface Applied {
  /** null when nothing in force has changed. */
  runId: bigint | null
  chunks: number
  /** Parts and outcomes nobody could place. */
  unknown: string[]
}

/** Bets accepted while a result is being written may have missed it: ids from this long before count as late. */
const LATE_MS = 60_000

interface Given {
  nowMs: number
  chunkLegs: number
}

const NOTHING = { runId: null, chunks: 0 }

export async function applyResults(db: Db, facts: readonly SettleFact[], given: Given): Promise<Applied> {
  const read = facts.map(actionRows)
  const rows = read.flatMap((r) => r.rows)
  const unknown = read.flatMap((r) => r.unknown)
  if (rows.length === 0) return { ...NOTHING, unknown }
  const at = new Date(given.nowMs)
  return inTx(db, async (tx) => {
    await lockResults(tx)
    const run = await writeResults(tx, await insertActions(tx, rows), given)
    await rememberCancels(tx, rows, at)
    return { ...run, unknown }
  })
}

/** Markets that were called off a while ago, once more: bets that were on their way then may be the first on their outcome. */
export async function applyCancelsAgain(db: Db, given: Given & { toldBefore: number }): Promise<Omit<Applied, 'unknown'>> {
  const due = new Date(given.toldBefore)
  if (!(await isCancelDue(db, due))) return NOTHING
  return inTx(db, async (tx) => {
    await lockResults(tx)
    return writeResults(tx, await takeCancels(tx, due), given)
  })
}

async function writeResults(tx: Tx, markets: readonly MarketRef[], given: Given): Promise<Omit<Applied, 'unknown'>> {
  const at = new Date(given.nowMs)
  const changed = await upsertEffective(tx, markets, at)
  if (changed.length === 0) return NOTHING
  const { chunkLegs } = given
  return insertRun(tx, await withRaces(tx, changed), { at, chunkLegs, lateFromBetId: firstIdAt(given.nowMs - LATE_MS) })
}

interface Changed {
  ci: number
  t: number
  p: number
  player_id: number
}

/** Whether a runner started also decides what bets on the others of its race pay (rule 4). */
async function withRaces(tx: Tx, changed: Changed[]): Promise<Changed[]> {
  const races = new Set(changed.flatMap(({ ci, t }) => (t === RACE_WINNER ? [ci] : [])))
  const known = new Set(changed.map(rowKey))
  const all = [...changed]
  for (const ci of races) {
    for (const { t, p, playerId } of await listBetOutcomes(tx, ci, [RACE_WINNER, EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE])) {
      if (!known.has(`${ci} ${t} ${p} ${playerId}`)) all.push({ ci, t, p, player_id: playerId })
    }
  }
  return all
}

async function upsertEffective(tx: Tx, markets: readonly MarketRef[], at: Date): Promise<Changed[]> {
  if (markets.length === 0) return []
  const actions = Map.groupBy(await listActions(tx, markets), marketKey)
  const results: ResultRow[] = []
  for (const market of markets) results.push(...(await marketResults(tx, market, actions.get(marketKey(market)) ?? [])))
  const changed = new Map<string, Changed>()
  for (const rows of onceEach(results)) for (const row of await upsertResults(tx, rows, at)) changed.set(rowKey(row), row)
  return [...changed.values()]
}

export function marketKey(m: MarketRef): string {
  return `${m.ci} ${m.market_key} ${m.spec}`
}

/** The rows in force of a market, from everything that was ever said about it and the bets on it. */
export async function marketResults(tx: Tx, market: MarketRef, actions: readonly StoredAction[]): Promise<ResultRow[]> {
  const { results, voided } = effectiveMarket(actions.map(marketAction))
  const outcomes = new Map<string, EffectiveResult>(results.map((r) => [outcomeKey(r), r]))
  // A cancel names no outcomes: those with bets on them and those that have a row already are meant.
  if (actions.some(isCancel)) {
    for (const ref of [...(await listMembers(tx, market)), ...(await listKnownOutcomes(tx, market))]) {
      if (!outcomes.has(outcomeKey(ref))) outcomes.set(outcomeKey(ref), { ...ref, ...UNDECIDED, voided })
    }
  }
  await addFormer(tx, market, outcomes)
  const reason = actions.findLast((a) => a.reason !== null)?.reason ?? null
  return [...outcomes.values()].map((r) => resultRow(market, r, reason))
}

/** What a type is now decides the bets too that were made under its former number. */
async function addFormer(tx: Tx, market: MarketRef, outcomes: Map<string, EffectiveResult>): Promise<void> {
  const numbers = (marketTypeOptional(market.market_key)?.outcomes ?? []).flatMap(({ t }) => formerType(t)?.t ?? [])
  if (numbers.length === 0) return
  for (const ref of await listBetOutcomes(tx, market.ci, numbers)) {
    const known = outcomes.get(outcomeKey({ ...ref, t: currentType(ref.t) }))
    if (known) outcomes.set(outcomeKey(ref), { ...known, t: ref.t })
  }
}

async function listMembers(tx: Tx, market: MarketRef): Promise<OutcomeRef[]> {
  const types = marketTypeOptional(market.market_key)
  if (!types) return []
  const numbers = types.outcomes.flatMap(({ t }) => everyNumber(t))
  const outcomes = (await listBetOutcomes(tx, market.ci, numbers)).map((o) => ({ ...o, t: currentType(o.t) }))
  return outcomes.filter((o) => belongsTo(types, market.spec, o))
}

function outcomeKey(o: OutcomeRef): string {
  return `${o.t}:${o.p}@${o.playerId}`
}

function resultRow(market: MarketRef, r: EffectiveResult, reason: string | null): ResultRow {
  const { result } = r
  return {
    ...market,
    t: r.t,
    p: r.p,
    player_id: r.playerId,
    won: result?.won ?? null,
    void_halves: result?.voidHalves ?? 0,
    heat_num: Number(result?.deadHeat.num ?? 1n),
    heat_den: Number(result?.deadHeat.den ?? 1n),
    known_at: time(r.knownAt),
    lost_at: time(r.lostAt),
    confirmed: r.confirmed,
    voided: `{${r.voided.map((v) => `[${edge(v.from)},${edge(v.to)})`).join(',')}}`,
    reason,
  }
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function edge(ms: number | null): string {
  return ms === null ? '' : `"${new Date(ms).toISOString()}"`
}

function rowKey(r: Changed): string {
  return `${r.ci} ${r.t} ${r.p} ${r.player_id}`
}

/** Two markets that claim one outcome would write its row twice in a statement: the later one writes it in the next. */
function onceEach(rows: readonly ResultRow[]): ResultRow[][] {
  const lists: ResultRow[][] = []
  const named = new Map<string, number>()
  for (const row of rows) {
    const key = rowKey(row)
    const n = named.get(key) ?? 0
    named.set(key, n + 1)
    ;(lists[n] ??= []).push(row)
  }
  return lists
}
