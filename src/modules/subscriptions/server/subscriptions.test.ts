import { afterAll, describe, expect, test, vi } from 'vitest'
import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { createLog } from '#platform/server/log.ts'
import type { TopicProvider } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import * as contract from '../contract.ts'
import { createSubscriptions } from './index.ts'
import type { PushEnd, PushMessage } from './push.ts'
import { publicLookup, vapidKeys } from './push.ts'
import type { PushEndpoint } from './store.ts'

const { db, url } = await testDatabase()
const log = createLog('silent', false)
const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
let now = SAMPLE_START
const clock = { now: () => now }
const line = createLine({ clock, texts })
const outbox = createOutbox(db, url, log)
const topics = new Map<string, Map<string, any>>()
let provider!: TopicProvider
const pushed: { to: PushEndpoint; message: PushMessage }[] = []
let end: PushEnd = 'sent'
const mac = (purpose: string, text: string) => Buffer.from(`${purpose}${text}`.padEnd(32, 'k'))
const others: unknown[] = []
const excluded = new Set<number>()
const letters: { playerId: number; title: string; text: string; page: string }[] = []
const subscriptions = createSubscriptions({
  db,
  clock,
  line,
  outbox,
  log,
  mac,
  subject: 'mailto:a@b.example',
  excludedOf: async () => excluded,
  stream: { provide: (_prefix, given) => (provider = given) },
  text: (lng, key, params) => texts.text(lng, key, params),
  tellOthers: (news) => void others.push(news),
  letters: {
    reach: async (playerId) => playerId !== 4,
    reachable: async (playerIds) => playerIds.filter((playerId) => playerId !== 4),
    send: async (_tx, ids, words) => ids.forEach((playerId) => letters.push({ playerId, ...words('ru') })),
  },
  send: async (to, message) => {
    pushed.push({ to, message })
    return end
  },
})
const site = await sampleSite(clock, (app) => subscriptions.routes(app))
afterAll(() => site.app.close())

function listen(player: number): Map<string, any> {
  const values = new Map<string, any>()
  topics.set(`notice:${player}`, values)
  const topic = {
    set: (key: string, value: unknown) => values.set(key, value),
    delete: (key: string) => values.delete(key),
    commit: () => {},
  }
  expect(provider.open(topic as never, `notice:${player}`)).toBe(true)
  return values
}

/** What stands on the topic of an open page, without the number of the last notice. */
const noticesOn = (topic: Map<string, any>) => [...topic].flatMap(([key, value]) => (key === 'last' ? [] : [value]))

let seq = 0
function state(ci: number, score: [number, number], more: Record<string, unknown> = {}): void {
  seq += 1
  line.apply([sampleFact(sampleLive(score, { phase: 'h1', stats: {}, ...more }), ci, { sentAt: SAMPLE_START + seq * 1000 })])
}
async function told(): Promise<void> {
  await subscriptions.settled()
  await outbox.drain()
  await subscriptions.settled()
  await subscriptions.writeLetters()
}
const game = sampleGame({ n: 1, kind: 1, parts: ['h1'] })
const basket = sampleGame({ n: 2, kind: 1, sportId: 3, championshipId: 910_301 })
line.apply([sampleGameFact(game), sampleGameFact(basket)])
state(game.ci, [0, 0])
state(basket.ci, [0, 0])
const I = game.parts[0]!.i
const save = (player: number, body: object) =>
  site.call('POST', '/web-api/gamesubscription/save', { player, body: { game_id: I, ...body } })
const SCORE = { id: 0, period_id: 0 }
const YELLOW = { id: 1, period_id: 0 }
const END = { id: 5, period_id: 1 }
for (const player of [1, 2, 3, 4]) {
  await rawPool(db).query(
    `INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES ($1, 'polosa', 'en', 'x', now())`,
    [player],
  )
}

describe('options', () => {
  test('views, options of a game and the one list say the same', async () => {
    const views = await site.get('/SubscriptionServiceV3/api/v3/games/GetSubsOptionsViews?lng=en')
    expect(contract.subsOptionsViews.reply.safeParse(views.body).success).toBe(true)
    expect(views.body.events).toContainEqual({ event: 4, name: 'Line-ups' })
    const path = '/service-api/SubscriptionServiceV3/api/v3/games/GetSubsOptionsForGame'
    const ofGame = async (constId: number) => (await site.get(`${path}?constId=${constId}`)).body
    expect(await ofGame(I)).toEqual({
      sport: 1,
      options: [
        { period: 0, events: [0, 1, 3, 2] },
        { period: 1, events: [5] },
        { period: 2, events: [0] },
      ],
    })
    const types = (await site.get(`/SubscriptionService/api/GetEventTypesByGameId?gameId=${I}&lng=en`)).body
    expect(contract.eventTypesByGameId.reply.safeParse(types).success).toBe(true)
    expect(types.Value[0]).toEqual({ Id: 0, Name: 'Score', PeriodId: 0 })
    // The constant id is no id of these calls, in spite of the parameter's name (wire rule 3).
    for (const none of [5, game.ci]) expect(await ofGame(none)).toEqual({ sport: 0, options: [] })
    const refused = await site.get('/SubscriptionService/api/GetEventTypesByGameId')
    expect(refused).toMatchObject({ status: 400, body: { Success: false, ErrorCode: 900_400 } })
  })

  test('choices need a player, only offered ones are kept, an empty list ends it', async () => {
    expect((await site.post('/web-api/gamesubscription/save', { game_id: I, events: [] })).status).toBe(401)
    const mine = async () =>
      (await site.call('POST', '/SubscriptionService/api/GetGameSubscription', { player: 4, body: { gameId: I } })).body.Value
    expect((await mine()).Events.some(({ IsOn }: any) => IsOn)).toBe(false)
    expect((await save(4, { events: [SCORE, { id: 99, period_id: 0 }, SCORE], channels: [2, 7] })).body).toEqual({
      success: true,
      data: { game_id: I, saved: true },
    })
    expect(await mine()).toMatchObject({ GameId: I, Channels: [2] })
    expect((await mine()).Events.filter(({ IsOn }: any) => IsOn)).toEqual([{ Id: 0, PeriodId: 0, IsOn: true }])
    expect((await save(4, { events: [{ id: 99, period_id: 0 }] })).body.data).toEqual({ game_id: I, saved: false })
    expect((await mine()).Events.some(({ IsOn }: any) => IsOn)).toBe(true)
    await save(4, { events: [] })
    expect((await mine()).Events.some(({ IsOn }: any) => IsOn)).toBe(false)
    // Nobody is promised a letter that cannot reach him.
    expect((await save(4, { events: [SCORE], channels: [1, 3] })).body).toMatchObject({ success: false, error_code: 24 })
    expect((await mine()).Events.some(({ IsOn }: any) => IsOn)).toBe(false)
    for (const game_id of [7, game.ci])
      expect((await save(4, { game_id, events: [SCORE] })).body).toMatchObject({ success: false, error_code: 22 })
  })
})

describe('from a fact to the player', () => {
  test('a goal reaches those who follow it, once; others hear nothing; two processes tell it once', async () => {
    await save(1, { events: [SCORE, YELLOW], channels: [1, 3] })
    await save(2, { events: [YELLOW], channels: [1] })
    const [one, two] = [listen(1), listen(2)]
    state(game.ci, [1, 0])
    await told()
    expect(noticesOn(one)).toEqual([
      {
        id: expect.any(Number),
        gameId: I,
        constId: game.ci,
        sportId: 1,
        kind: 1,
        title: `${game.sides[0]!.names['en']} — ${game.sides[1]!.names['en']}`,
        text: expect.stringMatching(/^Goal, .* Score 1:0/),
        at: now / 1000,
      },
    ])
    // An open page looks at one key, whatever comes.
    expect(one.get('last')).toBe(noticesOn(one)[0].id)
    expect(two.size).toBe(0)
    await told()
    expect(noticesOn(one)).toHaveLength(1)
    expect(others.at(-1)).toMatchObject({ players: [1] })
    expect(letters).toMatchObject([
      { playerId: 1, title: expect.any(String), text: expect.stringMatching(/1:0/), page: expect.stringMatching(/^\/ru\/live\/./) },
    ])
  })

  test('another process that sees the same goal tells nothing', async () => {
    const twin = createLine({ clock, texts })
    const second = createSubscriptions({
      db,
      clock,
      line: twin,
      log,
      mac,
      subject: 'mailto:a@b.example',
      excludedOf: async () => new Set(),
      stream: { provide: () => {} },
      outbox: { subscribe: () => {} },
      text: (_lng, key) => key,
      tellOthers: () => {},
      letters: { reach: async () => false, reachable: async () => [], send: async () => {} },
      send: async () => 'sent',
    })
    const see = (score: [number, number], yellow: number): void => {
      seq += 1
      const body = sampleLive(score, { phase: 'h1', stats: { yellow: [yellow, 0] } })
      twin.apply([sampleFact(body, game.ci, { sentAt: SAMPLE_START + seq * 1000 })])
    }
    const events = async (text: string): Promise<number> => {
      await second.settled()
      const { rows } = await rawPool(db).query(`SELECT 1 FROM game_event WHERE ci = $1 AND key LIKE $2`, [game.ci, `${text}:%`])
      return rows.length
    }
    twin.apply([sampleGameFact(game)])
    let cards = 0
    // It has read which games are followed as soon as it tells of a card.
    await vi.waitFor(
      async () => {
        see([0, 0], (cards += 1))
        expect(await events('yellow')).toBeGreaterThan(0)
      },
      { timeout: 20_000, interval: 50 },
    )
    see([1, 0], cards)
    expect(await events('score')).toBe(1)
    await told()
  })

  test('a card, then the end; notices in the language of the reader', async () => {
    const [one, two] = [listen(1), listen(2)]
    await save(2, { events: [YELLOW, END], channels: [1] })
    state(game.ci, [1, 0], { stats: { yellow: [0, 1] } })
    line.apply([sampleGameFact({ ...game, status: 'ended' }, { sentAt: SAMPLE_START + 500_000 })])
    await told()
    expect(noticesOn(one).map(({ text }) => text)).toEqual([expect.stringContaining('Yellow card')])
    expect(noticesOn(two).map(({ text }) => text)).toEqual([
      expect.stringContaining('Yellow card'),
      expect.stringContaining('The game is over. Score 1:0'),
    ])
    const list = (await site.call('POST', '/web-api/gamesubscription/notices?lng=ru', { player: 2, body: { lng: 'ru' } })).body.data
    expect(contract.notices.reply.safeParse(list).success).toBe(true)
    expect(list.slice(0, 2).map(({ text }: any) => text)).toEqual(['Игра закончена. Счёт 1:0', expect.stringContaining('Жёлтая карточка')])
  })

  test('nobody listens to the notices of another player', () => {
    expect(provider.authorize!('notice:1', { playerId: 2, sessionId: null })).toBe(false)
    expect(provider.authorize!('notice:1', { playerId: null, sessionId: null })).toBe(false)
    expect(provider.authorize!('notice:1', { playerId: 1, sessionId: null })).toBe(true)
  })
})

describe('web push', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/one'
  const register = (player: number, body: object) => site.call('POST', '/web-api/gamesubscription/push?lng=en', { player, body })
  const stored = async () => (await rawPool(db).query('SELECT player_id, endpoint FROM push_endpoint ORDER BY created_at, endpoint')).rows

  test('the key follows from the installation and is a key of the curve', async () => {
    const { key } = (await site.get('/web-api/gamesubscription/push-key')).body.data
    expect(key).toBe(vapidKeys(mac).publicKey)
    const { privateKey } = vapidKeys(mac)
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    expect(ecdh.getPublicKey('base64url')).toBe(key)
    expect(() => webPush.getVapidHeaders('https://fcm.googleapis.com', 'mailto:a@b.example', key, privateKey, 'aes128gcm')).not.toThrow()
  })

  test('bad endpoints are refused and name the field; ten browsers a player', async () => {
    for (const bad of ['https://10.0.0.1/push/x', 'http://fcm.googleapis.com/x', 'https://db.internal/push'])
      expect((await register(3, { endpoint: bad, keys })).body).toMatchObject({
        success: false,
        error_code: 23,
        validation_errors: { endpoint: expect.anything() },
      })
    expect((await register(3, { endpoint, keys: { p256dh: 'x', auth: 'y' } })).body.validation_errors).toHaveProperty('keys')
    expect((await site.post('/web-api/gamesubscription/push', { endpoint, keys })).status).toBe(401)
    for (let n = 0; n < 12; n++) {
      now += 1000
      expect((await register(4, { endpoint: `${endpoint}-${n}`, keys })).body.data).toEqual({ saved: true })
    }
    expect((await stored()).filter(({ player_id }) => player_id === 4)).toHaveLength(10)
  })

  test('a followed score is pushed; an endpoint that is gone is forgotten, one that failed is tried once more', async () => {
    await register(3, { endpoint, keys })
    await site.call('POST', '/web-api/gamesubscription/save', {
      player: 3,
      body: { game_id: basket.parts[0]!.i, events: [{ id: 0, period_id: 2 }], channels: [2] },
    })
    end = 'later'
    state(basket.ci, [20, 18], { phase: 'q1_break' })
    await told()
    expect(pushed.filter(({ to }) => to.playerId === 3)).toHaveLength(2)
    expect(pushed.at(-1)).toMatchObject({ to: { endpoint }, message: { text: expect.stringContaining('20:18'), tag: `game-${basket.ci}` } })
    expect(pushed.at(-1)!.message.url).toMatch(new RegExp(`^/[a-z]+/live/basketball/\\d+-[^/]+/${basket.ci}-`))
    end = 'gone'
    state(basket.ci, [40, 38], { phase: 'q2_break' })
    await told()
    expect((await stored()).some((row) => row.endpoint === endpoint)).toBe(false)
    expect((await site.call('POST', '/web-api/gamesubscription/push-remove', { player: 3, body: { endpoint } })).body.data).toEqual({
      removed: 0,
    })
  })

  test('who has excluded himself is called back by nothing: no page, no browser, no letter (RG-12)', async () => {
    end = 'sent'
    const player = 4
    const page = listen(player)
    const heard = () => [
      page.size > 0,
      pushed.some(({ to }) => to.playerId === player),
      letters.some((letter) => letter.playerId === player),
    ]
    const other = sampleGame({ n: 7, kind: 1, sportId: 3, championshipId: 910_301 })
    line.apply([sampleGameFact(other)])
    state(other.ci, [0, 0])
    const follow = { game_id: other.parts[0]!.i, events: [{ id: 0, period_id: 2 }], channels: [1, 2] }
    await site.call('POST', '/web-api/gamesubscription/save', { player, body: follow })
    excluded.add(player)
    state(other.ci, [20, 18], { phase: 'q1_break' })
    await told()
    expect(heard()).toEqual([false, false, false])
    excluded.delete(player)
    state(other.ci, [40, 38], { phase: 'q2_break' })
    await told()
    expect(heard().slice(0, 2)).toEqual([true, true])
  })

  test('a browser whose session was closed from elsewhere is told nothing more; one whose session is over by time still is', async () => {
    const sent = () => pushed.filter(({ to }) => to.playerId === 9).map(({ to }) => to.endpoint.slice(endpoint.length))
    await rawPool(db).query(
      `INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES (9, 'polosa', 'en', 'x', now())`,
    )
    for (const [id, closed] of [
      ['closed', 'now()'],
      ['over', 'NULL'],
    ]) {
      await rawPool(db).query(
        `INSERT INTO session (id, secret_hash, player_id, brand, kind, grade, opened_by, device, ip, country, created_at, last_action_at, authenticated_at, expires_at, closed_at, close_reason)
        VALUES ($1, $2, 9, 'polosa', 'site', 'password', 'sign_in', 'Chrome', '127.0.0.1', 'KZ', now(), now(), now(), now(), ${closed}, CASE WHEN $1 = 'closed' THEN 'closed_by_player' END)`,
        [id, Buffer.from(id!)],
      )
      await register(9, { endpoint: `${endpoint}-${id}`, keys })
      await rawPool(db).query('UPDATE push_endpoint SET session_id = $1 WHERE endpoint = $2', [id, `${endpoint}-${id}`])
    }
    await site.call('POST', '/web-api/gamesubscription/push-topics', { player: 9, body: { topics: ['bets'] } })
    subscriptions.push([{ playerId: 9, topic: 'bets', tag: 'bets-9', page: '/coupon/1', words: () => ({ title: 'a', text: 'b' }) }])
    await subscriptions.settled()
    expect(sent()).toEqual(['-over'])
  })

  test('of his own bets a browser tells what its player has chosen, and nothing before', async () => {
    end = 'sent'
    const choose = (player: number, body: object) => site.call('POST', '/web-api/gamesubscription/push-topics', { player, body })
    const news = (topic: 'bets' | 'money', playerId = 6) => {
      subscriptions.push([{ playerId, topic, tag: `${topic}-1`, page: '/coupon/1', words: (lng) => ({ title: lng, text: topic }) }])
      return subscriptions.settled()
    }
    await register(6, { endpoint: `${endpoint}-6`, keys })
    const own = () => pushed.filter(({ to }) => to.playerId === 6).map(({ message }) => message)
    await news('bets')
    expect(own()).toEqual([])
    expect((await choose(6, { topics: ['bets'] })).body.data).toEqual({ topics: ['bets'], browsers: 1 })
    await news('bets')
    await news('money')
    await news('bets', 7)
    expect(own()).toEqual([{ title: 'en', text: 'bets', url: '/en/coupon/1', tag: 'bets-1' }])
    expect((await choose(6, { topics: ['news'] })).status).toBe(422)
    expect((await choose(6, { topics: [] })).body.data.topics).toEqual([])
    await news('bets')
    expect(own()).toHaveLength(1)
  })

  test('a public name that leads home is not connected to', async () => {
    const error = await new Promise<Error | null>((done) => publicLookup('localhost', {}, (fault) => done(fault)))
    expect(error).toMatchObject({ code: 'EPRIVATE' })
  })
})

test('once stopped it reads no more of the base, which is closed next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const warn = vi.fn()
    const base = await testDatabase()
    const another = createSubscriptions({
      db: base.db,
      clock,
      line,
      log: { ...log, warn },
      mac,
      subject: 'mailto:a@b.example',
      excludedOf: async () => new Set(),
      stream: { provide: () => {} },
      outbox: { subscribe: () => {} },
      text: (_lng, key) => key,
      tellOthers: () => {},
      letters: { reach: async () => false, reachable: async () => [], send: async () => {} },
    })
    vi.advanceTimersByTime(10_000)
    await another.stop()
    await base.db.destroy()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(warn).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
