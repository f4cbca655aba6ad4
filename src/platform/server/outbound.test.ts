import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
})
