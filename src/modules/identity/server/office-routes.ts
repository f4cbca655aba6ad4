/** Calls of the office (wire 14.1). */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import type { IdentityBlock, SiteConfig } from '#platform/shared/site-config.ts'
import * as contract from '../contract.ts'
import type { IdentityDeps } from './deps.ts'
import { readForm, takeForms, valueOf, type SentForm } from './multipart.ts'
import { readStatus, refusalText } from './read-status.ts'
import { sendDocuments, type SentBy } from './send-documents.ts'
import { askSession, beginSession, unknownSession, type BegunSession } from './sessions.ts'
import { isPersonalCode } from '../rules/form.ts'
import { listRequests, type RequestRow } from './store.ts'

export interface RouteDeps extends IdentityDeps {
  /** What is closed to a player of this visit who is not verified. */
  blocksOf(config: SiteConfig): readonly IdentityBlock[]
}

export function sentBy(ctx: Ctx): SentBy {
  return { playerId: ctx.player!.id, brand: ctx.brand, config: ctx.config, text: ctx.text, lng: ctx.lng }
}

export function notAsked() {
  return problem('identity.not_asked', { status: 404 })
}

export function officeRoutes(app: FastifyInstance, deps: RouteDeps): void {
  route(app, contract.configCall, (ctx) =>
    ctx.config.identification ? readStatus(deps, ctx, ctx.config.identification, deps.blocksOf(ctx.config)) : notAsked(),
  )

  route(app, contract.failCall, async (ctx) => {
    const last = (await listRequests(deps.db, ctx.player!.id)).findLast(
      ({ state }) => state === 'refused' || state === 'approved' || state === 'revoked',
    )
    if (!last || last.state === 'approved') return { reason: '', message: '', comment: '', date: 0 }
    return {
      reason: last.reason,
      message: refusalText(ctx, last.reason),
      comment: last.comment,
      date: unixSeconds(last.decided_at?.getTime() ?? 0),
    }
  })

  route(app, contract.scanTokenCall, async (ctx, { query }) => {
    const kind = query.flowType === 'face' ? 'face' : 'scan'
    const begun = await beginSession(deps, sentBy(ctx), { kind, flowType: query.flowType, asked: {} })
    return isProblem(begun) ? begun : { ...tokenOf(begun), flowType: query.flowType }
  })

  void app.register(async (scope) => {
    takeForms(scope)
    route(scope, contract.dataCall, async (ctx) => {
      const form = await readForm(ctx)
      if (isProblem(form)) return form
      const row = await handInForm(deps, ctx, form)
      return isProblem(row) ? row : { request_id: Number(row.id), status: row.state }
    })
  })
}

function tokenOf({ row, token, url }: BegunSession) {
  return {
    verigramAccessToken: token,
    expires: unixSeconds(row.session_until!.getTime()),
    veridocSessionId: row.kind === 'scan' ? row.session_id! : '',
    veriliveSessionId: row.kind === 'face' ? row.session_id! : '',
    url,
  }
}

/** By kind (ID-07): a document with its files, or the session of a scan, a look or an electronic identity. */
async function handInForm(deps: RouteDeps, ctx: Ctx, form: SentForm): Promise<RequestRow | ReturnType<typeof problem>> {
  const by = sentBy(ctx)
  const kind = valueOf(form, 'verificationType').toLowerCase()
  switch (kind) {
    case '':
    case 'documents':
      return sendDocuments(deps, by, { docType: Number(valueOf(form, 'doc_type')) || 0, values: form.values, files: form.files })
    case 'veridoc':
      return (
        (await askSession(deps, valueOf(form, 'veridocSessionId'), by.playerId, 'scan')) ?? {
          ...unknownSession(),
          field: 'veridocSessionId',
        }
      )
    case 'verilive':
      return (
        (await askSession(deps, valueOf(form, 'veriliveSessionId'), by.playerId, 'face')) ?? {
          ...unknownSession(),
          field: 'veriliveSessionId',
        }
      )
    case 'smartid':
    case 'mobileid': {
      const known = valueOf(form, 'sessionId')
      const method = kind === 'smartid' ? 'smart_id' : 'mobile_id'
      if (known) return (await askSession(deps, known, by.playerId, method)) ?? unknownSession()
      const personalCode = valueOf(form, 'personalCode')
      const country = valueOf(form, 'country') || 'EE'
      if (!isPersonalCode(personalCode, country)) return problem('identity.personal_code', { field: 'personalCode' })
      const begun = await beginSession(deps, by, {
        kind: method,
        flowType: kind,
        asked: { personalCode, country, phone: valueOf(form, 'phone') },
      })
      return isProblem(begun) ? begun : begun.row
    }
    default:
      return problem('identity.unknown_type', { field: 'verificationType' })
  }
}
