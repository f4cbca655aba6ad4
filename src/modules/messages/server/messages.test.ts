import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { emit, createOutbox } from '#platform/server/outbox.ts'
import { createLog } from '#platform/server/log.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import * as inbox from '../contract.ts'
import * as support from '../contract/support.ts'
import { MAX_LINES_IN_WINDOW, MAX_OPEN_TICKETS } from '../rules/ticket.ts'
import { createMessages, TO_PLAYER, type News } from './index.ts'
import { createFiles } from '#modules/files/server/index.ts'
import { temporaryKeys } from '#modules/auth/server/index.ts'
import sharp from 'sharp'

const { db, url } = await testDatabase()
const log = createLog('silent', false)
let now = Date.UTC(2026, 10, 21, 12)
const clock = { now: () => now }
const outbox = createOutbox(db, url, log)
const told = new Map<number, Record<string, unknown>>()
const others: News[] = []
let hear!: (playerId: number, open: boolean) => void
const excluded = new Set<number>()
/** Of the register of self-exclusions: it is asked before what is unread is counted. */
let registerAnswers: Promise<void> = Promise.resolve()
const files = createFiles({ db, clock, keys: await temporaryKeys() })
/** By number: when it was settled; null = still open. */
const bets = new Map<string, { playerId: number; settledAt: Date | null }>()
const messages = createMessages({
  db,
  clock,
  files,
  settledBet: async (playerId, bet) => (bets.get(bet)?.playerId === playerId ? bets.get(bet)! : null),
  log,
  outbox,
  me: { onListener: (given) => (hear = given), tell: (id, values) => void told.set(id, { ...told.get(id), ...values }) },
  mayPromote: async (id) => (await registerAnswers, !excluded.has(id)),
  tellOthers: (news) => void others.push(news),
})
const site = await sampleSite(clock, (app) => messages.routes(app))
afterAll(() => site.app.close())

let player = 100
let other = 101
beforeEach(async () => {
  player += 2
  other += 2
  for (const id of [player, other]) {
    await rawPool(db).query(
      `INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES ($1, 'polosa', 'en', 'x', now())`,
      [id],
    )
  }
})

const get = (path: string, by = player) => site.call('GET', path, { player: by })
const post = (path: string, body: unknown, by = player) => site.call('POST', path, { player: by, body })
const list = async (by = player, query = '', lng = 'en') => (await get(`/web-api/office/messages?lng=${lng}${query}`, by)).body.data
const deposit = (n: number, playerId = player) =>
  messages.post({ playerId, template: 'deposit_done', params: { sum: `${n}.50`, currency: 'EUR' }, cause: `deposit:${playerId}:${n}` })

describe('inbox', () => {
  test('of many messages one that the table refuses is left out, and the others are told', async () => {
    const one = (playerId: number, cause: string) =>
      ({ playerId, template: 'deposit_done', params: { sum: '1.00', currency: 'EUR' }, cause }) as const
    await messages.postMany([one(player, 'many:1'), one(player, null as never), one(other, 'many:2'), one(player, 'many:3')])
    expect([(await list()).items.length, (await list(other)).items.length]).toEqual([2, 1])
  })

  test('a register that does not answer keeps no event from being handed out; the pages hear when it does', async () => {
    hear(player, true)
    await expect.poll(() => told.get(player)?.['unread']).toBe(0)
    const { promise, resolve } = Promise.withResolvers<void>()
    registerAnswers = promise
    for (const playerId of [player, other]) {
      const payload = { playerId, template: 'deposit_done', params: { sum: '1.00', currency: 'EUR' } }
      await inTx(db, (tx) => emit(tx, { topic: TO_PLAYER, key: `hangs:${playerId}`, payload }))
    }
    await outbox.drain()
    await messages.postMany([{ playerId: player, template: 'deposit_done', params: { sum: '2.00', currency: 'EUR' }, cause: 'hangs:many' }])
    const written = await db.selectFrom('inbox_message').select('player_id').where('player_id', 'in', [player, other]).execute()
    expect(written.map((row) => row.player_id).toSorted()).toEqual([player, player, other])
    expect(told.get(player)?.['unread']).toBe(0)
    resolve()
    await messages.settled()
    expect(told.get(player)?.['unread']).toBe(2)
  })

  test('a cause is told once, in the language of the page', async () => {
    await Promise.all([deposit(1250), deposit(1250), deposit(1250)])
    const reply = await get('/web-api/office/messages?lng=en')
    expect(inbox.messagesCall.reply.safeParse(reply.body.data).success).toBe(true)
    expect(reply.body.data).toMatchObject({ unread: 1, pages: 1 })
    expect(reply.body.data.items).toMatchObject([
      {
        title: 'Deposit received',
        text: '\u2066€1,250.50\u2069 was added to your account.',
        isRead: false,
        kind: 'money',
        link: '/office/payments',
      },
    ])
    const inRussian = (await get('/web-api/office/messages?lng=ru')).body.data.items[0]
    expect([inRussian.title, inRussian.text]).toEqual(['Счёт пополнен', 'На счёт зачислено \u20661\u00a0250,50\u00a0€\u2069.'])
    expect((await get('/web-api/office/messages?lng=ar')).body.data.items[0].title).toBe('تم الإيداع')
  })

  test.each([
    ['1250', 'JPY', 'en', '\u2066¥1,250\u2069'],
    ['12.500', 'KWD', 'ru', '\u206612,500\u00a0KWD\u2069'],
    ['0.00012000', 'BTC', 'ru', '\u20660,00012\u00a0BTC\u2069'],
    ['20000.00', 'KZT', 'ar', '\u206620,000\u00a0₸\u2069'],
  ])('a sum has the digits of its currency: %s %s in %s', async (sum, currency, lng, written) => {
    await messages.post({ playerId: player, template: 'deposit_done', params: { sum, currency }, cause: `deposit:${player}:${currency}` })
    expect((await list(player, '', lng)).items[0].text).toContain(written)
  })

  test('read one, read all, delete; the count follows and open pages hear of it', async () => {
    for (const n of [1, 2, 3]) await deposit(n)
    hear(player, true)
    await expect.poll(() => told.get(player)?.['unread']).toBe(3)
    const { items } = await list()
    expect((await post('/web-api/office/messages/read', { message_id: items[0].id })).body.data).toEqual({ unread: 2 })
    expect((await post('/office/messages/read', { Message_Id: String(items[0].id) })).body.data).toEqual({ unread: 2 })
    expect(told.get(player)).toMatchObject({ unread: 2 })
    expect((await post('/web-api/office/messages/delete', { message_id: items[1].id })).body.data).toEqual({
      message_id: items[1].id,
      deleted: true,
      unread: 1,
    })
    expect((await post('/web-api/office/messages/delete', { message_id: items[1].id })).status).toBe(404)
    expect((await list()).items.map(({ id }: { id: number }) => id)).toEqual([items[0].id, items[2].id])
    expect((await post('/web-api/office/messages/read', {})).body.data).toEqual({ unread: 0 })
    expect((await get('/web-api/office/messages/unread')).body.data).toEqual({ unread: 0 })
    expect(others.at(-1)).toEqual({ playerId: player })
    // Hidden, not gone: it is proof that the player was told.
    expect((await db.selectFrom('inbox_message').select('id').where('player_id', '=', player).execute()).length).toBe(3)
  })

  test('pages', async () => {
    for (let n = 1; n <= 23; n += 1) await deposit(n)
    expect(await list()).toMatchObject({ pages: 2, unread: 23, items: { length: 20 } })
    const second = await list(player, '&page_number=2')
    expect(second.items).toHaveLength(3)
    expect(second.items[2].text).toContain('1.50')
    expect((await list(player, '&page_number=9')).items).toEqual([])
  })

  test('nobody sees, reads or deletes the message of another', async () => {
    await deposit(5)
    const { items } = await list()
    expect((await list(other)).items).toEqual([])
    for (const call of ['read', 'delete']) {
      expect((await post(`/web-api/office/messages/${call}`, { message_id: items[0].id }, other)).status).toBe(404)
    }
    expect(await list()).toMatchObject({ unread: 1, items: { length: 1 } })
    expect((await site.get('/web-api/office/messages')).status).toBe(401)
  })

  test('a module below tells a player through the outbox, once', async () => {
    const tell = () =>
      inTx(db, (tx) =>
        emit(tx, {
          topic: TO_PLAYER,
          key: `limit:${player}:1`,
          payload: { playerId: player, template: 'limit_lowered', params: { sum: '50.00', currency: 'EUR' } },
        }),
      )
    await tell()
    await tell()
    await inTx(db, (tx) => emit(tx, { topic: TO_PLAYER, key: 'x', payload: { playerId: player, template: 'no_such' } }))
    // Nobody of that number: the events behind it are not held up.
    await inTx(db, (tx) => emit(tx, { topic: TO_PLAYER, key: 'y', payload: { playerId: 99_999, template: 'limit_raised' } }))
    await inTx(db, (tx) => emit(tx, { topic: TO_PLAYER, key: 'z', payload: { template: 'limit_raised' } }))
    await outbox.drain()
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
    expect((await list()).items).toMatchObject([{ title: 'Limit lowered', kind: 'account' }])
  })

  test('where a payer takes his money is an address to press; what a person writes never leads away', async () => {
    const claim = { sum: '10.00', currency: 'EUR', link: 'https://pay.example/p1?x=1&y=2' }
    await messages.post({ playerId: player, template: 'deposit_to_claim', params: claim, cause: 'claim' })
    const [told] = (await list()).items
    expect([told.link, told.outside]).toEqual(['/office/payments', claim.link])
    expect(told.text).toContain(claim.link)
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'https://a b'])
      await messages.post({ playerId: player, template: 'deposit_to_claim', params: { ...claim, link }, cause: link })
    await messages.post({ playerId: player, template: 'written', params: { title: 'a', text: 'b', link: claim.link }, cause: 'written' })
    expect((await list()).items.map(({ outside }: { outside: string }) => outside)).toEqual(['', '', '', '', claim.link])
  })

  test('what an officer has added to a refusal follows its reason, as he has written it', async () => {
    const params = { reason: 'id_unreadable', comment: 'Cover {{less}} of the corner' }
    await messages.post({ playerId: player, template: 'identity_refused', params, cause: 'identity:1:refused' })
    const [message] = (await list()).items
    expect(message.text).toMatch(/^Reason: the data cannot be read\..*\nComment: Cover \{\{less\}\} of the corner$/)
  })

  test('promotions reach only whom they may reach', async () => {
    const write = (promotion: boolean) =>
      messages.desk.write({ playerId: player, title: 'Friday', text: 'A free bet', link: '/promo', promotion })
    expect(await write(true)).toBeNull()
    expect(await write(false)).toBeNull()
    expect(await list()).toMatchObject({ unread: 2, items: [{ kind: 'house', link: '/promo' }, { kind: 'promotion' }] })
    excluded.add(player)
    expect(await write(true)).toMatchObject({ code: 'messages.no_promotion' })
    // What was sent before he excluded himself is not shown either.
    expect(await list()).toMatchObject({ unread: 1, items: [{ kind: 'house' }] })
    expect(await messages.desk.write({ playerId: 99_999, title: 'a', text: 'b', link: '', promotion: false })).toMatchObject({
      code: 'messages.unknown_player',
    })
  })
})

describe('questions', () => {
  const open = async (by = player, more: object = {}) =>
    (await post('/web-api/office/support/open?lng=en', { subject: 'My bet', text: 'Why was it void?', ...more }, by)).body
  const threadOf = (id: number, by = player) => get(`/web-api/office/support/ticket?ticket_id=${id}`, by)

  test('asked, answered, seen, answered again, closed', async () => {
    const { data } = await open()
    expect(support.openTicketCall.reply.safeParse(data).success).toBe(true)
    const { id } = data.ticket
    hear(player, true)
    expect(await messages.desk.answer({ ticketId: id, officer: 'olga', consultantId: 3, text: ' The line was wrong. ' })).toBeNull()
    expect(told.get(player)).toMatchObject({ unread: 1, ticket: { id } })
    expect((await get('/web-api/office/support/tickets')).body.data.items).toMatchObject([{ id, state: 'answered', isNew: true }])
    expect((await list()).items).toMatchObject([{ kind: 'support', link: `/office/support/${id}`, title: 'Support has answered' }])

    const seen = (await threadOf(id)).body.data
    expect(seen.lines).toMatchObject([
      { mine: true, text: 'Why was it void?', consultant: null },
      { mine: false, text: 'The line was wrong.', consultant: { id: 3, name: 'Emma' } },
    ])
    expect(JSON.stringify(seen)).not.toContain('olga')
    expect(told.get(player)).toMatchObject({ unread: 0 })
    expect((await get('/web-api/office/support/tickets')).body.data.items).toMatchObject([{ id, isNew: false }])

    expect((await post('/web-api/office/support/reply', { ticket_id: id, text: 'Thanks' })).body.data.ticket.state).toBe('waiting')
    expect(await messages.desk.close(id)).toBeNull()
    expect(await messages.desk.answer({ ticketId: id, officer: 'o', consultantId: null, text: 'x' })).toMatchObject({
      code: 'messages.ticket_closed',
    })
    expect((await post('/web-api/office/support/reply', { ticket_id: id, text: 'x' })).status).toBe(409)
    expect((await list()).items[0]).toMatchObject({ title: 'Question closed' })
  })

  test('another player’s question does not exist, in no call', async () => {
    const { id } = (await open()).data.ticket
    expect((await threadOf(id, other)).status).toBe(404)
    expect((await post('/web-api/office/support/reply', { ticket_id: id, text: 'x' }, other)).status).toBe(404)
    expect((await post('/web-api/office/support/close', { ticket_id: id }, other)).status).toBe(404)
    expect((await upload(id, PNG, 'a.png', other)).statusCode).toBe(404)
    expect((await get('/web-api/office/support/tickets', other)).body.data.items).toEqual([])
    expect((await threadOf(id)).body.data.lines).toHaveLength(1)
    for (const path of ['tickets', `ticket?ticket_id=${id}`, 'file?file_id=1'])
      expect((await site.get(`/web-api/office/support/${path}`)).status).toBe(401)
  })

  test('texts are needed and cleaned', async () => {
    expect((await open(player, { subject: ' \u202E ' })).validation_errors).toHaveProperty('subject')
    expect((await open(player, { text: '\n' })).validation_errors).toHaveProperty('text')
    expect((await post('/web-api/office/support/open', { subject: 'a', text: 'b'.repeat(4001) })).status).toBe(422)
    expect((await open(player, { kind: 'idea', subject: 'a\nb' })).data.ticket).toMatchObject({ kind: 'idea', subject: 'a b' })
  })

  test('open ones and lines in a row are bounded, also for many at once', async () => {
    const all = await Promise.all(Array.from({ length: MAX_OPEN_TICKETS + 4 }, () => open()))
    expect(all.filter(({ success }) => success)).toHaveLength(MAX_OPEN_TICKETS)
    const { id } = all.find(({ success }) => success)!.data.ticket
    const replies = await Promise.all(
      Array.from({ length: MAX_LINES_IN_WINDOW }, (_, n) => post('/web-api/office/support/reply', { ticket_id: id, text: `${n}` })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_LINES_IN_WINDOW - MAX_OPEN_TICKETS)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(MAX_OPEN_TICKETS)
    now += 11 * 60_000
    expect((await post('/web-api/office/support/reply', { ticket_id: id, text: 'later' })).status).toBe(200)
  })
})

const PNG = await sharp({ create: { width: 12, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

function upload(ticketId: number, bytes: Buffer, name: string, by = player) {
  return site.app.inject({
    method: 'POST',
    url: `/web-api/office/support/file?ticket_id=${ticketId}&name=${encodeURIComponent(name)}`,
    headers: { 'x-requested-with': 'XMLHttpRequest', authorization: `Bearer ${by}`, 'content-type': 'image/png' },
    payload: bytes,
  })
}

describe('files', () => {
  test('kept, given back to its player only, never shown by the browser', async () => {
    const { id } = (await post('/web-api/office/support/open', { subject: 'a', text: 'b' })).body.data.ticket
    const sent = JSON.parse((await upload(id, PNG, '../снимок.html')).body).data
    const { file } = sent.lines.at(-1)
    expect(file).toMatchObject({ name: 'снимок.png', type: 'image/png' })
    const fetched = (by: number) =>
      site.app.inject({ url: `/web-api/office/support/file?file_id=${file.id}`, headers: { authorization: `Bearer ${by}` } })
    const mine = await fetched(player)
    expect(await sharp(mine.rawPayload).metadata()).toMatchObject({ format: 'png', width: 12, height: 8 })
    const stored = await db.selectFrom('stored_file').selectAll().where('id', '=', BigInt(file.id)).executeTakeFirstOrThrow()
    expect(stored.body!.includes(mine.rawPayload.subarray(0, 24))).toBe(false)
    expect(mine.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(mine.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%D1/)
    expect(mine.headers['content-security-policy']).toContain('sandbox')
    expect((await fetched(other)).statusCode).toBe(404)
    expect(await messages.desk.file(file.id, 'olga', 'a complaint')).toMatchObject({ name: 'снимок.png' })
    const views = await db.selectFrom('file_view').select(['viewer', 'officer', 'reason']).where('file_id', '=', BigInt(file.id)).execute()
    expect(views).toEqual([
      { viewer: 'owner', officer: '', reason: '' },
      { viewer: 'officer', officer: 'olga', reason: 'a complaint' },
    ])
  })

  test('nothing is looked through for a question of nobody, of another, or that takes no more', async () => {
    const { id } = (await post('/web-api/office/support/open', { subject: 'a', text: 'b' })).body.data.ticket
    const take = vi.spyOn(files, 'take')
    expect([(await upload(id + 999, PNG, 'a.png')).statusCode, (await upload(id, PNG, 'a.png', other)).statusCode]).toEqual([404, 404])
    await post('/web-api/office/support/close', { ticket_id: id })
    expect([(await upload(id, PNG, 'a.png')).statusCode, take.mock.calls.length]).toEqual([409, 0])
    take.mockRestore()
  })

  test('kinds, size and number are bounded', async () => {
    const { id } = (await post('/web-api/office/support/open', { subject: 'a', text: 'b' })).body.data.ticket
    expect(JSON.parse((await upload(id, Buffer.from('<svg/>'), 'a.png')).body).success).toBe(false)
    expect(JSON.parse((await upload(id, Buffer.alloc(0), 'a.png')).body).success).toBe(false)
    expect((await upload(id, Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), 'a.png')).statusCode).toBe(413)
    const many = await Promise.all(Array.from({ length: 12 }, (_, n) => upload(id, PNG, `${n}.png`)))
    expect(many.filter(({ body }) => JSON.parse(body).success)).toHaveLength(10)
    expect((await get(`/web-api/office/support/ticket?ticket_id=${id}`)).body.data.lines).toHaveLength(11)
  })
})

describe('"I disagree"', () => {
  const dispute = (bet: string, by = player) => post('/web-api/office/support/dispute?lng=en', { bet, text: 'it was a goal' }, by)

  test("a settled bet of one's own, once while it is open, with the day of the answer", async () => {
    bets.set('77', { playerId: player, settledAt: new Date(now - 86_400_000) })
    bets.set('78', { playerId: player, settledAt: null })
    bets.set('79', { playerId: player, settledAt: new Date(now - 100 * 86_400_000) })
    const both = await Promise.all([dispute('77'), dispute('77')])
    expect(both.map(({ body }) => body.success).sort()).toEqual([false, true])
    const { ticket } = both.find(({ body }) => body.success)!.body.data
    expect(ticket).toMatchObject({ kind: 'dispute', bet: '77', due: Math.floor(now / 1000) + 10 * 86_400 })
    for (const bet of ['78', '79', '80'])
      expect((await dispute(bet)).body, bet).toMatchObject({ success: false, validation_errors: { bet: [expect.any(String)] } })
    expect((await dispute('77', other)).status).toBe(404)
    await messages.desk.answer({ ticketId: ticket.id, officer: 'olga', consultantId: 1, text: 'checked' })
    await messages.desk.close(ticket.id)
    expect((await dispute('77')).body.success).toBe(true)
  })
})

describe('hours and calls', () => {
  test('who is there, by language', async () => {
    now = Date.UTC(2026, 10, 21, 12)
    const { data } = (await site.get('/web-api/support/info?lng=ru')).body
    expect(support.supportInfoCall.reply.safeParse(data).success).toBe(true)
    expect(data).toMatchObject({ isOpen: true, opensAt: 0, start: '09:00', consultants: [{ id: 1 }, { id: 2 }] })
    expect((await site.get('/web-api/support/info?lng=de')).body.data.consultants).toMatchObject([{ name: 'Emma' }])
    now = Date.UTC(2026, 10, 21, 20)
    const night = (await site.get('/web-api/support/info?lng=ru')).body.data
    expect(night).toMatchObject({ isOpen: false, opensAt: Date.UTC(2026, 10, 22, 4) / 1000 })
    expect(night.callTimes[0]).toBe(night.opensAt)
  })

  test('one call at a time for a number, at an offered time; the desk ends it', async () => {
    const { callTimes } = (await site.get('/web-api/support/info')).body.data
    const wanted = { phone_number: '701 234 56 78', country_code: 'KZ', name: ' Ann\n', call_at: callTimes[2] }
    const ask = async (more: object = {}) => (await site.post('/web-api/support/callback?lng=en', { ...wanted, ...more })).body
    expect((await ask({ call_at: callTimes[0] + 60 })).success).toBe(false)
    expect((await ask({ phone_number: '12' })).success).toBe(false)
    const both = await Promise.all([ask(), ask()])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect(both.find(({ success }) => !success).validation_errors).toHaveProperty('phone_number')
    const [call] = await messages.desk.calls()
    expect(call).toMatchObject({ phone: '77012345678', name: 'Ann', playerId: null, wantedAt: new Date(callTimes[2] * 1000) })
    expect(await messages.desk.callDone(call!.id, 'olga')).toBe(true)
    expect(await messages.desk.callDone(call!.id, 'olga')).toBe(false)
    expect((await ask({ call_at: 0 })).success).toBe(true)
    // Five an hour from one address, also for many at once.
    const more = await Promise.all(Array.from({ length: 6 }, (_, n) => ask({ phone_number: `701 234 56 ${n + 10}`, call_at: 0 })))
    expect(more.filter(({ success }) => success)).toHaveLength(3)
    expect(more.filter(({ message }) => /too many/i.test(message ?? ''))).toHaveLength(3)
    now += 61 * 60_000
    expect((await ask({ phone_number: '701 234 56 99', call_at: 0 })).success).toBe(true)
    expect(isProblem(await messages.desk.answer({ ticketId: 1e9, officer: 'o', consultantId: null, text: 'x' }))).toBe(true)
  })
})
