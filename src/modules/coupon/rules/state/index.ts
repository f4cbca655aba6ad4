/** The coupon's state machine (ux 6): pure, the same in the browser and in tests. */
export { reduce } from './reduce.ts'
export type { CheckedLeg, CouponAction, Filling, RequestParts } from './actions.ts'
export { placeOf } from './blocks.ts'
export type { Arrangement, BlockTarget } from './blocks.ts'
export { bodyEvents, bodyTerms, promoField } from './body.ts'
export {
  arrangementOf,
  canBeEachWay,
  canBeOrdered,
  currencyOf,
  dayExpressOf,
  EMPTY_COUPON,
  isEachWay,
  isSameGame,
  kindOf,
  membersOf,
  promoOf,
  questionOf,
  quoteOf,
  sizeOfCoupon,
  sizesOf,
  stakeText,
  takesPromo,
} from './coupon.ts'
export type { Coupon, CouponSession, PromoOffer, Quote, Setup, StakeLimits } from './coupon.ts'
export { MOST_TABS, type Draft } from './draft.ts'
export { earlyLead } from './early.ts'
export { couponInsurance } from './insurance.ts'
export { currentJob, inFlight, orderedJobs, placedJobs } from './flow.ts'
export type { BetAnswer, BetJob, Flow, OrderedBet } from './flow.ts'
export { hasBlocks, isKind, isOrdered, KINDS, kindOfVid, kindsOfTypes, legsRange, vidOfKind } from './kind.ts'
export type { Kind } from './kind.ts'
export { legKey, legLiveKey, legTopic } from './leg.ts'
export type { Leg, LegNames, LegReason, Offer } from './leg.ts'
export { seenLeg } from './live-leg.ts'
export type { LiveEntry, LiveHead, LiveScore } from './live-leg.ts'
export { optionsOfTypes } from './options.ts'
export type { AutoBet, Bid, OptionName, Options, PromoChoice, Sale } from './options.ts'
export { namedPrice, priceFault, priceKeys, wantedPrice, type PriceFault } from './order-price.ts'
export { isBoosted, isDayExpress, plannedBets, stakeOf, TOGETHER } from './plan.ts'
export type { PlannedBet } from './plan.ts'
export { isPolicy, POLICIES } from './policy.ts'
export type { Policy } from './policy.ts'
export type { CouponProblem, Fix } from './problem.ts'
export { neededAdvance, problemsOf, takesNoStake } from './problems.ts'
export { refusalKind, type Refusal } from './refusal.ts'
export { COUPON_STATES, couponButton, couponState, placeButton } from './state.ts'
export type { CouponButton, CouponState } from './state.ts'
export { bidLimit, mostStake, mostVipStake, OVER_AMOUNT, vipPartsOf } from './most-stake.ts'
export { enteredCode } from './stake-problems.ts'
export { readStored, storedIdentity, storedOf } from './stored.ts'
export { notTakenMinor, pricesAsTaken, takenFigures, type TakenFigures } from './taken.ts'
export type { Stored } from './stored.ts'
export { priceOfBet, rebasingOf, totalPrice, totals, totalsOfBet, variantsOf } from './totals.ts'
export type { Totals } from './totals.ts'
