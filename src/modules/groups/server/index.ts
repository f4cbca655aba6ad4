/** Door of groups: bets with friends, above bets and orders. */
import type { FastifyInstance } from 'fastify'
import { must } from '#lib/assert.ts'
import type { Millis } from '#lib/time.ts'
import { listBetStates } from '#modules/bets/server/index.ts'
import { stateNow } from '#modules/orders/server/index.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { repeat } from '#platform/server/repeat.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { endOf, GROUP } from '../rules/group.ts'
import { overGroup, refused, unknownCode, unknownGroup, type GroupsDeps } from './deps.ts'
import { endGroup, leaveGroup } from './end-group.ts'
import { createGroup, joinGroup } from './enter-group.ts'
import {
  giveTryBack,
  listGroupsOf,
  listMembers,
  listOpenGroups,
  selectByNumberAndCodeOptional,
  selectGroupOptional,
  selectOpenByCodeOptional,
  selectOwnByCodeOptional,
  takeTry,
  type Group,
} from './group-store.ts'
import { groupView } from './group-view.ts'
import { placeGroup } from './place-group.ts'
import './tables.ts'

export type { GroupsDeps } from './deps.ts'
export { personalData } from './personal-data.ts'

export interface Groups {
  routes(app: FastifyInstance, guard: MoneyGuard): void
  /** Ends what has come to its end: time, legs that have begun or are no more. */
  look(): Promise<void>
  /** Looks again and again once the line is whole; the answer stops it and waits for what is on its way. */
  start(isReady: () => boolean): () => Promise<void>
}

/** Whether money may move for this caller now; a Problem when not (SES-03). */
type MoneyGuard = (ctx: Ctx) => Promise<unknown> | unknown

const LOOK_MS = 1_000
const MOST_LOOKED_AT = 1_000

export function createGroups(deps: GroupsDeps): Groups {
  const { db, clock, line, log } = deps
  /** A second press waits for the first: both are told what has become of the group. */
  const placing = new Map<number, Promise<null | Problem>>()

  /** Groups as the caller sees them. */
  async function viewsOf(ctx: Ctx, groups: readonly Group[], lng: string | undefined) {
    const playerId = ctx.player!.id
    const all = await listMembers(
      db,
      groups.map(({ id }) => id),
    )
    const own = all.flatMap((member) => (member.playerId === playerId ? (member.betId ?? []) : []))
    const viewer = { playerId, bets: await listBetStates(db, own), lng: lng ?? ctx.lng, now: clock.now() }
    const members = Map.groupBy(all, ({ groupId }) => groupId)
    return groups.map((group) => groupView(line, group, members.get(group.id) ?? [], viewer))
  }

  async function viewOf(ctx: Ctx, group: Group, lng: string | undefined) {
    const [view] = await viewsOf(ctx, [group], lng)
    return must(view, 'a group has one view')
  }

  /** As it stands now, to somebody who has or had a stake in it; to anybody else there is no such group. */
  async function ownView(ctx: Ctx, groupId: number, lng: string | undefined) {
    const group = await selectGroupOptional(db, groupId)
    if (!group) return unknownGroup()
    const view = await viewOf(ctx, group, lng)
    return view.my_state === null ? unknownGroup() : view
  }

  /**
   * The open group with this code; who tries too many that are none has to wait. What guesses nothing is no try: the code of
   * a group of his own, also for an hour after its end, and a code that he has found, named with the number of its group.
   * Both mean that very group, so nobody learns from them whether another one has the code by now.
   */
  async function byCode(ctx: Ctx, { code, group_id: id }: { code: string; group_id?: number | undefined }): Promise<Group | Problem> {
    const playerId = ctx.player!.id
    const now = clock.now()
    const own = await selectOwnByCodeOptional(db, ctx.brand, code, playerId, now)
    if (own) return stillOpen(own)
    // The number beside it may be a guess as well: it is counted until it is right.
    if (!(await takeTry(db, playerId, now))) return problem('groups.too_many_tries', { status: 429, field: 'code' })
    const group =
      id === undefined ? await selectOpenByCodeOptional(db, ctx.brand, code) : await selectByNumberAndCodeOptional(db, ctx.brand, id, code)
    if (!group) return unknownCode()
    await giveTryBack(db, playerId)
    return stillOpen(group)
  }

  const stillOpen = (group: Group): Group | Problem => (group.status === GROUP.open ? group : overGroup())

  async function place(ctx: Ctx, groupId: number, wish: Parameters<typeof placeGroup>[3]): Promise<null | Problem> {
    const group = await selectGroupOptional(db, groupId)
    const isMember = group && (await listMembers(db, [groupId])).some(({ playerId }) => playerId === ctx.player!.id)
    if (!isMember) return unknownGroup()
    if (group.adminId !== ctx.player!.id) return refused('not_admin')
    const running = placing.get(groupId)
    if (running) return running
    const work = placeGroup(deps, ctx, group, wish).finally(() => placing.delete(groupId))
    placing.set(groupId, work)
    return work
  }

  async function look(): Promise<void> {
    for (const { id, closesAt, legs } of await listOpenGroups(db, MOST_LOOKED_AT)) {
      const now: Millis = clock.now()
      const { hasStarted, hasEnded } = stateNow(line, legs, now)
      const reason = endOf({ now, closesAt, hasStarted, hasEnded })
      // One whose money cannot go back holds nobody else's up.
      if (reason)
        await endGroup(deps, id, reason, null).catch((error: unknown) =>
          deps.log.error({ err: error, group: id }, 'a group could not be ended'),
        )
    }
  }

  return {
    look,
    routes(app, guard) {
      const guarded = async <T>(ctx: Ctx, work: () => Promise<T>) => {
        const no = await guard(ctx)
        return isProblem(no) ? no : work()
      }
      route(app, contract.createGroup, (ctx, { body }) =>
        guarded(ctx, async () => {
          const made = await createGroup(deps, ctx, body)
          return isProblem(made) ? made : ownView(ctx, made.id, body.lng)
        }),
      )
      route(app, contract.findGroup, async (ctx, { body }) => {
        const group = await byCode(ctx, body)
        return isProblem(group) ? group : viewOf(ctx, group, body.lng)
      })
      route(app, contract.joinGroup, (ctx, { body }) =>
        guarded(ctx, async () => {
          const group = await byCode(ctx, body)
          if (isProblem(group)) return group
          const joined = await joinGroup(deps, ctx, group, body)
          return isProblem(joined) ? joined : ownView(ctx, group.id, body.lng)
        }),
      )
      route(app, contract.listGroups, async (ctx, { body }) => {
        return { items: await viewsOf(ctx, await listGroupsOf(db, ctx.player!.id, body.count), body.lng) }
      })
      route(app, contract.getGroup, (ctx, { body }) => ownView(ctx, body.group_id, body.lng))
      route(app, contract.leaveGroup, async (ctx, { body }) => {
        const known = await ownView(ctx, body.group_id, body.lng)
        if (isProblem(known)) return known
        return (await leaveGroup(deps, ctx.player!.id, body.group_id)) ?? ownView(ctx, body.group_id, body.lng)
      })
      route(app, contract.endGroup, async (ctx, { body }) => {
        const known = await ownView(ctx, body.group_id, body.lng)
        if (isProblem(known)) return known
        const ended = await endGroup(deps, body.group_id, 'admin', ctx.player!.id)
        return isProblem(ended) ? ended : ownView(ctx, body.group_id, body.lng)
      })
      route(app, contract.placeGroup, (ctx, { body }) =>
        guarded(ctx, async () => (await place(ctx, body.group_id, body)) ?? ownView(ctx, body.group_id, body.lng)),
      )
    },
    start(isReady) {
      return repeat(
        LOOK_MS,
        // A line that is still being filled shows games that are not there yet.
        () => (isReady() ? look() : null),
        (err) => log.warn({ err }, 'groups wait'),
      )
    },
  }
}
