/** Door of the coupon: pricing for other modules, and the calls without sign-in. */
import type { FastifyInstance } from 'fastify'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Line } from '#modules/line/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { hotRoute, route } from '#platform/server/http.ts'
import * as contract from '../contract.ts'
import type { LineReader } from '../rules/selection.ts'
import { getAdvance } from './get-advance.ts'
import { generateAnswer } from './generate.ts'
import type { AdvancePort, CouponPorts, DayPercent, JointPort, PromoPort, SaleQuotePort } from './ports.ts'
import { sameGameAnswer } from './same-game.ts'
import { getCoupon, saveCoupon } from './saved-coupon.ts'
import { updateCoupon, type CouponDeps } from './update-coupon.ts'
import { updateCouponMulti } from './update-coupon-multi.ts'
import './tables.ts'

export { couponText, moneyText, wireCoupon, wireCouponEvent, type CouponFigures, type PricedLeg } from './coupon-value.ts'
export { initialStake, kindRange, openDuels, rangeOf } from './price-coupon.ts'
export { expressAddition, priceKind, type KindPrice } from './price-kind.ts'
export { kindShape, refusesRelations, relatedGame, relationsOf, selectionOf, shapeProblem, stakedSum, vidOf } from './request.ts'
export { namedAccount } from './named-account.ts'
export { createBookReader, type BookAccess } from './book-reader.ts'
export { createJoint } from './joint.ts'
export { outcomeNameOfGroup } from '../rules/outcome-name.ts'
export type { AdvanceValue } from '../contract.ts'
export type { AdvancePort, DayPercent, JointPort, PromoPort, SaleQuote, SaleQuotePort } from './ports.ts'
export type { KindShape } from '../rules/kind-shape.ts'
export type { LegNames, LineGame, LineOutcome, LineReader, Selection } from '../rules/selection.ts'

export interface CouponModule {
  line: LineReader
  /** UpdateCoupon of a placed bet that is edited or raised. */
  useSaleQuote(port: SaleQuotePort): void
  /** GetAvance, and `avanceBet` of UpdateCoupon. */
  useAdvance(port: AdvancePort): void
}

export interface RegisterCoupon {
  app: FastifyInstance
  db: Db
  line: LineReader
  ledger: Ledger
  limits: Limits
  joint?: JointPort | undefined
  dayPercent?: DayPercent | undefined
  promo?: PromoPort | undefined
  /** The games of the line, to choose from. */
  book?: Pick<Line, 'answers'> | undefined
}

export function registerCoupon(given: RegisterCoupon): CouponModule {
  const ports: CouponPorts = {}
  const deps: CouponDeps & RegisterCoupon = { ...given, ports }
  hotRoute(deps.app, contract.updateCoupon, (ctx, { body }) => updateCoupon(deps, ctx, body))
  route(deps.app, contract.updateCouponMulti, (ctx, { body }) => updateCouponMulti(deps, ctx, body))
  route(deps.app, contract.saveCoupon, (ctx, { body }) => saveCoupon(deps, ctx, body))
  route(deps.app, contract.getCoupon, (ctx, { body }) => getCoupon(deps, ctx, body))
  route(deps.app, contract.getAvance, (ctx, { body }) => getAdvance(deps, ctx, body))
  route(deps.app, contract.sameGame, (ctx, { body }) => sameGameAnswer(deps.joint, ctx, body))
  route(deps.app, contract.generate, (ctx, { body }) => generateAnswer(deps, ctx, body))
  return {
    line: deps.line,
    useSaleQuote: (port) => void (ports.sale = port),
    useAdvance: (port) => void (ports.advance = port),
  }
}
