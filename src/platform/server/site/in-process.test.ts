import Fastify, { type FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createInProcess } from './in-process.ts'

async function setUp() {
  const app = Fastify()
  const seen: { url: string; cookie: string | undefined; tag: string | undefined }[] = []
  let version = 1
  app.get('/feed', async (request, reply) => {
    const { cookie, 'if-none-match': tag } = request.headers
    seen.push({ url: request.url, cookie, tag })
    const etag = `W/"${version}${cookie ?? ''}"`
    if (tag === etag) return reply.code(304).header('etag', etag).send()
    return reply.header('etag', etag).send({ version, who: cookie ?? null })
  })
  app.get('/public', async (request, reply) => {
    seen.push({ url: request.url, cookie: undefined, tag: undefined })
    return reply.header('etag', `"${version}"`).header('cache-control', 'public,max-age=5').send({ version })
  })
  app.get('/plain', async () => ({ at: version }))
  app.post('/write', async (request) => ({ got: request.body }))
  app.get('/refused', async (_request, reply) => reply.code(403).header('etag', '"x"').send({ no: true }))
  await app.ready()
  let now = 0
  const call = createInProcess(app, () => now)
  const from = (cookie?: string) => {
    const [name, value] = cookie?.split('=') ?? []
    const headers = { host: 'polosa.example', ...(cookie ? { cookie } : {}) }
    return { headers, cookies: name ? { [name]: value } : {}, ip: '127.0.0.1' } as unknown as FastifyRequest
  }
  return { call, from, seen, move: () => (version += 1), pass: (ms: number) => (now += ms) }
}

it('an answer that has not changed is the very same value, one that has is another', async () => {
  const { call, from, seen, move } = await setUp()
  const feed = { method: 'GET', path: '/feed', query: { lng: 'ru', none: null } } as const
  const first = await call(from(), feed)
  expect(first).toEqual({ status: 200, body: { version: 1, who: null } })
  expect((await call(from(), feed)).body).toBe(first.body)
  expect(seen.map(({ url, tag }) => [url, tag])).toEqual([
    ['/feed?lng=ru', undefined],
    ['/feed?lng=ru', 'W/"1"'],
  ])
  move()
  expect((await call(from(), feed)).body).toEqual({ version: 2, who: null })
})

it('one visitor never gets what another was answered', async () => {
  const { call, from } = await setUp()
  const feed = { method: 'GET', path: '/feed' } as const
  await call(from('__Host-session=a'), feed)
  expect((await call(from('__Host-session=b'), feed)).body).toEqual({ version: 1, who: '__Host-session=b' })
  expect((await call(from(), feed)).body).toEqual({ version: 1, who: null })
})

it('a public answer is used again for a moment, by everybody, and then asked for', async () => {
  const { call, from, seen, move, pass } = await setUp()
  const feed = { method: 'GET', path: '/public' } as const
  await call(from('__Host-session=a'), feed)
  move()
  pass(249)
  expect((await call(from(), feed)).body).toEqual({ version: 1 })
  pass(1)
  expect((await call(from(), feed)).body).toEqual({ version: 2 })
  expect(seen).toHaveLength(2)
})

it('whoever has chosen a format of odds or a time zone by a cookie gets no answer of those who have not', async () => {
  const { call, from, seen } = await setUp()
  const feed = { method: 'GET', path: '/public' } as const
  for (const cookie of ['theme=paper', 'coefview=1', 'coefview=2', 'tzo=3', 'coefview=2']) await call(from(cookie), feed)
  expect(seen).toHaveLength(4)
})

it('what has no ETag, is written or refused is asked each time', async () => {
  const { call, from, move } = await setUp()
  const plain = await call(from(), { method: 'GET', path: '/plain' })
  move()
  expect((await call(from(), { method: 'GET', path: '/plain' })).body).not.toEqual(plain.body)
  expect(await call(from(), { method: 'POST', path: '/write', body: { a: 1 } })).toEqual({ status: 200, body: { got: { a: 1 } } })
  const refused = { status: 403, body: { no: true } }
  expect([await call(from(), { method: 'GET', path: '/refused' }), await call(from(), { method: 'GET', path: '/refused' })]).toEqual([
    refused,
    refused,
  ])
})
