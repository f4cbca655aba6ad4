/** Writes an edited or raised bet: the old one closes, the new one takes its stake, in one transaction. */
import { must } from '#lib/assert.ts'
import { combine } from '#modules/coupon/rules/combined.ts'
import { priceAnswer, priceMove } from '#modules/coupon/rules/check-cf.ts'
import type { LineReader, SaleQuotePort, Selection } from '#modules/coupon/server/index.ts'
import {
  holdKey,
  seenPrice,
  type BetChanges,
  type BetOutcome,
  type BetToAccept,
  type Bets,
  type ChangeQuote,
  type SeenLeg,
  type StoredKey,
  type Wanted,
} from '#modules/bets/server/index.ts'
import { priceText, type Milli } from '#lib/price.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { inTxOrProblem, Undone, type Db, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { lockBet, selectBetOptional, type StoredBet, updateSold } from './bet-store.ts'
import { type ChangeLimits, limitProblem, putMinorOf } from './change-limits.ts'
import { closeOrder } from './order-store.ts'
import { type ChangeDeps, keyOf, quoteChange, type QuotedChange, type WantedLeg } from './quote-change.ts'
import { notSold, refuseLate, type SaleDeps, unknownBet } from './sell.ts'

/** Kinds of bet_change. */
const EDITED = 1
const RAISED = 2

/** Whether the bet has taken the place of another one to raise it. */
export async function isPowerBet(db: Db, betId: bigint): Promise<boolean> {
  const row = await db.selectFrom('bet_change').select('kind').where('bet_id', '=', betId).executeTakeFirst()
  return row?.kind === RAISED
}

export interface ChangeBetDeps extends SaleDeps, ChangeDeps, ChangeLimits {
  reader: LineReader
  placeIn: Bets['placeIn']
}

/** What UpdateCoupon says of a bet that is changed. */
export function saleQuotePort(deps: ChangeBetDeps): SaleQuotePort {
  return async (ctx, asked) => {
    if (!ctx.player) return problem('platform.sign_in', { wire: 403 })
    if (!couponOffers(ctx.config, asked.isPowerBet ? 'powerBet' : 'editBet')) return notSold('not_offered')
    const legs = asked.selections.map((selection) => wantedLeg(deps.reader, selection))
    if (legs.some((leg) => leg === null)) return notSold('event_over')
    const bet = await selectBetOptional(deps.db, BigInt(asked.saleBetId))
    if (!bet || bet.playerId !== ctx.player.id) return unknownBet()
    const { isPowerBet: isPower, vid, sameGame, eachWay } = asked
    const quoted = quoteChange(deps, bet, { isPower, vid, sameGame, eachWay }, legs as WantedLeg[])
    if (isProblem(quoted)) return quoted
    const { basePrice: price, prices, worthMinor } = quoted
    return limitProblem(deps, ctx, quoted, legs as WantedLeg[]) ?? { price, stakeMinor: bet.stakeMinor, worthMinor, prices }
  }
}

function wantedLeg(reader: LineReader, { gameId, t, p, playerId }: Selection): WantedLeg | null {
  const game = reader.findGame(gameId)
  const outcome = game && reader.findOutcome(gameId, t, p, playerId)
  if (!game || !outcome) return null
  return { ci: game.ci, mainCi: game.mainCi, t, p: paramKey(p), playerId, price: outcome.boost?.from ?? outcome.price }
}

export function betChanges(deps: ChangeBetDeps): BetChanges {
  return {
    async quote(ctx, wanted, legs) {
      const { IsPowerBet, SaleBetId } = wanted.body
      if (!couponOffers(ctx.config, IsPowerBet ? 'powerBet' : 'editBet')) return notSold('not_offered')
      const bet = await selectBetOptional(deps.db, BigInt(SaleBetId))
      const quoted = bet ? quoteWanted(deps, bet, wanted, legs) : unknownBet()
      if (isProblem(quoted)) return quoted
      const refused = priceProblem(wanted, quoted) ?? limitProblem(deps, ctx, quoted, ownLegs(deps, legs))
      const { basePrice, prices, worthMinor } = quoted
      return refused ?? { basePrice, prices, stakeMinor: quoted.bet.stakeMinor, worthMinor, putMinor: putMinorOf(quoted) }
    },
    accept: (_ctx, wanted, bet, quote) => accept(deps, wanted, bet, quote),
  }
}

type LegOfLine = Pick<SeenLeg, keyof WantedLeg & keyof SeenLeg> & Partial<Pick<SeenLeg, 'outcome'>>

/** A boosted price is for new bets. */
function ownLegs({ line }: ChangeBetDeps, legs: readonly LegOfLine[]): WantedLeg[] {
  return legs.map(({ ci, t, p, playerId, price, outcome }) => ({
    ci,
    t,
    p,
    playerId,
    price: outcome?.boost?.from ?? price,
    mainCi: line.byCi(ci)?.game.ci ?? ci,
  }))
}

function quoteWanted(deps: ChangeBetDeps, bet: StoredBet, wanted: Wanted, legs: readonly LegOfLine[]): QuotedChange | Problem {
  if (bet.playerId !== wanted.playerId || bet.accountId !== wanted.account.id) return unknownBet()
  const { IsPowerBet: isPower, SameGame: sameGame, EachWay: eachWay } = wanted.body
  return quoteChange(deps, bet, { isPower, vid: wanted.vid, sameGame, eachWay }, ownLegs(deps, legs))
}

/**
 * The price that the player saw against the price now, by his CheckCf: the coefficient of the whole bet when the
 * client tells it, else the legs, whose prices are all that a client without it has agreed to.
 */
function priceProblem(wanted: Wanted, quoted: QuotedChange): Problem | null {
  const shown = seenPrice(wanted.body)
  const move =
    shown === null
      ? priceMove(combine(wanted.selections.map((selection) => selection.price)).num, combine(quoted.prices).num)
      : priceMove(shown, BigInt(quoted.basePrice))
  if (priceAnswer(wanted.checkCf, move) === 'accept') return null
  return problem('cashout.price_changed', { wire: 130, severity: 'warning', params: { price: priceText(quoted.basePrice) } })
}

async function accept(deps: ChangeBetDeps, wanted: Wanted, bet: BetToAccept, quote: ChangeQuote): Promise<BetOutcome | Problem> {
  try {
    const outcome = await inTxOrProblem(deps.db, (tx) => acceptIn(deps, tx, wanted, bet, quote))
    // The old bet is closed: whoever listens still has it as open.
    if (!isProblem(outcome)) deps.refresh([wanted.playerId])
    return outcome
  } catch (error) {
    if (error instanceof NotTaken) return error.outcome
    throw error
  }
}

/** The new bet was not taken: the old one stays. */
class NotTaken extends Error {
  override name = 'NotTaken'
  readonly outcome: BetOutcome
  constructor(outcome: BetOutcome) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

async function acceptIn(deps: ChangeBetDeps, tx: Tx, wanted: Wanted, bet: BetToAccept, quote: ChangeQuote): Promise<BetOutcome> {
  const oldId = BigInt(wanted.body.SaleBetId)
  await lockBet(tx, oldId)
  // Before the account, as whatever places does.
  const known = await holdKey(tx, bet, new Date(deps.clock.now()))
  if (known) return repeatedOf(bet, known)
  const old = must(await selectBetOptional(tx, oldId), `bet ${oldId}`)
  const now = quoteWanted(deps, old, wanted, legsOf(deps, bet))
  if (isProblem(now)) throw new Undone(now)
  await refuseLate(tx, oldId)
  const moved = now.basePrice !== quote.basePrice || now.worthMinor !== quote.worthMinor
  if (moved || bet.stillGood?.() === false) throw new NotTaken({ kind: 'changed' })
  const at = new Date(deps.clock.now())
  await updateSold(tx, old, old.stakeMinor, at)
  await closeOrder(tx, old.id, 'over', at)
  await postReplaced(deps, tx, old, at)
  // Before the bet: its limits see that it stakes nothing anew.
  await tx
    .insertInto('bet_change')
    .values({ bet_id: bet.betId, replaced_bet_id: old.id, kind: wanted.body.IsPowerBet ? RAISED : EDITED, value_minor: now.valueMinor, at })
    .execute()
  const outcome = await deps.placeIn(tx, { ...bet, legs: keptLegs(old, bet.legs) })
  if (outcome.kind !== 'accepted') throw new NotTaken(outcome)
  await emit(tx, {
    topic: 'cashout.changed',
    key: String(old.id),
    payload: { bet: String(bet.betId), replaced: String(old.id), players: [old.playerId] },
  })
  return outcome
}

/**
 * What the old bet has open stays bought when it was, and where, on the line or in play: a result that is known by now neither frees
 * it nor takes it (WAG-10), nor does a game that has begun meanwhile.
 */
function keptLegs(old: StoredBet, legs: BetToAccept['legs']): BetToAccept['legs'] {
  const open = new Map(old.legs.filter((leg) => leg.result === null).map((leg) => [keyOf(leg), leg.kind]))
  return legs.map((leg) => {
    const kind = open.get(keyOf(leg))
    return kind === undefined ? leg : { ...leg, kind, isKept: true }
  })
}

/** The legs of the bet at the prices of now, which tell whether the quote still holds. */
function legsOf(deps: ChangeBetDeps, bet: BetToAccept): { ci: number; t: number; p: number; playerId: number; price: Milli }[] {
  return bet.legs.map(({ ci, t, p, playerId, price }) => {
    const now = deps.source.now({ ci, t, p, playerId })
    return { ci, t, p, playerId, price: now.on ? now.price : price }
  })
}

/** What was placed, or refused, under this key before. */
function repeatedOf(bet: BetToAccept, { bodyHash, betId, outcome }: StoredKey): BetOutcome {
  return bodyHash === bet.bodyHash ? { kind: 'repeated', betId, outcome } : { kind: 'keyReused' }
}

/** Kind betReplaced: the open stake of the old bet, out of which the new one is paid in the same transaction. */
async function postReplaced({ ledger }: SaleDeps, tx: Tx, old: StoredBet, at: Date): Promise<void> {
  const { accountId, currencyId, stakeMinor } = old
  const posted = await ledger.post(tx, {
    kind: 'betReplaced',
    txId: old.id,
    n: old.version + 1,
    at,
    entries: [
      { accountId, currencyId, amountMinor: stakeMinor },
      { accountId: systemAccountId('openStakes', currencyId), currencyId, amountMinor: -stakeMinor },
    ],
  })
  if (isProblem(posted)) throw new Undone(posted)
}
