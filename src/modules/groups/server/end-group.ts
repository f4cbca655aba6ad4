/** A stake taken out of an open group, and the end of a group without a bet: all money goes back. */
import { toldSum } from '#modules/ledger/server/index.ts'
import { inTxOrProblem, Undone, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { GROUP, MEMBER, refusalOf, type EndReason } from '../rules/group.ts'
import { refused, unknownGroup, type GroupsDeps } from './deps.ts'
import { listMembers, markGroupEnded, markMemberReturned, returnStake, selectGroupAndLock, type Group, type Member } from './group-store.ts'

/** Members with a stake in the group, in the order of their accounts: all money of a group is moved in this order. */
export async function lockHeld(tx: Tx, groupId: number): Promise<{ group: Group; held: Member[] }> {
  const group = await selectGroupAndLock(tx, groupId)
  if (!group) throw new Undone(unknownGroup())
  const members = await listMembers(tx, [groupId])
  return { group, held: members.filter(({ state }) => state === MEMBER.held).sort((a, b) => a.accountId - b.accountId) }
}

export async function leaveGroup(deps: GroupsDeps, playerId: number, groupId: number): Promise<null | Problem> {
  const { db, clock, ledger } = deps
  const left = await inTxOrProblem(db, async (tx) => {
    const { group, held } = await lockHeld(tx, groupId)
    const own = held.find((member) => member.playerId === playerId)
    const now = clock.now()
    const isAdmin = group.adminId === playerId
    const no = refusalOf('leave', { ...group, now, isAdmin, isMember: own !== undefined, members: held.length })
    if (no || !own) throw new Undone(refused(no ?? 'not_member'))
    await returnStake(tx, ledger, own, now)
    await markMemberReturned(tx, own.id, 'left', now)
    return held.map((member) => member.playerId)
  })
  if (isProblem(left)) return left
  deps.onChanged(groupId, left)
  await deps.bets.refresh([playerId])
  return null
}

/** By the admin, or by itself (`adminId` null). False: it was over before. */
export async function endGroup(deps: GroupsDeps, groupId: number, reason: EndReason, adminId: number | null): Promise<boolean | Problem> {
  const { db, clock, ledger } = deps
  const players = await inTxOrProblem(db, async (tx) => {
    const { group, held } = await lockHeld(tx, groupId)
    const now = clock.now()
    if (adminId !== null) {
      const no = refusalOf('end', { ...group, now, isAdmin: group.adminId === adminId, isMember: true, members: held.length })
      if (no) throw new Undone(refused(no))
    } else if (group.status !== GROUP.open || (reason === 'time' && now < group.closesAt)) return null
    for (const member of held) {
      await returnStake(tx, ledger, member, now)
      await markMemberReturned(tx, member.id, reason, now)
      if (member.playerId !== adminId) await tellReturned(tx, group, member)
    }
    await markGroupEnded(tx, groupId, reason, now)
    return held.map((member) => member.playerId)
  })
  if (isProblem(players)) return players
  if (players === null) return false
  deps.onChanged(groupId, players)
  await deps.bets.refresh(players)
  return true
}

/** That his stake is back with him, and how much it was. */
export async function tellReturned(tx: Tx, group: Group, member: Member): Promise<void> {
  const sum = toldSum(member.stakeMinor, member.currencyId)
  await tellMember(tx, 'group_returned', member, { name: group.name, group: group.id, ...sum })
}

/** A message of the player's inbox, in the transaction of what it tells. */
export async function tellMember(
  tx: Tx,
  template: 'group_returned' | 'group_placed',
  { id, playerId }: Pick<Member, 'id' | 'playerId'>,
  params: Readonly<Record<string, string | number>>,
): Promise<void> {
  await emit(tx, { topic: 'player.message', key: `group:${id}:${template}`, payload: { playerId, template, params } })
}
