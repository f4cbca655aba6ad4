/** Door of the coupon: pricing for other modules, and the calls without sign-in. */
import type { FastifyInstance } from 'fastify'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { hotRoute, route } from '#platform/server/http.ts'
import * as contract from '../contract.ts'
import type { LineReader } from '../rules/selection.ts'
import { getCoupon, saveCoupon } from './saved-coupon.ts'
import { updateCoupon } from './update-coupon.ts'
import './tables.ts'

export { combinedView, moneyText, wireCoupon, wireCouponEvent, type CouponFigures, type PricedLeg } from './coupon-value.ts'
export { initialStake, rangeOf } from './price-coupon.ts'
export { refusesRelations, relationsOf, selectionOf, shapeProblem, vidOf } from './request.ts'
export { createBookReader, type BookAccess } from './book-reader.ts'
export { outcomeNameOfGroup } from '../rules/outcome-name.ts'
export type { LegNames, LineGame, LineOutcome, LineReader, Selection } from '../rules/selection.ts'

export interface CouponModule {
  line: LineReader
}

export interface RegisterCoupon {
  app: FastifyInstance
  db: Db
  line: LineReader
  ledger: Ledger
  limits: Limits
}

export function registerCoupon(deps: RegisterCoupon): CouponModule {
  hotRoute(deps.app, contract.updateCoupon, (ctx, { body }) => updateCoupon(deps, ctx, body))
  route(deps.app, contract.saveCoupon, (ctx, { body }) => saveCoupon(deps, ctx, body))
  route(deps.app, contract.getCoupon, (ctx, { body }) => getCoupon(deps, ctx, body))
  return { line: deps.line }
}
