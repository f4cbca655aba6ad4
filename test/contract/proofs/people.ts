/** Players of the whole product, made and filled through its own calls. */
import { randomUUID } from 'node:crypto'
import type { Answer, Caller } from './caller.ts'

export interface Person {
  id: number
  token: string
  host: string
  /** Sent with everything that he says. */
  cookie?: string
  /** The whole answer. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  say(method: string, path: string, body?: unknown): Promise<Record<string, any>>
}

const KAIROS = 'kairos.localhost'
export const HOSTS = { polosa: 'localhost', kairos: KAIROS } as const

export function asJson({ text }: Answer): Record<string, any> {
  try {
    return JSON.parse(text) as Record<string, any>
  } catch {
    return {}
  }
}

export async function register(call: Caller, brand: keyof typeof HOSTS = 'polosa'): Promise<Person> {
  const host = HOSTS[brand]
  const fields = { country: 'KZ', currency: 'EUR', terms: true }
  const answer = await call('POST', '/flexreg-api/v1/registration/submit', { host, body: JSON.stringify({ type: 'fast_reg', fields }) })
  const { token, userId } = asJson(answer)
  if (typeof token !== 'string') throw new Error(`no player: ${answer.status} ${answer.text.slice(0, 200)}`)
  const person: Person = {
    id: Number(userId),
    token,
    host,
    call: (method, path, body) =>
      call(method, path, {
        host,
        token,
        ...(person.cookie === undefined ? {} : { headers: { 'x-requested-with': 'XMLHttpRequest', cookie: person.cookie } }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    say: async (method, path, body) => asJson(await person.call(method, path, body)),
  }
  return person
}

/** With the cookies that a browser keeps. */
export async function registerInBrowser(call: Caller): Promise<{ person: Person; cookie: string }> {
  const fields = { country: 'KZ', currency: 'EUR', terms: true }
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' }
  const answer = await call('POST', '/flexreg-api/v1/registration/submit', { headers, body: JSON.stringify({ type: 'fast_reg', fields }) })
  const set = ([] as string[]).concat(answer.headers['set-cookie'] ?? [])
  const cookie = set.map((one) => one.split(';')[0]!).join('; ')
  if (!cookie.includes('__Host-session=')) throw new Error(`no cookie: ${answer.text.slice(0, 200)}`)
  const { userId, token } = asJson(answer)
  const host = HOSTS.polosa
  return {
    cookie,
    person: { id: Number(userId), token: String(token), host, call: (method, path) => call(method, path), say: async () => ({}) },
  }
}

/** Pays in through the sandbox cashier. */
export async function payIn(call: Caller, person: Person, sum: string): Promise<string> {
  const answer = await person.say('POST', '/web-api/office/deposit', { account_id: 0, method_id: 1, sum })
  const { data } = answer
  if (!data?.id) throw new Error(`the cashier took no deposit: ${JSON.stringify(answer)}`)
  await call('POST', `/dev/api/cashier/${data.id}`, { host: person.host, body: JSON.stringify({ outcome: 'success' }) })
  return data.id as string
}

interface WireGame {
  I: number
  S: number
  E?: { T: number; C: number; B?: boolean }[]
}

export interface Priced {
  GameId: number
  Type: 1
  Coef: number
  Param: 0
  Kind: 3
  PlayerId: 0
}

/** Winners of coming football games at their prices of now. */
export async function pricesOf(call: Caller, wanted: number): Promise<Priced[]> {
  const soonest = Math.floor(Date.now() / 1000) + 3 * 3600
  for (const deadline = Date.now() + 120_000; ;) {
    const { Value } = asJson(await call('GET', `/service-api/LineFeed/Get1x2_VZip?sports=1&count=50&lng=en&tsFrom=${soonest}`))
    const found = ((Value as WireGame[] | null) ?? []).flatMap(({ I, S, E }) => {
      const price = E?.find(({ T, B }) => T === 1 && !B)?.C ?? 0
      return S > soonest && price > 1.1 ? [{ GameId: I, Type: 1, Coef: price, Param: 0, Kind: 3, PlayerId: 0 } as const] : []
    })
    if (found.length >= wanted) return found.slice(0, wanted)
    if (Date.now() > deadline) throw new Error('the line has no games to bet on')
    await new Promise((done) => setTimeout(done, 200))
  }
}

export const betBody = (events: readonly Priced[], sum: number, more: object = {}) => ({
  Events: events,
  Vid: events.length > 1 ? 1 : 0,
  Summ: sum,
  UserId: 0,
  CheckCf: 2,
  ApprovedBet: true,
  betGUID: randomUUID(),
  ...more,
})

/** Words and sums that stand nowhere but in what belongs to the owner. */
export const MARKS = ['zmark', '954.32', '77015550199', '821.09'] as const
/** Stakes of his bets: short enough to be a price of the line, so they are looked for elsewhere only. */
export const STAKES = ['13.37', '13.38', '13.39'] as const

/** Something of everything that a player can have. */
export async function fillOwner(call: Caller, owner: Person, games: readonly Priced[]): Promise<void> {
  const { say } = owner
  await say('POST', '/web-api/office/account/convert', { email: 'zmark-mail@polosa.example', birth_date: '1990-05-17' })
  await say('POST', '/web-api/office/saveprofile', { first_name: 'Zmarka', last_name: 'Zmarkova', city: 'Zmarkville', address: 'Zmark 1' })
  await payIn(call, owner, '954.32')
  await say('POST', '/web-api/office/deposit', { account_id: 0, method_id: 1, sum: '821.09' })
  await say('POST', '/service-api/LiveBet/Secure/MakeBetWeb', betBody([games[0]!], 13.37))
  await say('POST', '/service-api/LiveBet/Secure/MakeBetWeb', betBody(games.slice(1, 3), 13.38))
  await say('POST', '/service-api/LiveBet/Secure/MakeBetWeb', betBody([games[3]!], 13.39, { isAutoBet: true, autoBetCf: 90 }))
  await say('POST', '/web-api/office/withdraw', { account_id: 0, method_id: 1, sum: '50', request_key: randomUUID() })
  await say('POST', '/web-api/office/support/open', { kind: 'question', subject: 'zmark subject', text: 'zmark question' })
  await say('POST', '/service-api/limit-service/v1/limits', { type: 'deposit', period: 'month', amount: '90000' })
  await say('POST', '/web-api/office/groups/create', {
    guid: randomUUID(),
    name: 'Friends',
    nick: 'Friend',
    sum: 13.36,
    max_sum: 20,
    closes: 0,
    Events: [games[4]!],
    Vid: 0,
  })
  await say('POST', '/web-api/office/createCurrencyAccount', { currency_id: 1 })
}
