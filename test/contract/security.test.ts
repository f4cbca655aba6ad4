/**
 * What nobody may see or do, asked of every call that is registered (standards WEB-01, WEB-02, SES-06, S-6, S-7): a new
 * route is in it by itself. One product in this process, two brands, players who have something of everything.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#platform/server/clock.ts'
import { createHttp, registered, route } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { wholeSite } from '../support/whole-site.ts'
import { inPlay, kindOf, PLAY_BODIES, prepare, STATES, type Prepared } from './proofs/blocked.ts'
import { callerOf, each, probeOf, type Answer, type Caller, type Endpoint } from './proofs/caller.ts'
import { CANARY_KINDS, canariesIn, plantCanaries, storedCanaries } from './proofs/canaries.ts'
import { CLASSES } from './proofs/classes.ts'
import { fillOwner, HOSTS, MARKS, pricesOf, register, registerInBrowser, STAKES, type Person, type Priced } from './proofs/people.ts'
import { idsOf, rowsOf } from './proofs/player-rows.ts'
import { takesId } from './proofs/sample.ts'

/** Everything that the product logs, at the most talkative level. */
const { logged } = vi.hoisted(() => ({ logged: [] as string[] }))
vi.mock('#platform/server/log.ts', async (load) => {
  const real = await load<typeof import('#platform/server/log.ts')>()
  const into = { write: (line: string) => void logged.push(line) }
  return {
    ...real,
    createLog: (_level: string, _pretty: boolean, secrets?: readonly string[]) => real.createLog('trace', false, secrets, into),
  }
})

const site = await wholeSite({ TRUST_PROXY: '127.0.0.1' })
const { db } = site
const call = callerOf(site.url)
/** The line is the same for everybody: there a few ids are enough. */
const PUBLIC = /LineFeed|LiveFeed|main-(line|live)-feed|sportSection|cyber-api|SiteService|statistic|\/result\/|RestCore|RefGame|genfiles/i
/** Calls that end the caller's own session or close his account: they come last. */
const LAST = /blockuser|disconnect|\/password$|reopen|closesession|erase/i
/** Under load of the whole suite; alone it takes seconds. */
const LONG_MS = 600_000
const endpoints = registered.filter(({ paths }) => !paths.some((path) => path.startsWith('/dev/')))
const named = ({ spec, paths }: Endpoint) => `${spec.method} ${paths[0]!}`

let games: Priced[]
let owner: Person
let stranger: Person
let abroad: Person
let ids: { from: string; id: string }[]

beforeAll(async () => {
  games = await pricesOf(call, 6)
  ;[owner, stranger, abroad] = [await register(call), await register(call), await register(call, 'kairos')]
  await fillOwner(call, owner, games)
  await sql`UPDATE player SET phone = '77015550199' WHERE id = ${owner.id}`.execute(db)
  ids = await idsOf(db, owner.id, 1)
}, LONG_MS)

interface Who {
  token?: string
  host: string
}

function marksIn(endpoint: Endpoint, { text }: Answer): string[] {
  const marks = PUBLIC.test(endpoint.paths[0]!) ? MARKS.filter((mark) => !mark.includes('.')) : [...MARKS, ...STAKES]
  const lower = text.toLowerCase()
  return marks.filter((mark) => lower.includes(mark))
}

const SAFE = ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy']
/** Ready bytes of the line are JSON for everybody: there the type alone matters. */
const SAFE_OF_LINE = SAFE.slice(0, 1)

/** What is wrong with the head of an answer, whatever it says. */
function badHead({ spec, paths }: Endpoint, { headers }: Answer): string[] {
  const missing = (PUBLIC.test(paths[0]!) ? SAFE_OF_LINE : SAFE).filter((name) => headers[name] === undefined)
  const told = ['server', 'x-powered-by', 'access-control-allow-origin'].filter((name) => headers[name] !== undefined)
  const kept = spec.auth !== 'none' && headers['cache-control'] !== 'no-store' ? ['cache-control'] : []
  return [...missing, ...told, ...kept]
}

/** Calls whose answer holds something of the owner: every id of his in every field that could name an object. */
async function leaksOf(caller: Caller, list: readonly Endpoint[], known: typeof ids, who: Who, all = false) {
  const found = { probes: 0, leaks: [] as string[], wrong: [] as string[] }
  const probes = list.flatMap((endpoint): { endpoint: Endpoint; one: (typeof ids)[number] | null }[] => {
    const { spec, paths } = endpoint
    const names = /:[a-zA-Z]/.test(paths[0]!) || takesId(spec.query) || takesId(spec.body)
    return names
      ? (all && !PUBLIC.test(paths[0]!) ? known : known.slice(0, 2)).map((one) => ({ endpoint, one }))
      : [{ endpoint, one: null }]
  })
  const asked = new Set<string>()
  await each(probes, async ({ endpoint, one }) => {
    const { method, path, body } = probeOf(endpoint, one?.id)
    // A text in fields that take numbers leaves the same call as the one before.
    const same = `${method} ${path} ${body ?? ''}`
    if (asked.has(same)) return
    asked.add(same)
    const answer = await caller(method, path, { ...who, ...(body === undefined ? {} : { body }) })
    const what = `${named(endpoint)} by ${one?.from ?? 'nothing'}`
    const marks = marksIn(endpoint, answer)
    if (marks.length > 0) found.leaks.push(`${what}: ${marks.join()}`)
    if (answer.status >= 500) found.wrong.push(`${what}: ${answer.status}`)
    if (badHead(endpoint, answer).length > 0) found.wrong.push(`${what}: ${badHead(endpoint, answer).join()}`)
  })
  found.probes = asked.size
  return found
}

const proofOf = ({ token, host }: Person): Who => ({ token, host })

describe('every route × what another player owns (WEB-01)', () => {
  it('the owner has something of everything', async () => {
    const rows = await rowsOf(db, owner.id)
    const filled = Object.keys(rows).filter((table) => rows[table]!.length > 0)
    for (const table of [
      'bet',
      'auto_bet',
      'bet_group_member',
      'deposit',
      'withdrawal',
      'support_ticket',
      'protection_limit',
      'session',
      'inbox_message',
    ])
      expect(filled).toContain(table)
    expect(ids.length).toBeGreaterThan(10)
  })

  it(
    'nobody sees or changes it: another player, one of another brand, nobody at all; every answer has a safe head',
    async () => {
      // The withdrawal of the owner goes on its way by itself: nothing else may move while strangers ask.
      await expect
        .poll(async () => (await rowsOf(db, owner.id))['inbox_message']!.some((row) => row.includes('withdrawal_sent')), {
          timeout: 60_000,
        })
        .toBe(true)
      const before = await rowsOf(db, owner.id)
      const middle = endpoints.filter(({ paths }) => !LAST.test(paths[0]!))
      const last = endpoints.filter(({ paths }) => LAST.test(paths[0]!))
      let probes = 0
      for (const list of [middle, last])
        for (const who of [stranger, abroad, null]) {
          const found = await leaksOf(call, list, ids, who ? proofOf(who) : { host: HOSTS.polosa }, who === stranger)
          expect([found.leaks, found.wrong]).toEqual([[], []])
          probes += found.probes
          if (list === middle && who) expect((await who.say('GET', '/web-api/office/messages/unread'))['success']).toBe(true)
        }
      expect(await rowsOf(db, owner.id)).toEqual(before)
      expect(probes).toBeGreaterThan(600)
    },
    LONG_MS,
  )

  it('the proof of one brand is worth nothing at another', async () => {
    const asking = endpoints.filter(({ spec }) => spec.auth !== 'none')
    await each(asking, async (endpoint) => {
      const { method, path, body } = probeOf(endpoint, '1')
      const { status } = await call(method, path, { token: owner.token, host: HOSTS.kairos, ...(body === undefined ? {} : { body }) })
      expect([named(endpoint), [401, 404].includes(status)]).toEqual([named(endpoint), true])
    })
  })

  it(
    'the probes are no empty ones: the owner himself is answered by the same calls',
    async () => {
      const reading = endpoints.filter(
        ({ spec, paths }) =>
          spec.auth !== 'none' &&
          /get|list|history|details|receipt|why|profile|balance|limits$|tickets?$|messages$|info|sessions/i.test(paths[0]!),
      )
      const { leaks } = await leaksOf(call, reading, ids, proofOf(owner), true)
      const answered = new Set(leaks.map((leak) => leak.split(' by ')[0]))
      expect(answered.size, [...answered].join('\n')).toBeGreaterThanOrEqual(6)
    },
    LONG_MS,
  )

  it('a route without a look at the owner is caught (F-15)', async () => {
    const visitOf = () => ({ config: { countries: { blocked: [] }, features: {} }, brand: 'polosa', lng: 'en' }) as never
    const { app } = await createHttp({ log: createLog('silent', false), clock: systemClock(), texts: { text: () => '' } as never, visitOf })
    const known = registered.length
    const kept = new Map(ids.map(({ id }) => [id, { name: 'Zmarka' }]))
    const spec = {
      method: 'GET',
      path: '/planted/:id',
      envelope: 'B',
      auth: 'none',
      params: z.object({ id: z.string() }),
      summary: '',
    } as const
    route(app, spec, (_ctx, { params }) => kept.get(params.id) ?? {})
    const planted = registered.splice(known)
    const inside: Caller = async (method, path) => {
      const answer = await app.inject({ method: method as 'GET', url: path })
      return { status: answer.statusCode, text: answer.body, headers: answer.headers as Answer['headers'] }
    }
    const { leaks, wrong } = await leaksOf(inside, planted, ids, { host: HOSTS.polosa }, true)
    expect([leaks.length, wrong]).toEqual([ids.length, []])
    await app.close()
  })
})

describe('every route of money and of advertising × every state in which none may pass (S-6)', () => {
  const classOf = (name: string) =>
    Object.entries(CLASSES)
      .filter(([, names]) => (names as readonly string[]).includes(name))
      .map(([kind]) => kind)

  it('every call says what it is for', () => {
    const asked = endpoints.filter(({ spec }) => spec.auth !== 'none' || spec.method !== 'GET').map(named)
    expect(asked.filter((name) => classOf(name).length !== 1)).toEqual([])
    expect(CLASSES.play.filter((name) => !PLAY_BODIES[name])).toEqual([])
  })

  const plays = endpoints.filter((endpoint) => classOf(named(endpoint)).includes('play'))

  async function passed(of: Prepared, endpoint: Endpoint): Promise<string[]> {
    const { person } = of
    const out: string[] = []
    for (const path of endpoint.paths) {
      const before = await inPlay(db, person.id)
      await person.say(endpoint.spec.method, path, PLAY_BODIES[named(endpoint)]!(games, of))
      const after = await inPlay(db, person.id)
      if (before !== after) out.push(`${path}: ${before} → ${after}`)
    }
    return out
  }

  /** A share of his in a group of somebody else, who places it. */
  async function placedByOthers({ person, placeShare }: Prepared): Promise<boolean> {
    const bets = async () => (await rowsOf(db, person.id))['bet']!.length
    const before = await bets()
    await placeShare()
    return (await bets()) > before
  }

  async function advertised({ person }: Prepared): Promise<string[]> {
    const shown = await Promise.all(
      CLASSES.marketing.map(async (name) => {
        const [method, path] = name.split(' ') as [string, string]
        const answer = await person.say(method, path, method === 'GET' ? undefined : {})
        return /zpromo|"delayMs"|"hasFirstDeposit":true/.test(JSON.stringify(answer)) ? [name] : []
      }),
    )
    return shown.flat()
  }

  it(
    'of a player who is free they pass',
    async () => {
      const free = await prepare(call, db, games)
      const passing: string[] = []
      // Asked again on a busy machine: a bet in play may find its price gone while it waits.
      const passes = async (endpoint: (typeof plays)[number]) => (await passed(free, endpoint)).length > 0
      for (const endpoint of plays) if ((await passes(endpoint)) || (await passes(endpoint))) passing.push(named(endpoint))
      expect(passing.toSorted()).toEqual(CLASSES.play.toSorted())
      expect((await placedByOthers(free)) || (await placedByOthers(free))).toBe(true)
      expect(await advertised(free)).toContain('GET /web-api/office/messages')
    },
    LONG_MS,
  )

  it.each(Object.keys(STATES))(
    '%s: none',
    async (name) => {
      const { closes, enter, advertises, ends, ofThePage } = STATES[name]!
      const one = await prepare(call, db, games)
      await enter(one.person, db)
      const through: string[] = []
      for (const endpoint of plays.filter(({ paths }) => closes.includes(kindOf(paths[0]!)))) through.push(...(await passed(one, endpoint)))
      expect([through, advertises ? [] : await advertised(one)]).toEqual([[], []])
      if (ends) for (const { spec, paths } of plays) expect((await one.person.call(spec.method, paths[0]!, {})).status).toBe(401)
      // Where no call of his comes in, only what others place of him shows whether his bets are closed too.
      expect(ofThePage ? false : await placedByOthers(one)).toBe(false)
    },
    LONG_MS,
  )
})

describe('where the proof of a player stands (AC-06, AC-07, wire 2.4)', () => {
  const asking = endpoints.filter(({ spec, paths }) => (spec.auth === 'token' || spec.auth === 'extended') && !LAST.test(paths[0]!))
  /** What a browser sends by itself, with the header that every page of ours sends. */
  async function asked(list: readonly Endpoint[]): Promise<Record<string, number>> {
    const { cookie } = await registerInBrowser(call)
    expect(cookie).toContain('user_token=')
    const answered: Record<string, number> = {}
    await each(list, async (endpoint) => {
      const { method, path, body } = probeOf(endpoint, '1')
      for (const own of endpoint.paths) {
        const headers = { cookie, 'x-requested-with': 'XMLHttpRequest' }
        const { status } = await call(method, path.replace(endpoint.paths[0]!, own), { headers, ...(body === undefined ? {} : { body }) })
        answered[`${method} ${own}`] = status
      }
    })
    return answered
  }
  const isOfSite = ({ paths }: Endpoint) => paths.some((path) => /^\/(web-api|office|api\/web)\//.test(path))

  it(
    'the cookies of a browser open no service',
    async () => {
      const services = asking.filter((endpoint) => endpoint.spec.auth === 'extended' || endpoint.spec.uhash || !isOfSite(endpoint))
      const answered = await asked(services)
      for (const path of [
        'GET /service-api/favorites/v1/Favorite',
        'GET /favorites/v1/Favorite',
        'POST /service-api/LiveBet/Secure/GetBetInfoHistory',
      ])
        expect(Object.keys(answered)).toContain(path)
      expect(Object.entries(answered).filter(([, status]) => status !== 401 && status !== 404)).toEqual([])
    },
    LONG_MS,
  )

  it('they open what the office reads', async () => {
    const read = asking.filter((endpoint) => endpoint.spec.auth === 'token' && endpoint.spec.method === 'GET' && isOfSite(endpoint))
    const answered = Object.entries(await asked(read))
    expect(answered.length).toBeGreaterThan(15)
    expect(answered.filter(([, status]) => status === 401)).toEqual([])
  })
})

describe('nothing is changed by another site (SES-06)', () => {
  it(
    'no call takes a form, a fetch without our header, or a GET that writes',
    async () => {
      const { cookie, person } = await registerInBrowser(call)
      // A choice about cookies touches no account; a token for a program is a GET of old clients, whose answer no other site can read.
      // What a register has said of a player is noted by whichever call of his comes first that day: it is no change of his.
      const held = async () => ({ ...(await rowsOf(db, person.id)), cookie_consent: [], session: [], protection_register: [] })
      const before = await held()
      const passed: string[] = []
      const open = endpoints.filter(({ spec, paths }) => spec.csrf === false || LAST.test(paths[0]!))
      await each(endpoints, async (endpoint) => {
        const { method, path, body } = probeOf(endpoint, '1')
        const given = body === undefined ? {} : { body }
        const foreign: Record<string, string>[] = [
          { cookie, 'sec-fetch-site': 'cross-site', 'x-requested-with': 'XMLHttpRequest' },
          { cookie },
        ]
        for (const headers of method === 'GET' ? foreign.slice(1) : foreign) {
          const { status } = await call(method, path, { headers, ...given })
          if (method !== 'GET' && !open.includes(endpoint) && ![401, 403, 404].includes(status)) passed.push(`${named(endpoint)} ${status}`)
        }
      })
      expect(passed).toEqual([])
      expect(await held()).toEqual(before)
      // Calls of players that take no header of ours are reads.
      const unguarded = endpoints.filter(({ spec }) => spec.csrf === false && spec.auth !== 'none').map(named)
      expect(unguarded).toEqual(['POST /service-api/LiveBet/Open/GetAvance'])
    },
    LONG_MS,
  )
})

describe('planted secrets (DAT-08)', () => {
  it(
    'stand in no log, answer, letter, figure or row',
    async () => {
      const me = await register(call)
      const answered = await plantCanaries(call, endpoints, me, db)
      const canaries = CANARY_KINDS.length
      expect(canaries).toBeGreaterThanOrEqual(50)
      expect(answered).toEqual([])
      expect(logged.length).toBeGreaterThan(0)
      expect(canariesIn(logged.join('\n'))).toEqual([])
      const figures = await (await site.get('/metrics')).text()
      expect(figures).toContain('polosa_http_seconds')
      expect(canariesIn(figures)).toEqual([])
      expect(await storedCanaries(db)).toEqual([])
      // The plant: a secret under a name that nobody redacts is found.
      logged.push(`{"planted":"canary-${CANARY_KINDS[0]!}-0"}`)
      expect(canariesIn(logged.join('\n'))).toEqual([`canary-${CANARY_KINDS[0]!}-0`])
    },
    LONG_MS,
  )
})
