import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registry } from '../metrics.ts'
import { CSP_REPORTS, registerCspReports } from './csp-reports.ts'

it('a report of the policy is counted and logged once a kind; what is none is refused (WEB-04)', async () => {
  const logged: object[] = []
  const app = Fastify()
  registerCspReports(app, { warn: (details: object) => void logged.push(details) } as never)
  const send = async (payload: string, type = 'application/csp-report') =>
    (await app.inject({ method: 'POST', url: CSP_REPORTS, headers: { 'content-type': type }, payload })).statusCode
  const told = (directive: string, uri: string) =>
    JSON.stringify({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': uri, 'document-uri': 'https://a.example/?token=1' } })

  expect(await send(told('script-src-elem', 'https://evil.example/a.js?secret=1'))).toBe(204)
  expect(await send(told('script-src-elem', 'https://evil.example/b.js'))).toBe(204)
  expect(await send(told('style-src-attr', 'inline'))).toBe(204)
  expect(logged).toEqual([
    { directive: 'script-src-elem', blocked: 'https://evil.example' },
    { directive: 'style-src-attr', blocked: 'inline' },
  ])
  const { values } = await registry.getSingleMetric('polosa_csp_reports_total')!.get()
  expect(values.map(({ labels, value }) => [labels['directive'], value])).toEqual([
    ['script-src-elem', 2],
    ['style-src-attr', 1],
  ])

  expect(await send('not json')).toBe(400)
  expect(await send(told('a directive; of\nnobody', 'inline'))).toBe(400)
  expect(await send(told('script-src', 'inline'), 'application/json')).toBe(415)
  expect(await send('x'.repeat(20_000))).toBe(413)
  expect(logged).toHaveLength(2)

  // However many words somebody makes up, what is reported is counted and little is kept.
  for (let n = 0; n < 60; n += 1) await send(told(`made-up-${'x'.repeat(n % 30)}-${n < 30 ? 'a' : 'b'}`, 'inline'))
  await send(told('style-src-attr', 'https://late.example/a.css'))
  expect(logged).toHaveLength(50)
  const counted = new Map(
    (await registry.getSingleMetric('polosa_csp_reports_total')!.get()).values.map((one) => [one.labels['directive'], one.value]),
  )
  expect([counted.size, counted.get('style-src-attr'), counted.get('other')]).toEqual([51, 2, 12])
  await app.close()
})
