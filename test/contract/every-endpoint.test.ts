/**
 * Every registered endpoint against bad input: wrong types, missing and huge fields, unknown ids, wrong method,
 * ten megabytes, broken JSON. The answer is never a 5xx. A new endpoint is in here by itself.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { registered } from '#platform/server/http.ts'
import { wholeSite } from '../support/whole-site.ts'

const site = await wholeSite()
/** Cases a route: a few in every run of the suite, `./polosa bench fuzz` makes 10,000. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8)
/** A route of the long run may take its time. */
const ROUTE_MS = Math.max(30_000, RUNS * 100)

/** A player of his own for calls that need one. */
const { token } = (await (
  await site.post('/flexreg-api/v1/registration/submit', { type: 'fast_reg', fields: { country: 'KZ', currency: 'EUR', terms: true } })
).json()) as { token: string }
const proofs = { authorization: `Bearer ${token}`, 'x-auth': `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' }

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    0,
    -1,
    1e308,
    2 ** 53,
    '2147483648',
    'NaN',
    '1e400',
    [],
    {},
    '__proto__',
    '<script>',
    '٣',
    '\u0000',
    'x'.repeat(5_000),
  ),
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 3 }),
)

function keysOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : []
}

function body(schema: z.ZodType | undefined): fc.Arbitrary<unknown> {
  const keys = keysOf(schema)
  const shaped = keys.length
    ? fc.record(Object.fromEntries(keys.map((key) => [key, odd])), { requiredKeys: [] })
    : fc.dictionary(fc.string(), odd, { maxKeys: 3 })
  return fc.oneof({ weight: 4, arbitrary: shaped }, { weight: 1, arbitrary: odd })
}

function query(schema: z.ZodType | undefined): fc.Arbitrary<string> {
  const keys = [...keysOf(schema), 'lng', 'sports', 'id', 'count', 'page']
  return fc
    .dictionary(
      fc.constantFrom(...keys),
      fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('-1', '1e9', '99999999999', '%00', 'true', '1,2,x')),
      { maxKeys: 4 },
    )
    .map((values) => new URLSearchParams(values).toString())
}

// Calls that end the session of the caller would make the rest of the run meaningless.
const ENDS_SESSION = /disconnect|closesession|\/password$/i
const endpoints = registered.filter(({ spec, paths }) => !paths.some((path) => ENDS_SESSION.test(path)) && spec.path !== '/dev/api/clock')

describe('no endpoint answers 5xx to bad input', () => {
  it.each(endpoints.map(({ spec, paths }) => [`${spec.method} ${paths[0]!}`, spec, paths[0]!] as const))(
    '%s',
    async (_name, spec, path) => {
      const filled = fc
        .constantFrom('0', '1', '-1', 'x', '99999999999999999999', '%2e%2e', 'a'.repeat(150))
        .map((value) => path.replaceAll(/:[a-zA-Z]+/g, value))
      await fc.assert(
        fc.asyncProperty(filled, query(spec.query), body(spec.body), async (url, search, payload) => {
          const answer = await fetch(`${site.url}${url}?${search}`, {
            method: spec.method,
            headers: { ...proofs, ...(spec.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
            redirect: 'manual',
            ...(spec.method === 'GET' ? {} : { body: JSON.stringify(payload ?? null) }),
          })
          const text = await answer.text()
          expect(answer.status, `${url}?${search} ${JSON.stringify(payload)} → ${text.slice(0, 300)}`).toBeLessThan(500)
        }),
        { numRuns: RUNS },
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
    for (const { paths } of posts.slice(0, 10)) {
      const answer = await site
        .post(paths[0]!.replaceAll(/:[a-zA-Z]+/g, '1'), `{"a":"${'x'.repeat(10_000_000)}"}`, proofs)
        .catch(() => null)
      // The server may cut the connection before the whole body is read.
      if (answer) expect([paths[0], answer.status]).toEqual([paths[0], 413])
    }
  })

  it('another method is not there', async () => {
    for (const { spec, paths } of endpoints.slice(0, 60)) {
      const method = spec.method === 'PUT' ? 'PATCH' : 'PUT'
      const answer = await fetch(site.url + paths[0]!.replaceAll(/:[a-zA-Z]+/g, '1'), { method, headers: proofs })
      await answer.arrayBuffer()
      expect([paths[0], answer.status >= 400 && answer.status < 500]).toEqual([paths[0], true])
    }
  })
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
