/**
 * The address in a letter or an SMS of advertising that ends them: signed, without a sign-in. Opening it changes nothing,
 * for mail scanners open links too; its one button does, and so does the one press of a mail program (RFC 8058).
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

const WAYS = ['email', 'sms'] as const
/** What is left: letters or SMS of advertising. */
export type LeftWay = (typeof WAYS)[number]

interface Leaving {
  playerId: number
  way: LeftWay
}

const signOf = (mac: Mac, { playerId, way }: Leaving) => mac('unsubscribe', `${playerId}:${way}`)

/** Below the brand's host. It has no end: who finds an old letter may still leave. */
export function unsubscribePath(mac: Mac, leaving: Leaving, lng: string): string {
  const by = leaving.way === 'email' ? '' : `&by=${leaving.way}`
  return `${PATH}?token=${leaving.playerId}.${signOf(mac, leaving).toString('base64url')}${by}&lng=${lng}`
}

function readLeaving(mac: Mac, query: unknown): Leaving | null {
  const { token, by = 'email' } = query as Record<string, unknown>
  const way = WAYS.find((one) => one === by)
  const [, id = '', sign = ''] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(typeof token === 'string' ? token : '') ?? []
  if (!way || id === '') return null
  const leaving = { playerId: Number(id), way }
  const given = Buffer.from(sign, 'base64url')
  const wanted = signOf(mac, leaving)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? leaving : null
}

export function unsubscribePage(app: FastifyInstance, { db, clock, mac }: { db: Db; clock: Clock; mac: Mac }): void {
  const isOf = async (brand: string, playerId: number) =>
    (await db.selectFrom('player').select('id').where('id', '=', playerId).where('brand', '=', brand).executeTakeFirst()) !== undefined

  void app.register((scope, _options, done) => {
    // What a mail program sends says nothing that the address does not: any form of it is taken, and not read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, _body, parsed) => parsed(null, undefined))

    scope.get(PATH, (request, reply) => {
      const { ctx } = request
      const leaving = readLeaving(mac, request.query)
      if (leaving === null) return sendPage(ctx, reply, 422, ctx.text('account:unsubscribe_invalid'), '')
      const action = escape(unsubscribePath(mac, leaving, ctx.lng))
      const form = `<form method="post" action="${action}"><button>${escape(ctx.text('account:unsubscribe_button'))}</button></form>`
      return sendPage(ctx, reply, 200, ctx.text(`account:unsubscribe_${leaving.way}_title`), form)
    })

    scope.post(PATH, async (request, reply) => {
      const { ctx } = request
      const leaving = readLeaving(mac, request.query)
      if (leaving === null || !(await isOf(ctx.brand, leaving.playerId)))
        return sendPage(ctx, reply, 422, ctx.text('account:unsubscribe_invalid'), '')
      const { playerId, way } = leaving
      await chooseMailing(db, { playerId, changes: { [way]: false }, ip: ctx.ip, at: new Date(clock.now()) })
      return sendPage(ctx, reply, 200, ctx.text(`account:unsubscribe_${way}_done`), '')
    })
    done()
  })
}
