/** Slow, cut or falsify what a page depends on: its calls, its stream, the server's database connections. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { forceLoadStage, loadStage, type Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import { FAULT_KINDS, faultSchema, faultsSchema, loadSchema, meet, type Fault } from '../rules/fault.ts'
import { devPage, escapeHtml } from './page.ts'

export function faultPages(app: FastifyInstance, db: Db): void {
  let faults: readonly Fault[] = []
  const late = new WeakSet<IncomingMessage>()
  const streams = new Set<Socket>()
  app.server.on('upgrade', (_request, socket) => {
    streams.add(socket as Socket)
    socket.once('close', () => streams.delete(socket as Socket))
  })

  /** Stands before every other way to an answer. */
  app.fastPaths?.unshift((request, response) => {
    if (faults.length === 0 || late.has(request)) return false
    const met = meet(faults, request.url ?? '/')
    faults = met.left
    if (!met.fault) return false
    return suffer(met.fault, request, response, () => {
      late.add(request)
      app.server.emit('request', request, response)
    })
  })

  const actions = {
    /** Open pages lose their stream and have to come back by themselves. */
    async streams() {
      const cut = streams.size
      for (const socket of streams) socket.destroy()
      return cut
    },
    /** Every connection of this database is ended under its user's hands. */
    async database() {
      const { rows } = await sql<{ cut: number }>`
        SELECT count(pg_terminate_backend(pid))::integer AS cut FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db)
      return rows[0]?.cut ?? 0
    },
  }

  app.get('/dev/api/faults', async () => ({ faults, streams: streams.size }))
  app.put('/dev/api/faults', async (request, reply) => {
    const body = faultsSchema.safeParse(request.body)
    if (!body.success)
      return reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'faults', reason: body.error.issues[0]?.message })
    faults = body.data.faults
    return { faults, streams: streams.size }
  })
  app.post<{ Params: { what: string } }>('/dev/api/faults/cut/:what', async (request, reply) => {
    const { what } = request.params
    if (what !== 'streams' && what !== 'database') return reply.code(404).send({ field: 'what', known: Object.keys(actions) })
    return { cut: await actions[what]() }
  })

  /** As if the process were so loaded; null: as it is. */
  app.put('/dev/api/faults/load', async (request, reply) => {
    const body = loadSchema.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: 'stage', reason: body.error.issues[0]?.message })
    forceLoadStage(body.data.stage)
    return { stage: loadStage() }
  })

  app.get('/dev/faults', async (request, reply) => faultsPage(request.ctx, faults, reply))
  app.post('/dev/faults', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, string>
    const what = body['cut']
    if (what === 'streams' || what === 'database') await actions[what]()
    else if (body['clear'] !== undefined) {
      faults = []
      forceLoadStage(null)
    } else if (body['stage'] !== undefined) forceLoadStage(loadSchema.safeParse({ stage: Number(body['stage']) }).data?.stage ?? null)
    else {
      const added = faultSchema.safeParse(body)
      if (added.success) faults = faultsSchema.safeParse({ faults: [...faults, added.data] }).data?.faults ?? faults
    }
    return reply.redirect('/dev/faults', 303)
  })
}

function suffer(fault: Fault, request: IncomingMessage, response: ServerResponse, goOn: () => void): boolean {
  switch (fault.kind) {
    case 'slow':
      setTimeout(goOn, fault.delayMs)
      return true
    case 'cut':
      // The call is answered into a closed socket: what it did is done, and its caller cannot know.
      response.end = () => response.destroy()
      return false
    case 'silent':
      return true
    case 'status':
    case 'undated':
      request.resume()
      response.sendDate = false
      response
        .writeHead(fault.status, {
          'content-type': 'application/json',
          'retry-after': '1',
          'cache-control': 'no-store',
          ...(fault.kind === 'status' ? { date: new Date().toUTCString() } : {}),
        })
        .end(fault.body || '{"success":false,"message":""}')
      return true
    case 'falsify':
      request.resume()
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end('<!doctype html><p>proxy')
      return true
  }
}

function faultsPage(ctx: Ctx, faults: readonly Fault[], reply: Parameters<typeof devPage>[0]) {
  const text = (key: string) => escapeHtml(ctx.text(`dev:${key}`))
  const rows = faults.map(
    (fault) =>
      `<tr><td>${text(`fault_${fault.kind}`)}</td><td>${escapeHtml(fault.path)}</td><td>${fault.kind === 'slow' ? `${fault.delayMs} ms` : fault.kind === 'status' || fault.kind === 'undated' ? `${fault.status} ${escapeHtml(fault.body)}` : ''}</td><td>${fault.times || '∞'}</td></tr>`,
  )
  const kinds = FAULT_KINDS.map((kind) => `<option value="${kind}">${text(`fault_${kind}`)}</option>`).join('')
  const stages = [0, 1, 2, 3].map((stage) => `<option${stage === loadStage() ? ' selected' : ''}>${stage}</option>`).join('')
  const content = `<table>${rows.join('')}</table>
<form method="post" action="/dev/faults"><select name="kind">${kinds}</select><label>${text('fault_path')} <input name="path" value="/service-api" required pattern="/.*"></label>
<label>${text('fault_delay')} <input name="delayMs" type="number" value="3000" min="0" max="60000"></label>
<label>${text('fault_status')} <input name="status" type="number" value="503" min="200" max="599"></label>
<label>${text('fault_body')} <input name="body" value="" maxlength="4000"></label>
<label>${text('fault_times')} <input name="times" type="number" value="0" min="0" max="1000"></label><button class="main">${text('apply')}</button></form>
<form method="post" action="/dev/faults"><label>${text('fault_load')} <select name="stage">${stages}</select></label><button>${text('apply')}</button></form>
<form method="post" action="/dev/faults"><button name="clear" value="1">${text('reset')}</button><button name="cut" value="streams">${text('fault_cut_streams')}</button>
<button name="cut" value="database">${text('fault_cut_database')}</button></form>`
  return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_faults'), content })
}
