/** The answer of a captcha task, so that an outsider's script can pass where a person would. */
import type { FastifyInstance } from 'fastify'
import { captchaSolution } from '#modules/auth/server/index.ts'
import type { Db } from '#platform/server/db.ts'

export function captchaPages(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { id: string } }>('/dev/api/captcha/:id', async (request, reply) => {
    const solution = await captchaSolution(db, request.params.id)
    return solution ?? reply.code(404).send({ field: 'id' })
  })
}
