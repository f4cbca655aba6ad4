/** The wire of the limit service: reads requests, calls use cases, writes answers. */
import type { FastifyInstance } from 'fastify'
import { minorFromWire, minorText, parseMinor, wireMoney } from '#lib/money.ts'
import { unixSeconds } from '#lib/time.ts'
import { proveAgain, sessionOf, type AuthDeps } from '#modules/auth/server/index.ts'
import { currencyById, minorOfEuro, type Currency, type Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { mayAskToReopen, kindOfPeriod } from '../rules/exclusion.ts'
import {
  CONFIRM_WITHIN_MS,
  isPendingAlive,
  LEAST_MINUTES,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitKind,
  type LimitPeriod,
  mostMinutes,
} from '../rules/limits.ts'
import type { Product } from '../rules/products.ts'
import { profileOf } from '../rules/profile.ts'
import { isReason, REASONS } from '../rules/reasons.ts'
import { testResult } from '../rules/self-test.ts'
import { askContact } from './deposit-care.ts'
import { askLimitRemoval, decidePending, setOwnLimit } from './change-limits.ts'
import { selectWindow, selectWindows, type CalendarChoice } from './calendar.ts'
import type { ClosedAccounts } from './closed-accounts.ts'
import type { Products } from './products.ts'
import { askToReopen, excludePlayer } from './exclude.ts'
import { currencyOf } from './own-play.ts'
import { ownPlayRoutes, selectCheckEvery } from './own-play-routes.ts'
import { listEvents, listLimits, type StoredLimit } from './store.ts'
import { selectPosition, usedOf } from './used.ts'

export interface ProtectionDeps {
  auth: AuthDeps
  ledger: Pick<Ledger, 'balance'>
  limits: Limits
  closed: ClosedAccounts
  products: Products
  onChanged(playerId: number): void
  mayEnter(ctx: Ctx, product: Product): Promise<Problem | null>
}

/** In euro; `default` is what the form proposes. */
const MONEY_BOUNDS = { min: '1', max: '100000', default: '300' }
const MINUTE_BOUNDS = {
  min: LEAST_MINUTES,
  max: mostMinutes('month'),
  maxOf: { day: mostMinutes('day'), week: mostMinutes('week'), month: mostMinutes('month') },
  default: 120,
  currency: '',
}

export function protectionRoutes(app: FastifyInstance, deps: ProtectionDeps): void {
  limitRoutes(app, deps)
  exclusionRoutes(app, deps)
  readingRoutes(app, deps)
  ownPlayRoutes(app, deps)
}

const me = (ctx: Ctx) => ctx.player!.id
/** The player's zone as his browser tells it, else the brand's; the week as his country begins it. */
function calendarOf({ config, country }: Ctx, zone: string | null | undefined): CalendarChoice {
  const zones = [zone, config.time.zone].filter((name) => typeof name === 'string')
  return { zones, weekStart: config.time.weekStart[country] ?? 1, windows: profileOf(config.responsible.profile).limitWindows }
}

export const waitOf = (ctx: Ctx) => profileOf(ctx.config.responsible.profile).raiseWaitMs

/** Problem: protection.wrong_password (403, 91), as is a player who must give it first. */
export function proven(deps: AuthDeps, ctx: Ctx, given: { password: string; app_code: string }): Promise<Problem | null> {
  return proveAgain(deps, ctx, given, 'protection.wrong_password')
}

/** A value of a limit as calls give it. */
const shown = (limit: StoredLimit, value: bigint): { amount: number } | { minutes: number } =>
  limit.kind === 'session' ? { minutes: Number(value) } : { amount: wireMoney(value, currencyById(limit.currencyId).exponent) }

function pendingOf(limit: StoredLimit, now: number) {
  const { pending } = limit
  if (!pending || !isPendingAlive(pending, now)) return {}
  return {
    pending: {
      ...(pending.amount === null ? {} : shown(limit, pending.amount)),
      isRemoval: pending.amount === null,
      activeFrom: unixSeconds(pending.activeFrom),
      confirmUntil: unixSeconds(pending.activeFrom + CONFIRM_WITHIN_MS),
    },
  }
}

async function rowOf(deps: ProtectionDeps, limit: StoredLimit, now: number): Promise<contract.LimitRow> {
  const used = await usedOf(deps.auth.db, limit, now)
  const left = limit.amount > used ? limit.amount - used : 0n
  const window = await selectWindow(deps.auth.db, limit.playerId, limit.period, now)
  const number = (value: bigint) => (limit.kind === 'session' ? Number(value) : wireMoney(value, currencyById(limit.currencyId).exponent))
  return {
    id: limit.id,
    type: limit.kind,
    period: limit.period,
    ...shown(limit, limit.amount),
    used: number(used),
    left: number(left),
    ...(limit.kind === 'session' ? {} : { currency: currencyById(limit.currencyId).code }),
    startsAt: unixSeconds(limit.startsAt),
    activeFrom: unixSeconds(limit.startsAt),
    endsAt: 0,
    ...(window.kind === 'calendar' ? { restartsAt: unixSeconds(window.restartsAt) } : {}),
    ...pendingOf(limit, now),
  }
}

function closedReply(deps: ProtectionDeps, ctx: Ctx): contract.ClosedReply | null {
  const state = deps.closed.stateOf(me(ctx))
  if (!state) return null
  const { exclusion, until } = state
  return {
    kind: exclusion.kind,
    until: until === 'open_end' ? (exclusion.endsAt === null ? 0 : unixSeconds(exclusion.endsAt)) : unixSeconds(until),
    isForever: exclusion.endsAt === null,
    mayReopen: mayAskToReopen(exclusion, ctx.now),
  }
}

/** The amount of a limit in minor units or minutes. Problems: protection.amount_bounds, protection.minutes_bounds (400, 90). */
function amountOf(
  kind: LimitKind,
  given: { amount?: string | number | null | undefined; minutes?: number | null | undefined; period: LimitPeriod },
  currency: Currency,
): bigint | Problem {
  if (kind === 'session') {
    const { minutes, period } = given
    const params = { min: LEAST_MINUTES, max: mostMinutes(period) }
    if (minutes !== null && minutes !== undefined && minutes >= params.min && minutes <= params.max) return BigInt(minutes)
    return problem('protection.minutes_bounds', { status: 400, wire: 90, field: 'minutes', params })
  }
  const { exponent, code } = currency
  const min = minorOfEuro(MONEY_BOUNDS.min, currency, 'up')
  const max = minorOfEuro(MONEY_BOUNDS.max, currency)
  const amount = typeof given.amount === 'number' ? minorFromWire(given.amount, exponent) : parseMinor(given.amount ?? '', exponent)
  if (amount !== null && amount >= min && amount <= max) return amount
  const params = { min: minorText(min, exponent), max: minorText(max, exponent), currency: code }
  return problem('protection.amount_bounds', { status: 400, wire: 90, field: 'amount', params })
}

function limitRoutes(app: FastifyInstance, deps: ProtectionDeps): void {
  const { db, clock } = deps.auth
  const changing = { db, clock, limits: deps.limits }

  route(app, contract.setLimitCall, async (ctx, { body }) => {
    const known = (await listLimits(db, me(ctx))).find(({ kind, period }) => kind === body.type && period === body.period)
    const currency = known && known.kind !== 'session' ? currencyById(known.currencyId) : await currencyOf(deps.ledger, me(ctx))
    const amount = amountOf(body.type, body, currency)
    if (isProblem(amount)) return amount
    const softer = body.type === 'deposit' && (!known || amount > known.amount)
    const refused = softer && (await askContact(db, { playerId: me(ctx), amount, currency }, ctx))
    if (refused) return refused
    const limit = await setOwnLimit(changing, {
      playerId: me(ctx),
      kind: body.type,
      period: body.period,
      currencyId: body.type === 'session' ? 0 : currency.id,
      amount,
      raiseWaitMs: waitOf(ctx),
      calendar: calendarOf(ctx, body.time_zone),
    })
    deps.onChanged(me(ctx))
    return rowOf(deps, limit, ctx.now)
  })

  route(app, contract.removeLimitCall, async (ctx, { params }) => {
    const limit = await askLimitRemoval(changing, { playerId: me(ctx), id: params.id, raiseWaitMs: waitOf(ctx) })
    if (isProblem(limit)) return limit
    deps.onChanged(me(ctx))
    return { id: limit.id, activeUntil: unixSeconds(limit.pending!.activeFrom) }
  })

  route(app, contract.limitActionCall, async (ctx, { body }) => {
    const unproven = body.action === 'confirm' ? await proven(deps.auth, ctx, body) : null
    if (unproven) return unproven
    const status = await decidePending(changing, { playerId: me(ctx), id: body.limit_id, action: body.action })
    if (isProblem(status)) return status
    deps.onChanged(me(ctx))
    return { limit_id: body.limit_id, status }
  })
}

function exclusionRoutes(app: FastifyInstance, deps: ProtectionDeps): void {
  const { db, clock } = deps.auth
  const closing = { db, clock, limits: deps.limits }

  route(app, contract.blockUserCall, async (ctx, { body }) => {
    if (!profileOf(ctx.config.responsible.profile).periods.includes(body.period))
      return problem('protection.unknown_period', { status: 400, wire: 90, field: 'period' })
    if (body.reason_id !== 0 && !isReason(body.reason_id))
      return problem('protection.unknown_reason', { status: 400, wire: 90, field: 'reason_id' })
    const unproven = await proven(deps.auth, ctx, body)
    if (unproven) return unproven
    const exclusion = await excludePlayer(closing, {
      playerId: me(ctx),
      period: body.period,
      reasonId: body.reason_id,
      comment: body.comment,
    })
    await deps.closed.hear(me(ctx))
    deps.onChanged(me(ctx))
    return { blockedUntil: exclusion.endsAt === null ? 0 : unixSeconds(exclusion.endsAt), isForever: exclusion.endsAt === null }
  })

  route(app, contract.reopenCall, async (ctx, { body }) => {
    const unproven = await proven(deps.auth, ctx, body)
    if (unproven) return unproven
    const opensAt = await askToReopen(closing, me(ctx))
    if (isProblem(opensAt)) return opensAt
    await deps.closed.hear(me(ctx))
    deps.onChanged(me(ctx))
    return { opensAt: unixSeconds(opensAt) }
  })
}

function readingRoutes(app: FastifyInstance, deps: ProtectionDeps): void {
  const { db } = deps.auth

  route(app, contract.limitsCall, async (ctx) => {
    const limits = await listLimits(db, me(ctx))
    const rows: Awaited<ReturnType<typeof rowOf>>[] = []
    // One after the other: a few calls at once would else take every connection of the process.
    for (const limit of limits) rows.push(await rowOf(deps, limit, ctx.now))
    const closed = closedReply(deps, ctx)
    const state = deps.closed.stateOf(me(ctx))
    if (closed && state) {
      const type = closed.kind === 'self_exclusion' ? ('self_exclusion' as const) : ('cooling_off' as const)
      rows.push({ id: state.exclusion.id, type, period: 'none', startsAt: unixSeconds(state.exclusion.startsAt), endsAt: closed.until })
    }
    return { limits: rows, closed }
  })

  route(app, contract.availableLimitsCall, async (ctx) => {
    const currency = await currencyOf(deps.ledger, me(ctx))
    const money = (euro: string, round: 'up' | 'down' = 'up') => wireMoney(minorOfEuro(euro, currency, round), currency.exponent)
    const bounds = {
      min: money(MONEY_BOUNDS.min),
      max: money(MONEY_BOUNDS.max, 'down'),
      default: money(MONEY_BOUNDS.default),
      currency: currency.code,
    }
    const profile = profileOf(ctx.config.responsible.profile)
    return {
      types: LIMIT_KINDS.map((type) => ({
        type,
        periods: [...LIMIT_PERIODS],
        ...(type === 'session' ? MINUTE_BOUNDS : bounds),
      })),
      raiseWait: profile.raiseWaitMs / 1000,
      windows: await selectWindows(db, me(ctx), profile.limitWindows),
      selfExclude: {
        periods: profile.periods.map((code) => ({ code, title: ctx.text(`protection:period_${code}`), kind: kindOfPeriod(code) })),
      },
    }
  })

  route(app, contract.reasonsCall, (ctx) => ({ reasons: REASONS.map((id) => ({ id, title: ctx.text(`protection:reason_${id}`) })) }))

  route(app, contract.testAnswersCall, async (ctx, { body }) => {
    const result = testResult(body.answers.map(({ question_id, answer }) => ({ questionId: question_id, answer })))
    if (!result) return problem('protection.answer_all', { status: 400, wire: 90, field: 'answers' })
    await inTx(db, (tx) =>
      tx
        .insertInto('protection_test')
        .values({ player_id: me(ctx), ...result, at: new Date(ctx.now) })
        .execute(),
    )
    return { ...result, advice: ctx.text(`protection:test_advice_${result.level}`) }
  })

  route(app, contract.changesCall, async (ctx, { query }) => {
    const { rows, pages } = await listEvents(db, me(ctx), query.page)
    return { items: rows.map(({ id, what, details, at }) => ({ id: Number(id), date: unixSeconds(at.getTime()), what, details })), pages }
  })

  route(app, contract.positionCall, async (ctx) => {
    const currency = await currencyOf(deps.ledger, me(ctx))
    const from = sessionOf(ctx)?.createdAt ?? ctx.now
    const { sessionMinor, allTimeMinor, depositsMinor, withdrawalsMinor } = await selectPosition(db, me(ctx), currency.id, new Date(from))
    const money = (minor: bigint) => wireMoney(minor, currency.exponent)
    return {
      currency: currency.code,
      session: money(sessionMinor),
      allTime: money(allTimeMinor),
      deposits: money(depositsMinor),
      withdrawals: money(withdrawalsMinor),
      checkEvery: await selectCheckEvery(db, ctx),
      sessionFrom: unixSeconds(from),
      now: unixSeconds(ctx.now),
    }
  })
}
