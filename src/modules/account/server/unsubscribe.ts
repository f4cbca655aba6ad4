/**
 * The address in a letter of advertising that ends them: signed, without a sign-in. Opening it changes nothing, for mail
 * scanners open links too; its one button does, and so does the one press of a mail program (RFC 8058).
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { chooseMailing } from './mailing.ts'
import { escape, sendPage } from './plain-page.ts'

type Mac = (purpose: string, text: string) => Buffer
const PATH = '/unsubscribe'
const MOST_BYTES = 10_000

const signOf = (mac: Mac, playerId: number) => mac('unsubscribe', `${playerId}:email`)

/** Below the brand's host. It has no end: who finds an old letter may still leave. */
export function unsubscribePath(mac: Mac, playerId: number, lng: string): string {
  return `${PATH}?token=${playerId}.${signOf(mac, playerId).toString('base64url')}&lng=${lng}`
}

function readToken(mac: Mac, query: unknown): number | null {
  const token = typeof query === 'object' && query !== null ? (query as Record<string, unknown>)['token'] : ''
  const [, id = '', sign = ''] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(typeof token === 'string' ? token : '') ?? []
  const given = Buffer.from(sign, 'base64url')
  const wanted = signOf(mac, Number(id))
  return id !== '' && given.length === wanted.length && timingSafeEqual(given, wanted) ? Number(id) : null
}

export function unsubscribePage(app: FastifyInstance, { db, clock, mac }: { db: Db; clock: Clock; mac: Mac }): void {
  void app.register((scope, _options, done) => {
    // What a mail program sends says nothing that the address does not: any form of it is taken, and not read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, _body, parsed) => parsed(null, undefined))

    scope.get(PATH, (request, reply) => {
      const { ctx } = request
      const playerId = readToken(mac, request.query)
      if (playerId === null) return sendPage(ctx, reply, 422, ctx.text('account:unsubscribe_invalid'), '')
      const action = escape(unsubscribePath(mac, playerId, ctx.lng))
      const form = `<form method="post" action="${action}"><button>${escape(ctx.text('account:unsubscribe_button'))}</button></form>`
      return sendPage(ctx, reply, 200, ctx.text('account:unsubscribe_title'), form)
    })

    scope.post(PATH, async (request, reply) => {
      const { ctx } = request
      const playerId = readToken(mac, request.query)
      const player =
        playerId === null
          ? undefined
          : await db.selectFrom('player').select('id').where('id', '=', playerId).where('brand', '=', ctx.brand).executeTakeFirst()
      if (!player) return sendPage(ctx, reply, 422, ctx.text('account:unsubscribe_invalid'), '')
      await chooseMailing(db, { playerId: player.id, changes: { email: false }, ip: ctx.ip, at: new Date(clock.now()) })
      return sendPage(ctx, reply, 200, ctx.text('account:unsubscribe_done'), '')
    })
    done()
  })
}
