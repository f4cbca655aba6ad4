/**
 * Values that move: follows the line and tells players with an open page what their open bets are worth, and sells the
 * bets whose orders have come due. Every process that serves pages does it for its listeners; an order that several
 * see is carried out once, because the sale takes it under its lock.
 */
import { wireMoney, type Minor } from '#lib/money.ts'
import { type Clock, type Millis, unixSeconds } from '#lib/time.ts'
import type { Bets } from '#modules/bets/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { compileBet } from '../rules/live-value.ts'
import type { OffReason } from '../rules/sale-bet.ts'
import { listOpenIds, listReadable, type StoredBet } from './bet-store.ts'
import type { LegSource } from './leg-now.ts'
import { closeOrdersOf, listWaitingOrders } from './order-store.ts'
import { OrderTries } from './order-tries.ts'
import { neverSold, saleBetOf, type SaleConfigOf, targetRange, termsIn } from './value-bet.ts'
import { type BetSlot, keyOf, ValueIndex } from './value-index.ts'

export interface FollowDeps {
  db: Db
  clock: Clock
  log: Logger
  line: Pick<Line, 'game' | 'listen'>
  source: LegSource
  configOf: SaleConfigOf
  me: Pick<Bets['me'], 'onListener' | 'tell'>
  /** Carries out an order, or ends what waits in vain; false when it did not come to a sale. */
  sell(betId: bigint, playerId: number): Promise<boolean>
  /** For tests: between two turns, and how many silent bets are read again in one. */
  turnMs?: number
  reread?: number
}

export interface ValueFollower {
  /** Reads these players' open bets again. */
  reload(playerIds: readonly number[]): void
  /** Resolves when everything that was asked for has been done: for tests. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Prices move in bursts: one pass for all that has moved in so long. */
const PASS_MS = 100
/** Orders of other processes, results of single legs, and what time alone changes. */
const TURN_MS = 5_000
/** So many bets are read again in one turn because the line says nothing of one of their legs. */
const REREAD = 500
/** What may end without a fact that names the bet. */
const SILENT: ReadonlySet<OffReason> = new Set(['event_over', 'suspended', 'under_check'])
/** Orders that are carried out side by side. */
const SALES_AT_ONCE = 4

export function followValues(deps: FollowDeps): ValueFollower {
  const { db, clock, log, line, me } = deps
  const index = new ValueIndex(deps.source)
  const listening = new Set<number>()
  const dirty = new Set<number>()
  const asked = new Set<number>()
  /** Players whose bets could not be read: with the next turn, as each pass would ask the same of a database that is away. */
  const unread = new Set<number>()
  const unreadable = new Set<bigint>()
  let timer: NodeJS.Timeout | null = null
  let work: Promise<void> = Promise.resolve()
  /** Orders that have come due. */
  const due = new Map<bigint, number>()
  /** Those whose try has failed. */
  const failed = new Map<bigint, number>()
  const turnMs = deps.turnMs ?? TURN_MS
  const tries = new OrderTries(turnMs / 2)
  /** Where the next turn goes on among the silent bets. */
  let silentFrom = 0
  let sales: Promise<void> = Promise.resolve()
  let stopped = false

  function soon(): void {
    if (timer || stopped) return
    timer = setTimeout(() => {
      timer = null
      inTurn(pass)
    }, PASS_MS)
    timer.unref()
  }

  /** One thing after the other; a failure is told and the next turn tries again. */
  function inTurn(step: () => Promise<void>): void {
    work = work
      .then(() => (stopped ? undefined : step()))
      .catch((error: unknown) => log.warn({ err: error }, 'values of bets not followed'))
  }

  async function reloadAsked(): Promise<void> {
    if (asked.size === 0) return
    const players = [...asked]
    asked.clear()
    try {
      await reloadPlayers(players)
    } catch (error) {
      for (const player of players) unread.add(player)
      log.warn({ err: error, players: players.length }, 'open bets could not be read, they are read with the next turn')
    }
  }

  async function pass(): Promise<void> {
    await reloadAsked()
    const parts: number[] = []
    for (const ci of dirty) for (const part of line.game(ci)?.parts.values() ?? []) parts.push(part.ci)
    dirty.clear()
    const changed = index.refresh(parts)
    await tell(changed)
    sellDue(changed)
  }

  const tell = (slots: readonly BetSlot[]) => tellValues(slots, listening, clock.now(), (playerId, values) => me.tell(playerId, values))

  /** Beside the values, which do not wait for it: many orders can come due with one price. */
  function sellDue(slots: readonly BetSlot[]): void {
    for (const slot of slots) {
      if (slot.targetMinor === null) continue
      // A unit of doubt: the sale itself compares exactly. What has jumped over the order ends it there.
      const isDue = slot.off === 'great' || (slot.off === null && slot.valueMinor + 1 >= slot.targetMinor)
      if (isDue && tries.mayTry(slot.id, stateOf(slot))) due.set(slot.id, slot.playerId)
    }
    if (due.size > 0) sales = sales.then(sellAll)
  }

  async function sellAll(): Promise<void> {
    while (due.size > 0 && !stopped) {
      const batch = [...due].slice(0, SALES_AT_ONCE)
      for (const [id] of batch) due.delete(id)
      await Promise.all(batch.map(([id, playerId]) => sellOne(id, playerId)))
    }
  }

  async function sellOne(id: bigint, playerId: number): Promise<void> {
    const state = stateOf(index.get(id))
    try {
      if (await deps.sell(id, playerId)) index.remove(id)
      else tries.failed(id, state)
    } catch (error) {
      failed.set(id, playerId)
      tries.failed(id, state)
      log.warn({ err: error, betId: String(id) }, 'an order to sell waits for the next turn')
    }
  }

  /** Told of once. */
  function skip(id: bigint, error: unknown): void {
    if (!unreadable.has(id)) log.error({ err: error, betId: String(id) }, 'a bet has no value: it cannot be read')
    unreadable.add(id)
  }

  function kept(bet: StoredBet, targetMinor: Minor | null): BetSlot[] {
    try {
      return [keep(bet, targetMinor)]
    } catch (error) {
      skip(bet.id, error)
      return []
    }
  }

  function keep(bet: StoredBet, targetMinor: Minor | null): BetSlot {
    const { exponent } = currencyById(bet.currencyId)
    const terms = termsIn(deps.configOf(bet.brand), bet.currencyId)
    const saleBet = saleBetOf(
      bet,
      bet.legs.map(() => null),
    )
    const live = neverSold(bet) ?? compileBet(saleBet, terms, { grossMinor: bet.soldGrossMinor, taxMinor: bet.soldTaxMinor })
    // It can never be reached: the sale ends the order.
    if (targetMinor !== null && targetMinor > targetRange(bet, deps.configOf).mostMinor) due.set(bet.id, bet.playerId)
    return index.put({
      id: bet.id,
      playerId: bet.playerId,
      live,
      legs: bet.legs.filter((leg) => leg.result === null),
      minMinor: Number(terms.minSaleMinor),
      greatMinor: terms.checkFromMinor === null ? null : Number(terms.checkFromMinor - bet.soldGrossMinor + bet.soldTaxMinor),
      targetMinor: targetMinor === null ? null : Number(targetMinor),
      unit: 10 ** exponent,
      stake: wireMoney(bet.stakeMinor - bet.soldStakeMinor, exponent),
    })
  }

  async function reloadPlayers(players: readonly number[]): Promise<void> {
    const those = new Set(players)
    const heard = players.filter((player) => listening.has(player))
    const orders = new Map((await listWaitingOrders(db, players)).map((order) => [order.betId, order]))
    const open = heard.length === 0 ? [] : await listOpenIds(db, heard)
    const wanted = new Set([...open, ...orders.keys()])
    const bets = await listReadable(db, [...wanted], skip)
    const gone = index.ofPlayers(those).filter((slot) => !wanted.has(slot.id))
    for (const { id, playerId } of gone) {
      index.remove(id)
      if (listening.has(playerId)) me.tell(playerId, { [keyOf(id)]: null })
    }
    const slots = bets.flatMap((bet) => kept(bet, orders.get(bet.id)?.targetMinor ?? null))
    await tell(slots)
    sellDue(slots)
  }

  /** What no fact tells: orders of other processes, legs that got their result, games that began. */
  async function turn(): Promise<void> {
    for (const player of unread) asked.add(player)
    unread.clear()
    await reloadAsked()
    const orders = await listWaitingOrders(db)
    const unknown = orders.filter((order) => index.get(order.betId)?.targetMinor !== Number(order.targetMinor))
    const silent = silentOnes()
    const targets = new Map(orders.map((order) => [order.betId, order.targetMinor]))
    const bets = await listReadable(db, [...new Set([...unknown.map((order) => order.betId), ...silent.map((slot) => slot.id)])], skip)
    const slots = bets.flatMap((bet) => {
      const before = index.get(bet.id)
      const [slot] = kept(bet, targets.get(bet.id) ?? null)
      if (!slot) return []
      const isSame = before?.valueMinor === slot.valueMinor && before.off === slot.off && before.targetMinor === slot.targetMinor
      return isSame ? [] : [slot]
    })
    const over = bets.filter((bet) => neverSold(bet) !== null && targets.has(bet.id))
    await closeOrdersOf(db, [...new Set(over.map((bet) => bet.playerId))], new Date(clock.now()))
    const changed = [...slots, ...index.refreshAll()]
    await tell(changed)
    tries.forgetOthers(targets)
    for (const [id, playerId] of failed) {
      if (targets.has(id) && !tries.mayTry(id, stateOf(index.get(id)))) continue
      failed.delete(id)
      if (targets.has(id)) due.set(id, playerId)
    }
    // Also what has come due and was not bought then: its price may stand for long.
    sellDue([...changed, ...index.all().filter((slot) => targets.has(slot.id))])
  }

  /** Bets of which the line says nothing, or an officer has yet to decide; some in each turn, so that each has its own. */
  function silentOnes(): BetSlot[] {
    const reread = deps.reread ?? REREAD
    const all = index.all().filter((slot) => slot.off !== null && SILENT.has(slot.off))
    const from = silentFrom < all.length ? silentFrom : 0
    silentFrom = from + reread
    return all.slice(from, silentFrom)
  }

  line.listen((_, applied) => {
    if (index.size === 0) return
    for (const { ci } of applied.games) dirty.add(ci)
    soon()
  })
  me.onListener((playerId, isOpen) => {
    if (isOpen) listening.add(playerId)
    else listening.delete(playerId)
    asked.add(playerId)
    soon()
  })
  // Where turns take longer than their pause, none stands behind the one that runs.
  let turning = false
  const next = () => {
    if (turning) return
    turning = true
    inTurn(() => turn().finally(() => (turning = false)))
  }
  const turns = setInterval(next, turnMs)
  turns.unref()
  next()

  return {
    reload(playerIds) {
      for (const playerId of playerIds) asked.add(playerId)
      soon()
    },
    async settled() {
      await new Promise((done) => setTimeout(done, PASS_MS + 20))
      await work
      await sales
    },
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      clearInterval(turns)
      await work
      await sales
    },
  }
}

/** What a try to sell depends on. */
function stateOf(slot: BetSlot | undefined): string {
  return slot ? `${slot.off} ${slot.valueMinor} ${slot.targetMinor}` : ''
}

/** So many bets are told in one go: the process answers others in between. */
const SLICE = 2_000

/** Tells the listening players the values of their bets; takes turns with everything else that the process does. */
export async function tellValues(
  slots: readonly BetSlot[],
  listening: ReadonlySet<number>,
  nowMs: Millis,
  tell: (playerId: number, values: Record<string, unknown>) => void,
): Promise<void> {
  for (let from = 0; from < slots.length; from += SLICE) {
    if (from > 0) await new Promise((done) => setImmediate(done))
    for (const [playerId, values] of valuesByPlayer(slots.slice(from, from + SLICE), listening, nowMs)) tell(playerId, values)
  }
}

function valuesByPlayer(slots: readonly BetSlot[], listening: ReadonlySet<number>, nowMs: Millis): Map<number, Record<string, unknown>> {
  const byPlayer = new Map<number, Record<string, unknown>>()
  const at = unixSeconds(nowMs)
  for (const slot of slots) {
    if (!listening.has(slot.playerId)) continue
    let values = byPlayer.get(slot.playerId)
    if (!values) byPlayer.set(slot.playerId, (values = {}))
    // A whole number below 2^53 by a power of ten is the decimal itself, as exact as wireMoney.
    const value: Record<string, unknown> = { value: slot.valueMinor / slot.unit, stake: slot.stake, at }
    if (slot.off !== null) value['off'] = slot.off
    // Of a taxed bet: what a part of it brings is worked out from the sum before tax.
    if (slot.grossMinor !== slot.valueMinor) value['gross'] = slot.grossMinor / slot.unit
    if (slot.targetMinor !== null) value['order'] = slot.targetMinor / slot.unit
    values[slot.key] = value
  }
  return byPlayer
}
