/** Who is staff, a test account or an athlete: what an operator's office would call (standards WAG-24, SET-15). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { plain } from '#platform/shared/wire-schema.ts'
import { PLAYER_FLAGS, type PlayerFlags } from '#modules/protection/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { devPage, escapeHtml } from './page.ts'

const text40 = plain(40)
const bodySchema = z
  .object({
    action: z.enum(['set', 'end']).default('set'),
    player: z.coerce.number().int().min(1).max(2_147_483_647),
    flag: z.enum(PLAYER_FLAGS),
    officer: text40.default('').transform((name) => name || null),
    sports: z
      .union([z.array(z.int().min(1).max(100_000)).max(50), z.string().regex(/^[\d ,]{0,200}$/)])
      .default([])
      .transform((given) => (typeof given === 'string' ? given.split(/[ ,]+/).filter(Boolean).map(Number) : given)),
    note: plain(500).default(''),
    by: text40.min(1).default('officer-a'),
  })
  .refine(({ action, flag, sports }) => action === 'end' || (flag === 'athlete') === sports.length > 0, { path: ['sports'] })
  .refine(({ flag, officer }) => officer === null || flag === 'staff', { path: ['officer'] })

export function flagPages(app: FastifyInstance, flags: PlayerFlags): void {
  const carryOut = async (given: unknown, reply: FastifyReply): Promise<boolean> => {
    const body = bodySchema.safeParse(given ?? {})
    if (!body.success) {
      void reply.code(400).send({ field: body.error.issues[0]?.path.join('.') ?? 'player' })
      return false
    }
    const { action, player, by, ...flag } = body.data
    const done =
      action === 'set'
        ? await flags.set({ ...flag, playerId: player, setBy: by })
        : await flags.end({ playerId: player, flag: flag.flag, endedBy: by })
    if (!isProblem(done)) return true
    void reply.code(done.status ?? 400).send({ field: done.field, reason: done.code })
    return false
  }
  app.get('/dev/api/flags', () => flags.list())
  app.post('/dev/api/flags', async (request, reply) => ((await carryOut(request.body, reply)) ? { done: true } : reply))
  app.post('/dev/flags', async (request, reply) =>
    (await carryOut(request.body, reply)) ? reply.redirect(`/dev/flags?lng=${encodeURIComponent(request.ctx.lng)}`, 303) : reply,
  )
  app.get('/dev/flags', async (request, reply) =>
    devPage(reply, { lng: request.ctx.lng, title: request.ctx.text('dev:tool_flags'), content: await page(request.ctx, flags) }),
  )
}

async function page(ctx: Ctx, flags: PlayerFlags): Promise<string> {
  const text = (key: string) => escapeHtml(ctx.text(`dev:flags_${key}`))
  const action = `/dev/flags?lng=${escapeHtml(ctx.lng)}`
  const field = (name: string, more = '') => `<label>${text(name)} <input name="${name}" ${more}></label>`
  const kinds = PLAYER_FLAGS.map((flag) => `<option value="${flag}">${text(flag)}</option>`).join('')
  const rows = (await flags.list()).map(
    ({ player_id: player, flag, officer, sports, note, set_by: by }) =>
      `<tr><td>${player}</td><td>${text(flag)} ${escapeHtml(officer ?? sports.join(', '))}</td><td><small>${escapeHtml(note)} (${escapeHtml(by)})</small></td><td><form method="post" action="${action}"><input type="hidden" name="player" value="${player}"><input type="hidden" name="flag" value="${flag}"><button name="action" value="end">${text('end')}</button></form></td></tr>`,
  )
  return `<p>${text('lead')}</p><form method="post" action="${action}">${field('player', 'required inputmode="numeric" size="9"')}<label>${text('flag')} <select name="flag">${kinds}</select></label>${field('officer', 'maxlength="40" size="12"')}${field('sports', 'maxlength="200" size="8" inputmode="numeric"')}${field('note', 'maxlength="500"')}<button class="main">${text('set')}</button></form>${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}`
}
