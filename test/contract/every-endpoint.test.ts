/**
 * Every registered endpoint against bad input: wrong types, missing and huge fields, unknown ids, wrong method,
 * ten megabytes, broken JSON. The answer is never a 5xx. A new endpoint is in here by itself.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registered } from '#platform/server/http.ts'
import { EXTRAS, stageOf } from '#platform/server/http/load.ts'
import { wholeSite } from '../support/whole-site.ts'
import { callerOf, type Endpoint } from './proofs/caller.ts'
import { bodyOf, keysOf, pathOf, queryOf } from './proofs/fuzz.ts'
import { fillOwner, pricesOf, register, type Person, type Priced } from './proofs/people.ts'
import { guessedNumbers } from './proofs/number-fields.ts'
import { idsOf } from './proofs/player-rows.ts'

// Every call comes from another address, so that none is refused for coming too often: the proof would be an empty one.
const site = await wholeSite({ TRUST_PROXY: '127.0.0.1' })
const call = callerOf(site.url)
/** Cases a route: a few in every run of the suite, `./polosa bench fuzz` makes 10,000. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8)
/** Then players have something of everything, and what the calls were answered is written down. */
const REPORT = process.env['FUZZ_REPORT']
/** A long run may be made in parts: routes by their place in the order of registration. */
const FROM = Number(process.env['FUZZ_FROM'] ?? 0)
const TO = Number(process.env['FUZZ_TO'] ?? Infinity)
/** So many of a route at once. */
const AT_ONCE = Math.min(RUNS, 16)
/** A route of the long run may take its time. */
const ROUTE_MS = Math.max(60_000, RUNS * 300)
/** Deeper than any function of ours could go into it. */
const DEEP = 10_000
/** A call that is not answered by then hangs. */
const HANGS_MS = 30_000

/** A player of his own for calls that need one. */
let player: Person = await register(call)
const proofs = { authorization: `Bearer ${player.token}`, 'x-auth': `Bearer ${player.token}`, 'x-requested-with': 'XMLHttpRequest' }
/** Ids and numbers that there are. */
const known: (string | number)[] = []

// Calls that end the session of the caller: in the short run they would make the rest of it meaningless.
const ENDS_SESSION = /disconnect|closesession|\/password$|BlockUser|erase/i
/** Tools that set the clock or the speed of the feed: the rest of the run would be another one. */
const BENDS_TIME = /^\/dev\/api\/(clock|feed\/control)$/
const endpoints = registered
  .filter(({ paths }) => (REPORT || !paths.some((path) => ENDS_SESSION.test(path))) && !BENDS_TIME.test(paths[0]!))
  .slice(FROM, TO)

let games: Priced[] = []
beforeAll(async () => {
  if (!REPORT) return
  games = await pricesOf(call, 6)
  await replacePlayer()
}, 120_000)

/** Another one, who has something of everything. */
async function replacePlayer(): Promise<void> {
  player = await register(call)
  await fillOwner(call, player, games)
  const own = await idsOf(site.db, player.id, 1)
  known.splice(0, known.length, ...games.map(({ GameId }) => GameId), ...own.slice(0, 60).map(({ id }) => id))
}

/** Answers of each route by their status. A long run tells what it has found before it is over. */
const answered: Record<string, Record<string, number>> = {}
afterEach(() => {
  if (REPORT) writeFileSync(REPORT, JSON.stringify(answered))
})

interface Case {
  url: string
  search: string
  payload: unknown
}

/** What is wrong with the answer, null when nothing is. */
async function wrongOf({ spec }: Endpoint, name: string, { url, search, payload }: Case): Promise<string | null> {
  const told = `${url}?${search} ${JSON.stringify(payload)}`
  const asked = call(spec.method, `${url}?${search}`, {
    token: player.token,
    ...(spec.method === 'GET' ? {} : { body: JSON.stringify(payload ?? null) }),
  }).catch((error: unknown) => `${told} is not answered: ${String(error)}`)
  let late: NodeJS.Timeout | undefined
  const hangs = new Promise<null>((done) => {
    late = setTimeout(done, HANGS_MS, null)
  })
  const answer = await Promise.race([asked, hangs])
  clearTimeout(late)
  if (!answer) return `${told} hangs`
  if (typeof answer === 'string') return answer
  const counts = (answered[name] ??= {})
  counts[answer.status] = (counts[answer.status] ?? 0) + 1
  return answer.status < 500 ? null : `${told} → ${answer.status} ${answer.text.slice(0, 300)}`
}

describe('no endpoint answers 5xx to bad input', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.spec.method} ${endpoint.paths[0]!}`, endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      const { spec, paths } = endpoint
      const one = fc.record({
        url: pathOf(paths[0]!, known),
        search: queryOf(spec.query, known),
        payload: bodyOf(spec.body, known),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (cases) => {
          // A player whose session or account the call before has ended asks nothing any more.
          if (REPORT && (await player.say('GET', '/web-api/office/balance-rewards'))['success'] !== true) await replacePlayer()
          const wrong = (await Promise.all(cases.map((single) => wrongOf(endpoint, name, single)))).find((text) => text !== null)
          if (REPORT && wrong) appendFileSync(`${REPORT}.wrong`, `${name}: ${wrong}\n`)
          expect(wrong ?? 'fine').toBe('fine')
        }),
        { numRuns: Math.ceil(RUNS / AT_ONCE), endOnFailure: true },
      )
    },
    ROUTE_MS,
  )
})

describe('what no endpoint takes', () => {
  const posts = endpoints.filter(({ spec }) => spec.method === 'POST' && spec.body)

  it('broken JSON is a 4xx that names the body', async () => {
    for (const { paths } of posts) {
      const answer = await site.post(paths[0]!.replaceAll(/:[a-zA-Z]+/g, '1'), '{"a":', proofs)
      expect([paths[0], answer.status >= 400 && answer.status < 500]).toEqual([paths[0], true])
      expect(await answer.text(), paths[0]).toContain('body')
    }
  })

  it('ten megabytes are refused', async () => {
    let answers = 0
    // The limit is the same for every call.
    for (const { paths } of posts.slice(0, 3)) {
      const answer = await site
        .post(paths[0]!.replaceAll(/:[a-zA-Z]+/g, '1'), `{"a":"${'x'.repeat(10_000_000)}"}`, proofs)
        .catch(() => null)
      // The server may cut the connection before the whole body is read.
      if (!answer) continue
      answers += 1
      expect([paths[0], answer.status]).toEqual([paths[0], 413])
    }
    expect(answers).toBeGreaterThan(0)
  })

  it('lists in lists in lists, in every field, break nothing', async () => {
    const deep = '['.repeat(DEEP) + ']'.repeat(DEEP)
    for (const { spec, paths } of posts) {
      const fields = keysOf(spec.body).slice(0, 40)
      const body = `{${fields.map((name) => `${JSON.stringify(name)}:${deep}`).join()}}`
      const answer = await call('POST', paths[0]!.replaceAll(/:[a-zA-Z]+/g, '1'), { token: player.token, body })
      expect([paths[0], answer.status < 500, answer.text.slice(0, 200)]).toEqual([paths[0], true, expect.any(String)])
    }
  }, 60_000)

  it('other kinds of bodies, and forms that name a field twice, are never a 5xx', async () => {
    let asked = 0
    const post = async (path: string, type: string, body: string) => {
      asked += 1
      const from = `10.200.${asked >> 8}.${asked & 255}`
      const answer = await site.post(path.replaceAll(/:[a-zA-Z]+/g, '1'), body, {
        ...proofs,
        'x-forwarded-for': from,
        'content-type': type,
      })
      await answer.arrayBuffer()
      expect([path, type, answer.status < 500]).toEqual([path, type, true])
    }
    // Which kinds are read at all is the same for every call.
    for (const { paths } of posts.slice(0, 10)) {
      await post(paths[0]!, 'text/plain', '{}')
      await post(paths[0]!, 'application/xml', '<a/>')
      await post(paths[0]!, 'application/json; charset=utf-16', '{}')
      await post(paths[0]!, 'multipart/form-data', '--x')
    }
    for (const { spec, paths } of posts) {
      const twice = keysOf(spec.body).flatMap((name) => [`${name}=1`, `${name}=2`, `${name}[]=3`])
      await post(paths[0]!, 'application/x-www-form-urlencoded', ['__proto__=1', '__proto__=2', 'constructor=1', ...twice].join('&'))
    }
  }, 60_000)

  it('another method is not there', async () => {
    for (const { spec, paths } of endpoints.slice(0, 60)) {
      const method = spec.method === 'PUT' ? 'PATCH' : 'PUT'
      const answer = await fetch(site.url + paths[0]!.replaceAll(/:[a-zA-Z]+/g, '1'), { method, headers: proofs })
      await answer.arrayBuffer()
      expect([paths[0], answer.status >= 400 && answer.status < 500]).toEqual([paths[0], true])
    }
  })
})

it('no contract reads a number out of true, a list, "0x10" or spaces', () => {
  const read = registered.map(guessedNumbers)
  expect(read.flatMap(({ found }) => found)).toEqual([])
  // Fields of numbers that were looked at.
  expect(read.reduce((sum, { fields }) => sum + fields, 0)).toBeGreaterThan(1_000)
})

it('what load turns off is all there, and nothing of sign-in, bets, money and the line is among it (XT-79)', () => {
  const extras = registered.filter(({ paths }) => stageOf(paths) !== 0)
  const reached = (beginning: string) => extras.some(({ paths }) => paths.some((path) => path.toLowerCase().startsWith(beginning)))
  expect(
    Object.values(EXTRAS)
      .flat()
      .filter((beginning) => !reached(beginning)),
  ).toEqual([])
  const vital = /\/user\/|auth|registration|flexreg|makebet|updatecoupon|deposit|withdraw|balance|get1x2|getgame|cashout|sale/i
  expect(extras.flatMap(({ paths }) => paths).filter((path) => vital.test(path))).toEqual([])
})

it('calls that need a player are 401 without one', async () => {
  for (const { spec, paths } of endpoints.filter((e) => e.spec.auth !== 'none')) {
    const answer = await fetch(site.url + paths[0]!.replaceAll(/:[a-zA-Z]+/g, '1'), {
      method: spec.method,
      headers: { 'x-requested-with': 'XMLHttpRequest', ...(spec.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(spec.method === 'GET' ? {} : { body: '{}' }),
    })
    await answer.arrayBuffer()
    expect([paths[0], answer.status]).toEqual([paths[0], 401])
  }
})
