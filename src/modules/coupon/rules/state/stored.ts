/** What of the coupon is kept for seven days and shown to the other tabs of the browser. */
import type { Coupon } from './coupon.ts'
import { NO_BLOCKS, type Arrangement } from './blocks.ts'
import { draftOf, EMPTY_DRAFT, MOST_TABS, stakeAfterBet, type Draft } from './draft.ts'
import { inFlight, type BetJob } from './flow.ts'
import { isKind } from './kind.ts'
import type { Leg } from './leg.ts'
import { NO_OPTIONS, type AutoBet, type Bid, type Options, type OwnStake, type PromoChoice, type Sale } from './options.ts'

export interface Stored extends Draft {
  v: 1
  /** Whose choices stand in it; null: nobody was signed in. */
  owner: number | null
  before: readonly Draft[]
  after: readonly Draft[]
  /** Bets on their way: their betGUIDs outlive the page. */
  jobs: readonly BetJob[]
  parked: readonly BetJob[]
}

/** What was placed is not the coupon any more, unless the player keeps it. */
export function storedOf(coupon: Coupon): Stored {
  const own = coupon.flow.at === 'placed' ? { ...EMPTY_DRAFT, ...stakeAfterBet(coupon, EMPTY_DRAFT.stake) } : draftOf(coupon)
  return {
    v: 1,
    ...own,
    owner: coupon.session.playerId,
    before: coupon.before,
    after: coupon.after,
    jobs: inFlight(coupon.flow) ? coupon.flow.jobs : [],
    parked: coupon.parked,
  }
}

/** Live prices and scores change all the time and are no reason to write. */
export function storedIdentity(stored: Stored): string {
  const bare = ({ legs, ...rest }: Draft) => [legs.map((leg) => [leg.key, leg.agreed, leg.kind, leg.lng]), rest]
  const { before, after, ...own } = stored
  return JSON.stringify([bare(own), before.map(bare), after.map(bare)])
}

/** Only what has the right shape is taken back: an older version or a hand-made value is dropped. */
export function readStored(value: unknown): Stored | null {
  const stored = value as Partial<Stored> | null
  if (typeof stored !== 'object' || stored === null || stored.v !== 1 || !Array.isArray(stored.legs)) return null
  const others = (list: unknown) => (Array.isArray(list) ? (list as unknown[]).slice(0, MOST_TABS).map(readDraft) : [])
  return {
    v: 1,
    ...readDraft(stored),
    owner: whole(stored.owner) || null,
    before: others(stored.before),
    after: others(stored.after),
    jobs: jobsOf(stored.jobs),
    parked: jobsOf(stored.parked),
  }
}

function readDraft(value: unknown): Draft {
  const draft = (isObject(value) ? value : {}) as Partial<Draft>
  return {
    legs: legsOf(draft.legs),
    chosenKind: isKind(draft.chosenKind) ? draft.chosenKind : null,
    ...readStake(draft),
    legStakes: isObject(draft.legStakes) ? (draft.legStakes as Record<string, string>) : {},
    size: whole(draft.size),
    arrangement: readArrangement(draft.arrangement),
    options: readOptions(draft.options),
    dayExpressId: whole(draft.dayExpressId),
    filled: draft.filled === true,
    sale: readSale(draft.sale),
    code: typeof draft.code === 'string' ? draft.code : null,
    agreedJoint: whole(draft.agreedJoint) || null,
  }
}

function readStake({ stake, stakeTouched, stakeCurrency }: Partial<OwnStake>): OwnStake {
  return { stake: text(stake), stakeTouched: stakeTouched === true, stakeCurrency: text(stakeCurrency) }
}

function readSale(value: unknown): Sale | null {
  const { betId, power, own } = (isObject(value) ? value : {}) as Partial<Sale>
  if (!/^\d+$/.test(text(betId))) return null
  return { betId: text(betId), power: power === true, ...(isObject(own) ? { own: readStake(own) } : {}) }
}

function legsOf(value: unknown): readonly Leg[] {
  if (!Array.isArray(value)) return []
  const whole = (value as Leg[]).filter(
    (leg) => typeof leg?.key === 'string' && Number.isInteger(leg.price) && leg.price > 0 && isObject(leg.names),
  )
  return whole.map((leg) => ({ ...leg, onlySingle: leg.onlySingle === true }))
}

function readArrangement(value: unknown): Arrangement {
  const { lobby, blocks } = (isObject(value) ? value : NO_BLOCKS) as Partial<Arrangement>
  const keys = (list: unknown) => (Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [])
  return {
    lobby: keys(lobby),
    blocks: Array.isArray(blocks) ? blocks.map((block) => ({ keys: keys(block?.keys), stake: text(block?.stake) })) : [],
  }
}

function readOptions(value: unknown): Options {
  const options = (isObject(value) ? value : NO_OPTIONS) as Partial<Options>
  const auto = (isObject(options.autoBet) ? options.autoBet : null) as AutoBet | null
  const bid = (isObject(options.bid) ? options.bid : null) as Bid | null
  const promo = (isObject(options.promo) ? options.promo : null) as PromoChoice | null
  return {
    boost: options.boost !== false,
    advance: options.advance === true,
    ...(options.eachWay === true ? { eachWay: true } : {}),
    autoBet: auto && {
      price: text(auto.price),
      view: whole(auto.view),
      dropOnScore: auto.dropOnScore === true,
      followLive: auto.followLive === true,
    },
    bid: bid && { price: text(bid.price), view: whole(bid.view) },
    promo:
      promo && /^\d+$/.test(text(promo.minor))
        ? { code: text(promo.code), name: text(promo.name), minor: promo.minor, bad: text(promo.bad) }
        : null,
  }
}

function jobsOf(value: unknown): readonly BetJob[] {
  if (!Array.isArray(value)) return []
  const jobs = (value as BetJob[]).filter((job) => /^[0-9a-f]{24}$/.test(job?.guid) && isObject(job.body))
  return jobs.map((job) => {
    const outcome = job.outcome?.kind === 'placed' ? { ...NOTHING_MORE, ...job.outcome } : (job.outcome ?? null)
    const currency = typeof job.currency?.exponent === 'number' ? job.currency : undefined
    return { ...job, outcome, currency, call: job.call === 'bid' ? 'bid' : 'bet', shown: job.shown ?? { win: '', price: '', tax: '' } }
  })
}

/** Fields that a bet of an older version does not have. */
const NOTHING_MORE = { bidId: '', advance: 0, stake: 0, moreIds: [], failedKeys: [], failedText: '' }

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function whole(value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : 0
}
