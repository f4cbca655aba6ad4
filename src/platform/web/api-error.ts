/** Internal statuses beside those of HTTP (spec 8): timeout while waiting, timeout while the body came. */
export const STATUS_TIMEOUT = 1488
export const STATUS_DOWNLOAD_TIMEOUT = 1489
export const STATUS_CANCELLED = 499
/** No connection at all. */
export const STATUS_NETWORK = 0

/** Outcome of a call in one number (spec 3, RQ-13). */
export const HTTP_RESULT = { success: 1, error: 2, networkError: 3, close: 4 } as const
export type HttpResult = (typeof HTTP_RESULT)[keyof typeof HTTP_RESULT]

export interface ApiRequest {
  method: string
  url: string
  params: unknown
  headers: Readonly<Record<string, string>>
  statusCode: number
}

interface ApiErrorFields {
  message: string
  title: string
  status: number
  isCancel?: boolean
  response?: unknown
  request: ApiRequest
}

/** A call that failed (ER-06). `message` is what a person may read: it came translated from the server or from us. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly title: string
  readonly status: number
  readonly isCancel: boolean
  readonly response: unknown
  readonly request: ApiRequest
  readonly httpCode: number

  constructor(fields: ApiErrorFields) {
    super(fields.message)
    this.title = fields.title
    this.status = fields.status
    this.isCancel = fields.isCancel ?? false
    this.response = fields.response
    this.request = fields.request
    this.httpCode = fields.request.statusCode
  }

  /** Code of the answer's envelope: ErrorCode, error_code, errors[0].code or errorCode; null when there is none. */
  get code(): number | string | null {
    const body = record(this.response)
    const first = record(list(body?.['errors'])[0])
    const found = body?.['ErrorCode'] ?? body?.['error_code'] ?? first?.['code'] ?? body?.['errorCode']
    return typeof found === 'number' || typeof found === 'string' ? found : null
  }

  /** Messages by field, whichever envelope carried them (VL-17). */
  get fields(): Readonly<Record<string, string>> {
    return validationFields(this.response)
  }

  /** 'Failed with params' and 422 are validation: shown at the fields, not logged. */
  get isValidation(): boolean {
    return this.status === 422 || JSON.stringify(this.response ?? '').includes('Failed with params')
  }

  get result(): HttpResult {
    if (this.isCancel) return HTTP_RESULT.close
    return this.status === STATUS_NETWORK || this.status >= STATUS_TIMEOUT ? HTTP_RESULT.networkError : HTTP_RESULT.error
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

/** The name of a status (ER-01). */
export function errorTitle(status: number): string {
  switch (status) {
    case 400:
      return 'BadRequest'
    case 401:
      return 'Unauthorized'
    case 403:
      return 'Forbidden'
    case 404:
      return 'NotFound'
    default:
      return 'HTTPError'
  }
}

/**
 * What a person reads (ER-05): the first entry's detail of an errors list, else the answer's message, else the generic
 * text. What was thrown is said by a program and is no text for a person.
 */
export function errorMessage(body: unknown, generic: string): string {
  const answer = record(body)
  const first = record(list(answer?.['errors'])[0])
  return text(first?.['detail']) ?? messageOf(body) ?? text(answer?.['Error']) ?? text(answer?.['detail']) ?? generic
}

/** A refusal inside a 200 (`success: false`, envelope A's `Success: false`): message, detail, generic query text. */
export function refusalMessage(body: unknown, generic: string): string {
  const answer = record(body)
  return messageOf(body) ?? text(answer?.['detail']) ?? text(answer?.['Error']) ?? generic
}

/** The answer's message; where it only names fields, in the words of the wire, what is said of the first of them (XT-80). */
function messageOf(body: unknown): string | undefined {
  const message = text(record(body)?.['message'])
  return message?.startsWith('Failed with params') ? Object.values(validationFields(body))[0] : message
}

export function isRefusal(body: unknown): boolean {
  const answer = record(body)
  return answer?.['success'] === false || answer?.['Success'] === false
}

function validationFields(response: unknown): Record<string, string> {
  const body = record(response)
  const found: Record<string, string> = {}
  for (const [field, value] of Object.entries(record(body?.['validation_errors']) ?? {})) {
    const message = Array.isArray(value) ? text(value[0]) : text(value)
    if (message) found[field] = message
  }
  for (const entry of list(body?.['errors'])) {
    const pointer = text(record(record(entry)?.['source'])?.['pointer'])
    const detail = text(record(entry)?.['detail'])
    const field = pointer?.split('/').at(-1)
    if (field && detail && !(field in found)) found[field] = detail
  }
  const field = text(body?.['field'])
  const detail = text(body?.['detail'])
  if (field && detail && !(field in found)) found[field] = detail
  return found
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
