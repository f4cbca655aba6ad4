/** SaveCoupon and GetCoupon (wire 8.5, rule 25). A code says nothing about who saved it (standards WAG-22). */
import { randomBytes } from 'node:crypto'
import { codeOf } from '#lib/codes.ts'
import { DAY, unixSeconds, type Millis } from '#lib/time.ts'
import { wireMoney } from '#lib/money.ts'
import { wirePrice } from '#lib/price.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { marketOfType } from '#modules/line/rules/market-book.ts'
import { comingGames, type ComingGame } from '#modules/line/server/index.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import { couponBody, type CouponEventRequest, type CouponRequest } from '../contract.ts'
import { antiExpressPrice, combine, wireCombined } from '../rules/combined.ts'
import { CODE_LENGTH, normalCode } from '../rules/coupon-code.ts'
import { isPlaceHalf } from '../rules/each-way.ts'
import { blocksOfKept } from '../rules/kind-shape.ts'
import { VID } from '../rules/kinds.ts'
import { isDuel } from '../rules/banned.ts'
import { isOver, LINE_COMING, type LineGame } from '../rules/selection.ts'
import { namedLeg, type SavedLeg } from './coming-legs.ts'
import type { PricedLeg } from './coupon-value.ts'
import { openCards, openDuels, priceLegs, rangeOf } from './price-coupon.ts'
import { eventsOf, kindShape, numberProblem, selectionOf, vidOf } from './request.ts'
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
  /** Half of the stake stands on places: the events are the winners. */
  eachWay?: boolean
}

/** Answers the code. Problems: coupon.bad_coupon (161627), coupon.bad_size (161627, 900001), bets.event_unknown (104), bets.line_coming (133). */
export async function saveCoupon(deps: CouponDeps & { db: Db }, ctx: Ctx, body: CouponRequest): Promise<string | Problem> {
  const all = eventsOf(body)
  // Each way is how the winners are bet on: their places come of themselves, and stand in no coupon alone.
  const events = all.filter((event) => !isPlaceHalf(event.Type))
  const eachWay = body.EachWay || events.length < all.length
  if (events.length === 0) return problem('coupon.bad_coupon', { wire: 161_627, field: 'Events' })
  if (events.length > MAX_EVENTS) return numberProblem(161_627, { min: 1, max: MAX_EVENTS })
  const asked = vidOf(eachWay ? null : body.Vid, events.length)
  const vid = asked === VID.system || asked === VID.multi ? asked : VID.express
  if (vid !== VID.express && (events.length < 3 || events.length > MAX_SYSTEM_EVENTS))
    return numberProblem(900_001, { min: 3, max: MAX_SYSTEM_EVENTS })
  openDuels(events, deps.line)
  const games = events.map((event) => deps.line.findGame(event.GameId))
  const coming = await comingOf(
    deps,
    events.filter((_, i) => games[i] === null),
  )
  if (coming.length === 0 && games.every((game) => game === null || isOver(game)))
    return isFilling(deps) ? lineIsComing() : problem('bets.event_unknown', { wire: 104, params: { game: '' } })
  const saved: SavedCoupon = {
    events: events.map((event, i) => ({
      GameId: event.GameId,
      ci: games[i]?.ci ?? coming.find((game) => game.i === event.GameId)?.ci ?? 0,
      Type: event.Type,
      Param: event.Param,
      PlayerId: event.PlayerId,
      Kind: event.Kind,
      ...(event.PlayersDuel?.length ? { PlayersDuel: event.PlayersDuel } : {}),
    })),
    eventsIndexes: eachWay ? null : body.EventsIndexes,
    withLobby: body.WithLobby && !eachWay,
    expressNum: eachWay ? 0 : body.expressNum,
    vid: asked,
    ...(body.SameGame ? { sameGame: true } : {}),
    ...(eachWay ? { eachWay: true } : {}),
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

/** Games of these events that are not in the line, because it is still coming. */
async function comingOf({ db, line }: CouponDeps & { db: Db }, events: readonly { GameId: number; ci?: number }[]): Promise<ComingGame[]> {
  const ids = events.flatMap(({ GameId, ci }) => (ci ? [GameId, ci] : [GameId]))
  return comingGames(db, isFilling({ line }), ids)
}

const isFilling = ({ line }: Pick<CouponDeps, 'line'>): boolean => line.isFilling?.() ?? false
const lineIsComing = (): Problem => problem(`bets.${LINE_COMING}`, { wire: 133 })

/** The selections with the prices of now; started, ended and vanished ones are left out. Problems: coupon.no_such_code (900010), bets.line_coming (133). */
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
  const coming = await comingOf(
    deps,
    saved.events.filter((event) => !gameOf(deps, event)),
  )
  const present = saved.events.map((event) => presentEvent(deps, event, coming, ctx.now))
  // No table keeps the games that duels are made of: this coupon is asked for again.
  if (isFilling(deps) && saved.events.some(({ GameId }, i) => isDuel(GameId) && !present[i])) return lineIsComing()
  const known = present.filter((event) => event !== null)
  await openCards(priceLegs(known, deps.line, ctx.now, lng), deps.line)
  const all = priceLegs(known, deps.line, ctx.now, lng)
  const left = known.filter((_, n) => isThere(all[n]!))
  // Places of the legs that are left, in the list as it was saved.
  const places = present.flatMap((event, i) => (event && left.includes(event) ? [i] : []))
  const legs = priceLegs(left, deps.line, ctx.now, lng).map((leg) =>
    namedLeg(
      ctx,
      leg,
      coming.find(({ i }) => i === leg.selection.gameId),
      lng,
    ),
  )
  const currency = await currencyFor(deps.ledger, ctx, body.UserId, 0)
  if (isProblem(currency)) return currency
  return { ...wireSaved(deps, ctx, { row, saved, legs, places, currency }), avanceBet: await mayUseAdvance(deps, ctx, legs, body.UserId) }
}

async function mayUseAdvance({ ports }: CouponDeps, ctx: Ctx, legs: readonly PricedLeg[], accountId: number): Promise<boolean> {
  if (!ctx.player || !ports.advance || legs.length === 0 || !couponOffers(ctx.config, 'advance')) return false
  const quote = await ports.advance.quote(ctx, couponBody.parse({ Events: legs.map((leg) => leg.request), UserId: accountId }))
  return !isProblem(quote) && quote.IsAvailable
}

/** A leg that the line has not told yet is not gone. */
const isThere = (leg: PricedLeg): boolean => !leg.finished && (leg.outcome !== null || leg.fault?.name === LINE_COMING)

interface Found {
  row: { vid: number }
  saved: SavedCoupon
  legs: SavedLeg[]
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
  // The limits are those of the kind that is told.
  const shape = kindShape(
    row.vid,
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
    EachWay: saved.eachWay ?? false,
    Coef: row.vid === VID.express ? coefficientOf(deps, ctx, saved, legs) : 0,
    HasRemoveEvents: removed,
    SavedEvents: saved.events.length,
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

/** The game where it is now: I changes when it moves from line to live, CI does not. */
function gameOf({ line }: CouponDeps, { GameId, ci }: SavedEvent): LineGame | null {
  return line.findGame(GameId) ?? (ci ? line.findByConstant(ci) : null)
}

/** A line bet on a started game is gone. */
function presentEvent(deps: CouponDeps, event: SavedEvent, coming: readonly ComingGame[], now: Millis): CouponEventRequest | null {
  const game = gameOf(deps, event)
  if (game) return isOver(game) || game.kind !== event.Kind ? null : requestOf(event, game.gameId)
  const later = coming.find(({ i, ci }) => i === event.GameId || ci === event.ci)
  if (!later) return null
  return later.kind === event.Kind && (later.kind === 1 || now < later.startsAt) ? requestOf(event, later.i) : null
}

function requestOf(event: SavedEvent, gameId: number): CouponEventRequest {
  return {
    GameId: gameId,
    Type: event.Type,
    Coef: 0,
    Param: event.Param,
    Kind: event.Kind,
    PlayerId: event.PlayerId,
    // Whoever loads a code is told nothing in the words of whoever saved it.
    PV: null,
    ...(event.PlayersDuel ? { PlayersDuel: event.PlayersDuel } : {}),
  }
}

function wireSavedEvent(leg: SavedLeg): Record<string, unknown> {
  const { coming, selection, names, outcome } = leg
  const game = (leg.game ?? coming)!
  const start = unixSeconds(game.startsAt)
  return {
    GameId: selectionOf(leg.request).gameId,
    GameConstId: game.ci,
    Type: selection.t,
    Coef: wirePrice(leg.price),
    Param: selection.p,
    Kind: game.kind,
    Opp1: names!.opp1,
    Opp2: names!.opp2,
    Liga: names!.championship,
    MarketName: names!.outcome,
    GroupName: names!.group,
    GroupId: outcome?.g ?? marketOfType(selection.t)?.g ?? 0,
    PeriodName: names!.periodName,
    GameType: names!.gameType,
    DateStart: `/Date(${start * 1000})/`,
    Start: start,
    Block: leg.blocked,
    IsBannedExpress: leg.singlesOnly ?? false,
    IsRelation: leg.relation,
    PlayerId: selection.playerId,
    ...(leg.places === undefined ? {} : { EachWayPlaces: leg.places }),
    ...(leg.request.PlayersDuel ? { PlayersDuel: leg.request.PlayersDuel } : {}),
  }
}
