import { afterAll, beforeEach, expect, test } from 'vitest'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { registerMainFeed } from './index.ts'

let now = SAMPLE_START - 3_600_000
const clock = { now: () => now }
const line = createLine({ clock, texts: { text: (_lng, key) => key } })
const site = await sampleSite(clock, (app) => registerMainFeed({ app, line, tasteOf: async () => null, standingsOf: async () => [] }))
afterAll(() => site.app.close())

/** They have no market until somebody reads their card. */
const games = [0, 1, 2].map((n) => sampleGame({ n, parts: ['h1'] }))
const put = (ci: number, count: number) =>
  setTimeout(() => {
    const { fact, ...rest } = sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets().slice(0, count) }, ci)
    line.apply([{ ...rest, fact: { ...fact, provider: 'pricing' } }])
  }, 20)
const told: number[] = []
line.apply(games.map((game) => sampleGameFact(game)))
line.onOpened((ci) => {
  told.push(ci)
  put(ci, 4)
})
beforeEach(() => {
  told.length = 0
  now += 60_000
})

test.each([
  ['/main-line-feed/v1/gameEvents', 0],
  ['/main-line-feed/v3/gameInfo', 1],
  ['/cyber-api/mainfeedline/web/cyber/v3/gameEvents', 2],
] as const)('%s opens the card that it reads, and its first answer is whole', async (path, n) => {
  const { ci } = games[n]!
  const first = await site.get(`${path}?gameId=${ci}&lng=en`)
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(told).toEqual([ci])
  now += 60_000
  expect((await site.get(`${path}?gameId=${ci}&lng=en`)).body.eventsCount).toBe(first.body.eventsCount)
  if (path.includes('gameEvents')) expect(first.body.eventsCount).toBeGreaterThan(3)
})

test.each(['/main-line-feed/v1/gameEvents', '/main-line-feed/v3/gameInfo'])(
  '%s tells of the game as it stands at each call',
  async (path) => {
    const game = sampleGame({ n: 7 })
    line.apply([sampleGameFact(game, { sentAt: now })])
    const ask = async () => (await site.get(`${path}?gameId=${game.ci}&lng=en`)).body.startTs
    expect(await ask()).toBe(SAMPLE_START / 1000)
    for (const minutes of [10, 20]) {
      now += 60_000
      game.startsAt = SAMPLE_START + minutes * 60_000
      line.apply([sampleGameFact(game, { sentAt: now })])
      expect(await ask()).toBe(game.startsAt / 1000)
    }
    game.startsAt = SAMPLE_START
  },
)
