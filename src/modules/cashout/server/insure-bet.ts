/** Sells cover for a part of the stake of a single or an express (rules 8.4). */
import { wireMoney, type Minor } from '#lib/money.ts'
import { SECOND } from '#lib/time.ts'
import { liveDelayMs, type LiveDelays } from '#modules/bets/rules/check-bet.ts'
import { moneyText, type LineReader } from '#modules/coupon/server/index.ts'
import { currencyById, type Currency, systemAccountId } from '#modules/ledger/server/index.ts'
import { guardSpending, type Limits } from '#modules/limits/server/index.ts'
import { inTxOrProblem, Undone, type Db, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { slice, type SliceAsked, WHOLE_PERCENT } from '../rules/insurance.ts'
import type { OffReason } from '../rules/sale-bet.ts'
import { lockBet, selectBetOptional, type StoredBet, updateTouched, upsertMoney } from './bet-store.ts'
import { buyRefusal } from './buy-refusal.ts'
import { keyReused, lockKey } from './change-key.ts'
import type { LegNow } from './leg-now.ts'
import { notSold, refuseLate, type SaleDeps, unknownBet } from './sell.ts'
import { neverSold, sameLegs } from './value-bet.ts'

/** Without a key of the client an equal slice so soon after the last is the same press. */
const SAME_PRESS_MS = 5 * SECOND

export interface Insured {
  betId: bigint
  percent: number
  premiumMinor: Minor
  wholePremiumMinor: Minor
  balanceMinor: Minor
  currency: Currency
}

export interface InsuranceWanted {
  playerId: number
  betId: bigint
  percent: number
  /** The premium that the player saw; null = whatever it is. */
  mostMinor: Minor | null
  guid: string | null
}

/** The line on the open legs, or why the bet cannot be insured now. */
export function insurableLegs(
  bet: StoredBet,
  source: SaleDeps['source'],
): { legs: (LegNow | null)[]; prices: number[] } | OffReason | 'kind' {
  const never = neverSold(bet)
  if (never) return never
  if (bet.vid > 1) return 'kind'
  if (bet.terms.jointPrice !== undefined) return 'same_game'
  if (bet.legs.some((leg) => leg.result && leg.result.won === 0 && leg.result.voidHalves === 0)) return 'decided'
  if (bet.legs.every((leg) => leg.result !== null)) return 'decided'
  const legs = bet.legs.map((leg) => (leg.result ? null : source.now(leg)))
  const off = legs.find((leg) => leg && !leg.on)
  if (off && !off.on) return off.reason
  return { legs, prices: legs.flatMap((leg) => (leg?.on ? [leg.price] : [])) }
}

/** A slice of the running stake of this bet, as it is offered and as it is bought. */
export function sliceOf(
  { configOf }: Pick<SaleDeps, 'configOf'>,
  bet: StoredBet,
  asked: Pick<SliceAsked, 'covered' | 'percent' | 'prices'>,
): { insuredMinor: Minor; premiumMinor: Minor } {
  const marginMilli = Math.round(configOf(bet.brand).insuranceMarginPercent * 10)
  return slice({ ...asked, runningMinor: bet.stakeMinor - bet.soldStakeMinor, marginMilli })
}

/** Percent of the running stake that is covered, rounded as it was bought. */
export async function insuredPercent(tx: Pick<Tx, 'selectFrom'>, betId: bigint): Promise<number> {
  const rows = await tx.selectFrom('bet_insurance').select('percent').where('bet_id', '=', betId).execute()
  return rows.reduce((sum, row) => sum + row.percent, 0)
}

/** How long cover waits before its price is worked out, ms: it is bought in play with the delay of a bet there (WAG-12). */
export async function coverDelayMs(
  deps: { db: Db; reader: Pick<LineReader, 'findByConstant'> },
  betId: bigint,
  delays: LiveDelays,
): Promise<number> {
  const bet = await selectBetOptional(deps.db, betId)
  const open = bet?.legs.filter(({ result }) => result === null) ?? []
  const games = open.flatMap(({ ci }) => deps.reader.findByConstant(ci) ?? [])
  return liveDelayMs(
    games.map((game) => ({ game })),
    delays,
  )
}

/** Problems: cashout.off_…, cashout.insurance_kind, cashout.insurance_full (900051), cashout.premium_moved (900050), cashout.key_reused, limits (900030), no money (103). */
export async function insureBet(deps: SaleDeps & { limits: Limits }, wanted: InsuranceWanted): Promise<Insured | Problem> {
  const insured = await inTxOrProblem(deps.db, (tx) => insureIn(deps, tx, wanted))
  if (!isProblem(insured)) deps.refresh([wanted.playerId])
  return insured
}

async function insureIn(deps: SaleDeps & { limits: Limits }, tx: Tx, wanted: InsuranceWanted): Promise<Insured> {
  const reused = await lockKey(tx, wanted, 'bet_sale')
  if (reused) throw new Undone(reused)
  await lockBet(tx, wanted.betId)
  const bet = await selectBetOptional(tx, wanted.betId)
  if (!bet || bet.playerId !== wanted.playerId) throw new Undone(unknownBet())
  const slices = await tx.selectFrom('bet_insurance').selectAll().where('bet_id', '=', bet.id).orderBy('n').execute()
  const repeated = await boughtBefore(deps, tx, wanted, bet, slices)
  if (repeated) return repeated
  const closed = buyRefusal(deps, bet, 'premium')
  if (closed) throw new Undone(closed)
  const covered = slices.reduce((sum, bought) => sum + bought.percent, 0)
  const seen = legsToCover(deps, bet)
  await refuseLate(tx, bet.id)
  if (covered + wanted.percent > WHOLE_PERCENT)
    throw new Undone(problem('cashout.insurance_full', { wire: 900_051, params: { percent: WHOLE_PERCENT - covered } }))
  const asked = { covered, percent: wanted.percent }
  const { insuredMinor, premiumMinor } = soldSlice(deps, bet, { ...asked, prices: seen.prices })
  const currency = currencyById(bet.currencyId)
  if (wanted.mostMinor !== null && premiumMinor > wanted.mostMinor) throw new Undone(premiumMoved(bet, premiumMinor, currency))
  const at = new Date(deps.clock.now())
  const spent = await guardSpending(tx, { playerId: wanted.playerId, amountMinor: premiumMinor, currencyId: bet.currencyId, at })
  if (spent) throw new Undone(spent)
  const balanceMinor = await postPremium(deps, tx, bet, slices.length + 1, premiumMinor)
  await tx
    .insertInto('bet_insurance')
    .values({
      bet_id: bet.id,
      n: slices.length + 1,
      player_id: bet.playerId,
      guid: wanted.guid,
      percent: wanted.percent,
      insured_minor: insuredMinor,
      premium_minor: premiumMinor,
      balance_minor: balanceMinor,
      at,
    })
    .execute()
  await updateTouched(tx, bet)
  await upsertMoney(tx, bet.id, { insuredMinor, premiumMinor })
  lookAgain(deps, bet, seen.legs, asked)
  return {
    betId: bet.id,
    percent: covered + wanted.percent,
    premiumMinor,
    wholePremiumMinor: bet.premiumMinor + premiumMinor,
    balanceMinor,
    currency,
  }
}

function legsToCover({ source }: SaleDeps, bet: StoredBet): Exclude<ReturnType<typeof insurableLegs>, string> {
  const seen = insurableLegs(bet, source)
  if (seen === 'kind') throw new Undone(problem('cashout.insurance_kind', { wire: 900_051 }))
  if (typeof seen === 'string') throw new Undone(notSold(seen))
  return seen
}

function soldSlice(deps: SaleDeps, bet: StoredBet, asked: Parameters<typeof sliceOf>[2]): ReturnType<typeof sliceOf> {
  const sold = sliceOf(deps, bet, asked)
  if (sold.insuredMinor <= 0n || sold.premiumMinor <= 0n) throw new Undone(notSold('too_small'))
  return sold
}

/** The last look: what has moved or stopped since the premium was worked out undoes it, and the refusal names the new one. */
function lookAgain(deps: SaleDeps, bet: StoredBet, seen: readonly (LegNow | null)[], asked: Pick<SliceAsked, 'covered' | 'percent'>): void {
  const now = legsToCover(deps, bet)
  if (sameLegs(now.legs, seen)) return
  const { premiumMinor } = soldSlice(deps, bet, { ...asked, prices: now.prices })
  throw new Undone(premiumMoved(bet, premiumMinor, currencyById(bet.currencyId)))
}

function premiumMoved(bet: StoredBet, premiumMinor: Minor, currency: Currency): Problem {
  return problem('cashout.premium_moved', {
    wire: 900_050,
    severity: 'warning',
    params: { sum: moneyText(premiumMinor, currency) },
    extra: { data: { bet_id: Number(bet.id), premium: wireMoney(premiumMinor, currency.exponent) } },
  })
}

interface Slice {
  n: number
  percent: number
  premium_minor: bigint
  balance_minor: bigint
  bet_id: bigint
  at: Date
}

/** The answer of a slice that was bought under this key, or by the same press. */
async function boughtBefore(
  { clock }: SaleDeps,
  tx: Tx,
  wanted: InsuranceWanted,
  bet: StoredBet,
  slices: readonly Slice[],
): Promise<Insured | null> {
  const row = wanted.guid === null ? lastPress(wanted, slices, clock.now()) : await selectByKey(tx, wanted.playerId, wanted.guid)
  if (!row) return null
  if (row.bet_id !== wanted.betId || row.percent !== wanted.percent) throw new Undone(keyReused())
  const upTo = slices.filter((slice) => slice.n <= row.n)
  return {
    betId: bet.id,
    percent: upTo.reduce((sum, slice) => sum + slice.percent, 0),
    premiumMinor: row.premium_minor,
    wholePremiumMinor: upTo.reduce((sum, slice) => sum + slice.premium_minor, 0n),
    balanceMinor: row.balance_minor,
    currency: currencyById(bet.currencyId),
  }
}

function lastPress(wanted: InsuranceWanted, slices: readonly Slice[], nowMs: number): Slice | undefined {
  const last = slices.at(-1)
  return last && last.percent === wanted.percent && nowMs - last.at.getTime() < SAME_PRESS_MS ? last : undefined
}

async function selectByKey(tx: Tx, playerId: number, guid: string): Promise<Slice | undefined> {
  return tx.selectFrom('bet_insurance').selectAll().where('player_id', '=', playerId).where('guid', '=', guid).executeTakeFirst()
}

/** Kind insurancePremium: the player to the house. Answers the balance after. */
async function postPremium({ ledger, clock }: SaleDeps, tx: Tx, bet: StoredBet, n: number, premiumMinor: Minor): Promise<Minor> {
  const { accountId, currencyId } = bet
  const posted = await ledger.post(tx, {
    kind: 'insurancePremium',
    txId: bet.id,
    n,
    at: new Date(clock.now()),
    entries: [
      { accountId, currencyId, amountMinor: -premiumMinor },
      { accountId: systemAccountId('house', currencyId), currencyId, amountMinor: premiumMinor },
    ],
  })
  if (isProblem(posted)) throw new Undone(posted)
  return posted.balances.get(accountId)!
}
