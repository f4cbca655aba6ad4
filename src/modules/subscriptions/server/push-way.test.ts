/** The whole way of a goal: from the feed's fact to what the browser of who follows the game reads (EV-12, DU-06). */
import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { decryptPush, openPushService } from '../../../../test/support/push-service.ts'
import { createSubscriptions } from './index.ts'
import { createSendPush, vapidKeys } from './push.ts'

const { db, url } = await testDatabase()
const service = await openPushService()
const log = createLog('silent', false)
const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
const clock = { now: () => SAMPLE_START }
const line = createLine({ clock, texts })
const outbox = createOutbox(db, url, log)
const mac = (purpose: string, text: string) => createHmac('sha256', 'installation').update(purpose).update(text).digest()
const subscriptions = createSubscriptions({
  db,
  clock,
  line,
  outbox,
  log,
  mac,
  subject: 'mailto:a@b.example',
  excludedOf: async () => new Set(),
  stream: { provide: () => {} },
  text: (lng, key, params) => texts.text(lng, key, params),
  tellOthers: () => {},
  letters: { reach: async () => false, reachable: async () => [], send: async () => {} },
  send: createSendPush(vapidKeys(mac), 'mailto:a@b.example', service.agent),
})
const site = await sampleSite(clock, (app) => subscriptions.routes(app))
afterAll(async () => {
  await subscriptions.stop()
  await site.app.close()
  await service.close()
})

const PLAYER = 1
const game = sampleGame({
  n: 1,
  kind: 1,
  names: [
    { en: 'Arden City', ru: 'Арден Сити' },
    { en: 'Northmoor', ru: 'Нортмур' },
  ],
})
let seq = 0
async function score(home: number, away: number): Promise<void> {
  seq += 1
  line.apply([sampleFact(sampleLive([home, away], { phase: 'h1', stats: {} }), game.ci, { sentAt: SAMPLE_START + seq * 1000 })])
  await subscriptions.settled()
  await outbox.drain()
  await subscriptions.settled()
}

const browserOf = (name: string) => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16), endpoint: `https://push.example.com/send/${name}` }
}
const call = (path: string, body: object) => site.call('POST', `/web-api/gamesubscription/${path}`, { player: PLAYER, body })
const register = ({ ecdh, auth, endpoint }: ReturnType<typeof browserOf>, lng: string) =>
  call(`push?lng=${lng}`, { endpoint, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') } })
const stored = async () =>
  (await rawPool(db).query('SELECT endpoint FROM push_endpoint ORDER BY endpoint')).rows.map(({ endpoint }) => endpoint)

test('each browser reads the goal in its language; one that has withdrawn is not written to again', async () => {
  await rawPool(db).query(
    `INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES ($1, 'polosa', 'en', 'x', now())`,
    [PLAYER],
  )
  line.apply([sampleGameFact(game)])
  await score(0, 0)
  const [phone, desk] = [browserOf('phone'), browserOf('desk')]
  expect((await register(phone, 'ru')).body.data).toEqual({ saved: true })
  expect((await register(desk, 'en')).body.data).toEqual({ saved: true })
  const choice = { game_id: game.parts[0]!.i, events: [{ id: 0, period_id: 0 }], channels: [2] }
  expect((await call('save', choice)).body.data).toMatchObject({ saved: true })

  await score(1, 0)
  const read = (browser: ReturnType<typeof browserOf>) => {
    const [sent] = service.heard.filter(({ url: path }) => browser.endpoint.endsWith(path))
    expect(sent!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '600', 'content-type': 'application/octet-stream' })
    return JSON.parse(decryptPush(sent!.body, browser.ecdh, browser.auth)) as Record<string, string>
  }
  expect(service.heard).toHaveLength(2)
  expect(read(desk)).toMatchObject({ title: 'Arden City — Northmoor', text: expect.stringContaining('1:0'), tag: `game-${game.ci}` })
  expect(read(phone)).toMatchObject({ title: 'Арден Сити — Нортмур', text: expect.stringMatching(/^Гол.*1:0/) })
  expect(read(phone)['url']).toMatch(new RegExp(`^/ru/live/football/[^/]+/${game.ci}-`))

  for (const [gone, goal] of [
    [404, 2],
    [410, 3],
  ] as const) {
    await register(desk, 'en')
    await register(phone, 'ru')
    service.heard.length = 0
    service.status = gone
    await score(goal, 0)
    expect(service.heard).toHaveLength(2)
    expect(await stored()).toEqual([])
  }
  service.heard.length = 0
  await score(4, 0)
  expect(service.heard).toEqual([])
})
