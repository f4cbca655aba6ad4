/**
 * Several bets in one call (wire 8.7.2): every event of Vid 11 is a single of its own, or every body of `Coupons` a bet.
 * One betGUID makes all of them safe to repeat: the first bet has it, the others keys made from it and their place; the whole body
 * is a part of what makes a bet the same. A body of `Coupons` with a betGUID of its own is a bet of that one, as by MakeBetWeb.
 * Equal bets go one after the other: the second is asked about (900060), whether or not the first came in the same call.
 */
import { hash } from 'node:crypto'
import { wireMoney } from '#lib/money.ts'
import { SECOND } from '#lib/time.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { namedAccount, shapeProblem } from '#modules/coupon/server/index.ts'
import { matchKeys } from '#platform/server/http/wire-input.ts'
import { Malformed, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { betRequest, MAX_COUPONS, type BetRequest, type MultiRequest } from '../contract.ts'
import { waitingAnswer, type BetAnswer } from './bet-answer.ts'
import { newGuid, samenessOf, type BetCtx, type Wanted } from './bet-request.ts'
import { selectKeyOptional } from './bet-store.ts'
import type { PlaceDeps } from './checked-bet.ts'
import type { BetMaker } from './make-bet.ts'
import { mayBePlaced, tryLater } from './place-bet.ts'

export interface BetRow {
  Index: number
  Success: boolean
  ErrorCode: number
  Error: string
  Value: BetAnswer | null
  /** To ask with again, where nothing is decided. */
  betGUID?: string
}

export interface MultiAnswer {
  Bets: BetRow[]
  Balance: number
  PlacedCount: number
  FailedCount: number
  waitTime: number
  betGUID: string | null
}

/** Whoever asks what became of a bet comes again so soon: it may take a fault a moment to pass. */
const ASK_AGAIN_MS = 2 * SECOND

/** A bet that failed by our own fault: it takes nothing from the others. */
class Fault {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}
type Result = BetAnswer | Problem | Fault

/** A call: refusals of single bets are told in rows, in the visitor's language. */
export type CallCtx = BetCtx & Pick<Ctx, 'text'>
/** `field`: what the call calls its coupons. */
export type MakeBetMulti = (ctx: CallCtx, body: MultiRequest, field?: string) => Promise<MultiAnswer | Problem> | MultiAnswer | Problem

type MultiDeps = Pick<PlaceDeps, 'db' | 'ledger' | 'log'> & BetMaker
type OneOfSeveral = BetAnswer & Pick<MultiAnswer, 'Bets' | 'PlacedCount' | 'FailedCount'>

export interface MultiMaker {
  makeBets(ctx: CallCtx, body: MultiRequest, field?: string): Promise<MultiAnswer | Problem>
  /** Vid 11 through MakeBetWeb: the answer of one bet with those of all beside it; a Problem when none was placed. */
  asOne(ctx: CallCtx, body: BetRequest): Promise<OneOfSeveral | Problem>
}

export function createMakeBetMulti(deps: MultiDeps): MultiMaker {
  async function placeAll(ctx: CallCtx, guid: string, salt: string, bodies: readonly BetRequest[]): Promise<(BetAnswer | Problem)[]> {
    const results = await tryAll(ctx, guid, salt, bodies)
    const faults = results.filter((result) => result instanceof Fault)
    if (faults.length === results.length && faults[0]) throw faults[0].error
    return results.map((result, i) => (result instanceof Fault ? toldFault(ctx, result, keyToAsk(guid, bodies[i]!)) : result))
  }

  async function tryAll(ctx: CallCtx, guid: string, salt: string, bodies: readonly BetRequest[]): Promise<Result[]> {
    const place = async (body: BetRequest, i: number) =>
      body.betGUID ? deps.makeBet(ctx, body) : deps.makeBet(ctx, { ...body, betGUID: keyOf(guid, i) }, { salt })
    const [first, ...others] = bodies
    if (!first || !(await selectKeyOptional(deps.db, ctx.player!.id, guid))) return placeInTurn(ctx, bodies, place)
    // Placed before: then so were the others. Under the key of another call none of them may be.
    const known = await place(first, 0)
    if (isProblem(known) && known.code === 'bets.key_reused') return bodies.map(() => known)
    return [known, ...(await placeInTurn(ctx, others, (body, i) => place(body, i + 1)))]
  }

  async function placeInTurn(
    ctx: CallCtx,
    bodies: readonly BetRequest[],
    place: (body: BetRequest, i: number) => Promise<BetAnswer | Problem>,
  ): Promise<Result[]> {
    const sameness = await Promise.all(bodies.map(async (body) => samenessIn(await deps.read(ctx, body))))
    const last = new Map<string, Promise<unknown>>()
    const placeApart = (body: BetRequest, i: number) => place(body, i).catch((error: unknown) => new Fault(error))
    return Promise.all(
      bodies.map((body, i) => {
        const key = sameness[i]
        if (!key) return placeApart(body, i)
        const placed = Promise.resolve(last.get(key)).then(() => placeApart(body, i))
        last.set(key, placed)
        return placed
      }),
    )
  }

  /** Nobody knows what became of it, so it is told as one that waits: the repeated call answers. Else nothing was placed yet. */
  function toldFault(ctx: CallCtx, { error }: Fault, guid: string): BetAnswer | Problem {
    deps.log?.error({ err: error, betGUID: guid }, 'one of several bets failed')
    return mayBePlaced(error) ? waitingAnswer(ctx, { guid }, ASK_AGAIN_MS) : tryLater()
  }

  async function answerOf(
    ctx: CallCtx,
    guid: string,
    bodies: readonly BetRequest[],
    results: readonly (BetAnswer | Problem)[],
  ): Promise<MultiAnswer> {
    const answers = results.filter(isAnswer)
    const placed = answers.filter((answer) => answer.Id > 0)
    const waitTime = Math.max(0, ...answers.map((answer) => answer.waitTime))
    return {
      Bets: results.map((result, i) => rowOf(ctx, result, i, keyToAsk(guid, bodies[i]!))),
      // Every bet tells the balance right after itself, so the last of them tells the lowest.
      Balance: placed.length > 0 ? Math.min(...placed.map((answer) => answer.Balance)) : await balanceOf(ctx, bodies[0]),
      PlacedCount: placed.length,
      FailedCount: results.length - answers.length,
      waitTime,
      betGUID: waitTime > 0 ? guid : null,
    }
  }

  async function balanceOf(ctx: CallCtx, body: BetRequest | undefined): Promise<number> {
    const { id: playerId } = ctx.player!
    const accounts = await deps.ledger.balance(playerId)
    const account = namedAccount(accounts, playerId, body?.UserId ?? 0) ?? accounts[0]
    return account ? wireMoney(account.balanceMinor, account.currency.exponent) : 0
  }

  return {
    async makeBets(ctx, body, field = 'Coupons') {
      const bodies = body.Coupons ? couponsOf(body, body.Coupons, field) : singlesOf(ctx, body)
      if (isProblem(bodies)) return bodies
      const guid = body.betGUID ?? newGuid()
      return answerOf(ctx, guid, bodies, await placeAll(ctx, guid, saltOf(bodies), bodies))
    },
    async asOne(ctx, body) {
      const bodies = singlesOf(ctx, body)
      if (isProblem(bodies)) return bodies
      const guid = body.betGUID ?? newGuid()
      const results = await placeAll(ctx, guid, saltOf(bodies), bodies)
      const [refused] = results.filter((result) => isProblem(result))
      const [first] = results.filter(isAnswer)
      if (!first) return refused ?? problem('coupon.bad_coupon', { wire: 161_627, field: 'Events' })
      const { Bets, PlacedCount, FailedCount, ...common } = await answerOf(ctx, guid, bodies, results)
      return { ...first, ...common, Bets, PlacedCount, FailedCount }
    },
  }
}

/** Null: nothing is asked about it. */
function samenessIn(wanted: Wanted | Problem): string | null {
  return isProblem(wanted) || wanted.approved ? null : `${wanted.account.id}|${samenessOf(wanted)}`
}

function isAnswer(result: BetAnswer | Problem): result is BetAnswer {
  return !isProblem(result)
}

function rowOf(ctx: CallCtx, result: BetAnswer | Problem, index: number, guid: string): BetRow {
  if (!isProblem(result)) return { Index: index, Success: true, ErrorCode: 0, Error: '', Value: result }
  const [module, name] = result.code.split('.')
  return {
    Index: index,
    Success: false,
    ErrorCode: result.wire ?? 104,
    Error: ctx.text(`${module}:problem_${name}`, result.params),
    Value: null,
    ...(result.code === tryLater().code ? { betGUID: guid } : {}),
  }
}

/** A question about them is about the same bets. */
function saltOf(bodies: readonly BetRequest[]): string {
  return JSON.stringify(bodies.map((body) => ({ ...body, OnlyKnown: undefined })))
}

/** The key under which a bet is asked about: without one of its own, together with all others of the call. */
function keyToAsk(guid: string, { betGUID }: BetRequest): string {
  return betGUID ?? guid
}

/** The first has the key of the call, so that it is that of no other bet; the same call always makes the same ones. */
function keyOf(guid: string, index: number): string {
  return index === 0 ? guid : hash('sha256', `${guid}|${index}`, 'hex').slice(0, 32)
}

/** What is said of one bet is bought for none of several: left out, the player would stake money that he did not mean to. */
function ofOneBet({ promo, SaleBetId, isAutoBet, Shown }: BetRequest): Problem | null {
  if (isAutoBet) return problem('coupon.unknown_kind', { wire: 900_002, field: 'isAutoBet' })
  if (SaleBetId !== 0) return problem('bets.cannot_change', { wire: 900_051, field: 'SaleBetId' })
  // A sum of all is nothing that one of them could be compared with.
  if (Shown?.win || Shown?.price || Shown?.tax) return problem('bets.figures_differ', { wire: 161_627, field: 'Shown' })
  return promo ? problem('bets.promo_kind', { wire: 900_011, field: 'promo' }) : null
}

/** The bodies of single bets, a stake for each; CheckCf acts as 0. */
function singlesOf(ctx: CallCtx, body: BetRequest): BetRequest[] | Problem {
  const events = body.Events ?? body.couponEvents ?? []
  if (body.Vid && body.Vid !== VID.multiSingle) return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  const bad = shapeProblem(VID.multiSingle, events.length, ctx.config.coupon, ctx.config.coupon.types)
  if (bad) return bad
  const asked = ofOneBet(body)
  if (asked) return asked
  return events.map((event, i) => ({
    ...body,
    Events: [event],
    couponEvents: undefined,
    Vid: VID.single,
    Summ: body.GroupsSumms?.[i] ?? body.Summ,
    GroupsSumms: null,
    EventsIndexes: null,
    WithLobby: false,
    expressNum: 0,
    CheckCf: 0,
    betGUID: undefined,
    SameGame: false,
    VIPBetSumm: 0,
    Shown: body.Shown?.each?.[i] ?? null,
  }))
}

/** What stands once on the top level holds for every coupon that says nothing else; events there would be a coupon more. Throws Malformed. */
export function couponOf(top: BetRequest, coupon: Record<string, unknown>, field: string): BetRequest {
  for (const name of ['Events', 'couponEvents'] as const) if (top[name]?.length) throw new Malformed(name)
  const parsed = betRequest.safeParse({ ...top, Events: undefined, couponEvents: undefined, ...(matchKeys(betRequest, coupon) as object) })
  if (!parsed.success) throw new Malformed([field, ...(parsed.error.issues[0]?.path ?? [])].join('.'))
  return parsed.data
}

function couponsOf(common: MultiRequest, coupons: readonly Record<string, unknown>[], field: string): BetRequest[] | Problem {
  if (coupons.length === 0 || coupons.length > MAX_COUPONS) return problem('coupon.bad_coupon', { wire: 161_627, field: 'Coupons' })
  const bodies = coupons.map((coupon, i) => couponOf({ ...common, betGUID: undefined }, coupon, `${field}.${i}`))
  if (bodies.some(({ Vid }) => Vid === VID.multiSingle)) return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  const own = bodies.flatMap(({ betGUID }) => betGUID ?? [])
  if (new Set(own).size < own.length) return problem('bets.key_reused', { wire: 161_627, field: 'betGUID' })
  return bodies
}
