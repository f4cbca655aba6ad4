/** Blocks that a player sets without choosing a term: products, and the break in one press (standards RG-15, RG-24). */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { featureOn } from '#platform/shared/site-config.ts'
import * as contract from '../contract.ts'
import { CONFIRM_WITHIN_MS, isPendingAlive } from '../rules/limits.ts'
import { PRODUCTS } from '../rules/products.ts'
import { takeBreak } from './exclude.ts'
import { proven, waitOf, type ProtectionDeps } from './routes.ts'

const me = (ctx: Ctx) => ctx.player!.id

/** Those of the brand, and any that the player has closed while it was there. */
async function productsOf({ products }: ProtectionDeps, ctx: Ctx): Promise<contract.ProductsReply> {
  const closed = await products.list(me(ctx))
  const shown = PRODUCTS.filter((product) => featureOn(ctx.config, product) || closed.some((one) => one.product === product))
  return {
    products: shown.map((product) => {
      const known = closed.find((one) => one.product === product)
      const pending = known?.pending && isPendingAlive(known.pending, ctx.now) ? known.pending : null
      return {
        product,
        closed: known !== undefined,
        startsAt: known ? unixSeconds(known.startsAt) : 0,
        ...(pending
          ? {
              pending: {
                activeFrom: unixSeconds(pending.activeFrom),
                confirmUntil: unixSeconds(pending.activeFrom + CONFIRM_WITHIN_MS),
              },
            }
          : {}),
      }
    }),
  }
}

export function ownBlockRoutes(app: FastifyInstance, deps: ProtectionDeps): void {
  const { db, clock } = deps.auth

  route(app, contract.panicCall, async (ctx) => {
    const { endsAt } = await takeBreak({ db, clock, limits: deps.limits }, me(ctx))
    await deps.closed.hear(me(ctx))
    deps.onChanged(me(ctx))
    return { blockedUntil: endsAt === null ? 0 : unixSeconds(endsAt) }
  })

  route(app, contract.mayEnterCall, async (ctx, { query }) => (await deps.mayEnter(ctx, query.product)) ?? { open: true as const })

  route(app, contract.productsCall, (ctx) => productsOf(deps, ctx))

  route(app, contract.setProductCall, async (ctx, { body }) => {
    const { product, action } = body
    const unproven = action === 'confirm' ? await proven(deps.auth, ctx, body) : null
    if (unproven) return unproven
    const refused = await change(deps, ctx, product, action)
    if (isProblem(refused)) return refused
    deps.onChanged(me(ctx))
    return productsOf(deps, ctx)
  })
}

type Wish = Parameters<ProtectionDeps['products']['close']>[1]

async function change(
  { products }: ProtectionDeps,
  ctx: Ctx,
  product: Wish,
  action: 'close' | 'open' | 'confirm' | 'cancel',
): Promise<Problem | null> {
  switch (action) {
    case 'close':
      await products.close(me(ctx), product)
      return null
    case 'open':
      return products.askToOpen(me(ctx), product, waitOf(ctx))
    case 'confirm':
    case 'cancel':
      return products.decide(me(ctx), product, action)
  }
}
