/** Answers and refusals in the form of each envelope (wire rules 5, 6 and section 2.5). */
import { randomUUID } from 'node:crypto'
import type { Envelope } from '#platform/shared/endpoint.ts'
import type { Problem } from '#platform/shared/problem.ts'
import { JsonText } from './json-text.ts'

export interface WireReply {
  status: number
  contentType: string
  body: unknown
  headers?: Readonly<Record<string, string>>
}

/** Coupon and bet calls carry a Guid of their own (wire rule 5). */
export const carriesGuid = (path: string): boolean => /live(bet|util)|datalinelive/i.test(path)

/** ErrorCode of a parameter that is missing or of the wrong kind. */
export const BAD_PARAMETER = 900_400

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
const JSON_API_TYPE = 'application/vnd.api+json; charset=utf-8'

/** What was found, in envelope A: `value` may be written as JSON already. */
export function envelopeA(value: unknown, guid = ''): unknown {
  if (value instanceof JsonText)
    return new JsonText(`{"Id":0,"Success":true,"Error":"","ErrorCode":0,"Guid":"${guid}","Value":${value.text}}`)
  return { Id: 0, Success: true, Error: '', ErrorCode: 0, Guid: guid, Value: value ?? null }
}

export function success(envelope: Envelope, value: unknown, guid: boolean): WireReply {
  switch (envelope) {
    case 'A':
      return json(200, envelopeA(value, guid ? randomUUID() : ''))
    case 'C':
      return json(200, { success: true, data: value ?? null })
    case 'J':
      return { status: 200, contentType: JSON_API_TYPE, body: value }
    case 'B':
    case 'bytes':
    case 'none':
      return json(200, value)
  }
}

/** How a call is refused, whatever the reason. */
export interface RefusalForm {
  envelope: Envelope
  guid: boolean
  method: string
  /** The text of a key in the visitor's language: an answer speaks one language only. */
  say(key: string): string
}

/** An expected refusal. `text` is its sentence in the visitor's language. */
export function refusal(form: RefusalForm, problem: Problem, text: string): WireReply {
  const reply = refused(form, problem, text)
  const retryAfterS = problem.extra?.['retryAfter']
  return typeof retryAfterS === 'number' ? { ...reply, headers: { 'retry-after': String(retryAfterS) } } : reply
}

function refused(form: RefusalForm, problem: Problem, text: string): WireReply {
  const { envelope, guid } = form
  switch (envelope) {
    case 'A': {
      const body = {
        Id: 0,
        Success: false,
        Error: text,
        ErrorCode: problem.wire ?? BAD_PARAMETER,
        Guid: guid ? randomUUID() : '',
        Value: null,
        ...problem.extra,
      }
      return json(problem.status ?? 200, body)
    }
    case 'C': {
      const body: Record<string, unknown> = { success: false, message: text }
      if (problem.wire !== undefined) body['error_code'] = problem.wire
      if (problem.field !== undefined) body['validation_errors'] = { [problem.field]: [text] }
      return json(problem.status ?? 200, { ...body, ...problem.extra })
    }
    case 'J':
      return {
        status: problem.status ?? 422,
        contentType: JSON_API_TYPE,
        body: {
          errors: [
            {
              status: String(problem.status ?? 422),
              code: problem.code,
              detail: text,
              ...(problem.field ? { source: { pointer: `/data/attributes/${problem.field}` } } : {}),
              ...problem.extra,
            },
          ],
        },
      }
    case 'B':
    case 'bytes':
    case 'none':
      return problemJson(form, { type: `/problems/${problem.code.replace(/[._]/g, '-')}`, title: text, ...problem }, text)
  }
}

const USUAL: Readonly<Record<number, string>> = { 400: 'bad-request', 404: 'not-found' }

/**
 * Wire 2.5: a wrong call has one type and title, whatever is wrong; so has one for what nobody has; all others have their own. A
 * parameter is named by the sentence; only a field of a body, which stands in a form, has a member for its name.
 */
function problemJson(
  { method, say }: RefusalForm,
  {
    type,
    title,
    status = 400,
    field,
    wire = 1,
    extra,
  }: { type: string; title: string } & Pick<Problem, 'status' | 'field' | 'wire' | 'extra'>,
  text: string,
): WireReply {
  const usual = USUAL[status]
  const isParameter = method === 'GET' || method === 'HEAD'
  const body = {
    ...(usual ? { type: `/problems/${usual}`, title: say(`platform:problem_title_${usual.replace('-', '_')}`) } : { type, title }),
    status,
    detail: isParameter && field && !text.includes(field) ? `${field}: ${text}` : text,
    ...(field && !isParameter ? { field } : {}),
    errorCode: wire,
    ...extra,
  }
  return { status, contentType: PROBLEM_TYPE, body }
}

/**
 * A field of the wrong kind: always a 4xx that names it. `field`: its path with dots, or the part of the call that is no good as a
 * whole. `as`: what the protocol calls it, where it has a status of its own: body and head say the same (RFC 9457).
 */
export function malformed(form: RefusalForm, field: string, text: string, as?: { status: number; type: string }): WireReply {
  const { envelope, guid } = form
  switch (envelope) {
    case 'A':
      return json(400, {
        Id: 0,
        Success: false,
        Error: `${field}: ${text}`,
        ErrorCode: BAD_PARAMETER,
        Guid: guid ? randomUUID() : '',
        Value: null,
      })
    case 'C':
      return json(422, { success: false, message: `Failed with params: ${field}`, validation_errors: { [field]: [text] } })
    case 'J':
      return {
        status: as?.status ?? 422,
        contentType: JSON_API_TYPE,
        body: { errors: [{ status: String(as?.status ?? 422), code: 'validation', detail: text, source: { pointer: pointerOf(field) } }] },
      }
    case 'B':
    case 'bytes':
    case 'none':
      return problemJson(form, { type: '', title: text, field, ...as }, `${field}: ${text}`)
  }
}

/** RFC 6901; what is no document at all is named as the body. */
const pointerOf = (field: string): string => `/${field.replaceAll('.', '/')}`

function json(status: number, body: unknown): WireReply {
  return { status, contentType: JSON_TYPE, body }
}
