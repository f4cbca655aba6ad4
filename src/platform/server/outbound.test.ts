import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchFrom, outbound, OutboundRefused } from './outbound.ts'

const servers: Server[] = []
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterAll(() =>
  servers.forEach((server) => {
    server.closeAllConnections()
    server.close()
  }),
)

/** What nobody outside may reach; it tells when somebody has. */
let touched = 0
const canary = await listening((_request, response) => (touched++, response.end('secret of the house')))
beforeEach(() => (touched = 0))

describe('calls of the server (WEB-10)', () => {
  it('reach the origin that was meant, on any of its paths', async () => {
    const service = await listening((request, response) => response.end(request.url))
    const call = outbound({ to: [`${service}/api`] })
    expect(await (await call(`${service}/other?x=1`)).text()).toBe('/other?x=1')
    expect(await (await call(new URL('/a', service))).text()).toBe('/a')
  })

  it('no other: host, port, scheme, a name before @', async () => {
    const call = outbound({ to: ['https://api.bank.example'] })
    for (const address of [
      canary,
      'http://api.bank.example/',
      'https://api.bank.example:8443/',
      'https://api.bank.example.evil.example/',
      `https://api.bank.example@${new URL(canary).host}/`,
    ])
      await expect(call(address), address).rejects.toThrow(OutboundRefused)
    expect(touched).toBe(0)
  })

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, also when the caller asks for it', async (status) => {
    const service = await listening((_request, response) => response.writeHead(status, { location: canary }).end())
    await expect(outbound({ to: [service] })(service, { redirect: 'follow' })).rejects.toThrow('fetch failed')
    expect(touched).toBe(0)
  })

  describe('of services whose hosts we do not know', () => {
    const asked: string[] = []
    const to = (...addresses: string[]) =>
      outbound({
        to: 'public',
        lookup: async () => addresses.map((address) => ({ address })),
        get: async (address) => (asked.push(String(address)), new Response('ok')),
      })
    beforeEach(() => void asked.splice(0))

    it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:192.168.0.1'])(
      'a name that leads to %s is not called',
      async (address) => {
        await expect(to(address)('https://id.example/token')).rejects.toThrow(OutboundRefused)
        // One private address among public ones is enough: the next try could take it.
        await expect(to('93.184.216.34', address)('https://id.example/token')).rejects.toThrow(OutboundRefused)
        expect(asked).toEqual([])
      },
    )
    it('nor one without an address or without encryption', async () => {
      await expect(to()('https://id.example/')).rejects.toThrow(OutboundRefused)
      await expect(to('93.184.216.34')('http://id.example/')).rejects.toThrow(OutboundRefused)
      await expect(outbound({ to: 'public' })(canary.replace('http:', 'https:'))).rejects.toThrow(OutboundRefused)
      expect([asked, touched]).toEqual([[], 0])
    })
    it('a public one is', async () => {
      await to('93.184.216.34')('https://id.example/token')
      expect(asked).toEqual(['https://id.example/token'])
    })
  })
})

describe('a call from addresses that were looked at', () => {
  const from = fetchFrom(['127.0.0.1'], httpRequest as never)
  /** A name that leads nowhere, or elsewhere by now. */
  const named = (service: string, path = '/') => `http://rebound.invalid:${new URL(service).port}${path}`

  it('goes to them, and never asks for the name again', async () => {
    const service = await listening((request, response) => {
      const head = { 'x-method': request.method, 'set-cookie': ['a=1', 'b=2'] }
      void request.toArray().then((parts) => response.writeHead(201, head).end(`${request.headers.host} ${request.url} ${parts.join('')}`))
    })
    const answer = await from(named(service, '/token?x=1'), { method: 'POST', body: new URLSearchParams({ code: 'c' }) })
    expect([answer.status, answer.headers.get('x-method'), answer.headers.getSetCookie()]).toEqual([201, 'POST', ['a=1', 'b=2']])
    expect(await answer.text()).toBe(`rebound.invalid:${new URL(service).port} /token?x=1 code=c`)
  })

  it('follows no redirect, takes an answer without content, and ends when its caller does', async () => {
    const moving = await listening((_request, response) => response.writeHead(302, { location: canary }).end())
    await expect(from(named(moving))).rejects.toThrow('a redirect')
    const empty = await listening((_request, response) => response.writeHead(204).end())
    expect((await from(named(empty))).status).toBe(204)
    const silent = await listening(() => {})
    await expect(from(named(silent), { signal: AbortSignal.timeout(50) })).rejects.toThrow()
    expect(touched).toBe(0)
  })

  it("says what it is, as Node's own fetch does, where its caller says nothing else", async () => {
    const service = await listening(({ headers }, response) => response.end(`${headers.accept} ${headers['user-agent']}`))
    expect(await (await from(named(service))).text()).toBe('*/* node')
    const headers = { accept: 'application/json', 'user-agent': 'other' }
    expect(await (await from(named(service), { headers })).text()).toBe('application/json other')
  })

  describe('ends in an answer or in an error of its own, whatever is said', () => {
    const sockets: SocketServer[] = []
    afterAll(() => sockets.forEach((server) => server.close()))
    async function saying(text: string): Promise<string> {
      const server = createSocketServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(text, 'latin1')))
      sockets.push(server.listen(0, '127.0.0.1'))
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }

    it.each([
      ['a status that is none', 'HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n'],
      ['one with content', 'HTTP/1.1 600 No\r\ncontent-length: 2\r\n\r\nno'],
      ['one below all others', 'HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n'],
      ['another protocol', 'HTTP/1.1 101 Other\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'],
      ['another protocol that is not named', 'HTTP/1.1 101 Other\r\n\r\n'],
      ['that an answer is to come', 'HTTP/1.1 103 Early\r\nlink: <a>\r\n\r\n'],
      ['that nothing has changed', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
      ['nothing', ''],
      ['a head without end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
      ['a head that nobody can read', 'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n'],
    ])('%s', async (_name, text) => {
      await expect(from(named(await saying(text)))).rejects.toThrow()
    })

    it.each([
      [204, 'HTTP/1.1 204 No Content\r\n\r\n'],
      [204, 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nbytes'],
      [205, 'HTTP/1.1 205 Reset Content\r\ncontent-length: 5\r\n\r\nbytes'],
    ])('%i has no content, also where some comes: %j', async (status, text) => {
      const answer = await from(named(await saying(text)))
      expect([answer.status, await answer.text()]).toEqual([status, ''])
    })

    it('any signs in a head', async () => {
      const answer = await from(named(await saying('HTTP/1.1 200 OK\r\nx: caf\xe9 \x80\r\ncontent-length: 1\r\n\r\na')))
      expect([answer.headers.get('x'), await answer.text()]).toEqual(['caf\xe9 \x80', 'a'])
    })

    it('half an answer, read or not', async () => {
      const half = await saying(`HTTP/1.1 200 OK\r\ncontent-length: 9000000\r\n\r\n${'a'.repeat(200_000)}`)
      await from(named(half))
      await (await from(named(half))).body!.cancel()
      const reader = (await from(named(half))).body!.getReader()
      await reader.read()
      await reader.cancel()
      await expect((await from(named(half))).text()).rejects.toThrow()
    })
  })
})
