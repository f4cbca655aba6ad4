/**
 * Sale of a placed bet, whole or in part (rules 8.1). One transaction under the lock of the bet: whoever comes second,
 * settlement, another press or an order, finds it sold. The sum is worked out in that transaction, and the line is
 * looked at once more before the commit; the player never gets less than the sum that he pressed.
 */
import { hash } from 'node:crypto'
import type { Minor } from '#lib/money.ts'
import type { Clock } from '#lib/time.ts'
import { currencyById, type Currency, type Ledger, systemAccountId, toldSum } from '#modules/ledger/server/index.ts'
import { moneyText } from '#modules/coupon/server/index.ts'
import { wireMoney } from '#lib/money.ts'
import { inTxOrProblem, Undone, type Db, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { Offer, OfferAnswer } from '../rules/offer.ts'
import { type Part, partOf, reachesTarget, restWorth } from '../rules/part-sale.ts'
import type { OffReason } from '../rules/sale-bet.ts'
import type { SaleTax } from '../rules/sale-tax.ts'
import { lockBet, SOLD, OPEN, selectBetOptional, type StoredBet, updateSold, updateTouched, upsertMoney } from './bet-store.ts'
import { keyReused, lockKey } from './change-key.ts'
import type { LegSource } from './leg-now.ts'
import { isLate } from './late-legs.ts'
import { closeOrder, lockWaitingOrder } from './order-store.ts'
import { sameLegs, type SaleConfigOf, targetRange, taxOfSale, termsIn, valueBet } from './value-bet.ts'

export interface SaleDeps {
  db: Db
  clock: Clock
  ledger: Ledger
  source: LegSource
  configOf: SaleConfigOf
  /** After the commit: balances and bets of these players changed. */
  refresh(playerIds: readonly number[]): void
  /** What the account owes is taken from the sum in the same transaction; answers the balance after. */
  repay(tx: Tx, accountId: number): Promise<Minor | null>
}

export interface SaleWanted {
  playerId: number
  betId: bigint
  /** The sum that the player saw and takes; he gets at least that. */
  takeMinor: Minor
  /** Stake that runs on; 0 sells all. */
  leftStakeMinor: Minor
  /** Key of the client, null without one. */
  guid: string | null
}

export interface Sold {
  betId: bigint
  status: number
  paidMinor: Minor
  leftStakeMinor: Minor
  balanceMinor: Minor
  currency: Currency
}

export function notSold(reason: OffReason | 'insured' | 'nothing_left' | 'bad_part' | 'small_rest'): Problem {
  return problem(`cashout.off_${reason}`, { wire: 900_051, extra: { reason } })
}

/** What was pressed is worth less now, all or the part that was asked for: nothing was done, and this is what it would bring. */
export function moved(betId: bigint, netMinor: Minor, currency: Currency): Problem {
  return problem('cashout.moved', {
    wire: 900_050,
    severity: 'warning',
    params: { sum: moneyText(netMinor, currency) },
    extra: { data: { bet_id: Number(betId), cashout_sum: wireMoney(netMinor, currency.exponent) } },
  })
}

/** Problems: cashout.moved (900050), cashout.off_… (900051), cashout.unknown_bet, cashout.key_reused. */
export async function sellBet(deps: SaleDeps, wanted: SaleWanted): Promise<Sold | Problem> {
  return selling(deps, wanted.playerId, (tx) => sellIn(deps, tx, wanted))
}

/**
 * An order of the player: sells all when the exact offer reaches the target, and ends where that is jumped over. null = nothing
 * was sold: not yet, not any more, or another was faster.
 */
export async function sellByOrder(deps: SaleDeps, betId: bigint, playerId: number): Promise<Sold | null> {
  const sold = await selling(deps, playerId, async (tx) => {
    await lockBet(tx, betId)
    const targetMinor = await lockWaitingOrder(tx, betId)
    const bet = targetMinor === null ? null : await selectBetOptional(tx, betId)
    if (!bet || bet.status !== OPEN || targetMinor === null) throw new Undone(notSold('decided'))
    const value = valueBet(bet, deps.source, deps.configOf)
    await refuseLate(tx, betId)
    if (isBeyond(targetMinor, value.answer, targetRange(bet, deps.configOf).mostMinor)) {
      await closeBeyond(tx, bet, targetMinor, new Date(deps.clock.now()))
      return null
    }
    if (!value.answer.on) throw new Undone(notSold(value.answer.reason))
    const { offer } = value.answer
    if (!reachesTarget(offer.netMinor, targetMinor)) throw new Undone(moved(betId, offer.netMinor, currencyById(bet.currencyId)))
    await closeOrder(tx, betId, 'sold', new Date(deps.clock.now()))
    const stakeMinor = bet.stakeMinor - bet.soldStakeMinor
    const tax = taxOfSale(bet, value.bet)
    return write(deps, tx, bet, { offer, tax, stakeMinor, guid: null, body: 'order', byOrder: true, legs: value.legs })
  })
  return isProblem(sold) ? null : sold
}

/** What it waits for is not bought, or was jumped over: it would wait for ever. Of a decided bet settlement has the word. */
function isBeyond(targetMinor: Minor, answer: OfferAnswer, mostMinor: Minor): boolean {
  if (answer.on || answer.reason !== 'decided') return targetMinor > mostMinor || (!answer.on && answer.reason === 'great')
  return false
}

/** A problem leaves nothing behind; without a sale (null) something may have been written. */
async function selling<T extends Sold | null>(deps: SaleDeps, playerId: number, work: (tx: Tx) => Promise<T>): Promise<T | Problem> {
  const sold = await inTxOrProblem(deps.db, work)
  if (!isProblem(sold)) deps.refresh([playerId])
  return sold
}

function bodyOf({ betId, takeMinor, leftStakeMinor }: SaleWanted): string {
  return hash('sha256', `${betId}|${takeMinor}|${leftStakeMinor}`, 'hex').slice(0, 32)
}

async function sellIn(deps: SaleDeps, tx: Tx, wanted: SaleWanted): Promise<Sold> {
  const reused = await lockKey(tx, wanted, 'bet_insurance')
  if (reused) throw new Undone(reused)
  await lockBet(tx, wanted.betId)
  const bet = await selectBetOptional(tx, wanted.betId)
  if (!bet || bet.playerId !== wanted.playerId) throw new Undone(unknownBet())
  const repeated = await soldBefore(tx, wanted, bet)
  if (repeated) return repeated
  const { answer, legs, bet: standing } = valueBet(bet, deps.source, deps.configOf)
  if (!answer.on) throw new Undone(notSold(answer.reason))
  await refuseLate(tx, bet.id)
  const { offer } = answer
  const tax = taxOfSale(bet, standing)
  const stakeMinor = stakeOfPart(deps, bet, wanted, offer, tax)
  return write(deps, tx, bet, { offer, tax, stakeMinor, guid: wanted.guid, body: bodyOf(wanted), byOrder: false, legs })
}

/** The stake that is sold. Throws when it is none, when it or what it leaves is too small to be sold, and when it brings less than was pressed. */
function stakeOfPart(deps: SaleDeps, bet: StoredBet, wanted: SaleWanted, offer: Offer, tax: SaleTax | null): Minor {
  const { leftStakeMinor, takeMinor } = wanted
  const runningMinor = bet.stakeMinor - bet.soldStakeMinor
  const askedMinor = runningMinor - leftStakeMinor
  // A second press of the same part finds that what it wants to keep is all there is: nothing is sold twice.
  if (askedMinor <= 0n) throw new Undone(notSold(askedMinor === 0n && bet.soldStakeMinor > 0n ? 'nothing_left' : 'bad_part'))
  // What an insurance gives back belongs to the whole stake: it is sold as a whole or not at all.
  if (leftStakeMinor > 0n && bet.insuredMinor > 0n) throw new Undone(notSold('insured'))
  const netOf = (minor: Minor) => partOf(offer.grossMinor, minor, runningMinor, tax).netMinor
  // Who rounds up what he keeps of the stake asks for the sum of one unit more: that unit is sold too.
  const isRounded = netOf(askedMinor) < takeMinor && askedMinor < runningMinor && netOf(askedMinor + 1n) >= takeMinor
  const stakeMinor = isRounded ? askedMinor + 1n : askedMinor
  const { minSaleMinor: least } = termsIn(deps.configOf(bet.brand), bet.currencyId)
  if (netOf(stakeMinor) < least) throw new Undone(notSold('too_small'))
  const isPart = stakeMinor < runningMinor
  if (isPart && restWorth(offer.grossMinor, stakeMinor, runningMinor, tax) < least) throw new Undone(notSold('small_rest'))
  if (netOf(stakeMinor) < takeMinor) throw new Undone(moved(bet.id, netOf(stakeMinor), currencyById(bet.currencyId)))
  return stakeMinor
}

/** Once the line was looked at: whoever bet on it after the start must not act on what is known since. */
export async function refuseLate(tx: Tx, betId: bigint): Promise<void> {
  if (await isLate(tx, betId)) throw new Undone(notSold('suspended'))
}

export function unknownBet(): Problem {
  return problem('cashout.unknown_bet', { wire: 900_051, field: 'bet_id' })
}

/** The answer of a sale that was made under this key. */
async function soldBefore(tx: Tx, wanted: SaleWanted, bet: StoredBet): Promise<Sold | null> {
  if (wanted.guid === null) return null
  const row = await tx
    .selectFrom('bet_sale')
    .selectAll()
    .where('player_id', '=', wanted.playerId)
    .where('guid', '=', wanted.guid)
    .executeTakeFirst()
  if (!row) return null
  if (row.body !== bodyOf(wanted) || row.bet_id !== wanted.betId) throw new Undone(keyReused())
  return {
    betId: bet.id,
    status: row.left_stake_minor > 0n ? OPEN : SOLD,
    paidMinor: row.gross_minor - row.tax_minor,
    leftStakeMinor: row.left_stake_minor,
    balanceMinor: row.balance_minor,
    currency: currencyById(bet.currencyId),
  }
}

interface Writing {
  offer: Offer
  tax: SaleTax | null
  /** Stake that is sold. */
  stakeMinor: Minor
  guid: string | null
  body: string
  byOrder: boolean
  legs: ReturnType<typeof valueBet>['legs']
}

async function write(deps: SaleDeps, tx: Tx, bet: StoredBet, sale: Writing): Promise<Sold> {
  const at = new Date(deps.clock.now())
  const currency = currencyById(bet.currencyId)
  const runningMinor = bet.stakeMinor - bet.soldStakeMinor
  const leftStakeMinor = runningMinor - sale.stakeMinor
  const paid = partOf(sale.offer.grossMinor, sale.stakeMinor, runningMinor, sale.tax)
  if (leftStakeMinor === 0n) {
    await updateSold(tx, bet, paid.netMinor, at)
    if (!sale.byOrder) await closeOrder(tx, bet.id, 'over', at)
  } else {
    await updateTouched(tx, bet)
    await upsertMoney(tx, bet.id, { soldStakeMinor: sale.stakeMinor, soldMinor: paid.netMinor })
    await endBeyond(deps, tx, afterPart(bet, sale.stakeMinor, paid), at)
  }
  // The tax on the stake has left the open stakes already; it goes with the last part.
  const openMinor = leftStakeMinor === 0n ? sale.stakeMinor - bet.stakeTaxMinor : sale.stakeMinor
  const soldMinor = await postSale(deps, tx, bet, { openMinor, grossMinor: paid.grossMinor, taxMinor: paid.taxMinor, at })
  const balanceMinor = (await deps.repay(tx, bet.accountId)) ?? soldMinor
  await tx
    .insertInto('bet_sale')
    .values({
      bet_id: bet.id,
      n: bet.version + 1,
      player_id: bet.playerId,
      guid: sale.guid,
      body: sale.body,
      by_order: sale.byOrder,
      sold_stake_minor: sale.stakeMinor,
      left_stake_minor: leftStakeMinor,
      offer_minor: sale.offer.netMinor,
      gross_minor: paid.grossMinor,
      tax_minor: paid.taxMinor,
      balance_minor: balanceMinor,
      chances: JSON.stringify(Object.fromEntries(sale.legs.flatMap((leg, i) => (leg?.on ? [[i, leg.chance]] : [])))),
      at,
    })
    .execute()
  const stake = { sold: String(sale.stakeMinor), left: String(leftStakeMinor) }
  await emit(tx, { topic: 'cashout.sold', key: String(bet.id), payload: { bet: String(bet.id), players: [bet.playerId], ...stake } })
  lookAgain(deps, bet, sale)
  return { betId: bet.id, status: leftStakeMinor === 0n ? SOLD : OPEN, paidMinor: paid.netMinor, leftStakeMinor, balanceMinor, currency }
}

function afterPart(bet: StoredBet, stakeMinor: Minor, { grossMinor, taxMinor }: Part): StoredBet {
  return {
    ...bet,
    version: bet.version + 1,
    soldStakeMinor: bet.soldStakeMinor + stakeMinor,
    soldGrossMinor: bet.soldGrossMinor + grossMinor,
    soldTaxMinor: bet.soldTaxMinor + taxMinor,
  }
}

/**
 * An order for more than what is left of the bet can bring would wait for ever, and `setOrder` takes no such target: it ends
 * here, and the player is told. It is not scaled down (rules 8.1 name one target): he never said that he would sell for less.
 */
async function endBeyond(deps: SaleDeps, tx: Tx, bet: StoredBet, at: Date): Promise<void> {
  const targetMinor = await lockWaitingOrder(tx, bet.id)
  if (targetMinor === null || targetMinor <= targetRange(bet, deps.configOf).mostMinor) return
  await closeBeyond(tx, bet, targetMinor, at)
}

async function closeBeyond(tx: Tx, bet: StoredBet, targetMinor: Minor, at: Date): Promise<void> {
  await closeOrder(tx, bet.id, 'beyond', at)
  await emit(tx, {
    topic: 'player.message',
    key: `order_beyond:${bet.id}:${at.getTime()}`,
    payload: { playerId: bet.playerId, template: 'order_beyond', params: { bet: String(bet.id), ...toldSum(targetMinor, bet.currencyId) } },
  })
}

/** The last look: what has moved or stopped since the sum was worked out undoes it. */
function lookAgain(deps: SaleDeps, bet: StoredBet, sale: Writing): void {
  const now = valueBet(bet, deps.source, deps.configOf)
  if (!now.answer.on) throw new Undone(notSold(now.answer.reason))
  if (sameLegs(now.legs, sale.legs)) return
  const part = partOf(now.answer.offer.grossMinor, sale.stakeMinor, bet.stakeMinor - bet.soldStakeMinor, sale.tax)
  throw new Undone(moved(bet.id, part.netMinor, currencyById(bet.currencyId)))
}

interface Posted {
  /** What leaves the open stakes. */
  openMinor: Minor
  grossMinor: Minor
  taxMinor: Minor
  at: Date
}

/** Kind cashOut: open stakes and the house to the player; kind payoutTax: player to tax. Answers the balance after. */
async function postSale({ ledger }: SaleDeps, tx: Tx, bet: StoredBet, { openMinor, grossMinor, taxMinor, at }: Posted): Promise<Minor> {
  const { currencyId, accountId } = bet
  const entry = (role: 'openStakes' | 'house' | 'tax', amountMinor: Minor) => ({
    accountId: systemAccountId(role, currencyId),
    currencyId,
    amountMinor,
  })
  const n = bet.version + 1
  const entries = [
    { accountId, currencyId, amountMinor: grossMinor },
    ...(openMinor === 0n ? [] : [entry('openStakes', -openMinor)]),
    ...(openMinor === grossMinor ? [] : [entry('house', openMinor - grossMinor)]),
  ]
  const posted = await ledger.post(tx, { kind: 'cashOut', txId: bet.id, n, at, entries })
  if (isProblem(posted)) throw new Undone(posted)
  if (taxMinor === 0n) return posted.balances.get(accountId)!
  const taxed = await ledger.post(tx, {
    kind: 'payoutTax',
    txId: bet.id,
    n,
    at,
    entries: [{ accountId, currencyId, amountMinor: -taxMinor }, entry('tax', taxMinor)],
    // The sum has just come in; an account that a correction took below zero may still be there.
    allowNegative: true,
  })
  if (isProblem(taxed)) throw new Undone(taxed)
  return taxed.balances.get(accountId)!
}
