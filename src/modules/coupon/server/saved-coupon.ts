/** SaveCoupon and GetCoupon (wire 8.5, rule 25). A code says nothing about who saved it (standards WAG-22). */
import { randomBytes } from 'node:crypto'
import { DAY, unixSeconds } from '#lib/time.ts'
import { wireMoney } from '#lib/money.ts'
import { wirePrice } from '#lib/price.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import { couponBody, type CouponEventRequest, type CouponRequest } from '../contract.ts'
import { antiExpressPrice, combine, wireCombined } from '../rules/combined.ts'
import { CODE_LENGTH, codeOf, normalCode } from '../rules/coupon-code.ts'
import { blocksOfKept } from '../rules/kind-shape.ts'
import { VID } from '../rules/kinds.ts'
import { isOver } from '../rules/selection.ts'
import type { PricedLeg } from './coupon-value.ts'
import { openDuels, priceLegs, rangeOf } from './price-coupon.ts'
import { eventsOf, kindShape, selectionOf, vidOf } from './request.ts'
import { currencyFor } from './currency-for.ts'
import { couponRange, systemMinimums, type CouponDeps } from './update-coupon.ts'
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
  /** Line-ups of a duel: its game is made of them again. */
  PlayersDuel?: CouponEventRequest['PlayersDuel']
}

interface SavedCoupon {
  events: SavedEvent[]
  eventsIndexes: number[][] | null
  withLobby: boolean
  expressNum: number
  /** The kind as it was: the wire's own Vid knows only express, system and multi (rule 26). */
  vid?: number
  /** Its outcomes are of one game and priced together. */
  sameGame?: boolean
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
  openDuels(events, deps.line)
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
      ...(event.PlayersDuel?.length ? { PlayersDuel: event.PlayersDuel } : {}),
    })),
    eventsIndexes: body.EventsIndexes,
    withLobby: body.WithLobby,
    expressNum: body.expressNum,
    vid: asked,
    ...(body.SameGame ? { sameGame: true } : {}),
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
  body: { Guid: string; Lng?: string | undefined; UserId: number },
): Promise<Record<string, unknown> | Problem> {
  const none = problem('coupon.no_such_code', { wire: 900_010, field: 'Guid' })
  const code = normalCode(body.Guid)
  if (!code) return none
  const row = await deps.db.selectFrom('coupon_code').selectAll().where('code', '=', code).executeTakeFirst()
  const foreign = row && row.partner !== ctx.partner && row.partner !== PARTNER_OF_ALL
  if (!row || foreign || row.expires_at.getTime() <= ctx.now) return none
  const saved = row.coupon as SavedCoupon
  const lng = body.Lng ?? ctx.lng
  openDuels(saved.events, deps.line)
  const present = saved.events.map((event) => presentEvent(deps, event))
  const all = priceLegs(
    present.filter((event) => event !== null),
    deps.line,
    ctx.now,
    lng,
  )
  // Places of the legs that are left, in the list as it was saved.
  const places = present.flatMap((event, i) => (event ? [i] : [])).filter((_, n) => isThere(all[n]!))
  const legs = all.filter(isThere)
  const currency = await currencyFor(deps.ledger, ctx, body.UserId, 0)
  if (isProblem(currency)) return currency
  return { ...wireSaved(deps, ctx, { row, saved, legs, places, currency }), avanceBet: await mayUseAdvance(deps, ctx, legs, body.UserId) }
}

async function mayUseAdvance({ ports }: CouponDeps, ctx: Ctx, legs: readonly PricedLeg[], accountId: number): Promise<boolean> {
  if (!ctx.player || !ports.advance || legs.length === 0 || !couponOffers(ctx.config, 'advance')) return false
  const quote = await ports.advance.quote(ctx, couponBody.parse({ Events: legs.map((leg) => leg.request), UserId: accountId }))
  return !isProblem(quote) && quote.IsAvailable
}

const isThere = (leg: PricedLeg): boolean => !leg.finished && leg.outcome !== null

interface Found {
  row: { vid: number }
  saved: SavedCoupon
  legs: PricedLeg[]
  places: readonly number[]
  currency: Currency
}

function wireSaved(deps: CouponDeps, ctx: Ctx, { row, saved, legs, places, currency }: Found): Record<string, unknown> {
  const removed = legs.length !== saved.events.length
  const asked = saved.vid ?? row.vid
  const left = saved.eventsIndexes && blocksOfKept(saved.eventsIndexes, saved.withLobby, places)
  const blocks = left ? left.blocks : null
  const withLobby = left ? left.withLobby : saved.withLobby && !removed
  const expressNum = sizeLeft(row.vid, saved.expressNum, legs.length, blocks, withLobby, removed)
  const shape = kindShape(
    asked,
    legs.length,
    { expressNum, EventsIndexes: blocks, WithLobby: withLobby, GroupsSumms: null, EachWay: false },
    currency,
  )
  const prices = legs.map((leg) => leg.price)
  const price = isProblem(shape) ? null : { shape, joint: null }
  return {
    Vid: row.vid,
    SavedVid: asked,
    SameGame: saved.sameGame ?? false,
    Coef: row.vid === VID.express ? coefficientOf(deps, ctx, saved, legs) : 0,
    HasRemoveEvents: removed,
    maxBet: wireMoney(
      (price ? couponRange(deps, ctx, legs, price, currency) : rangeOf(legs, currency, ctx.config, deps.limits)).maxMinor,
      currency.exponent,
    ),
    expressNum,
    // Of one event its own coefficient, as UpdateCoupon has it (wire 8.5.2).
    AntiExpressCoef: prices.length > 1 ? wirePrice(antiExpressPrice(prices) ?? 0) : wirePrice(prices[0] ?? 0),
    WithLobby: withLobby,
    EventsIndexes: blocks,
    MinBetSystems:
      row.vid === VID.system
        ? (systemMinimums(deps, ctx, legs, currency)?.map(({ k, minMinor }) => ({ k, minBet: wireMoney(minMinor, currency.exponent) })) ??
          null)
        : null,
    Events: legs.map(wireSavedEvent),
  }
}

function coefficientOf({ joint }: CouponDeps, ctx: Ctx, { sameGame }: SavedCoupon, legs: readonly PricedLeg[]): number {
  if (legs.length === 0) return 0
  if (!sameGame || !joint || legs.length === 1) return wireCombined(combine(legs.map((leg) => leg.price)))
  return wirePrice(
    joint.check(
      legs.map((leg) => leg.selection),
      ctx.lng,
    ).price ?? 0,
  )
}

/** The size of a system as far as it still fits; an express that lost a leg is no express of the day any more. */
function sizeLeft(
  vid: number,
  saved: number,
  legs: number,
  blocks: readonly unknown[] | null,
  withLobby: boolean,
  removed: boolean,
): number {
  if (!removed) return saved
  if (vid === VID.system) return Math.min(saved, Math.max(2, legs - 1))
  if (vid === VID.multi) return Math.min(saved, Math.max(1, (blocks?.length ?? legs) - (withLobby ? 1 : 0)))
  return 0
}

/** The game where it is now: I changes when it moves from line to live, CI does not. A line bet on a started game is gone. */
function presentEvent({ line }: CouponDeps, event: SavedEvent): CouponEventRequest | null {
  const game = line.findGame(event.GameId) ?? (event.ci ? line.findByConstant(event.ci) : null)
  if (!game || isOver(game) || game.kind !== event.Kind) return null
  const request: CouponEventRequest = {
    GameId: game.gameId,
    Type: event.Type,
    Coef: 0,
    Param: event.Param,
    Kind: game.kind,
    PlayerId: event.PlayerId,
    PV: event.PV,
    ...(event.PlayersDuel ? { PlayersDuel: event.PlayersDuel } : {}),
  }
  return line.findOutcome(game.gameId, event.Type, event.Param, event.PlayerId) ? request : null
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
    IsBannedExpress: leg.singlesOnly ?? false,
    IsRelation: leg.relation,
    PlayerId: selection.playerId,
    ...(leg.request.PlayersDuel ? { PlayersDuel: leg.request.PlayersDuel } : {}),
  }
}
