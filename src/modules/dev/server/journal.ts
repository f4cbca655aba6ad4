/** The journal's days, the key that signs them, and its check at the press of a button. */
import type { FastifyInstance } from 'fastify'
import type { Journal } from '#modules/journal/server/index.ts'
import type { Check } from '#platform/server/checks.ts'
import { devPage, escapeHtml } from './page.ts'

const DAYS = 31

export function journalPages(app: FastifyInstance, journal: Journal): void {
  const wire = ({ checked, ...check }: Check) => ({ ...check, checked: checked === null ? null : Number(checked) })
  const key = () => ({ id: journal.key.id, publicKey: journal.key.publicKey.toString('hex') })

  app.get('/dev/api/journal', async () => ({ key: key(), heads: await journal.heads(DAYS) }))
  app.post('/dev/api/journal/check', async () => {
    await journal.write()
    return { checks: (await journal.check()).map(wire) }
  })

  app.get('/dev/journal', async (request, reply) => page(request.ctx, reply, []))
  app.post('/dev/journal', async (request, reply) => {
    await journal.write()
    return page(request.ctx, reply, await journal.check())
  })

  async function page(
    ctx: { lng: string; text(key: string): string },
    reply: Parameters<typeof devPage>[0],
    checks: readonly Check[],
  ): Promise<ReturnType<typeof devPage>> {
    const heads = (await journal.heads(DAYS)).map(
      (head) => `<tr><td>${head.day}</td><td>${head.size}</td><td>${head.final ? '✓' : ''}</td><td><small>${head.root}</small></td></tr>`,
    )
    const found = checks.map(
      (check) =>
        `<tr><td>${check.violations === 0 ? '✓' : '✗'}</td><td>${escapeHtml(check.name)}</td><td>${escapeHtml(check.first ?? '')}</td></tr>`,
    )
    const { id, publicKey } = key()
    const content = `<p>${escapeHtml(ctx.text('dev:journal_key'))}: <b>${id}</b> <small>${publicKey}</small></p>
<form method="post" action="/dev/journal?lng=${escapeHtml(ctx.lng)}"><button class="main">${escapeHtml(ctx.text('dev:journal_check'))}</button></form>
<table>${found.join('')}</table><table>${heads.join('')}</table>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_journal'), content })
  }
}
