/** What /dev/embed needs of the server: a frame of no known origin that tries to change shared state, and the JSON twin. */
import type { FastifyInstance } from 'fastify'
import { SHARED_KEYS } from '#lib/cross-window.ts'

const ATTEMPT = {
  source: 'polosa-window',
  type: 'change',
  entries: [{ key: 'headerHidden', value: true, version: 1_000_000, writer: 'stranger' }],
}

export function embedPages(app: FastifyInstance): void {
  app.get('/dev/embed/stranger', async (_request, reply) => {
    const script = `parent.postMessage(${JSON.stringify(ATTEMPT)}, '*')`
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'self'")
      .send(`<!doctype html><title>stranger</title><p>origin: null</p><script>${script}</script>`)
  })
  app.get('/dev/api/embed', async ({ ctx }) => ({ keys: SHARED_KEYS, origins: ctx.config.embed?.origins ?? [], frameable: "'self'" }))
}
