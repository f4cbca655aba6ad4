/**
 * Placing the bet of a group (ADR 0012): a bet for each member through the one way of placing, with the checks, limits and
 * guards of that member, all written in one transaction that also gives back what was held. Who may not bet now is left
 * out and has his money; any other refusal is the refusal of all, and the group goes on waiting.
 */
import type { BetRequest } from '#modules/bets/contract.ts'
import { tryLater, type BetCtx, type BetOutcome, type BetToAccept } from '#modules/bets/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { ctxOf, eventsNow, plainBody, tryGuid } from '#modules/orders/server/index.ts'
import { must } from '#lib/assert.ts'
import { minorText } from '#lib/money.ts'
import { inTxOrProblem, Undone, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { GROUP, MEMBER, refusalOf } from '../rules/group.ts'
import { refused, type GroupsDeps } from './deps.ts'
import { lockHeld, tellMember, tellReturned } from './end-group.ts'
import {
  listMembers,
  markGroupPlaced,
  markMemberPlaced,
  markMemberReturned,
  returnStake,
  selectGroupOptional,
  type Group,
  type Member,
} from './group-store.ts'
import { createMeeting } from './meeting.ts'

export interface PlaceWish {
  /** Prices that the admin saw, in the order of the events. */
  coefs: readonly number[]
  CheckCf: number
}

/** These are about one player: a block or a limit of his own, an account that cannot pay, too many or equal bets that he has placed. */
const OWN: ReadonlySet<number> = new Set([103, 403, 158_188, 900_020, 900_030])
const OWN_CODES: ReadonlySet<string> = new Set(['bets.equal_bets_left', 'bets.equal_bets_full'])
const TOO_LARGE = 109
/** Somebody came or went while the bets were on their way: they are checked anew, so often. */
const TRIES = 3

/** Rolls the writing back because the database has refused one of the bets. */
class NotWritten extends Error {
  readonly member: Member
  readonly outcome: BetOutcome
  constructor(member: Member, outcome: BetOutcome) {
    super('not written')
    this.member = member
    this.outcome = outcome
  }
}

/** There are members whose bets are not on their way. */
class Incomplete extends Error {}

/** Null: placed, by this call or by one before it. */
export async function placeGroup(deps: GroupsDeps, ctx: BetCtx, group: Group, wish: PlaceWish): Promise<null | Problem> {
  if (group.status === GROUP.placed) return null
  if (wish.coefs.length !== group.legs.length) return problem('groups.prices', { field: 'coefs' })
  const told = await tryPlacing(deps, ctx, group, wish)
  // Another process may have been faster.
  const isPlaced = told !== null && (await selectGroupOptional(deps.db, group.id))?.status === GROUP.placed
  return isPlaced ? null : told
}

async function tryPlacing(deps: GroupsDeps, ctx: BetCtx, group: Group, wish: PlaceWish): Promise<null | Problem> {
  for (let tried = 1; ; tried += 1) {
    const members = (await listMembers(deps.db, [group.id])).filter(({ state }) => state === MEMBER.held)
    const admin = members.find(({ playerId }) => playerId === group.adminId)
    if (!admin) return refused('over')
    // What is refused to the admin is told to him before anybody else is asked: prices, states, his own limits.
    const checked = await deps.bets.check(ctx, bodyOf(deps, group, wish, admin))
    if (isProblem(checked)) return checked
    const told = await placeAll(deps, ctx, group, wish, { members, admin })
    if (told !== 'incomplete') return told
    if (tried >= TRIES) return tryLater()
  }
}

interface Those {
  members: readonly Member[]
  admin: Member
}

async function placeAll(
  deps: GroupsDeps,
  ctx: BetCtx,
  group: Group,
  wish: PlaceWish,
  { members, admin }: Those,
): Promise<null | Problem | 'incomplete'> {
  const { bets, clock, configOf } = deps
  /** By the ids of members. */
  const refusals = new Map<number, MemberRefusal>()
  let told: Problem | 'incomplete' | null = null
  let isPlaced = false
  const writing = createMeeting(
    members.map(({ id }) => id),
    async (all) => {
      if (refusals.has(admin.id) || [...refusals.values()].some(({ isOwn }) => !isOwn)) return new Map()
      if ([...all.values()].some((bet) => bet.stillGood?.() === false)) return outcomesOf(all, () => ({ kind: 'changed' }))
      const written = await write(deps, group, all, new Set(refusals.keys()), admin.id).catch((error: unknown) => {
        if (error instanceof Incomplete) return 'incomplete' as const
        throw error
      })
      if (written === 'incomplete' || isProblem(written)) {
        told = written
        return new Map()
      }
      isPlaced = [...written.values()].some(({ kind }) => kind === 'accepted')
      return written
    },
  )
  await Promise.all(
    members.map(async (member) => {
      const own = member.id === admin.id ? ctx : ctxOf(member.visit, member.playerId, configOf, clock)
      try {
        const accept = (bet: BetToAccept) => writing.arrive(member.id, bet)
        const body = bodyOf(deps, group, wish, member)
        const answer = await bets.place(own, body, { approved: true, accept })
        if (isProblem(answer)) refusals.set(member.id, { told: answer, isOwn: await isOwnRefusal(deps, own, body, answer) })
      } finally {
        writing.leave(member.id)
      }
    }),
  )
  if (isPlaced) {
    const players = members.map(({ playerId }) => playerId)
    deps.onChanged(group.id, players)
    await bets.refresh(players)
    return null
  }
  if (told !== null) return told
  const real = [...refusals].filter(([, one]) => one.told.code !== tryLater().code)
  // What only the database knew of members is known now: the others are placed without them.
  if (real.length > 0 && real.every(([id, { isOwn }]) => id !== admin.id && isOwn)) return 'incomplete'
  // His own refusal, else the one that held the others up; those are only busy.
  const found = real.find(([id]) => id === admin.id) ?? real.find(([, { isOwn }]) => !isOwn)
  return found?.[1].told ?? tryLater()
}

interface MemberRefusal {
  told: Problem
  /** About him alone. */
  isOwn: boolean
}

/** A stake that the house takes of anybody else is too large for this player: by his trust, or what he has placed elsewhere. */
async function isOwnRefusal({ bets }: GroupsDeps, ctx: BetCtx, body: BetRequest, told: Problem): Promise<boolean> {
  if (OWN.has(told.wire ?? 0) || OWN_CODES.has(told.code)) return true
  if (told.wire !== TOO_LARGE) return false
  const [own, ofAnybody] = [await bets.check(ctx, body), await bets.check(ctx, body, { ofAnybody: true })]
  return isProblem(own) && own.wire === TOO_LARGE && !isProblem(ofAnybody)
}

function bodyOf({ line }: GroupsDeps, group: Group, { coefs, CheckCf }: PlaceWish, member: Member): BetRequest {
  const { exponent } = currencyById(group.currencyId)
  const events = eventsNow(line, group.request, group.legs).map((event, i) => ({ ...event, Coef: coefs[i]! }))
  return plainBody(group.request, {
    Events: events,
    CheckCf,
    Summ: Number(minorText(member.stakeMinor, exponent)),
    UserId: member.accountId,
    UserIdBonus: 0,
    betGUID: tryGuid('group', member.id),
  })
}

const outcomesOf = (all: ReadonlyMap<number, BetToAccept>, of: (bet: BetToAccept) => BetOutcome) =>
  new Map([...all].map(([member, bet]) => [member, of(bet)]))

/** One transaction with all bets in it; again without the members whose own limits the database has met. */
async function write(
  deps: GroupsDeps,
  group: Group,
  all: ReadonlyMap<number, BetToAccept>,
  out: Set<number>,
  adminId: number,
): Promise<ReadonlyMap<number, BetOutcome> | Problem> {
  const refusedBets = new Map<number, BetOutcome>()
  for (;;) {
    try {
      const accepted = await inTxOrProblem(deps.db, (tx) => writeIn(deps, tx, group, all, out))
      return isProblem(accepted) ? accepted : new Map([...refusedBets, ...accepted])
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
      const { member, outcome } = error
      refusedBets.set(member.id, outcome)
      const isOwnRule = outcome.kind === 'insufficientFunds' || (outcome.kind === 'refused' && outcome.outcome === 900_030)
      if (!isOwnRule || member.id === adminId) return refusedBets
      out.add(member.id)
    }
  }
}

async function writeIn(
  { bets, ledger, clock }: GroupsDeps,
  tx: Tx,
  { id, adminId }: Group,
  all: ReadonlyMap<number, BetToAccept>,
  out: ReadonlySet<number>,
): Promise<Map<number, BetOutcome>> {
  const { group, held } = await lockHeld(tx, id)
  const now = clock.now()
  const no = refusalOf('place', { ...group, now, isAdmin: group.adminId === adminId, isMember: true, members: held.length })
  if (no) throw new Undone(refused(no))
  if (held.some((member) => !all.has(member.id) && !out.has(member.id))) throw new Incomplete()
  const placed = held.filter((member) => !out.has(member.id))
  const own = (member: Member) => must(all.get(member.id), `bet of member ${member.id}`)
  for (const member of held) {
    await returnStake(tx, ledger, member, now)
    if (out.has(member.id)) {
      await markMemberReturned(tx, member.id, 'closed', now)
      await tellReturned(tx, group, member)
      continue
    }
    const { betId } = own(member)
    await markMemberPlaced(tx, member.id, betId, now)
    if (member.playerId !== adminId) await tellMember(tx, 'group_placed', member, { name: group.name, bet: String(betId) })
  }
  // They are all at one price.
  const [given] = placed.map((member) => own(member).legs)
  await markGroupPlaced(tx, id, given ? group.legs.map((leg, i) => ({ ...leg, given: given[i]!.price })) : group.legs, now)
  // Last of all, when all accounts are held: what bets take of the limits of the house is wanted by whoever holds one of them.
  const outcomes = await bets.placeAllIn(
    tx,
    placed.map((member) => withGroup(own(member), id)),
  )
  const done = new Map<number, BetOutcome>()
  placed.forEach((member, i) => {
    const outcome = outcomes[i]!
    if (outcome.kind !== 'accepted') throw new NotWritten(member, outcome)
    done.set(member.id, outcome)
  })
  return done
}

/** The receipt says with which group the bet was placed: it is the same for all of them. */
function withGroup(bet: BetToAccept, group: number): BetToAccept {
  return { ...bet, receipt: JSON.stringify({ ...(JSON.parse(bet.receipt) as object), group }) }
}
