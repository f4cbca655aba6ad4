import { ApiError, errorTitle } from './api-error.ts'

/** The token is given up this long before it expires, beside the skew of the clocks (TK-04). */
export const EXPIRY_MARGIN_MS = 5_000
/** Nobody waits for it for ever: while it is asked for, all who need it share the question. */
const TIMEOUT_MS = 30_000
const TOKEN_URL = '/web-api/api/mobile/v1/token/'
const REFRESH_URL = `${TOKEN_URL}refresh`

export interface TokenData {
  userToken: string
  expireDate: string | number
}

interface Held {
  token: string
  until: number
}

let held: Held | null = null
let fetching: Promise<string> | null = null

/**
 * The short scoped token of the session (TK-02): fetched once, kept until it is nearly over, fetched anew after a
 * 401. Parallel callers share one request.
 */
export function fetchToken(fresh = false): Promise<string> {
  if (!fresh && held && held.until > Date.now()) return Promise.resolve(held.token)
  if (fetching) return fetching
  const mine = (held ? load(REFRESH_URL, REFRESH) : load(TOKEN_URL, {}))
    .then((loaded) => {
      if (fetching === mine) held = loaded
      return loaded.token
    })
    .finally(() => {
      if (fetching === mine) fetching = null
    })
  return (fetching = mine)
}

/** Signing in or out: the next call fetches, and what is being fetched belongs to the session before. */
export function forgetToken(): void {
  held = fetching = null
}

/** A token that was held and is over, or was refused, is renewed (TK-03); the session cookie says whose it is. */
const REFRESH: RequestInit = { method: 'POST', body: JSON.stringify({ data: { attributes: {} } }) }

async function load(url: string, init: RequestInit): Promise<Held> {
  const response = await fetch(url, {
    ...init,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    credentials: 'same-origin',
    redirect: 'manual',
    headers: { 'x-requested-with': 'XMLHttpRequest', ...(init.body ? { 'content-type': 'application/vnd.api+json' } : {}) },
  })
  if (!response.ok) {
    if (response.status === 403) held = null
    const name = response.status === 403 ? 'USER_NOT_AUTHENTICATED' : errorTitle(response.status)
    throw failure(name, response.status, url)
  }
  const body = (await response.json()) as { data?: { attributes?: Partial<TokenData> } }
  const data = body.data?.attributes
  if (!data?.userToken || data.expireDate === undefined) throw failure('lost token', response.status, url)
  const date = response.headers.get('date')
  if (!date) throw failure('headers.date is undefined', response.status, url)
  return { token: data.userToken, until: usableUntil(data.expireDate, Date.parse(date), Date.now()) }
}

/** Our clock's time until which the token may be used. Dates are ISO texts or Unix seconds. */
export function usableUntil(expireDate: string | number, serverNow: number, ourNow: number): number {
  const expires = typeof expireDate === 'number' || /^\d+$/.test(expireDate) ? Number(expireDate) * 1000 : Date.parse(expireDate)
  return expires + (ourNow - serverNow) - EXPIRY_MARGIN_MS
}

function failure(message: string, status: number, url: string): ApiError {
  return new ApiError({
    message,
    title: message,
    status,
    request: { method: url === TOKEN_URL ? 'GET' : 'POST', url, params: null, headers: {}, statusCode: status },
  })
}
