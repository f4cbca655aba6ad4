import { ApiError, errorTitle } from './api-error.ts'

/** The token is given up this long before it expires, beside the skew of the clocks (TK-04). */
export const EXPIRY_MARGIN_MS = 5_000
const TOKEN_URL = '/web-api/api/mobile/v1/token/'

export interface TokenData {
  userToken: string
  expireDate: string | number
}

let held: { token: string; until: number } | null = null
let fetching: Promise<string> | null = null

/**
 * The short scoped token of the session (TK-02): fetched once, kept until it is nearly over, fetched anew after a
 * 401. Parallel callers share one request.
 */
export function fetchToken(fresh = false): Promise<string> {
  if (!fresh && held && held.until > Date.now()) return Promise.resolve(held.token)
  fetching ??= load().finally(() => {
    fetching = null
  })
  return fetching
}

/** Signing in or out: the next call fetches. */
export function forgetToken(): void {
  held = null
}

async function load(): Promise<string> {
  const response = await fetch(TOKEN_URL, {
    credentials: 'same-origin',
    redirect: 'manual',
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  if (!response.ok) {
    const name = response.status === 403 ? 'USER_NOT_AUTHENTICATED' : errorTitle(response.status)
    throw failure(name, response.status)
  }
  const body = (await response.json()) as { data?: { attributes?: Partial<TokenData> } }
  const data = body.data?.attributes
  if (!data?.userToken || data.expireDate === undefined) throw failure('lost token', response.status)
  const date = response.headers.get('date')
  if (!date) throw failure('headers.date is undefined', response.status)
  held = { token: data.userToken, until: usableUntil(data.expireDate, Date.parse(date), Date.now()) }
  return data.userToken
}

/** Our clock's time until which the token may be used. Dates are ISO texts or Unix seconds. */
export function usableUntil(expireDate: string | number, serverNow: number, ourNow: number): number {
  const expires = typeof expireDate === 'number' || /^\d+$/.test(expireDate) ? Number(expireDate) * 1000 : Date.parse(expireDate)
  return expires + (ourNow - serverNow) - EXPIRY_MARGIN_MS
}

function failure(message: string, status: number): ApiError {
  return new ApiError({
    message,
    title: message,
    status,
    request: { method: 'GET', url: TOKEN_URL, params: null, headers: {}, statusCode: status },
  })
}
