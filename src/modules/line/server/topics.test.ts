import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Logger } from '#platform/server/log.ts'
import { createStream, type Stream } from '#platform/server/stream.ts'
import { Topic } from '#platform/server/stream/topic.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive } from '../rules/sample-facts.ts'
import { createLine, type Line } from './line.ts'

const AT = SAMPLE_START
const game = sampleGame({ n: 1, parts: ['h1'] })
const main = game.parts[0]!.i
let stream: Stream
let line: Line

beforeEach(() => {
  stream = createStream({ warn() {}, error() {} } as unknown as Logger)
  line = createLine({ clock: { now: () => AT }, texts: { text: (_lng, key) => key }, stream })
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, game.ci)])
})
afterEach(() => stream.close())

function opened(name: string): Topic {
  const topic = new Topic(name)
  expect(line.topics.open(topic, name)).toBe(true)
  return topic
}
const stop = sampleFact({ t: 'bet.stop', game: '', groups: 'all', to: 'suspended', reason: 'goal' }, game.ci, { sentAt: AT + 1 })

test('an outcome is [price, flags], locked with its reason; only what changed is sent', () => {
  const row = opened(`row:${game.ci}`)
  const before = row.snapshot()
  expect(before.values).toMatchObject({
    h: [3, 'scheduled', AT / 1000, main, 0],
    c: 16,
    [`${main}:1`]: [2150, 1],
    [`${main}:9:2.5`]: [2000, 3],
  })
  expect(before.values).not.toHaveProperty(`${main}:9:3.5`)
  line.apply([
    sampleFact(
      {
        t: 'odds.delta',
        game: '',
        markets: [{ ...footballMarkets(7)[0]!, outcomes: footballMarkets(7)[0]!.outcomes.slice(0, 3) }],
      },
      game.ci,
      { sentAt: AT },
    ),
  ])
  expect(row.patch(before.version).values).toEqual({
    [`${main}:1`]: [2157, 1],
    [`${main}:2`]: [3407, 1],
    [`${main}:3`]: [3557, 1],
  })
  line.apply([stop])
  expect(row.snapshot().values[`${main}:1`]).toEqual([2157, 0, 'goal'])
})

test('the head of a game that was voided in play says that it is cancelled and over', () => {
  const row = opened(`row:${game.ci}`)
  line.apply([sampleGameFact({ ...game, kind: 1, status: 'abandoned', statusNote: 'called_off' }, { sentAt: AT + 1 })])
  expect(row.snapshot().values['h']).toEqual([1, 'cancelled', AT / 1000, main, 1, 'called_off'])
})

test('a settled outcome leaves the topic; going live renames the keys by the new I', () => {
  const card = opened(`game:${game.ci}`)
  const id = { game: '', part: 'full', key: 'btts', spec: '' }
  line.apply([
    sampleFact(
      {
        t: 'settle',
        game: '',
        certainty: 'confirmed',
        markets: [
          {
            id,
            results: [
              { outcome: '180', won: 1 },
              { outcome: '181', won: 0 },
            ],
          },
        ],
      },
      game.ci,
    ),
  ])
  expect(card.snapshot().values).not.toHaveProperty(`${main}:180`)
  const live = sampleGame({ n: 1, parts: ['h1'], kind: 1 })
  line.apply([{ ...sampleFact(sampleLive([1, 0]), game.ci, { sentAt: AT + 5 }), game: live }])
  const { values } = card.snapshot()
  expect(values).toMatchObject({
    h: [1, 'live', AT / 1000, live.parts[0]!.i, 0],
    s: { f: [1, 0], ph: 'h2', c: 3240, r: 1 },
    [`${live.parts[0]!.i}:1`]: [2150, 1],
  })
  expect(Object.keys(values).some((key) => key.startsWith(`${main}:`))).toBe(false)
})

test('lists and counts follow games from line to live and out', () => {
  const [lines, lives, counts] = [opened('list:line:1'), opened('list:live'), opened('counts')]
  expect(lines.snapshot().values).toEqual({ [game.ci]: [1, 910_101, 100, AT / 1000] })
  expect(counts.snapshot().values).toEqual({ 1: [0, 1] })
  line.apply([sampleGameFact(sampleGame({ n: 1, kind: 1, parts: ['h1'] }), { sentAt: AT + 1 })])
  expect([lines, lives].map((topic) => Object.keys(topic.snapshot().values).length)).toEqual([0, 1])
  expect(counts.snapshot().values).toEqual({ 1: [1, 0] })
  line.apply([sampleGameFact(sampleGame({ n: 1, kind: 1, status: 'ended', parts: ['h1'] }), { sentAt: AT + 2 })])
  expect(lives.snapshot().values).toEqual({})
  expect(counts.snapshot().values).toEqual({})
})

test('unknown topics do not open, and a closed one is left alone', () => {
  const { ci } = game
  const cards = ['row:5', 'game:x', `game:0${ci}`, `row:${ci}:1`, `game: ${ci}`, `row:${ci}.0`, `game:0x${ci.toString(16)}`]
  const lists = ['list:all', 'list', 'list:live:1', 'list:line:', 'list:line:01', 'list:line:99999', 'list:line:x', 'list:line:1:2']
  for (const name of [...cards, ...lists, 'counts:x', 'counts:', 'feed:1', 'other'])
    expect(line.topics.open(new Topic(name), name), name).toBe(false)
  for (const name of ['list:live', 'list:line', 'list:line:1', 'list:line:7', 'counts', 'feed']) opened(name)
  const row = opened(`row:${game.ci}`)
  line.topics.close(row.name)
  const { version } = row
  line.apply([stop])
  expect(row.version).toBe(version)
})

test('a race tells who is in front, by runner; one that dropped out has no place', () => {
  const race = sampleGame({ n: 7, kind: 1, type: 'race' })
  race.sides = [0, 1, 2].map((k) => ({ ...race.sides[0]!, id: 500 + k, ref: `r${k}`, role: 'runner' as const, order: k + 1 }))
  const stats = { place1: [2, 0], place2: [1, 0], place3: [0, 0] } as Record<string, [number, number]>
  const state = { game: '', phase: 'race', clockSec: 60, clockRuns: true, score: [0, 0] as [number, number], periods: [], stats }
  const lap = { game: '', seq: 2, clockSec: 60, type: 'lap', detail: { lap: 1, laps: 4, order: [2, 1] } }
  line.apply([sampleGameFact(race), sampleFact({ t: 'live', state, incidents: [lap] }, race.ci)])
  const { s } = opened(`game:${race.ci}`).snapshot().values as { s: object }
  expect(s).toMatchObject({ o: [501, 500] })
  expect(s).not.toHaveProperty('st')
})
