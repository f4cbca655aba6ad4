/** All SQL of groups and their members, and the money that is held for them. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { HOUR, type Millis } from '#lib/time.ts'
import type { BetRequest } from '#modules/bets/contract.ts'
import { systemAccountId, type Ledger } from '#modules/ledger/server/index.ts'
import type { OrderLeg, StoredVisit } from '#modules/orders/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { GROUP, MEMBER, MOST_MISSES, type EndReason, type GroupStatus, type MemberState, type ReturnReason } from '../rules/group.ts'
import './tables.ts'

/** `given`: the price at which it was placed. */
export interface GroupLeg extends OrderLeg {
  given?: Milli
}

export interface Group {
  id: number
  brand: string
  adminId: number
  guid: string
  code: string
  name: string
  currencyId: number
  maxStakeMinor: Minor
  request: BetRequest
  legs: readonly GroupLeg[]
  priceMilli: Milli
  status: GroupStatus
  reason: EndReason | null
  closesAt: Millis
  createdAt: Millis
}

export interface Member {
  id: number
  groupId: number
  playerId: number
  accountId: number
  currencyId: number
  guid: string
  txId: bigint
  nick: string | null
  stakeMinor: Minor
  visit: StoredVisit
  state: MemberState
  reason: ReturnReason | null
  betId: bigint | null
  joinedAt: Millis
}

export type NewGroup = Omit<Group, 'id' | 'status' | 'reason'>
export type NewMember = Omit<Member, 'id' | 'state' | 'reason' | 'betId'>

const groupRows = (db: Db | Tx) => db.selectFrom('bet_group').selectAll()
const memberRows = (db: Db | Tx) => db.selectFrom('bet_group_member').selectAll()
type GroupRow = Awaited<ReturnType<ReturnType<typeof groupRows>['executeTakeFirstOrThrow']>>
type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['executeTakeFirstOrThrow']>>

function groupOf(row: GroupRow): Group {
  return {
    id: row.id,
    brand: row.brand,
    adminId: row.player_id,
    guid: row.guid,
    code: row.code,
    name: row.name,
    currencyId: row.currency_id,
    maxStakeMinor: row.max_stake_minor,
    request: row.request as BetRequest,
    legs: row.legs as GroupLeg[],
    priceMilli: row.price_milli,
    status: row.status as GroupStatus,
    reason: row.reason as EndReason | null,
    closesAt: row.closes_at.getTime(),
    createdAt: row.created_at.getTime(),
  }
}

function memberOf(row: MemberRow): Member {
  return {
    id: row.id,
    groupId: row.group_id,
    playerId: row.player_id,
    accountId: row.account_id,
    currencyId: row.currency_id,
    guid: row.guid,
    txId: row.tx_id,
    nick: row.nick,
    stakeMinor: row.stake_minor,
    visit: row.visit as StoredVisit,
    state: row.state as MemberState,
    reason: row.reason as ReturnReason | null,
    betId: row.bet_id,
    joinedAt: row.joined_at.getTime(),
  }
}

export async function selectGroupOptional(db: Db | Tx, id: number): Promise<Group | null> {
  const row = await groupRows(db).where('id', '=', id).executeTakeFirst()
  return row ? groupOf(row) : null
}

/** Nobody else can change the group or who is in it until the transaction ends. */
export async function selectGroupAndLock(tx: Tx, id: number): Promise<Group | null> {
  const row = await groupRows(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? groupOf(row) : null
}

export async function selectOpenByCodeOptional(db: Db, brand: string, code: string): Promise<Group | null> {
  const row = await groupRows(db).where('brand', '=', brand).where('code', '=', code).where('status', '=', GROUP.open).executeTakeFirst()
  return row ? groupOf(row) : null
}

/** The group with this code in which the player has or had a stake: open, or over for less than an hour. */
export async function selectOwnByCodeOptional(db: Db, brand: string, code: string, playerId: number, now: Millis): Promise<Group | null> {
  const own = db.selectFrom('bet_group_member').select('group_id').where('player_id', '=', playerId)
  const row = await groupRows(db)
    .where('id', 'in', own)
    .where('brand', '=', brand)
    .where('code', '=', code)
    .where((is) => is.or([is('status', '=', GROUP.open), is('decided_at', '>', new Date(now - HOUR))]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? groupOf(row) : null
}

/** The group of this number, if this is its code, open or over. */
export async function selectByNumberAndCodeOptional(db: Db, brand: string, id: number, code: string): Promise<Group | null> {
  const row = await groupRows(db).where('id', '=', id).where('brand', '=', brand).where('code', '=', code).executeTakeFirst()
  return row ? groupOf(row) : null
}

export async function selectGroupByGuidOptional(db: Db | Tx, playerId: number, guid: string): Promise<Group | null> {
  const row = await groupRows(db).where('player_id', '=', playerId).where('guid', '=', guid).executeTakeFirst()
  return row ? groupOf(row) : null
}

export async function selectMemberByGuidOptional(db: Db | Tx, playerId: number, guid: string): Promise<Member | null> {
  const row = await memberRows(db).where('player_id', '=', playerId).where('guid', '=', guid).executeTakeFirst()
  return row ? memberOf(row) : null
}

/** Open groups, those that close first at first. */
export async function listOpenGroups(db: Db, count: number): Promise<Group[]> {
  return (await groupRows(db).where('status', '=', GROUP.open).orderBy('closes_at').limit(count).execute()).map(groupOf)
}

/** Groups in which the player has or had a stake, newest first. */
export async function listGroupsOf(db: Db, playerId: number, count: number): Promise<Group[]> {
  const mine = db.selectFrom('bet_group_member').select('group_id').where('player_id', '=', playerId)
  return (await groupRows(db).where('id', 'in', mine).orderBy('id', 'desc').limit(count).execute()).map(groupOf)
}

/** All who have or had a stake in these groups, in the order in which they came. */
export async function listMembers(db: Db | Tx, groupIds: readonly number[]): Promise<Member[]> {
  if (groupIds.length === 0) return []
  return (await memberRows(db).where('group_id', 'in', groupIds).orderBy('id').execute()).map(memberOf)
}

/** How many open groups the player leads, and in how many his stake is held. */
export async function countOpenOf(tx: Tx, playerId: number): Promise<{ led: number; joined: number }> {
  const { rows } = await sql<{ led: number; joined: number }>`SELECT
    (SELECT count(*)::int FROM bet_group WHERE player_id = ${playerId} AND status = ${GROUP.open}) AS led,
    (SELECT count(*)::int FROM bet_group_member WHERE player_id = ${playerId} AND state = ${MEMBER.held}) AS joined`.execute(tx)
  return rows[0]!
}

/** Null: the key or the code is taken; the transaction goes on. */
export async function insertGroup(tx: Tx, group: NewGroup): Promise<Group | null> {
  const row = await tx
    .insertInto('bet_group')
    .values({
      brand: group.brand,
      player_id: group.adminId,
      guid: group.guid,
      code: group.code,
      name: group.name,
      currency_id: group.currencyId,
      max_stake_minor: group.maxStakeMinor,
      request: JSON.stringify(group.request),
      legs: JSON.stringify(group.legs),
      price_milli: group.priceMilli,
      reason: null,
      closes_at: new Date(group.closesAt),
      created_at: new Date(group.createdAt),
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? groupOf(row) : null
}

/** Null: the key is taken, or the player has a stake in it already; the transaction goes on. */
export async function insertMember(tx: Tx, member: NewMember): Promise<Member | null> {
  const row = await tx
    .insertInto('bet_group_member')
    .values({
      group_id: member.groupId,
      player_id: member.playerId,
      account_id: member.accountId,
      currency_id: member.currencyId,
      guid: member.guid,
      tx_id: member.txId,
      nick: member.nick,
      stake_minor: member.stakeMinor,
      visit: JSON.stringify(member.visit),
      reason: null,
      bet_id: null,
      joined_at: new Date(member.joinedAt),
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? memberOf(row) : null
}

/** The legs with the prices that were given: the line goes on without the group. */
export async function markGroupPlaced(tx: Tx, id: number, legs: readonly GroupLeg[], at: Millis): Promise<void> {
  await sql`UPDATE bet_group SET status = ${GROUP.placed}, legs = ${JSON.stringify(legs)}::jsonb, decided_at = ${new Date(at)}
    WHERE id = ${id}`.execute(tx)
}

export async function markGroupEnded(tx: Tx, id: number, reason: EndReason, at: Millis): Promise<void> {
  await sql`UPDATE bet_group SET status = ${GROUP.ended}, reason = ${reason}, decided_at = ${new Date(at)} WHERE id = ${id}`.execute(tx)
}

export async function markMemberPlaced(tx: Tx, id: number, betId: bigint, at: Millis): Promise<void> {
  await sql`UPDATE bet_group_member SET state = ${MEMBER.placed}, bet_id = ${betId}, decided_at = ${new Date(at)} WHERE id = ${id}`.execute(
    tx,
  )
}

export async function markMemberReturned(tx: Tx, id: number, reason: ReturnReason, at: Millis): Promise<void> {
  await sql`UPDATE bet_group_member SET state = ${MEMBER.returned}, reason = ${reason}, decided_at = ${new Date(at)} WHERE id = ${id}`.execute(
    tx,
  )
}

/** The stake out of the account; a Problem when it is not there (103). */
export function holdStake(tx: Tx, ledger: Pick<Ledger, 'post'>, member: Member, at: Millis): Promise<Problem | null> {
  return moveStake(tx, ledger, member, 'groupHold', -member.stakeMinor, at)
}

/** The stake back to the account. Called once a member, under the lock of his group. */
export async function returnStake(tx: Tx, ledger: Pick<Ledger, 'post'>, member: Member, at: Millis): Promise<void> {
  const refused = await moveStake(tx, ledger, member, 'groupReturn', member.stakeMinor, at)
  if (refused) throw new Error(`stake of member ${member.id} cannot go back: ${refused.code}`)
}

async function moveStake(
  tx: Tx,
  ledger: Pick<Ledger, 'post'>,
  { id, txId, accountId, currencyId }: Member,
  kind: 'groupHold' | 'groupReturn',
  amountMinor: Minor,
  at: Millis,
): Promise<Problem | null> {
  const posted = await ledger.post(tx, {
    kind,
    txId,
    key: `group:${id}`,
    at: new Date(at),
    entries: [
      { accountId, currencyId, amountMinor },
      { accountId: systemAccountId('groups', currencyId), currencyId, amountMinor: -amountMinor },
    ],
  })
  return isProblem(posted) ? posted : null
}

/** One more try of a code; false when the player has had too many in this hour. Two at once are two tries. */
export async function takeTry(db: Db, playerId: number, now: Millis): Promise<boolean> {
  const [at, hourAgo] = [new Date(now), new Date(now - HOUR)]
  const { rows } = await sql<{ misses: number }>`INSERT INTO bet_group_miss AS m (player_id, since, misses) VALUES (${playerId}, ${at}, 1)
    ON CONFLICT (player_id) DO UPDATE SET misses = CASE WHEN m.since > ${hourAgo} THEN least(m.misses, ${MOST_MISSES}) + 1 ELSE 1 END,
      since = CASE WHEN m.since > ${hourAgo} THEN m.since ELSE ${at} END
    RETURNING misses`.execute(db)
  return rows[0]!.misses <= MOST_MISSES
}

/** The code was one: its try does not count. */
export async function giveTryBack(db: Db, playerId: number): Promise<void> {
  await sql`UPDATE bet_group_miss SET misses = misses - 1 WHERE player_id = ${playerId} AND misses > 0`.execute(db)
}
