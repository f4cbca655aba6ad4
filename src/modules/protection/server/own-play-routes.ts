/** How a player stands by month, what stands out in his week, and how often he wants to be told. */
import type { FastifyInstance } from 'fastify'
import { wireMoney } from '#lib/money.ts'
import { sessionOf } from '#modules/auth/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { profileOf } from '../rules/profile.ts'
import { checkChoices, checkEveryOf } from '../rules/reality-check.ts'
import { signalsOf } from '../rules/signals.ts'
import { currencyOf, listDayTotals, listMonthTotals, selectStakedSince, selectZone } from './own-play.ts'
import type { ProtectionDeps } from './routes.ts'

const me = (ctx: Ctx) => ctx.player!.id

/** Minutes between two checks of this player; 0 = none. */
export async function selectCheckEvery(db: Db, ctx: Ctx): Promise<number> {
  const row = await db.selectFrom('protection_choice').select('check_minutes').where('player_id', '=', me(ctx)).executeTakeFirst()
  const { profile, realityCheckMinutes } = ctx.config.responsible
  return checkEveryOf({ own: row?.check_minutes ?? null, brand: realityCheckMinutes ?? 0, profile: profileOf(profile).realityCheckMinutes })
}

export function ownPlayRoutes(app: FastifyInstance, { auth: { db }, ledger }: Pick<ProtectionDeps, 'auth' | 'ledger'>): void {
  const choicesOf = (ctx: Ctx) => checkChoices(profileOf(ctx.config.responsible.profile).realityCheckMinutes)

  route(app, contract.checkEveryCall, async (ctx) => ({ minutes: await selectCheckEvery(db, ctx), choices: choicesOf(ctx) }))

  route(app, contract.setCheckEveryCall, async (ctx, { body }) => {
    const choices = choicesOf(ctx)
    if (!choices.includes(body.minutes)) return problem('protection.check_choice', { status: 400, wire: 90, field: 'minutes' })
    const chosen = { check_minutes: body.minutes, changed_at: new Date(ctx.now) }
    await db
      .insertInto('protection_choice')
      .values({ player_id: me(ctx), ...chosen })
      .onConflict((conflict) => conflict.column('player_id').doUpdateSet(chosen))
      .execute()
    return { minutes: body.minutes, choices }
  })

  route(app, contract.sessionStakesCall, async (ctx) => {
    const { id, code, exponent } = await currencyOf(ledger, me(ctx))
    const from = new Date(sessionOf(ctx)?.createdAt ?? ctx.now)
    return { currency: code, staked: wireMoney(await selectStakedSince(db, me(ctx), id, from), exponent) }
  })

  route(app, contract.positionMonthsCall, async (ctx, { query }) => {
    const { id, code, exponent } = await currencyOf(ledger, me(ctx))
    const months = await listMonthTotals(db, me(ctx), id, query.months, ctx.now)
    const money = (minor: bigint) => wireMoney(minor, exponent)
    return {
      currency: code,
      months: months.map(({ month, depositsMinor, withdrawalsMinor, stakesMinor, returnsMinor }) => ({
        month,
        deposits: money(depositsMinor),
        withdrawals: money(withdrawalsMinor),
        stakes: money(stakesMinor),
        returns: money(returnsMinor),
        net: money(returnsMinor - stakesMinor),
      })),
    }
  })

  route(app, contract.signalsCall, async (ctx) => {
    const { id } = await currencyOf(ledger, me(ctx))
    const days = await listDayTotals(db, me(ctx), id, await selectZone(db, me(ctx), ctx.config.time.zone), ctx.now)
    const signals = signalsOf(days, ctx.now)
    return {
      signals: signals.map((code) => ({
        code,
        title: ctx.text(`protection:signal_${code}`),
        advice: ctx.text(`protection:signal_${code}_advice`),
      })),
    }
  })
}
