/**
 * Making a group and joining one. Both put a stake in: everything that is asked before a bet is asked of the player now,
 * and once more when the group is placed; his money is held in the transaction that writes his row.
 */
import { randomInt } from 'node:crypto'
import { canonicalJson } from '#lib/json.ts'
import { minorFromWire, type Minor } from '#lib/money.ts'
import { betRequest, type BetRequest } from '#modules/bets/contract.ts'
import type { BetCtx, CheckedWanted } from '#modules/bets/server/index.ts'
import { moneyText } from '#modules/coupon/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { guardSpending } from '#modules/limits/server/index.ts'
import { eventsNow, orderLegs, plainBody, stateNow, storedVisit } from '#modules/orders/server/index.ts'
import { inTxOrProblem, Undone, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import {
  closeFault,
  CODE_LENGTH,
  GROUP,
  isName,
  isNick,
  latestClose,
  MEMBER,
  MOST_JOINED,
  MOST_LED,
  refusalOf,
  tidied,
} from '../rules/group.ts'
import { overGroup, refused, type GroupsDeps } from './deps.ts'
import {
  countOpenOf,
  holdStake,
  insertGroup,
  insertMember,
  listMembers,
  selectGroupAndLock,
  selectGroupByGuidOptional,
  selectMemberByGuidOptional,
  type Group,
  type NewGroup,
  type NewMember,
} from './group-store.ts'

export interface NewGroupWish {
  guid: string
  name: string
  nick?: string | undefined
  sum: number
  max_sum: number
  closes: number
  account_id: number
  Events?: BetRequest['Events']
  Vid?: number | null | undefined
}

export interface JoinWish {
  guid: string
  sum: number
  nick?: string | undefined
}

const CODES = 10 ** CODE_LENGTH
const CODE_TRIES = 20
/** Prices are looked at when the group is placed; what is on hold for a moment does not keep anybody out. */
const AT_ANY_PRICE = { anyPrice: true, anyState: true } as const

/** Makes a group with the first stake in it. The same key is the same group. */
export async function createGroup(deps: GroupsDeps, ctx: BetCtx, wish: NewGroupWish): Promise<Group | Problem> {
  const { db, clock, line } = deps
  const adminId = ctx.player!.id
  const request = betRequest.parse({ Events: wish.Events ?? [], Vid: wish.Vid, Summ: wish.sum, UserId: wish.account_id })
  const name = tidied(wish.name)
  const known = await selectGroupByGuidOptional(db, adminId, wish.guid)
  if (known) return sameGroup(known, { ...wish, name }, request)
  if (!isName(name)) return problem('groups.bad_name', { field: 'name' })
  const nick = nickOf(wish.nick)
  if (isProblem(nick)) return nick
  // Of several kinds nothing else is asked first: what a system lacks is no matter here.
  if ((wish.Vid ?? 0) > 1) return problem('groups.kind', { field: 'Vid' })
  const checked = await deps.bets.check(ctx, plainBody(request, {}), AT_ANY_PRICE)
  if (isProblem(checked)) return inOwnNames(checked)
  const bad = unfit(checked)
  if (bad) return bad
  const now = clock.now()
  const starts = checked.legs.map(({ game }) => game.startsAt)
  const closesAt = wish.closes === 0 ? latestClose(now, starts) : wish.closes * 1000
  const fault = closeFault(closesAt, now, starts)
  if (fault) return problem(`groups.closes_${fault}`, { field: 'closes' })
  const { currency } = checked.wanted.account
  const maxStakeMinor = sumOf(wish.max_sum, currency.exponent)
  if (maxStakeMinor === null || maxStakeMinor < checked.wanted.stakeMinor) return problem('groups.max_too_small', { field: 'max_sum' })
  const legs = orderLegs(checked.legs)
  const group = await inTxOrProblem(db, async (tx) => {
    await guard(tx, adminId, checked.wanted.stakeMinor, currency.id, now)
    // The lock that guards the player's money is his: a second call with the key has waited for the first.
    const again = await selectGroupByGuidOptional(tx, adminId, wish.guid)
    if (again) return sameGroup(again, { ...wish, name }, request)
    if ((await countOpenOf(tx, adminId)).led >= MOST_LED) throw new Undone(problem('groups.too_many_led'))
    const made = await insertWithCode(tx, {
      brand: ctx.brand,
      adminId,
      guid: wish.guid,
      name,
      currencyId: currency.id,
      maxStakeMinor,
      request,
      legs,
      priceMilli: stateNow(line, legs, now).current,
      closesAt,
      createdAt: now,
    })
    await enter(deps, tx, memberOf(deps, ctx, made, checked, { guid: wish.guid, nick, now }))
    return made
  })
  if (!isProblem(group)) await changed(deps, group.id, [adminId])
  return group
}

/** Puts a stake into an open group. The same key is the same stake. */
export async function joinGroup(deps: GroupsDeps, ctx: BetCtx, found: Group, wish: JoinWish): Promise<Group | Problem> {
  const { db, clock, line, ledger } = deps
  const playerId = ctx.player!.id
  const known = await selectMemberByGuidOptional(db, playerId, wish.guid)
  if (known) return known.groupId === found.id && known.stakeMinor === sumOf(wish.sum, exponentOf(found)) ? found : keyReused()
  const nick = nickOf(wish.nick)
  if (isProblem(nick)) return nick
  const currency = currencyById(found.currencyId)
  const account = (await ledger.balance(playerId)).find(({ currency: own, kind }) => own.id === currency.id && kind === 0)
  if (!account) return problem('groups.no_account', { params: { currency: currency.code } })
  const body = plainBody(found.request, {
    Events: eventsNow(line, found.request, found.legs),
    Summ: wish.sum,
    UserId: account.id,
    UserIdBonus: 0,
  })
  const checked = await deps.bets.check(ctx, body, AT_ANY_PRICE)
  if (isProblem(checked)) return inOwnNames(checked)
  const now = clock.now()
  const entered = await inTxOrProblem(db, async (tx): Promise<readonly number[]> => {
    const group = await selectGroupAndLock(tx, found.id)
    if (group?.status !== GROUP.open) throw new Undone(overGroup())
    const held = (await listMembers(tx, [group.id])).filter(({ state }) => state === MEMBER.held)
    const isMember = held.some((member) => member.playerId === playerId)
    const standing = { ...group, now, isAdmin: group.adminId === playerId, isMember, members: held.length }
    const again = held.find((member) => member.playerId === playerId && member.guid === wish.guid)
    if (again && again.stakeMinor !== checked.wanted.stakeMinor) throw new Undone(keyReused())
    if (again) return []
    const no = refusalOf('join', standing)
    if (no) throw new Undone(refused(no))
    if (checked.wanted.stakeMinor > group.maxStakeMinor) throw new Undone(aboveMax(group))
    await guard(tx, playerId, checked.wanted.stakeMinor, currency.id, now)
    if ((await countOpenOf(tx, playerId)).joined >= MOST_JOINED) throw new Undone(problem('groups.too_many_joined'))
    await enter(deps, tx, memberOf(deps, ctx, group, checked, { guid: wish.guid, nick, now }))
    return [...held.map((member) => member.playerId), playerId]
  })
  if (isProblem(entered)) return entered
  if (entered.length > 0) await changed(deps, found.id, entered, [playerId])
  return found
}

/** Fields of a bet, as these calls name them. */
const OWN_NAMES: Readonly<Record<string, string>> = { Summ: 'sum', UserId: 'account_id' }

function inOwnNames(refusal: Problem): Problem {
  const field = OWN_NAMES[refusal.field ?? '']
  return field === undefined ? refusal : { ...refusal, field }
}

function aboveMax({ maxStakeMinor, currencyId }: Group): Problem {
  return problem('groups.above_max', { field: 'sum', params: { max: moneyText(maxStakeMinor, currencyById(currencyId)) } })
}

const exponentOf = ({ currencyId }: Group): number => currencyById(currencyId).exponent

function keyReused(): Problem {
  return problem('bets.key_reused', { wire: 161_627, field: 'guid' })
}

/** The group that was made under this key, if it is what is wished now. */
function sameGroup(known: Group, wish: NewGroupWish, request: BetRequest): Group | Problem {
  const isSame =
    known.name === wish.name &&
    known.maxStakeMinor === sumOf(wish.max_sum, exponentOf(known)) &&
    (wish.closes === 0 || known.closesAt === wish.closes * 1000) &&
    // As it is read back from its row: without what is undefined.
    canonicalJson(known.request) === canonicalJson(JSON.parse(JSON.stringify(request)))
  return isSame ? known : keyReused()
}

/** Singles and expresses before their start: their coefficient is the product of the prices, and there is time to join. */
function unfit({ wanted, legs, agreed }: CheckedWanted): Problem | null {
  if (!wanted.isPlain || agreed?.terms.jointPrice !== undefined) return problem('groups.kind', { field: 'Vid' })
  return legs.some(({ game, selection }) => game.kind === 1 || selection.kind === 1) ? problem('groups.live', { field: 'Events' }) : null
}

function nickOf(given: string | undefined): string | null | Problem {
  const nick = tidied(given ?? '')
  if (nick === '') return null
  return isNick(nick) ? nick : problem('groups.bad_nick', { field: 'nick' })
}

function sumOf(sum: number, exponent: number): Minor | null {
  return minorFromWire(Number(sum.toPrecision(15)), exponent)
}

/** Also the lock under which the counts of the player's groups are right. */
async function guard(tx: Tx, playerId: number, amountMinor: Minor, currencyId: number, now: number): Promise<void> {
  const closed = await guardSpending(tx, { playerId, amountMinor, currencyId, at: new Date(now) })
  if (closed) throw new Undone(closed)
}

async function insertWithCode(tx: Tx, group: Omit<NewGroup, 'code'>): Promise<Group> {
  for (let tried = 0; tried < CODE_TRIES; tried += 1) {
    const made = await insertGroup(tx, { ...group, code: String(randomInt(CODES)).padStart(CODE_LENGTH, '0') })
    if (made) return made
  }
  throw new Undone(problem('groups.no_free_code', { status: 503 }))
}

function memberOf(
  { ledger }: GroupsDeps,
  ctx: BetCtx,
  group: Group,
  { wanted }: CheckedWanted,
  { guid, nick, now }: { guid: string; nick: string | null; now: number },
): NewMember {
  return {
    groupId: group.id,
    playerId: wanted.playerId,
    accountId: wanted.account.id,
    currencyId: group.currencyId,
    guid,
    txId: ledger.ids.next(),
    nick,
    stakeMinor: wanted.stakeMinor,
    visit: storedVisit(ctx),
    joinedAt: now,
  }
}

async function enter({ ledger }: GroupsDeps, tx: Tx, member: NewMember): Promise<void> {
  const made = await insertMember(tx, member)
  if (!made) throw new Undone(refused('already'))
  const poor = await holdStake(tx, ledger, made, member.joinedAt)
  if (poor) throw new Undone(problem('bets.no_money', { wire: 103, field: 'sum' }))
}

/** Balances that moved are those of `moved`, all members see the group anew. */
async function changed(deps: GroupsDeps, groupId: number, players: readonly number[], moved = players): Promise<void> {
  deps.onChanged(groupId, players)
  await deps.bets.refresh(moved)
}
