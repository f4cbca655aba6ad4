/**
 * Auto-bets: giving one, and the watch that places or drops them. The watch holds the waiting ones by game and looks at
 * those of a game when the line says that it changed; every process with the role may watch, the row decides.
 */
import type { Clock } from '#lib/time.ts'
import { parseMinor } from '#lib/money.ts'
import { claimKey, type BetCtx, type Bets, type Wanted } from '#modules/bets/server/index.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import { inTxOrProblem, Undone, type Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import { autoBetAction, wantedPrice, type DropReason } from '../rules/auto-bet.ts'
import {
  dropAutoBet,
  insertAutoBet,
  listAutoBetsById,
  listWaitingIds,
  lockAndCountWaiting,
  lockWaiting,
  markPlaced,
  selectAutoBetByGuidOptional,
  type AutoBet,
} from './auto-bet-store.ts'
import { orderOf, refuseAsked } from './order-key.ts'
import { eventsNow, orderLegs, stateNow } from './order-legs.ts'
import { acceptOrder, isPassing, plainBody, tryGuid } from './place-order.ts'
import { ctxOf, storedVisit, type ConfigOf } from './visit.ts'

export interface OrdersDeps {
  db: Db
  clock: Clock
  log: Logger
  line: LineReader
  ledger: Ledger
  limits: Pick<Limits, 'check'>
  bets: Bets
  configOf: ConfigOf
  /** An auto-bet has reached its price and is a bet now. */
  onPlaced?(order: { id: number; playerId: number; betId: bigint }): void
}

const MOST_WAITING = 100
/** After a refusal that ends by itself the next try waits so long. */
const AGAIN_MS = 1_000

/** Gives an auto-bet for MakeBetWeb. One key is one order, whatever has become of it; `order` is null when it was there before. */
export async function giveAutoBet(
  deps: OrdersDeps,
  ctx: BetCtx,
  wanted: Wanted,
): Promise<{ autoBetId: number; balanceMinor: bigint; order: AutoBet | null } | Problem> {
  const { db, bets, ledger, clock } = deps
  const now = new Date(clock.now())
  const answer = async (order: AutoBet, isNew: boolean) => {
    const account = await ledger.account(order.accountId)
    return { autoBetId: order.id, balanceMinor: account?.balanceMinor ?? 0n, order: isNew ? order : null }
  }
  const known = await orderOf(db, wanted, selectAutoBetByGuidOptional)
  if (known) return isProblem(known) ? known : answer(known, false)
  // A call beside this one may take the key at any moment: then it is known what it is.
  const again = () => giveAutoBet(deps, ctx, wanted)
  if (wanted.body.OnlyKnown) return (await refuseAsked(bets, wanted)) ?? again()
  if (!couponOffers(ctx.config, 'autoBet') || !isPlainKind(wanted))
    return problem('orders.autobet_kind', { wire: 900_002, field: 'isAutoBet' })
  const price = wantedPrice(wanted.body.autoBetCf, wanted.body.autoBetCfView)
  if (price === null) return problem('orders.autobet_price', { wire: 161_627, field: 'autoBetCf' })
  const checked = await bets.check(ctx, wanted.body, { anyPrice: true, anyState: true })
  if (isProblem(checked)) return checked
  const order = await inTxOrProblem(db, async (tx) => {
    if (!(await claimKey(tx, wanted, now))) return null
    if ((await lockAndCountWaiting(tx, wanted.playerId)) >= MOST_WAITING)
      throw new Undone(problem('orders.autobet_too_many', { wire: 158_188 }))
    // It takes no money before its time: nothing else would notice that its account was closed.
    if (!(await ledger.keepOpen(tx, wanted.account.id)))
      throw new Undone(problem('ledger.account_closed', { wire: 900_030, field: 'UserId' }))
    return insertAutoBet(tx, {
      playerId: wanted.playerId,
      accountId: wanted.account.id,
      currencyId: wanted.account.currency.id,
      guid: wanted.guid,
      bodyHash: wanted.bodyHash,
      request: wanted.body,
      visit: storedVisit(ctx),
      legs: orderLegs(checked.legs),
      stakeMinor: wanted.stakeMinor,
      wantedMilli: price,
      dropOnScore: wanted.body.dropOnScoreChange,
      intoLive: wanted.body.TransformEventKind,
      createdAt: now.getTime(),
    })
  })
  if (isProblem(order)) return order
  return order ? answer(order, true) : again()
}

/** Singles and expresses without further wishes: their coefficient is the product of the prices. */
function isPlainKind({ vid, body }: Wanted): boolean {
  return (
    vid <= 1 &&
    !body.SameGame &&
    !body.EachWay &&
    !body.promo &&
    !body.avanceBet &&
    body.SaleBetId === 0 &&
    body.VIPBetSumm === 0 &&
    body.expressNum === 0
  )
}

export interface AutoBetWatch {
  /** A game of the line has changed: its orders are looked at soon. */
  touch(ci: number): void
  /** An order was given in this process. */
  add(order: AutoBet): void
  /** Reads what other processes have done and looks at every order: time alone changes things too. */
  look(): Promise<void>
  /** Resolves when nothing is being placed. */
  idle(): Promise<void>
}

export function createAutoBetWatch(deps: OrdersDeps, onDone: (order: AutoBet) => void): AutoBetWatch {
  const { db, clock, line, limits, log } = deps
  const waiting = new Map<number, AutoBet>()
  const byGame = new Map<number, Set<number>>()
  const notBefore = new Map<number, number>()
  const running = new Map<number, Promise<void>>()
  const touched = new Set<number>()

  function add(order: AutoBet): void {
    waiting.set(order.id, order)
    for (const { ci } of order.legs) {
      const main = line.findByConstant(ci)?.mainCi ?? ci
      for (const key of new Set([ci, main])) byGame.set(key, (byGame.get(key) ?? new Set()).add(order.id))
    }
  }

  function forget(id: number): void {
    const order = waiting.get(id)
    waiting.delete(id)
    notBefore.delete(id)
    if (!order) return
    for (const [ci, ids] of byGame) if (ids.delete(id) && ids.size === 0) byGame.delete(ci)
  }

  function start(order: AutoBet): void {
    if (running.has(order.id) || (notBefore.get(order.id) ?? 0) > clock.now()) return
    const closed = limits.check(order.playerId, 0n, order.currencyId, order.visit.brand)
    const reason = closed?.code.startsWith('bets.betting_closed') ? 'closed' : actionOf(order)
    if (reason === 'wait') return
    const work = (reason === 'place' ? place(order) : drop(order, reason))
      .catch((error: unknown) => log.warn({ err: error, autoBet: order.id }, 'an auto-bet waits for the database'))
      .finally(() => running.delete(order.id))
    running.set(order.id, work)
  }

  function actionOf(order: AutoBet): 'wait' | 'place' | DropReason {
    const state = stateNow(line, order.legs, clock.now())
    const found = autoBetAction({
      wanted: order.wantedMilli,
      current: state.current,
      isOpen: state.isOpen,
      hasScoreChanged: state.hasScoreChanged,
      dropOnScoreChange: order.dropOnScore,
      hasStarted: state.hasStarted,
      followsIntoLive: order.intoLive,
      hasEnded: state.hasEnded,
    })
    return found.action === 'drop' ? found.reason : found.action
  }

  async function drop(order: AutoBet, reason: DropReason): Promise<void> {
    const isOurs = await dropAutoBet(db, order.id, reason, clock.now())
    forget(order.id)
    if (isOurs) onDone({ ...order, status: 3, reason })
  }

  async function place(order: AutoBet): Promise<void> {
    notBefore.set(order.id, clock.now() + AGAIN_MS)
    const placed = await placeAutoBet(deps, order)
    if (placed === null) return forget(order.id)
    if (typeof placed === 'bigint') {
      forget(order.id)
      return onDone({ ...order, status: 2, betId: placed })
    }
    const reason = dropReason(placed)
    if (reason) await drop(order, reason)
  }

  return {
    add(order) {
      add(order)
      start(order)
    },
    touch(ci) {
      if (!byGame.has(ci)) return
      // Several facts of one moment are one change.
      if (touched.size === 0)
        setImmediate(() => {
          const ids = new Set([...touched].flatMap((game) => [...(byGame.get(game) ?? [])]))
          touched.clear()
          for (const id of ids) if (waiting.has(id)) start(waiting.get(id)!)
        })
      touched.add(ci)
    },
    async look() {
      const ids = new Set(await listWaitingIds(db))
      for (const id of waiting.keys()) if (!ids.has(id) && !running.has(id)) forget(id)
      for (const order of await listAutoBetsById(
        db,
        [...ids].filter((id) => !waiting.has(id)),
      ))
        add(order)
      for (const order of waiting.values()) start(order)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}

/** The bet; null when the order had gone already; the refusal otherwise. */
async function placeAutoBet(deps: OrdersDeps, order: AutoBet): Promise<bigint | null | Problem> {
  const { db, bets, clock, line, configOf } = deps
  const ctx = ctxOf(order.visit, order.playerId, configOf, clock)
  const body = plainBody(order.request, {
    Events: eventsNow(line, order.request, order.legs),
    couponEvents: undefined,
    betGUID: tryGuid('auto', order.id),
    UserId: order.accountId,
  })
  let isGone = false
  const accept = acceptOrder(db, bets, {
    async before(tx, bet) {
      // After a live delay the price may have fallen again.
      if ((parseMinor(bet.price, 3) ?? 0n) < BigInt(order.wantedMilli)) return null
      isGone = !(await lockWaiting(tx, order.id))
      return isGone ? null : bet
    },
    after: (tx, betId) => markPlaced(tx, order.id, betId, clock.now()),
  })
  const answer = await bets.place(ctx, body, { accept })
  if (isGone) return null
  return isProblem(answer) ? answer : BigInt(answer.Id)
}

/** Null: it goes on waiting. */
function dropReason(refused: Problem): DropReason | null {
  if (isPassing(refused)) return null
  switch (refused.wire) {
    case 103:
      return 'money'
    case 109:
    case 900_031:
      return 'limit'
    case 900_030:
      return 'closed'
    default:
      return 'refused'
  }
}
