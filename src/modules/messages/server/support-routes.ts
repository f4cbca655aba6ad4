/** The wire of support. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { readPhone } from '#modules/account/server/index.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract/support.ts'
import { FILE_TYPES, PURPOSES, type Files } from '#modules/files/server/index.ts'
import { contactsAt } from '../rules/contacts.ts'
import { callTimes, isOpen, opensAt } from '../rules/hours.ts'
import { askForCall } from './callbacks.ts'
import { openDispute, type DisputeDeps } from './disputes.ts'
import type { Live } from './live.ts'
import { hasFile } from './ticket-store.ts'
import { closeTicket, fileRefusal, openTicket, readThread, readTickets, writeLine, type TicketDeps } from './tickets.ts'

export interface SupportRouteDeps extends TicketDeps, DisputeDeps {
  files: Files
  live: Live
}

const ROUND_THE_CLOCK = { start: '00:00', end: '00:00', timeZone: 'UTC' }
const me = (ctx: Ctx) => ctx.player!.id

export function supportRoutes(app: FastifyInstance, deps: SupportRouteDeps): void {
  infoRoutes(app, deps)
  ticketRoutes(app, deps)
  fileRoutes(app, deps)
}

function infoRoutes(app: FastifyInstance, deps: SupportRouteDeps): void {
  route(app, contract.supportInfoCall, ({ config: { support, global }, lng, now }) => {
    const hours = support?.hours ?? ROUND_THE_CLOCK
    const open = isOpen(hours, now)
    const always = hours.start === hours.end
    const ids = support?.byLanguage[lng] ?? support?.byLanguage['default'] ?? []
    return {
      start: always ? '' : hours.start,
      end: always ? '' : hours.end,
      timeZone: hours.timeZone,
      isOpen: open,
      opensAt: open ? 0 : unixSeconds(opensAt(hours, now)),
      consultants: (support?.consultants ?? []).filter(({ id }) => ids.includes(id)),
      email: global.supportEmail,
      callTimes: support?.callback ? callTimes(hours, now).map(unixSeconds) : [],
      fileTypes: [...FILE_TYPES],
      maxFileBytes: PURPOSES.support.maxBytes,
    }
  })

  route(app, contract.contactsCall, ({ config: { support, global }, lng }, { query }) => ({
    contacts: contactsAt(support?.contacts ?? [], query.placementTypeId, lng, global.supportEmail),
  }))

  route(app, contract.callbackCall, (ctx, { body }) => {
    const phone = readPhone(body.country_code ?? '', body.phone_number)
    if (isProblem(phone)) return phone
    return askForCall(deps, ctx.config.support, {
      brand: ctx.brand,
      playerId: ctx.player?.id ?? null,
      phone,
      name: body.name ?? '',
      language: ctx.lng,
      ip: ctx.ip,
      callAt: body.call_at,
    })
  })
}

/** The thread after a change; other pages of the player show it too. */
async function threadAfter(deps: SupportRouteDeps, ctx: Ctx, ticketId: number, line: number): Promise<unknown> {
  const read = await readThread(deps, { playerId: me(ctx), ticketId, config: ctx.config })
  if (isProblem(read)) return read
  await deps.live.changed({ playerId: me(ctx), ticket: { id: ticketId, line } })
  return read.thread
}

function ticketRoutes(app: FastifyInstance, deps: SupportRouteDeps): void {
  route(app, contract.ticketsCall, (ctx, { query }) => readTickets(deps.db, me(ctx), query.page_number))

  route(app, contract.openTicketCall, async (ctx, { body }) => {
    const ticket = await openTicket(deps, { ...body, playerId: me(ctx), brand: ctx.brand, language: ctx.lng })
    return isProblem(ticket) ? ticket : threadAfter(deps, ctx, Number(ticket.id), 0)
  })

  route(app, contract.disputeCall, async (ctx, { body }) => {
    const ticket = await openDispute(deps, {
      ...body,
      playerId: me(ctx),
      brand: ctx.brand,
      language: ctx.lng,
      text: body.text,
      subjectOf: (bet) => ctx.text('messages:dispute_subject', { bet }),
    })
    return isProblem(ticket) ? ticket : threadAfter(deps, ctx, Number(ticket.id), 0)
  })

  route(app, contract.ticketCall, async (ctx, { query }) => {
    const read = await readThread(deps, { playerId: me(ctx), ticketId: query.ticket_id, config: ctx.config })
    if (isProblem(read)) return read
    if (read.wasNews) await deps.live.changed({ playerId: me(ctx) })
    return read.thread
  })

  route(app, contract.replyCall, async (ctx, { body }) => {
    const done = await writeLine(deps, { playerId: me(ctx), ticketId: body.ticket_id, text: body.text })
    return isProblem(done) ? done : threadAfter(deps, ctx, body.ticket_id, done.line)
  })

  route(app, contract.closeTicketCall, async (ctx, { body }) => {
    const done = await closeTicket(deps, me(ctx), body.ticket_id)
    return isProblem(done) ? done : threadAfter(deps, ctx, body.ticket_id, 0)
  })
}

/** The body of a file is its bytes: in a scope of its own nothing parses them first. */
function fileRoutes(app: FastifyInstance, deps: SupportRouteDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: PURPOSES.support.maxBytes }, (_request, body, done) => done(null, body))
    route(scope, contract.sendFileCall, async (ctx, { query }) => {
      const refused = await fileRefusal(deps, me(ctx), query.ticket_id)
      if (refused) return refused
      const taken = await deps.files.take(bytesOf(ctx), { purpose: 'support', pdf: true })
      if (isProblem(taken)) return { ...taken, field: 'file' }
      const done = await writeLine(deps, { playerId: me(ctx), ticketId: query.ticket_id, text: '', file: { name: query.name, taken } })
      return isProblem(done) ? done : threadAfter(deps, ctx, query.ticket_id, done.line)
    })
  })

  route(app, contract.fileCall, async (ctx, { query }, reply) => {
    const file = (await hasFile(deps.db, query.file_id, me(ctx))) ? await deps.files.open(BigInt(query.file_id), { viewer: 'owner' }) : null
    if (!file) return unknownFile()
    // Saved, never shown by the browser: whatever a file holds, it does not run on our pages.
    return reply
      .header('content-type', file.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .send(file.bytes)
  })
}

function bytesOf(ctx: Ctx): Buffer {
  const { body } = ctx.request as unknown as { body: unknown }
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

function unknownFile(): Problem {
  return problem('messages.unknown_file', { status: 404, field: 'file_id' })
}
