/** Serializers of bet histories (wire 8.10, schema office_bet_history_item). Every field is always there. */
import { wireMoney, type Minor } from '#lib/money.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { MAX_PRICE, wirePrice } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import type { KeptGame } from '#modules/bets/server/index.ts'
import { isVid, kindName } from '#modules/coupon/rules/kinds.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import { betOf, possibleMoney, type BetMoney } from '#modules/payout/rules/money.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { blocksOf, type BetBlock } from '../rules/blocks.ts'
import type { HistoryBet } from './bets-store.ts'
import type { KnownLeg, LegResults } from './leg-results.ts'
import { detailsOf, scoreOf, wireLeg } from './leg-value.ts'
import type { SaleState } from './ports.ts'

export interface HistoryView {
  lng: string
  cfView: number
  currency: Currency
  line: LineReader
  games: ReadonlyMap<number, KeptGame>
  results: LegResults
  sales: ReadonlyMap<bigint, SaleState>
  advances: ReadonlyMap<bigint, Advance>
  bids: ReadonlyMap<bigint, number>
  money(minor: Minor): number
  text(key: string, params?: Record<string, string | number>): string
}

/** An advance in a stake, and what of it has been given back (rules 8.5). */
export interface Advance {
  amountMinor: Minor
  repaidMinor: Minor
}

export function isOpen(status: number): boolean {
  return status === BET_STATUS.open || status === BET_STATUS.blocked
}

/** Edited or raised: another bet took its place and is counted instead of it. */
export function isReplaced(bet: HistoryBet, view: Pick<HistoryView, 'sales'>): boolean {
  return bet.status === BET_STATUS.sold && (view.sales.get(bet.id)?.replacedBy ?? null) !== null
}

/** The word for its status. Void for an advance that nothing has covered, with nothing to give back, is not called returned. */
export function statusOf({ status, uncoveredMinor, payoutMinor }: HistoryBet, { text }: Pick<HistoryView, 'text'>): string {
  const isNothing = status === BET_STATUS.returned && uncoveredMinor > 0n && payoutMinor === 0n
  return text(isNothing ? 'history:advance_void' : `coupon:status_${status}`)
}

export function termsOf(bet: HistoryBet): BetTerms {
  return bet.receipt.terms ?? {}
}

/** The money if every open leg wins; null of a bet whose kind nobody knows any more. */
export function possibleOf(bet: HistoryBet, known: readonly KnownLeg[], exponent: number): BetMoney | null {
  if (!isVid(bet.vid)) return null
  const { stakeMinor, maxPayoutMinor, vid } = bet
  const legs = bet.receipt.legs.map((leg) => ({ price: leg.given }))
  const agreed = betOf({ vid, stakeMinor, legs, terms: termsOf(bet), maxPayoutMinor, exponent })
  return possibleMoney({
    ...agreed,
    legs: agreed.legs.map((leg, i) => ({ ...leg, result: known[i]?.result ?? null })),
    soldStakeMinor: bet.soldStakeMinor,
    soldGrossMinor: bet.soldMinor + bet.soldTaxMinor,
    soldTaxMinor: bet.soldTaxMinor,
    insuredMinor: bet.insuredMinor,
    uncoveredMinor: bet.uncoveredMinor,
  })
}

export function coefView(text: string, cfView: number): string {
  const milli = Math.round(Number(text) * 1000)
  return milli > MAX_PRICE ? text : formatPrice(milli, priceFormatOf(cfView))
}

/** k of a system or of the blocks of a multi-bet; everything else runs once. */
function systemOf(bet: HistoryBet): { system_type: number; formatted_system_type: string | null } {
  const { size, blocks, withLobby, eachWay } = termsOf(bet)
  if (size === undefined || eachWay) return { system_type: 1, formatted_system_type: null }
  const of = blocks ? blocks.length - Number(withLobby ?? false) : bet.receipt.legs.length
  return { system_type: size, formatted_system_type: `${size}/${of}` }
}

/** The block of each leg, in the order of the legs. */
export function blocksIn(bet: HistoryBet, view: HistoryView): (BetBlock | null)[] {
  const known = view.results.get(bet.id) ?? []
  return blocksOf({
    vid: bet.vid,
    stakeMinor: bet.stakeMinor,
    terms: termsOf(bet),
    legs: bet.receipt.legs.map((leg, i) => ({ price: leg.given, result: known[i]?.result ?? null })),
    isSold: bet.status === BET_STATUS.sold,
  })
}

export function wireHistoryBet(bet: HistoryBet, view: HistoryView): Record<string, unknown> {
  const { money } = view
  const known = view.results.get(bet.id) ?? []
  const open = isOpen(bet.status)
  const blocks = blocksIn(bet, view)
  return {
    id: Number(bet.id),
    date: unixSeconds(bet.acceptedAt.getTime()),
    coef: Number(bet.price),
    coef_view: coefView(bet.price, view.cfView),
    status: bet.status,
    type: bet.vid,
    type_title: titleOf(bet, view),
    ...systemOf(bet),
    can_be_returned: false,
    can_print: false,
    is_used_promo_code: termsOf(bet).promo !== undefined,
    currency_code: view.currency.code,
    sum: money(bet.stakeMinor),
    ...winsOf(bet, open, known, view),
    payout_sum: open ? null : money(bet.payoutMinor),
    max_payout: bet.maxPayoutMinor === null ? null : money(bet.maxPayoutMinor),
    out_sum: bet.soldMinor > 0n ? money(bet.soldMinor) : null,
    ...prepaymentOf(bet, view),
    ...saleOf(bet, open, view),
    max_sum_increasing_request_status: view.bids.get(bet.id) ?? null,
    skks_hash: null,
    // Of our own: a result was corrected; of a sold bet: another one took its place.
    has_alternative_info: bet.status === BET_STATUS.sold ? isReplaced(bet, view) : known.some((leg) => leg.corrected),
    replaced_by: isReplaced(bet, view) ? Number(view.sales.get(bet.id)?.replacedBy) : null,
    events: bet.receipt.legs.map((leg, i) => wireLeg(leg, known[i], blocks[i] ?? null, bet, view)),
  }
}

/** Its kind in words, as the list says it. */
export function titleOf(bet: HistoryBet, view: HistoryView): string {
  const { eachWay, jointPrice, bonus } = termsOf(bet)
  if (eachWay) return view.text('coupon:kind_eachWay')
  if (jointPrice !== undefined) return view.text('coupon:kind_sameGame')
  if (bonus?.kind === 'day') return view.text('coupon:kind_day')
  return isVid(bet.vid) ? view.text(`coupon:kind_${kindName(bet.vid)}`) : ''
}

/** With the size of a system: "System 2/3". */
export function fullTitleOf(bet: HistoryBet, view: HistoryView): string {
  return [titleOf(bet, view), systemOf(bet).formatted_system_type].filter(Boolean).join(' ')
}

/** Payout tax that was taken of it, by its result and by sales. */
export function withheldOf({ payoutTaxMinor, soldTaxMinor }: HistoryBet): Minor {
  return payoutTaxMinor + soldTaxMinor
}

/** Sums before and after tax: with_tax is null of a bet that no tax applies to. */
function winsOf(bet: HistoryBet, open: boolean, known: readonly KnownLeg[], view: HistoryView): Record<string, unknown> {
  const { money } = view
  const taxed = termsOf(bet).tax !== undefined
  const possible = open ? possibleOf(bet, known, view.currency.exponent) : null
  const payoutTax = possible ? possible.taxMinor : withheldOf(bet)
  return {
    win_sum: open ? null : money(bet.payoutMinor + bet.payoutTaxMinor + bet.closingTaxMinor),
    win_sum_with_tax: open || !taxed ? null : money(bet.payoutMinor),
    possible_win_sum: possible ? money(possible.grossMinor + possible.bonusMinor) : null,
    possible_win_sum_with_tax: possible && taxed ? money(possible.netMinor) : null,
    taxBet: taxed ? { stake_tax: money(bet.stakeTaxMinor), payout_tax: money(payoutTax) } : null,
  }
}

function prepaymentOf(bet: HistoryBet, { advances, money }: HistoryView): Record<string, unknown> {
  if (bet.advanceMinor === 0n) return { to_prepayment_sum: null, prepayment_sum: null, closed_prepayment_sum: null }
  const repaid = advances.get(bet.id)?.repaidMinor ?? 0n
  return {
    prepayment_sum: money(bet.advanceMinor),
    to_prepayment_sum: money(bet.advanceMinor - repaid),
    closed_prepayment_sum: money(repaid),
  }
}

function saleOf(bet: HistoryBet, open: boolean, { sales, money }: HistoryView): Record<string, unknown> {
  const state = sales.get(bet.id)
  const sum = (minor: Minor | null | undefined) => (minor === null || minor === undefined ? null : money(minor))
  const sold = bet.soldMinor + (bet.status === BET_STATUS.sold ? bet.payoutMinor : 0n)
  return {
    can_sell: open && (state?.canSell ?? false),
    cashout_sum: open && state?.canSell ? sum(state.cashoutSumMinor) : null,
    auto_sale_sum: state && state.autoSaleStatus > 0 ? sum(state.autoSaleMinor) : null,
    auto_sale_status: state && state.autoSaleStatus > 0 ? state.autoSaleStatus : null,
    old_sale_sum: sold > 0n ? money(sold) : null,
    can_show_sale_logs: sold > 0n,
    can_insure: open && (state?.canInsure ?? false),
    insurance_sum: bet.premiumMinor > 0n ? money(bet.premiumMinor) : null,
    insurance_percent: bet.insuredMinor > 0n ? percentOf(bet.insuredMinor, bet) : null,
    insured_sum: bet.insuredMinor > 0n ? money(bet.insuredMinor) : null,
    insurance_status:
      bet.insuredMinor === 0n ? null : open ? INSURANCE.inForce : bet.insuranceMinor > 0n ? INSURANCE.paid : INSURANCE.ended,
    isPowerBet: state?.isPowerBet ?? false,
  }
}

/** Whole percent of the stake that runs, as it was bought: cover is rounded down to the smallest coin. */
function percentOf(insured: Minor, { stakeMinor, soldStakeMinor }: HistoryBet): number {
  const running = stakeMinor - soldStakeMinor
  return Math.round((Number(insured) * 100) / Number(running > 0n ? running : stakeMinor))
}

/** Of our own: the source names the field only. */
const INSURANCE = { inForce: 1, paid: 2, ended: 3 } as const

/** Row of GetBetInfoHistory (wire 8.10.2). */
export function wireBetInfo(bet: HistoryBet, view: HistoryView): Record<string, unknown> {
  const known = view.results.get(bet.id) ?? []
  return {
    BetId: Number(bet.id),
    BetStatus: bet.status,
    BetSum: view.money(bet.stakeMinor),
    WinSum: view.money(bet.payoutMinor + bet.soldMinor),
    Coef: Number(bet.price),
    BetDate: unixSeconds(bet.acceptedAt.getTime()),
    BetType: bet.vid,
    Events: bet.receipt.legs.map((leg, i) => {
      const d = detailsOf(leg, view)
      return {
        GameId: d.gameId,
        Type: leg.t,
        Param: leg.p,
        Coef: wirePrice(leg.given),
        Opp1: d.opp1,
        Opp2: d.opp2,
        Liga: d.championship,
        Score: scoreOf(d, known[i], view.line.findByConstant(leg.ci) !== null),
      }
    }),
  }
}

export function moneyOf(currency: Currency): (minor: Minor) => number {
  return (minor) => wireMoney(minor, currency.exponent)
}
