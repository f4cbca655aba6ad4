/** A writer and a follower over a bus in memory: the same book after facts, a gap, silence and a change of the writer. */
import { afterEach, expect, it, vi } from 'vitest'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine, gameImage, type Line } from '#modules/line/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'
import { manualClock } from '#platform/server/clock.ts'
import type { Logger } from '#platform/server/log.ts'
import { testDatabase } from '../../test/support/database.ts'
import { createFollower } from './bus-follower.ts'
import type { LineLink } from './bus-line.ts'
import { createPublisher, type Publisher } from './bus-publisher.ts'

const { db } = await testDatabase(2)
const log = { info() {}, warn() {}, error() {} } as unknown as Logger
const WAIT = { timeout: 20_000, interval: 20 }

function memoryBus(): Bus & { lose: number; cut: boolean } {
  const listeners: [string, (payload: unknown) => void][] = []
  const followers: ((records: unknown[]) => void)[] = []
  const served = new Map<string, () => AsyncIterable<Uint8Array>>()
  return {
    shared: true,
    lose: 0,
    cut: false,
    broadcast(subject, payload) {
      for (const [name, handler] of listeners) if (name === subject) handler(JSON.parse(JSON.stringify(payload)))
    },
    on: (subject, handler) => void listeners.push([subject, handler]),
    append(record) {
      if (this.lose > 0) this.lose -= 1
      else for (const follower of followers) follower([JSON.parse(record)])
    },
    follow: (handler) => void followers.push(handler),
    serve: (subject, chunks) => void served.set(subject, chunks),
    async *fetch(subject) {
      const chunks = served.get(subject)
      if (!chunks || this.cut) throw new Error('nobody serves it')
      yield* chunks()
    },
    async close() {},
  }
}

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

function newLine(): Line {
  return createLine({ clock: { now: () => SAMPLE_START }, texts: { text: (_lng, key) => key } })
}

function writer(bus: Bus, line: Line, whole: Promise<void> = Promise.resolve()): Publisher {
  const publisher = createPublisher({ bus, db, line, clock: manualClock(SAMPLE_START), log, feedLagMs: () => 0, whole })
  ended.push(() => publisher.stop())
  return publisher
}

async function follower(bus: Bus, line: Line, monotonic?: () => number): Promise<LineLink> {
  const link = createFollower({ bus, line, clock: manualClock(SAMPLE_START), log, ...(monotonic ? { monotonic } : {}) })
  ended.push(() => void link.stop())
  await link.start()
  await vi.waitFor(() => expect(link.ready()).toBe(true), WAIT)
  return link
}

const textOf = (line: Line) => JSON.stringify([...line.book.games.values()].map(gameImage).toSorted((a, b) => a.ci - b.ci))
const add = (line: Line, n: number) => {
  const game = sampleGame({ n })
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, game.ci)])
  return game
}
const price = (line: Line, ci: number, k: number) =>
  line.apply([sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(k) }, ci, { sentAt: SAMPLE_START + k })])

/** A stop, a price and a locked price by hand: rare, and part of the book. */
function actByHand(line: Line, ci: number): void {
  const [one, two] = footballMarkets()
  const priced = { ...one!, outcomes: one!.outcomes.map((outcome) => ({ ...outcome, price: 3333 })) }
  const locked = { ...two!, outcomes: two!.outcomes.map((outcome, n) => ({ ...outcome, active: n > 0 })) }
  const head = { provider: 'trader', producer: 'trader', sentAt: SAMPLE_START + 1 } as const
  line.apply([
    sampleFact({ t: 'odds.delta', game: '', markets: [priced, locked] }, ci, head),
    sampleFact({ t: 'bet.stop', game: '', groups: 'all', to: 'suspended', reason: 'review' }, ci, head),
  ])
}

it('follows facts, and takes the book anew after a gap', async () => {
  const bus = memoryBus()
  const [mine, theirs] = [newLine(), newLine()]
  const game = add(mine, 1)
  actByHand(mine, game.ci)
  const publisher = writer(bus, mine)
  await publisher.begin()
  publisher.open()
  await follower(bus, theirs)
  for (const part of ['"held":"review"', '"taken":{', '"by":"review"', ',0,1]']) expect(textOf(mine)).toContain(part)
  expect(textOf(theirs)).toBe(textOf(mine))
  price(mine, game.ci, 5)
  add(mine, 2)
  expect(textOf(theirs)).toBe(textOf(mine))
  bus.lose = 1
  price(mine, game.ci, 6)
  expect(textOf(theirs)).not.toBe(textOf(mine))
  price(mine, game.ci, 7)
  await vi.waitFor(() => expect(textOf(theirs)).toBe(textOf(mine)), WAIT)
  price(mine, game.ci, 8)
  expect(textOf(theirs)).toBe(textOf(mine))
})

it('locks what is live after ten seconds of silence, and is open again when the feed is back', async () => {
  const bus = memoryBus()
  const [mine, theirs] = [newLine(), newLine()]
  const live = sampleGame({ n: 1, kind: 1 })
  mine.apply([sampleGameFact(live), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, live.ci)])
  const game = add(mine, 2)
  const publisher = writer(bus, mine)
  await publisher.begin()
  publisher.open()
  let skippedMs = 0
  await follower(bus, theirs, () => performance.now() + skippedMs)
  const open = (ci: number) => [...theirs.game(ci)!.parts.get('full')!.markets.values()].filter(({ status }) => status === 'active').length
  expect(open(live.ci)).toBeGreaterThan(0)
  publisher.stop()
  skippedMs = 10_001
  await vi.waitFor(() => expect(open(live.ci)).toBe(0), WAIT)
  expect(open(game.ci)).toBeGreaterThan(0)
  const warn = vi.spyOn(log, 'warn')
  skippedMs = 60_001
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.anything(), 'the feed is lost: all markets are suspended'), WAIT)
  warn.mockRestore()
  const next = writer(bus, mine)
  await next.begin()
  next.open()
  await vi.waitFor(() => expect(textOf(theirs)).toBe(textOf(mine)), WAIT)
  expect(open(live.ci)).toBeGreaterThan(0)
})

it('locks what is live when facts are missing and no image comes, though the feed is heard', async () => {
  const bus = memoryBus()
  const [mine, theirs] = [newLine(), newLine()]
  const live = sampleGame({ n: 1, kind: 1 })
  mine.apply([sampleGameFact(live), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, live.ci)])
  const publisher = writer(bus, mine)
  await publisher.begin()
  publisher.open()
  let skippedMs = 0
  await follower(bus, theirs, () => performance.now() + skippedMs)
  const open = () => [...theirs.game(live.ci)!.parts.get('full')!.markets.values()].filter(({ status }) => status === 'active').length
  expect(open()).toBeGreaterThan(0)
  bus.cut = true
  bus.lose = 1
  price(mine, live.ci, 6)
  price(mine, live.ci, 7)
  skippedMs = 10_001
  await vi.waitFor(() => expect(open()).toBe(0), { timeout: 5_000, interval: 20 })
  bus.cut = false
  await vi.waitFor(() => expect(textOf(theirs)).toBe(textOf(mine)), WAIT)
  expect(open()).toBeGreaterThan(0)
})

it('keeps the far games of the old book until the next feed has told of everything', async () => {
  const bus = memoryBus()
  const [old, next, theirs] = [newLine(), newLine(), newLine()]
  const games = [1, 2, 3].map((n) => add(old, n))
  const publisher = writer(bus, old)
  await publisher.begin()
  publisher.open()
  await follower(bus, theirs)
  publisher.stop()
  add(next, 1)
  const { promise: told, resolve: tellAll } = Promise.withResolvers<void>()
  const second = writer(bus, next, told)
  await second.begin()
  second.open()
  price(next, games[0]!.ci, 9)
  await vi.waitFor(
    () => expect(JSON.stringify(gameImage(theirs.game(games[0]!.ci)!))).toBe(JSON.stringify(gameImage(next.game(games[0]!.ci)!))),
    WAIT,
  )
  expect(theirs.book.games.size).toBe(3)
  add(next, 2)
  tellAll()
  await vi.waitFor(() => expect(textOf(theirs)).toBe(textOf(next)), WAIT)
})

it('a line that began with a part of the book is filling until the feed has told of everything, whatever images come between', async () => {
  const bus = memoryBus()
  const [mine, theirs] = [newLine(), newLine()]
  const game = add(mine, 1)
  const { promise: told, resolve: tellAll } = Promise.withResolvers<void>()
  const publisher = writer(bus, mine, told)
  await publisher.begin()
  publisher.open()
  await follower(bus, theirs)
  expect(theirs.isFilling()).toBe(true)
  publisher.stop()
  // The next feed has told of less: what the first one told of is kept, and is no whole line.
  const next = newLine()
  add(next, 2)
  const second = writer(bus, next, told)
  await second.begin()
  second.open()
  await vi.waitFor(() => expect(theirs.book.games.size).toBe(2), WAIT)
  expect(theirs.game(game.ci)).not.toBeNull()
  expect(theirs.isFilling()).toBe(true)
  tellAll()
  await vi.waitFor(() => expect(theirs.isFilling()).toBe(false), WAIT)
})

it('what it hears after its stop changes nothing and asks for nothing', async () => {
  const bus = memoryBus()
  const [mine, theirs] = [newLine(), newLine()]
  const game = add(mine, 1)
  const publisher = writer(bus, mine)
  await publisher.begin()
  publisher.open()
  const link = await follower(bus, theirs)
  const before = textOf(theirs)
  await link.stop()
  bus.lose = 1
  price(mine, game.ci, 6)
  price(mine, game.ci, 7)
  // Once it asked for an image again and again without letting anything else come in between.
  await new Promise((done) => setTimeout(done, 20))
  expect(textOf(theirs)).toBe(before)
})
