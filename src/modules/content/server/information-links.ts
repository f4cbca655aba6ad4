/** The information menu of a brand as a call (IN-06, wire 16.3). */
import type { FastifyInstance } from 'fastify'
import { route } from '#platform/server/http.ts'
import { informationLinksCall } from '../contract.ts'
import { menuOf } from '../rules/information.ts'

export function informationLinks(app: FastifyInstance): void {
  route(app, informationLinksCall, (ctx) => menuOf(ctx.config, (key) => ctx.text(key)).map(({ title, link }) => ({ title, link })))
}
