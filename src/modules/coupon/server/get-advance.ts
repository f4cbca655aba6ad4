/** GetAvance: how much of an advance on open bets a coupon may use now (wire 8.6.1). */
import { wireMoney } from '#lib/money.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import type { AdvanceValue, CouponRequest } from '../contract.ts'
import { namedAccount } from './named-account.ts'
import type { CouponDeps } from './update-coupon.ts'

/** Where advances are closed the answer says so without an error. Problems: bets.other_account (403), those of the port. */
export async function getAdvance({ ports, ledger }: CouponDeps, ctx: Ctx, body: CouponRequest): Promise<AdvanceValue | Problem> {
  if (ports.advance && couponOffers(ctx.config, 'advance')) return ports.advance.quote(ctx, body)
  const { id: playerId } = ctx.player!
  const account = namedAccount(await ledger.balance(playerId), playerId, body.UserId)
  if (!account) return problem('bets.other_account', { wire: 403, field: 'UserId' })
  return {
    IsAvailable: false,
    Avance: 0,
    AvanceMax: 0,
    AvanceUsed: 0,
    Balance: wireMoney(account.balanceMinor, account.currency.exponent),
    Summ: body.Summ,
    NeedAvance: 0,
    Currency: account.currency.code,
    BetIds: [],
  }
}
