/** SaveCoupon and GetCoupon (wire 8.5, rule 25). A code says nothing about who saved it (standards WAG-22). */
import { randomBytes } from 'node:crypto'
import { DAY, unixSeconds } from '#lib/time.ts'
import { wireMoney } from '#lib/money.ts'
import { wirePrice } from '#lib/price.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { CouponEventRequest, CouponRequest } from '../contract.ts'
import { antiExpressPrice, combine, wireCombined } from '../rules/combined.ts'
import { CODE_LENGTH, codeOf, normalCode } from '../rules/coupon-code.ts'
import { VID } from '../rules/kinds.ts'
import { isOver } from '../rules/selection.ts'
import type { PricedLeg } from './coupon-value.ts'
import { priceLegs, rangeOf } from './price-coupon.ts'
import { eventsOf, selectionOf, vidOf } from './request.ts'
import type { CouponDeps } from './update-coupon.ts'
import { currencyFor } from './update-coupon.ts'
import './tables.ts'

const LIFE_MS = 30 * DAY
const PARTNER_OF_ALL = 1
const MAX_EVENTS = 50
const MAX_SYSTEM_EVENTS = 20
const TRIES = 8

interface SavedEvent {
  GameId: number
  ci: number
  Type: number
  Param: number
  PlayerId: number
  Kind: number
  PV: string | null
}

interface SavedCoupon {
  events: SavedEvent[]
  eventsIndexes: number[][] | null
  withLobby: boolean
  expressNum: number
}

/** Answers the code. Problems: coupon.bad_coupon (161627), coupon.bad_size (900001), bets.event_unknown (104). */
export async function saveCoupon(deps: CouponDeps & { db: Db }, ctx: Ctx, body: CouponRequest): Promise<string | Problem> {
  const events = eventsOf(body)
  if (events.length === 0 || events.length > MAX_EVENTS) return problem('coupon.bad_coupon', { wire: 161_627, field: 'Events' })
  const asked = vidOf(body.Vid, events.length)
  const vid = asked === VID.system || asked === VID.multi ? asked : VID.express
  if (vid !== VID.express && (events.length < 3 || events.length > MAX_SYSTEM_EVENTS)) {
    return problem('coupon.bad_size', { wire: 900_001, field: 'Events', params: { min: 3, max: MAX_SYSTEM_EVENTS } })
  }
  const games = events.map((event) => deps.line.findGame(event.GameId))
  if (games.every((game) => game === null || isOver(game))) return problem('bets.event_unknown', { wire: 104, params: { game: '' } })
  const saved: SavedCoupon = {
    events: events.map((event, i) => ({
      GameId: event.GameId,
      ci: games[i]?.ci ?? 0,
      Type: event.Type,
      Param: event.Param,
      PlayerId: event.PlayerId,
      Kind: event.Kind,
      PV: event.PV,
    })),
    eventsIndexes: body.EventsIndexes,
    withLobby: body.WithLobby,
    expressNum: body.expressNum,
  }
  return insertCode(deps.db, ctx, vid, saved)
}

async function insertCode(db: Db, ctx: Ctx, vid: number, coupon: SavedCoupon): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const code = codeOf(randomBytes(CODE_LENGTH))
    const row = await db
      .insertInto('coupon_code')
      .values({
        code,
        partner: ctx.partner,
        vid,
        coupon: JSON.stringify(coupon),
        created_at: new Date(ctx.now),
        expires_at: new Date(ctx.now + LIFE_MS),
      })
      // A code whose time is over may be given again.
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet((eb) => ({
            partner: eb.ref('excluded.partner'),
            vid: eb.ref('excluded.vid'),
            coupon: eb.ref('excluded.coupon'),
            created_at: eb.ref('excluded.created_at'),
            expires_at: eb.ref('excluded.expires_at'),
          }))
          .where('coupon_code.expires_at', '<', new Date(ctx.now)),
      )
      .returning('code')
      .executeTakeFirst()
    if (row) return row.code
  }
  throw new Error('no free coupon code found')
}

/** The selections with the prices of now; started, ended and vanished ones are left out. Problem: coupon.no_such_code (900010). */
export async function getCoupon(
  deps: CouponDeps & { db: Db },
  ctx: Ctx,
  body: { Guid: string; Lng?: string | undefined; CfView?: number | undefined },
): Promise<Record<string, unknown> | Problem> {
  const none = problem('coupon.no_such_code', { wire: 900_010, field: 'Guid' })
  const code = normalCode(body.Guid)
  if (!code) return none
  const row = await deps.db.selectFrom('coupon_code').selectAll().where('code', '=', code).executeTakeFirst()
  const foreign = row && row.partner !== ctx.partner && row.partner !== PARTNER_OF_ALL
  if (!row || foreign || row.expires_at.getTime() <= ctx.now) return none
  const saved = row.coupon as SavedCoupon
  const lng = body.Lng ?? ctx.lng
  const here = saved.events.flatMap((event) => presentEvent(deps, event))
  const legs = priceLegs(here, deps.line, ctx.now, lng).filter((leg) => !leg.finished && leg.outcome !== null)
  const currency = await currencyFor(deps.ledger, ctx, 0, 0)
  if (isProblem(currency)) return currency
  const prices = legs.map((leg) => leg.price)
  const removed = legs.length !== saved.events.length
  return {
    Vid: row.vid,
    Coef: row.vid === VID.system || prices.length === 0 ? 0 : wireCombined(combine(prices)),
    HasRemoveEvents: removed,
    avanceBet: false,
    maxBet: wireMoney(rangeOf(legs, currency, ctx.config, deps.limits).maxMinor, currency.exponent),
    expressNum: saved.expressNum,
    AntiExpressCoef: prices.length > 1 ? wirePrice(antiExpressPrice(prices) ?? 0) : 0,
    WithLobby: saved.withLobby,
    // The blocks name places in the list: with a leg gone they would name others.
    EventsIndexes: removed ? null : saved.eventsIndexes,
    MinBetSystems: null,
    Events: legs.map(wireSavedEvent),
  }
}

/** The game where it is now: I changes when it moves from line to live, CI does not. A line bet on a started game is gone. */
function presentEvent({ line }: CouponDeps, event: SavedEvent): CouponEventRequest[] {
  const game = line.findGame(event.GameId) ?? (event.ci ? line.findByConstant(event.ci) : null)
  if (!game || isOver(game) || game.kind !== event.Kind) return []
  const request: CouponEventRequest = {
    GameId: game.gameId,
    Type: event.Type,
    Coef: 0,
    Param: event.Param,
    Kind: game.kind,
    PlayerId: event.PlayerId,
    PV: event.PV,
  }
  return line.findOutcome(game.gameId, event.Type, event.Param, event.PlayerId) ? [request] : []
}

function wireSavedEvent(leg: PricedLeg): Record<string, unknown> {
  const { game, selection, names, outcome } = leg
  const start = unixSeconds(game!.startsAt)
  return {
    GameId: selectionOf(leg.request).gameId,
    GameConstId: game!.ci,
    Type: selection.t,
    Coef: wirePrice(leg.price),
    Param: selection.p,
    Kind: game!.kind,
    Opp1: names!.opp1,
    Opp2: names!.opp2,
    Liga: names!.championship,
    MarketName: names!.outcome,
    GroupName: names!.group,
    GroupId: outcome!.g,
    PeriodName: names!.periodName,
    GameType: names!.gameType,
    DateStart: `/Date(${start * 1000})/`,
    Start: start,
    Block: leg.blocked,
    IsBannedExpress: false,
    IsRelation: leg.relation,
    PlayerId: selection.playerId,
  }
}
