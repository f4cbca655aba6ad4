/** What an open bet can be sold, insured and changed for now (wire 8.12). */
import { wireMoney, type Minor } from '#lib/money.ts'
import { wirePrice } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import { type LineReader, moneyText } from '#modules/coupon/server/index.ts'
import { currencyById, type Currency } from '#modules/ledger/server/index.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import { textOf, type Ctx } from '#platform/server/http.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { SaleInfoReply } from '../contract.ts'
import { sharesLeft, WHOLE_PERCENT } from '../rules/insurance.ts'
import { mostPart } from '../rules/part-sale.ts'
import type { SaleBet } from '../rules/sale-bet.ts'
import { selectBetOptional, type StoredBet } from './bet-store.ts'
import { buyRefusal } from './buy-refusal.ts'
import { insurableLegs, insuredPercent, sliceOf } from './insure-bet.ts'
import { isLate } from './late-legs.ts'
import type { OutcomeId } from './leg-now.ts'
import { type Order, ORDER_STATES, selectOrderOptional } from './order-store.ts'
import { cannotChange, neverChanged } from './quote-change.ts'
import { raisesOf, type RaiseDeps } from './raises.ts'
import { type SaleDeps, unknownBet } from './sell.ts'
import { mostMoney, targetRange, taxOfSale, termsIn, valueBet } from './value-bet.ts'

export interface InfoDeps extends SaleDeps, RaiseDeps {
  reader: LineReader
  limits: RaiseDeps['limits']
}

const PARAM_STEP = 10_000

export async function readSaleInfo(deps: InfoDeps, ctx: Ctx, betId: bigint, lng: string): Promise<SaleInfoReply | Problem> {
  const bet = await selectBetOptional(deps.db, betId)
  if (!bet || bet.playerId !== ctx.player?.id) return unknownBet()
  const currency = currencyById(bet.currencyId)
  const { exponent } = currency
  const money = (minor: Minor) => wireMoney(minor, exponent)
  const isOffered = couponOffers(ctx.config, 'cashOut')
  const value = valueBet(bet, deps.source, deps.configOf)
  const late = await isLate(deps.db, betId)
  const offer = isOffered && !late && value.answer.on ? value.answer.offer : null
  const off = isOffered ? (value.answer.on ? (late ? 'suspended' : null) : value.answer.reason) : 'not_offered'
  // Nothing is offered that the second press would refuse.
  const mayChange = offer !== null && buyRefusal(deps, bet, 'change') === null
  const changeOff = isOffered ? changeRefusal(deps, ctx, bet) : null
  const range = targetRange(bet, deps.configOf)
  const order = await selectOrderOptional(deps.db, betId)
  const { minSaleMinor } = termsIn(deps.configOf(bet.brand), bet.currencyId)
  const runningMinor = bet.stakeMinor - bet.soldStakeMinor
  const part = offer && bet.insuredMinor === 0n ? mostPart(offer.grossMinor, runningMinor, minSaleMinor, taxOfSale(bet, value.bet)) : null
  return {
    bet_id: Number(betId),
    cashout_sum: offer ? money(offer.netMinor) : 0,
    min_sale_sum: money(minSaleMinor),
    max_sale_sum: offer ? money(offer.netMinor) : 0,
    auto_sale_min: money(range.leastMinor),
    auto_sale_max: money(range.mostMinor),
    off,
    off_text: off ? ctx.text(`cashout:problem_off_${off}`) : null,
    tax_sum: offer ? money(offer.taxMinor) : 0,
    gross_sum: offer ? money(offer.grossMinor) : 0,
    part_tax: partTaxOf(bet, value.bet),
    stake: money(runningMinor),
    possible_win: money(mostMoney(bet, value.bet).netMinor),
    auto_sale_sum: order?.state === ORDER_STATES.waiting ? money(order.targetMinor) : 0,
    auto_sale_off: bet.status === BET_STATUS.open ? beyondText(ctx, order, currency) : null,
    can_sell_part: part !== null,
    max_part_sum: part ? money(part.netMinor) : 0,
    part_off: isOffered && bet.status === BET_STATUS.open && bet.insuredMinor > 0n ? ctx.text('cashout:problem_off_insured') : null,
    edit_off: couponOffers(ctx.config, 'editBet') ? changeOff : null,
    power_off: couponOffers(ctx.config, 'powerBet') && bet.vid === 0 ? changeOff : null,
    insurance: couponOffers(ctx.config, 'insurance') ? await insuranceOf(deps, ctx, bet, late) : null,
    can_edit: couponOffers(ctx.config, 'editBet') && mayChange && neverChanged(bet) === null,
    edit_events: pendingLegs(deps, bet, lng),
    power: couponOffers(ctx.config, 'powerBet') && mayChange ? powerOffers(deps, ctx, bet, lng) : [],
  }
}

function beyondText(ctx: Ctx, order: Order | null, currency: Currency): string | null {
  if (order?.state !== ORDER_STATES.beyond) return null
  return ctx.text('cashout:auto_beyond', { sum: moneyText(order.targetMinor, currency) })
}

function partTaxOf(stored: StoredBet, bet: SaleBet): SaleInfoReply['part_tax'] {
  const tax = taxOfSale(stored, bet)
  if (!tax) return null
  const money = (minor: Minor) => wireMoney(minor, tax.exponent)
  // The terms of a receipt are read-only, those of an answer are not.
  const terms = tax.tax as NonNullable<SaleInfoReply['part_tax']>['terms']
  return { terms, stake: money(tax.stakeMinor), sold_gross: money(tax.soldGrossMinor), sold_tax: money(tax.soldTaxMinor) }
}

/** Of a bet that can be changed by its kind, why it is not; what also stops its sale is told there. */
function changeRefusal(deps: InfoDeps, ctx: Ctx, bet: StoredBet): string | null {
  const never = neverChanged(bet)
  if (never === 'insured' || never === 'part_sold' || never === 'stake_taxed') return textOf(ctx, cannotChange(never))
  const closed = never === null ? buyRefusal(deps, bet, 'change') : null
  return closed && textOf(ctx, closed)
}

async function insuranceOf(deps: InfoDeps, ctx: Ctx, bet: StoredBet, late: boolean): Promise<SaleInfoReply['insurance']> {
  const percent = await insuredPercent(deps.db, bet.id)
  const insurable = insurableLegs(bet, deps.source)
  const seen = late && typeof insurable !== 'string' ? 'suspended' : insurable
  if (seen === 'kind') return null
  const closed = buyRefusal(deps, bet, 'premium')
  const off = typeof seen === 'string' ? ctx.text(`cashout:problem_off_${seen}`) : closed && textOf(ctx, closed)
  if (typeof seen === 'string' || off !== null) return { percent, percent_left: 0, whole_premium: 0, slices: [], off }
  const { exponent } = currencyById(bet.currencyId)
  const premiumOf = (covered: number, share: number) =>
    wireMoney(sliceOf(deps, bet, { covered, percent: share, prices: seen.prices }).premiumMinor, exponent)
  const left = WHOLE_PERCENT - percent
  return {
    percent,
    percent_left: left,
    whole_premium: premiumOf(0, WHOLE_PERCENT),
    // What is too small to cost anything is not sold.
    slices: sharesLeft(left)
      .map((share) => ({ percent: share, premium: premiumOf(percent, share) }))
      .filter(({ premium }) => premium > 0),
    off: null,
  }
}

type WireLeg = SaleInfoReply['edit_events'][number]

function wireLeg({ reader, source }: InfoDeps, leg: OutcomeId, lng: string): WireLeg | null {
  const now = source.now(leg)
  const game = reader.findByConstant(leg.ci)
  if (!now.on || !game) return null
  const param = leg.p / PARAM_STEP
  const names = reader.names(game.gameId, leg.t, param, leg.playerId, lng)
  return {
    GameId: game.gameId,
    GameConstId: leg.ci,
    Type: leg.t,
    Param: param,
    PlayerId: leg.playerId,
    Kind: game.kind,
    Coef: wirePrice(now.price),
    SportId: game.sportId,
    ChampId: game.championshipId,
    Start: unixSeconds(game.startsAt),
    Opp1: names.opp1,
    Opp2: names.opp2,
    Liga: names.championship,
    GroupId: reader.findOutcome(game.gameId, leg.t, param, leg.playerId)?.g ?? 0,
    GroupName: names.group,
    MarketName: names.outcome,
    GameType: names.gameType,
    PeriodName: names.periodName,
  }
}

/** The pending legs as a coupon takes them. */
function pendingLegs(deps: InfoDeps, bet: StoredBet, lng: string): WireLeg[] {
  return bet.legs.flatMap((leg) => (leg.result === null ? (wireLeg(deps, leg, lng) ?? []) : []))
}

/** The highest first. */
function powerOffers(deps: InfoDeps, ctx: Ctx, bet: StoredBet, lng: string): SaleInfoReply['power'] {
  return [...raisesOf(deps, ctx, bet)]
    .flatMap(({ outcome, basePrice }) => {
      const wire = wireLeg(deps, outcome, lng)
      return wire ? [{ ...wire, NewCoef: wirePrice(basePrice) }] : []
    })
    .toSorted((a, b) => b.NewCoef - a.NewCoef)
}
