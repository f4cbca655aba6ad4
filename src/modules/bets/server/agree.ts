/**
 * What is agreed with a bet that is not a plain single or express: the shape of its kind, joint price, additions, tax,
 * promo code, advance, and the figures that the player saw (rules 2, 5, 8.5).
 */
import { must } from '#lib/assert.ts'
import { minorFromSum, type Minor } from '#lib/money.ts'
import { MAX_PRICE, priceFromWire, priceText, type Milli, milliText } from '#lib/price.ts'
import { bannedReason, isDuel } from '#modules/coupon/rules/banned.ts'
import { bestReturn, totalPrice } from '#modules/coupon/rules/coefficient.ts'
import { antiExpressPrice, combinedMilli } from '#modules/coupon/rules/combined.ts'
import type { KindShape } from '#modules/coupon/rules/kind-shape.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { expressAddition, kindRange, kindShape, moneyText, refusesRelations } from '#modules/coupon/server/index.ts'
import type { StakeRange } from '#modules/limits/server/index.ts'
import { minorOfEuro } from '#modules/ledger/rules/currency.ts'
import { insuranceTerms, type InsuranceRule } from '#modules/payout/rules/express-insurance.ts'
import { betOf, possibleMoney } from '#modules/payout/rules/money.ts'
import { acceptedUnderTax, stakeTaxMinor } from '#modules/payout/rules/tax.ts'
import { houseHeatOf } from '#modules/payout/rules/dead-heat.ts'
import type { BetTerms, BonusTerms, EarlyPayout, TaxTerms } from '#modules/payout/rules/terms.ts'
import { promoFault } from '#modules/promo/rules/fits.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { isVip, type BetCtx, type Wanted } from './bet-request.ts'
import { areRelated, countProblem, delayOf, relatedProblem, stakeProblem, type JointAsked } from './check-parts.ts'
import type { Agreed, CheckedBet, CheckHow, PlaceDeps, SeenLeg } from './checked-bet.ts'
import type { ShownFigures } from './receipt.ts'
import { keptShown, seenPrice } from './shown.ts'
import { insertDuel } from './duel-store.ts'
import { gameName } from './game-name.ts'
import { equalTimesOf } from './limited-bet.ts'
import { ruleFourOf } from './rule-four.ts'
import type { ChangeQuote } from './ports.ts'

export interface Known {
  tax: TaxTerms | null
  joint: JointAsked | null
  early: EarlyPayout | null
  insured: InsuranceRule | null
  how: CheckHow
  stops: bigint
}

/** Everything that is known before the stake is. */
interface Draft {
  shape: KindShape
  jointPrice: Milli | undefined
  change: ChangeQuote | null
  /** Prices that the legs of the bet get. */
  prices: readonly Milli[]
  total: bigint
  tax: TaxTerms | null
}

export async function agree(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  legs: readonly SeenLeg[],
  known: Known,
): Promise<CheckedBet | Problem> {
  const draft = await draftOf(deps, ctx, wanted, legs, known)
  if (isProblem(draft)) return draft
  const range = rangeOf(deps, ctx, wanted, legs, draft, known.how)
  const promo = wanted.body.promo ? await promoOf(deps, ctx, wanted, draft) : null
  if (isProblem(promo)) return promo
  const stakeMinor = promo?.minor ?? draft.change?.stakeMinor ?? vipStake(deps, ctx, wanted, range)
  // What a change may put on its outcomes was looked at with its quote.
  const bad = draft.change ? null : stakeProblem(wanted, stakeMinor, range, known.how)
  if (bad) return bad
  const takesNone = promo !== null || draft.change !== null || draft.jointPrice !== undefined || wanted.body.EachWay
  const terms = {
    ...withRaces(deps, ctx, wanted, legs, draft, termsOf(deps, ctx, wanted, draft, promo)),
    ...(takesNone ? {} : promotionTerms(wanted, known, stakeMinor)),
  }
  const agreed = agreedOf(draft, terms, stakeMinor, promo)
  const shown = shownAgreed(wanted, draft, agreed, range)
  if (isProblem(shown)) return shown
  const refused = countProblem(deps, wanted)
  if (refused) return refused
  if (wanted.body.avanceBet && !promo && !draft.change && couponOffers(ctx.config, 'advance')) await addAdvance(deps, ctx, wanted, agreed)
  return { legs: [...legs], delayMs: delayOf(ctx, legs), range, agreed, shown, stops: known.stops }
}

/** The promotions of the brand that go with bets of the player's own money. */
function promotionTerms(
  { account }: Wanted,
  { early, insured }: Known,
  stakeMinor: Minor,
): Pick<BetTerms, 'earlyPayout' | 'expressInsurance'> {
  return {
    ...(early ? { earlyPayout: early } : {}),
    ...(insured ? { expressInsurance: insuranceTerms(insured, stakeMinor, minorOfEuro(insured.maxEur, account.currency)) } : {}),
  }
}

/** Size, relations, the coefficient (900001, 161627), and for a change what the old bet gives. */
async function draftOf(
  deps: PlaceDeps,
  ctx: BetCtx,
  wanted: Wanted,
  legs: readonly SeenLeg[],
  { tax, joint }: Known,
): Promise<Draft | Problem> {
  const { body, account } = wanted
  const shape = kindShape(wanted.vid, wanted.events.length, body, account.currency)
  if (isProblem(shape)) return shape
  const banned = bannedProblem(deps, ctx, wanted, shape)
  if (banned) return banned
  const jointPrice = joint && shape.vid === VID.express ? joint.price() : undefined
  if (isProblem(jointPrice)) return jointPrice
  if (jointPrice === undefined && refusesRelations(shape.vid) && areRelated(legs, wanted.body.EachWay)) return relatedProblem()
  const change = body.SaleBetId === 0 ? null : await changeOf(deps, ctx, wanted, legs)
  if (isProblem(change)) return change
  // A power bet takes no stake: without the bet that it raises it would be a new one.
  if (body.IsPowerBet && !change) return cannotChange()
  if (!change && !(await duelsAreKept(deps, wanted))) return problem('bets.not_available', { wire: 158_150, params: { game: '' } })
  const prices = change?.prices ?? legs.map((leg) => leg.price)
  const best = change
    ? { num: BigInt(change.basePrice), den: 1000n }
    : bestReturn(shape, prices, { jointPrice, stakeMinor: wanted.stakeMinor })
  if (!best) return problem('coupon.anti_express_price', { wire: 161_627, field: 'Events' })
  const total = combinedMilli(best)
  const hasOnePrice = change !== null || totalPrice(shape.vid, prices, { jointPrice }) !== null
  if (hasOnePrice && !acceptedUnderTax(Number(total < BigInt(MAX_PRICE) ? total : BigInt(MAX_PRICE)), tax)) {
    return problem('coupon.price_under_tax', { wire: 161_627, params: { min: priceText(tax?.minPrice ?? 0) } })
  }
  return { shape, jointPrice, change, prices, total, tax: body.promo || change ? withoutStakeTax(tax) : tax }
}

function bannedProblem(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, { vid }: KindShape): Problem | null {
  for (const [index, selection] of wanted.selections.entries()) {
    const reason = bannedReason(vid, selection, wanted.body.EachWay)
    if (!reason) continue
    const { gameId, t, p, playerId } = selection
    const { outcome } = deps.line.names(gameId, t, p, playerId, ctx.lng)
    const params = { outcome: [gameName(deps.line, ctx, wanted, index), outcome].filter(Boolean).join(': ') }
    return problem(`coupon.${reason}`, { wire: 161_627, field: 'Events', params })
  }
  return null
}

/** The house pays no tax on a stake of its own, and a bet that is changed stakes nothing anew. */
function withoutStakeTax(tax: TaxTerms | null): TaxTerms | null {
  if (!tax?.stake) return tax
  const { stake: _, ...rest } = tax
  return rest.payout ? rest : null
}

async function changeOf(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, legs: readonly SeenLeg[]): Promise<ChangeQuote | Problem> {
  return deps.ports.changes && !wanted.body.promo ? deps.ports.changes.quote(ctx, wanted, legs) : cannotChange()
}

const cannotChange = () => problem('bets.cannot_change', { wire: 900_051, field: 'SaleBetId' })

async function duelsAreKept(deps: PlaceDeps, wanted: Wanted): Promise<boolean> {
  for (const { GameId, PlayersDuel } of wanted.events) {
    if (!PlayersDuel?.length || !isDuel(GameId)) continue
    const duel = deps.ports.duels?.find(GameId)
    if (!duel || !(await insertDuel(deps.db, duel))) return false
  }
  return true
}

function rangeOf(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, legs: readonly SeenLeg[], draft: Draft, how: CheckHow): StakeRange {
  return kindRange(deps.limits, {
    shape: draft.shape,
    legs,
    ...(draft.jointPrice === undefined ? {} : { jointPrice: draft.jointPrice }),
    currency: wanted.account.currency,
    config: ctx.config.betting.limits,
    playerId: how.ofAnybody ? null : wanted.playerId,
    brand: ctx.brand,
    ...equalTimesOf(how, wanted.body),
  })
}

/** The code's money, or 900011: it is not for this player, kind or price, or its nominal is not the stake. */
async function promoOf(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, draft: Draft): Promise<{ code: string; minor: Minor } | Problem> {
  const { playerId, account, body } = wanted
  const refused = (name: string, params: Record<string, string> = {}) =>
    problem(`bets.promo_${name}`, { wire: 900_011, field: 'promo', params })
  if (!deps.ports.promo || !couponOffers(ctx.config, 'promo') || body.avanceBet || body.SaleBetId !== 0) return refused('refused')
  const code = await deps.ports.promo.find(playerId, body.promo ?? '', account.currency.id)
  if (!code) return refused('refused')
  const fault = promoFault(code, { vid: draft.shape.vid, totalMilli: draft.total, stakeMinor: wanted.stakeMinor })
  switch (fault) {
    case null:
      return { code: code.code, minor: code.minor }
    case 'kind':
      return refused('kind')
    case 'price':
      return refused('price', { min: priceText(code.minPrice) })
    case 'stake':
      return refused('whole', { sum: moneyText(code.minor, account.currency) })
  }
}

/**
 * The part of a VIP stake that is placed at once, at most the one that was shown: with the price the maximum has moved as well, and
 * the rest waits.
 */
function vipStake(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, range: StakeRange): Minor {
  const { body, account, stakeMinor } = wanted
  if (body.VIPBetSumm === 0 || !deps.ports.orders || !isVip(ctx)) return stakeMinor
  const wish = body.Shown ? stakeMinor : must(minorFromSum(body.VIPBetSumm, account.currency.exponent), 'a VIP stake that was read')
  return wish < range.maxMinor ? wish : range.maxMinor
}

function termsOf(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, draft: Draft, promo: { code: string; minor: Minor } | null): BetTerms {
  const { vid: _, ...shape } = draft.shape
  const anti = draft.shape.vid === VID.antiExpress ? antiExpressPrice(draft.prices) : null
  const bonus = draft.change || promo || draft.jointPrice !== undefined ? null : bonusOf(deps, ctx, wanted, draft)
  return {
    ...shape,
    ...(anti === null ? {} : { antiExpressPrice: anti }),
    ...(draft.change ? { basePrice: draft.change.basePrice, worth: String(draft.change.worthMinor) } : {}),
    ...(draft.jointPrice === undefined ? {} : { jointPrice: draft.jointPrice }),
    ...(bonus ? { bonus } : {}),
    ...(draft.tax ? { tax: draft.tax } : {}),
    ...(promo ? { promo: { code: promo.code, minor: String(promo.minor) } } : {}),
  }
}

/**
 * What is agreed of races: the each-way halves, what withdrawn runners take, and shared places by the rule of the house. Of outcomes
 * under one price they take nothing, and no place is shared.
 */
function withRaces(
  { line }: PlaceDeps,
  { config }: BetCtx,
  { body }: Wanted,
  legs: readonly SeenLeg[],
  { jointPrice }: Draft,
  terms: BetTerms,
): BetTerms {
  const rule4 = jointPrice === undefined ? ruleFourOf(line, legs) : []
  const houseHeat = jointPrice === undefined ? houseHeatOf(config.betting.deadHeat, legs) : []
  return {
    ...terms,
    ...(body.EachWay ? { eachWay: true } : {}),
    ...(rule4.length > 0 ? { rule4 } : {}),
    ...(houseHeat.length > 0 ? { houseHeat } : {}),
  }
}

/** The express of the day goes before the boost: a bet takes one of them (rules 2.10). */
function bonusOf(deps: PlaceDeps, ctx: BetCtx, { body, selections }: Wanted, { shape, prices }: Draft): BonusTerms | null {
  const dayPercent = deps.ports.dayPercent ?? undefined
  const added = expressAddition({ shape, selections, prices, body, config: ctx.config, lng: ctx.lng, dayPercent })
  if (added.day > 0) return { kind: 'day', percent: added.day, expressId: body.expressNum }
  const { boost } = ctx.config.coupon
  return added.boost > 0 && boost ? { kind: 'boost', minPrice: boost.minPrice, table: boost.table } : null
}

function agreedOf(draft: Draft, terms: BetTerms, stakeMinor: Minor, promo: { code: string; minor: Minor } | null): Agreed {
  const { vid } = draft.shape
  const isPlain = (vid === VID.single || vid === VID.express) && Object.keys(terms).length === 0
  return {
    vid,
    terms,
    stakeMinor,
    money: isPlain ? null : { stakeTaxMinor: stakeTaxMinor(stakeMinor, terms.tax), promo, advance: null },
    price: milliText(draft.total),
    change: draft.change,
  }
}

/** The figures of the screen, from the prices that the player saw; joint prices and those of a change are compared by CheckCf. */
function shownAgreed(wanted: Wanted, draft: Draft, { terms, stakeMinor }: Agreed, range: StakeRange): ShownFigures | Problem | null {
  const { Shown } = wanted.body
  if (!Shown) return null
  // Those of a VIP stake are of the part that the screen called placed.
  const seenMinor = wanted.body.VIPBetSumm === 0 || terms.promo ? stakeMinor : wanted.stakeMinor
  const { exponent } = wanted.account.currency
  const asked = wanted.selections.map((selection) => selection.price)
  const seen = seenPrice(wanted.body)
  const seenAnti = priceFromWire(wanted.body.AntiExpressCoef) ?? 0
  const possible = possibleMoney(
    betOf({
      vid: draft.shape.vid,
      stakeMinor: seenMinor,
      legs: asked.map((price) => ({ price })),
      terms: {
        ...terms,
        ...(terms.antiExpressPrice === undefined ? {} : { antiExpressPrice: seenAnti }),
        ...(terms.jointPrice === undefined || seen === null ? {} : { jointPrice: Number(seen) }),
        ...(terms.basePrice === undefined || seen === null ? {} : { basePrice: Number(seen) }),
      },
      maxPayoutMinor: range.maxPayoutMinor,
      exponent,
    }),
  )
  const price =
    draft.jointPrice !== undefined || draft.change
      ? seen
      : draft.shape.vid === VID.antiExpress
        ? BigInt(seenAnti)
        : totalPrice(draft.shape.vid, asked)
  return keptShown(
    Shown,
    { winMinor: possible.netMinor, taxMinor: possible.taxMinor + stakeTaxMinor(seenMinor, terms.tax), price },
    exponent,
  )
}

/** The house lends what the account lacks, as far as open bets may bring it back (rules 8.5); else the money is missing (103). */
async function addAdvance(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, agreed: Agreed): Promise<void> {
  const balanceMinor = (await deps.ledger.account(wanted.account.id))?.balanceMinor ?? 0n
  const minor = agreed.stakeMinor - balanceMinor
  // An advance is a part of a stake: it pays nothing that the account owes already.
  if (balanceMinor < 0n || minor <= 0n || !deps.ports.advance) return
  const mostMinor = await deps.ports.advance.mostMinor(ctx, wanted)
  if (mostMinor < minor) return
  // What the house lends it does not insure.
  const { expressInsurance: _, ...terms } = agreed.terms
  agreed.terms = { ...terms, advance: String(minor) }
  agreed.money = { ...(agreed.money ?? { stakeTaxMinor: 0n, promo: null }), advance: { minor, mostMinor } }
}
