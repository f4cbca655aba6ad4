import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { Topic } from '#platform/server/stream/topic.ts'
import { feedQuery } from '../rules/feed-query.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '../rules/sample-facts.ts'
import { feedQuestion } from './answers.ts'
import { createLine, type Line } from './line.ts'

const game = sampleGame({ n: 1, parts: ['h1'] })
const other = sampleGame({ n: 2 })
const MOST_MS = 500
let now: number
let line: Line
let told: number[]

beforeEach(() => {
  now = SAMPLE_START - 86_400_000
  told = []
  line = createLine({ clock: { now: () => now }, texts: { text: (_lng, key) => key } })
  line.apply([sampleGameFact(game), sampleGameFact(other)])
  odds(game.ci, 1)
})

/** Prices of the first `count` markets. */
function odds(ci: number, count: number): void {
  const fact = sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets().slice(0, count) }, ci)
  line.apply([{ ...fact, fact: { ...fact.fact, provider: 'pricing' } }])
}

async function outcomesOf(ci: number): Promise<number> {
  const query = feedQuery({ id: String(ci) }, { lng: 'en', format: 0, countryId: 1 })
  const question = feedQuestion(line.answers, 'GetGameZip', 3, query, { id: 'test', sportsOrder: [] })
  const { bodies } = await line.snapshots.answer(question, { headers: {} } as IncomingMessage)
  const text = bodies.identity?.bytes ?? gunzipSync(bodies.gzip!.bytes)
  return (JSON.parse(String(text)) as { Value: { EC: number } }).Value.EC
}

test('the first reader of a card gets the markets that his reading brings, and holds nobody else', async () => {
  const row = line.book.games.get(game.ci)!.parts.get('full')!.markets.size
  line.onOpened((ci) => {
    told.push(ci)
    if (ci === game.ci) setTimeout(() => odds(ci, 4), 60)
  })
  const begun = performance.now()
  const first = outcomesOf(game.ci)
  expect(row).toBe(1)
  odds(other.ci, 4)
  const rest = await Promise.all([first, outcomesOf(game.ci)])
  expect(rest[0]).toBeGreaterThan(3)
  expect(rest[1]).toBe(rest[0])
  expect(performance.now() - begun).toBeLessThan(MOST_MS - 50)
  expect(told).toEqual([game.ci])
})

test('who prices and has nothing to add ends the wait as well; who never answers holds a reader for half a second at most', async () => {
  line.onOpened((ci) => void (ci === game.ci && setTimeout(() => odds(ci, 0), 20)))
  const waited = async (ci: number) => {
    const begun = performance.now()
    await outcomesOf(ci).catch(() => 0)
    return performance.now() - begun
  }
  expect(await waited(game.ci)).toBeLessThan(MOST_MS - 50)
  const unanswered = await waited(other.ci)
  expect(unanswered).toBeGreaterThan(MOST_MS - 50)
  expect(unanswered).toBeLessThan(MOST_MS + 5_000)
  // An opened card answers at once.
  now += 20_000
  expect(await waited(other.ci)).toBeLessThan(MOST_MS - 50)
})

test('a card that is read is told of every few seconds, not at every call', async () => {
  line.onOpened((ci) => {
    told.push(ci)
    odds(ci, 1)
  })
  for (let seconds = 0; seconds < 60; seconds += 1, now += 1_000) await outcomesOf(game.ci)
  expect(told.length).toBeGreaterThanOrEqual(4)
  expect(told.length).toBeLessThanOrEqual(8)
})

test('after a pause a card may have lost its markets: the reader who comes back waits for them', async () => {
  line.onOpened((ci) => void setTimeout(() => odds(ci, told.push(ci) === 1 ? 1 : 4), 30))
  const before = await outcomesOf(game.ci)
  now += 11 * 60_000
  expect(await outcomesOf(game.ci)).toBeGreaterThan(before)
})

test('a card that somebody only listens to is told of too, as long as he listens', () => {
  line.onOpened((ci) => told.push(ci))
  const name = `game:${game.ci}`
  line.topics.open(new Topic(name), name)
  line.topics.open(new Topic(`row:${other.ci}`), `row:${other.ci}`)
  const minute = () => {
    now += 60_000
    odds(other.ci, 1)
  }
  minute()
  minute()
  expect(told).toEqual([game.ci, game.ci])
  line.topics.close(name)
  minute()
  expect(told).toHaveLength(2)
})
