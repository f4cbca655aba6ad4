/** Calls of the verification and identity services (wire 14.1). */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import * as contract from '../contract/services.ts'
import { isPersonalCode } from '../rules/form.ts'
import { needState, wireState, type IdentityState, type RequestState } from '../rules/state.ts'
import { filesRefusal, requestsRefusal } from './day-bounds.ts'
import { readForm, takeForms, valueOf } from './multipart.ts'
import { notAsked, sentBy, type RouteDeps } from './office-routes.ts'
import { handInDocuments, takeFiles, uploadDocument } from './send-documents.ts'
import { askSession, beginSession, faceSession, lookAtFace, unknownSession } from './sessions.ts'
import { listDocuments, type DocumentRow, type RequestRow } from './store.ts'

const PENDING = wireState('pending')

export function serviceRoutes(app: FastifyInstance, deps: RouteDeps): void {
  backOffice(app, deps)
  void app.register(async (scope) => {
    takeForms(scope)
    uploads(scope, deps)
  })
  electronicIdentities(app, deps)
}

function backOffice(app: FastifyInstance, deps: RouteDeps): void {
  route(app, contract.documentsCall, async (ctx) => ({
    documents: (await listDocuments(deps.db, ctx.player!.id)).map((row) => ({
      id: Number(row.id),
      type: row.doc_type,
      status: documentStatus(row, ctx.now),
      comment: row.comment ?? '',
      date: unixSeconds(row.at.getTime()),
    })),
  }))

  route(app, contract.verifyCall, async (ctx, { body }) => {
    if (!ctx.config.identification) return notAsked()
    const row = await handInDocuments(deps, sentBy(ctx), body.documentIds)
    return isProblem(row) ? row : { requestId: Number(row.id), status: PENDING }
  })

  route(app, contract.documentFileCall, async (ctx, { query }, reply) => {
    const row = (await listDocuments(deps.db, ctx.player!.id)).find(({ id }) => Number(id) === query.id)
    const file = row ? await deps.files.open(row.file_id, { viewer: 'owner' }) : null
    if (!file) return problem('identity.unknown_document', { status: 404, field: 'id' })
    return reply
      .header('content-type', file.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .send(file.bytes)
  })
}

function documentStatus({ state, valid_until: until }: DocumentRow, now: number): number {
  if (state === null) return wireState('none')
  return wireState(needState('document', [{ kind: 'documents', state, validUntil: until?.getTime() ?? null }], now))
}

function uploads(scope: FastifyInstance, deps: RouteDeps): void {
  route(scope, contract.uploadCall, async (ctx) => {
    const config = ctx.config.identification
    if (!config?.methods.includes('documents')) return notAsked()
    const form = await readForm(ctx)
    if (isProblem(form)) return form
    const type = Number(valueOf(form, 'type')) || 0
    if (!config.docTypes.some(({ doc_type }) => doc_type === type)) return problem('identity.unknown_type', { field: 'type' })
    const refused = await filesRefusal(deps.db, ctx.player!.id, ctx.now)
    if (refused) return refused
    const taken = await takeFiles(deps, sentBy(ctx), form.files.slice(0, 1), 'file')
    if (isProblem(taken)) return taken
    if (taken.length === 0) return problem('files.empty', { field: 'file' })
    const id = await uploadDocument(deps, sentBy(ctx), type, { ...taken[0]!, field: '' })
    return isProblem(id) ? id : { id: Number(id), type, status: wireState('none') }
  })

  route(scope, contract.faceCall, async (ctx): Promise<unknown> => {
    if (!ctx.config.identification?.methods.includes('face')) return notAsked()
    const form = await readForm(ctx)
    if (isProblem(form)) return form
    const by = sentBy(ctx)
    const known = valueOf(form, 'veriliveSessionId')
    const may = await (known ? faceSession(deps, by.playerId, known) : requestsRefusal(deps.db, by.playerId, ctx.now))
    if (may !== null && isProblem(may)) return may
    const taken = await takeFiles(deps, by, form.files.slice(0, 1), 'image')
    if (isProblem(taken)) return taken
    if (taken.length === 0) return problem('files.empty', { field: 'image' })
    if (taken[0]!.taken.type === 'application/pdf') return problem('files.kind', { field: 'image' })
    const session = known || (await newFaceSession(deps, ctx))
    if (typeof session !== 'string') return session
    const row = await lookAtFace(deps, by, session, taken[0]!)
    return isProblem(row) ? row : { status: statusOf(row.state), score: row.score ?? 0, requestId: Number(row.id) }
  })
}

async function newFaceSession(deps: RouteDeps, ctx: Ctx) {
  const begun = await beginSession(deps, sentBy(ctx), { kind: 'face', flowType: 'face', asked: {} })
  return isProblem(begun) ? begun : begun.row.session_id!
}

const STATES: Readonly<Record<RequestState, IdentityState>> = {
  started: 'pending',
  pending: 'pending',
  approved: 'approved',
  refused: 'refused',
  timeout: 'none',
  revoked: 'refused',
}
const statusOf = (state: RequestState) => wireState(STATES[state])

function electronicIdentities(app: FastifyInstance, deps: RouteDeps): void {
  route(app, contract.documentScanCall, async (ctx, { body }) => {
    const begun = await beginSession(deps, sentBy(ctx), { kind: 'scan', flowType: body.flowType, asked: {} })
    if (isProblem(begun)) return begun
    const { row, token, url } = begun
    return { token, veridocSessionId: row.session_id!, expires: unixSeconds(row.session_until!.getTime()), url }
  })

  route(app, contract.smartIdCall, async (ctx, { body }) => {
    if (!isPersonalCode(body.personalCode, body.country)) return problem('identity.personal_code', { field: 'personalCode' })
    const begun = await beginSession(deps, sentBy(ctx), { kind: 'smart_id', flowType: 'smart_id', asked: { ...body } })
    return isProblem(begun) ? begun : { sessionId: begun.row.session_id!, verificationCode: begun.verificationCode }
  })

  route(app, contract.mobileIdCall, async (ctx, { body }) => {
    const phone = body.phone.replace(/[\s()+-]/g, '')
    // Mobile-ID lives in Estonia and Lithuania; both make the sum in the same way.
    if (!isPersonalCode(body.personalCode, 'EE')) return problem('identity.personal_code', { field: 'personalCode' })
    if (!/^37[02]\d{6,9}$/.test(phone)) return problem('identity.phone', { field: 'phone' })
    const begun = await beginSession(deps, sentBy(ctx), {
      kind: 'mobile_id',
      flowType: 'mobile_id',
      asked: { personalCode: body.personalCode, phone },
    })
    return isProblem(begun) ? begun : { sessionId: begun.row.session_id!, verificationCode: begun.verificationCode }
  })

  route(app, contract.smartIdSessionCall, (ctx, { params }) => stateOf(deps, ctx, params.sessionId, 'smart_id'))
  route(app, contract.mobileIdSessionCall, (ctx, { params }) => stateOf(deps, ctx, params.sessionId, 'mobile_id'))
}

const SESSION_STATES: Readonly<Record<RequestState, string>> = {
  started: 'running',
  pending: 'running',
  approved: 'ok',
  refused: 'refused',
  timeout: 'timeout',
  revoked: 'refused',
}

async function stateOf(deps: RouteDeps, ctx: Ctx, sessionId: string, kind: 'smart_id' | 'mobile_id') {
  const row: RequestRow | null = await askSession(deps, sessionId, ctx.player!.id, kind)
  return row ? { state: SESSION_STATES[row.state], reason: row.reason, personalCode: '***' } : unknownSession()
}
