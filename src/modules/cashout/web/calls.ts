/** The calls about a placed bet. */
import { minorFromSum, wireMoney, type Minor } from '#lib/money.ts'
import { priceFromWire } from '#lib/price.ts'
import type { Offer } from '#modules/coupon/rules/state/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import type { SaleTax } from '../rules/sale-tax.ts'
import type { autoSaleCall, insuranceCall, saleCall, saleInfo, SaleInfoReply } from '../contract.ts'

export type SaleInfo = SaleInfoReply

const timeoutMs = 15_000

export function readInfo(betId: string, lng: string, signal?: AbortSignal): Promise<SaleInfo> {
  return call<typeof saleInfo>('POST', '/web-api/office/bet/sale-info', { body: { bet_id: Number(betId), lng }, auth: 'token', signal })
}

export function sell(betId: string, sum: Minor, left: Minor, guid: string, exponent: number) {
  const body = { bet_id: Number(betId), sum_sale: wireMoney(sum, exponent), new_sum_cupon: wireMoney(left, exponent), guid }
  return moneyCall(() => call<typeof saleCall>('POST', '/web-api/office/bet/sale', { body, auth: 'token', timeoutMs }))
}

export function setTarget(betId: string, target: number) {
  const body = { bet_id: Number(betId), target }
  return moneyCall(() => call<typeof autoSaleCall>('POST', '/web-api/office/bet/auto-sale', { body, auth: 'token' }))
}

export function insure(betId: string, percent: number, sum: number, guid: string) {
  const body = { bet_id: Number(betId), percent, sum, guid }
  return moneyCall(() => call<typeof insuranceCall>('POST', '/web-api/office/bet/insurance', { body, auth: 'token', timeoutMs }))
}

export function minorOf(value: number, exponent: number): Minor {
  return minorFromSum(value, exponent) ?? 0n
}

/** Error numbers of wire 8.9. */
const MOVED = 900_050

/** The sum of now that a refusal carries, of the sale as it was asked for or of the insurance; null when it was another failure. */
export function movedTo(error: unknown, exponent: number): Minor | null {
  if (!isApiError(error) || error.code !== MOVED) return null
  const data = (error.response as { data?: { cashout_sum?: number; premium?: number } } | undefined)?.data
  return minorOf(data?.cashout_sum ?? data?.premium ?? 0, exponent)
}

/** What the tax in a part of the bet is reckoned from; null = no tax is taken. */
export function partTaxOf({ part_tax: tax }: SaleInfo, exponent: number): SaleTax | null {
  if (!tax) return null
  return {
    tax: tax.terms,
    exponent,
    stakeMinor: minorOf(tax.stake, exponent),
    soldGrossMinor: minorOf(tax.sold_gross, exponent),
    soldTaxMinor: minorOf(tax.sold_tax, exponent),
  }
}

/** A leg as the coupon takes it. */
export function offerOf(leg: SaleInfo['edit_events'][number]): Offer {
  return {
    gameId: leg.GameId,
    constId: leg.GameConstId,
    type: leg.Type,
    param: leg.Param,
    playerId: leg.PlayerId,
    price: priceFromWire(leg.Coef) ?? 1001,
    kind: leg.Kind === 1 ? 1 : 3,
    sportId: leg.SportId,
    champId: leg.ChampId,
    startsAt: leg.Start,
    group: leg.GroupId,
    names: {
      side1: leg.Opp1,
      side2: leg.Opp2,
      champ: leg.Liga,
      market: leg.GroupName,
      outcome: leg.MarketName,
      period: [leg.GameType, leg.PeriodName].filter(Boolean).join('. '),
    },
  }
}
