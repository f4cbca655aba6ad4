/** Door of messages: the player's inbox, support, and the way on which other parts tell a player something. */
import type { FastifyInstance } from 'fastify'
import type { Files } from '#modules/files/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { isTemplate, linkOf, type MessageParams, type TemplateName } from '../rules/template.ts'
import { createDesk, type DeskDeps, type SupportDesk } from './desk.ts'
import { hideMessage, insertMessage, insertMessages, listMessages, readMessages } from './inbox.ts'
import { createLive, type Live, type MeTopic, type News } from './live.ts'
import { supportRoutes } from './support-routes.ts'

export type { Advertisement, SupportDesk } from './desk.ts'
export type { News } from './live.ts'
export { openTicketIn } from './tickets.ts'
export { messageText } from './inbox.ts'
export type { MessageParams, TemplateName } from '../rules/template.ts'
export { personalData } from './personal-data.ts'

export interface MessagesDeps {
  db: Db
  clock: Clock
  files: Files
  outbox: Pick<Outbox, 'subscribe'>
  me: MeTopic
  /** Whether a player may be promoted to: false for whoever has excluded or limited himself. */
  mayPromote: (playerId: number) => Promise<boolean>
  /** A promotion by the ways beside the inbox that its player has agreed to. */
  advertise?: DeskDeps['advertise']
  /** A bet of the player by the number that he sees: when it was settled. Null: no such bet; settledAt null: still open. */
  settledBet(playerId: number, bet: string): Promise<{ settledAt: Date | null } | null>
  tellOthers(news: News): void
  /** Messages that were written now, with their words in any language: for other ways to the player. */
  onNew?(messages: readonly ToldMessage[]): void
  log: { warn(details: object, message: string): void }
}

export interface ToPlayer {
  playerId: number
  template: TemplateName
  params: MessageParams
  /** Told once a cause. */
  cause: string
  /** Of many at once: only to whom a message was written whose cause begins so. */
  onlyAfter?: string
  /** Of many at once: it stands in the list as read and disturbs nobody. */
  quiet?: boolean
}

export interface ToldMessage {
  playerId: number
  template: TemplateName
  params: MessageParams
  /** Page without the language. */
  page: string
}

export interface Messages {
  routes(app: FastifyInstance): void
  /** Tells a player something: in his list, and at once on his open pages. */
  post(message: ToPlayer): Promise<void>
  /** The same for many, in one statement. */
  postMany(messages: readonly ToPlayer[]): Promise<void>
  /** News of another process. */
  show(news: News): Promise<void>
  /** The open pages have heard of everything that was posted: for tests, and for the stop. */
  settled(): Promise<void>
  desk: SupportDesk
}

/** Parts that stand below this module emit it: {playerId, template, params}; the key is the cause. */
export const TO_PLAYER = 'player.message'

export function createMessages(deps: MessagesDeps): Messages {
  const { db, clock, files, outbox, mayPromote, log } = deps
  const live = createLive(deps)

  async function post({ playerId, template, params, cause }: ToPlayer): Promise<void> {
    const isNew = await insertMessage(db, { playerId, template, params, cause, at: new Date(clock.now()) }).catch((error: unknown) => {
      // Nobody to tell, or a payload that is none: what stands behind it in the outbox must not wait for it.
      if (!isRefusedRow(error)) throw error
      log.warn({ err: error, playerId, template }, 'a message was not written')
      return false
    })
    if (!isNew) return
    deps.onNew?.([toldOf({ playerId, template, params })])
    live.tell([playerId])
  }

  /** Players who were told. A message that is refused is left out; the others do not wait for it. */
  async function inserted(messages: readonly ToPlayer[]): Promise<number[]> {
    try {
      return await insertMessages(db, messages, new Date(clock.now()))
    } catch (error) {
      const [first, ...others] = messages
      if (!first || !isRefusedRow(error)) throw error
      if (others.length > 0) {
        const half = Math.ceil(messages.length / 2)
        return [...(await inserted(messages.slice(0, half))), ...(await inserted(messages.slice(half)))]
      }
      log.warn({ err: error, playerId: first.playerId, template: first.template }, 'a message was not written')
      return []
    }
  }

  outbox.subscribe(TO_PLAYER, async ({ key, payload }) => {
    const { playerId, template, params } = payload as { playerId: number; template: unknown; params?: MessageParams }
    if (!isTemplate(template)) return log.warn({ template }, 'a message of an unknown template was not sent')
    await post({ playerId, template, params: params ?? {}, cause: key })
  })

  return {
    routes(app) {
      inboxRoutes(app, deps, live)
      supportRoutes(app, { db, clock, files, live, settledBet: deps.settledBet })
    },
    post,
    async postMany(messages) {
      const told = new Set(await inserted(messages))
      deps.onNew?.(messages.filter(({ playerId, onlyAfter, quiet }) => told.has(playerId) && onlyAfter === undefined && !quiet).map(toldOf))
      live.tell([...told])
    },
    show: (news) => live.show(news),
    settled: () => live.settled(),
    desk: createDesk({ db, clock, files, live, mayPromote, advertise: deps.advertise }),
  }
}

function toldOf({ playerId, template, params }: Pick<ToPlayer, 'playerId' | 'template' | 'params'>): ToldMessage {
  return { playerId, template, params, page: linkOf(template, params) }
}

/** Postgres class 23: the row breaks a rule of its table. */
function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('23')
}

const me = (ctx: Ctx) => ctx.player!.id

function unknownMessage(): Problem {
  return problem('messages.unknown_message', { status: 404, field: 'message_id' })
}

function inboxRoutes(app: FastifyInstance, { db, mayPromote }: MessagesDeps, live: Live): void {
  route(app, contract.messagesCall, async (ctx, { query }) => {
    const reader = { playerId: me(ctx), promotions: await mayPromote(me(ctx)) }
    const { items, pages } = await listMessages(db, reader, { page: query.page_number, text: ctx.text })
    return { items, unread: await live.unread(me(ctx)), pages }
  })

  route(app, contract.unreadCall, async (ctx) => ({ unread: await live.unread(me(ctx)) }))

  route(app, contract.readMessagesCall, async (ctx, { body }) => {
    if (!(await readMessages(db, me(ctx), body.message_id ?? null, new Date(ctx.now)))) return unknownMessage()
    await live.changed({ playerId: me(ctx) })
    return { unread: await live.unread(me(ctx)) }
  })

  route(app, contract.deleteMessageCall, async (ctx, { body }) => {
    if (!(await hideMessage(db, me(ctx), body.message_id, new Date(ctx.now)))) return unknownMessage()
    await live.changed({ playerId: me(ctx) })
    return { message_id: body.message_id, deleted: true as const, unread: await live.unread(me(ctx)) }
  })
}
