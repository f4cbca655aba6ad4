/**
 * The side of a process that serves the line without writing the feed: it takes an image of the book, then folds
 * the log of facts from there. A gap, a new epoch, or life after silence means a new image. While the feed is
 * silent the book stays and is served; what must not be bet on without it is suspended here (feeds 4.4).
 */
import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { FactBody } from '#modules/feeds/rules/fact.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import { isOver, KIND_LIVE } from '#modules/line/rules/book.ts'
import { loadImage, type CatalogImage, type GameImage, type Line } from '#modules/line/server/index.ts'
import type { AdjustableClock } from '#platform/server/clock.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Logger } from '#platform/server/log.ts'
import { HEARTBEAT, IMAGE, type FactRecord, type Heartbeat, type ImageChunk, type LineLink } from './bus-line.ts'

export interface FollowerDeps {
  bus: Bus
  line: Line
  clock: AdjustableClock
  log: Logger
  /** Machine time in ms for silence; tests give their own. */
  monotonic?: () => number
}

interface Image {
  e: number
  /** The first fact that may be missing in some game. */
  from: number
  /** Facts that each game holds already. */
  holds: Map<number, number>
  games: GameImage[]
  catalog: CatalogImage
  whole: boolean
}

/** As the stale guard of a built-in provider: live games first, then everything. */
const LIVE_SILENCE_MS = 10_000
const LINE_SILENCE_MS = 60_000
/** Heartbeats that tell of facts we do not have, before an image is taken. */
const BEHIND_BEATS = 10
const RETRY_MS = 500
const MAX_HELD = 300_000
const unzipped = promisify(gunzip)

export function createFollower(deps: FollowerDeps): LineLink {
  const { bus, line, clock, log } = deps
  const monotonic = deps.monotonic ?? (() => performance.now())
  let epoch = 0
  /** Number of the next fact. */
  let next = 1
  /**
   * A feed that has just started tells of far games last. Those of the old one are kept until its book is whole;
   * then one more image says what has become of them.
   */
  let partial = false
  let image: Pick<Image, 'from' | 'holds'> | null = null
  let loaded = false
  let loading = false
  /** Games of an image are being put in place: what is suspended now could be open again a moment later. */
  let placing = false
  let stopped = false
  let held: FactRecord[] = []
  let wantedEpoch = 0
  let behind = 0
  let lastSeen = 0
  let beatAt = monotonic()
  let toldLagMs = 0
  let silence: 'none' | 'live' | 'all' = 'none'
  let timer: NodeJS.Timeout | undefined

  function onRecords(records: readonly FactRecord[]): void {
    if (stopped) return
    for (const record of records) {
      if (record.e < wantedEpoch) continue
      wantedEpoch = record.e
      if (loading) hold(record)
      else take(record)
    }
  }

  function hold(record: FactRecord): void {
    // Too many: dropping them leaves a gap, and the gap asks for another image.
    if (held.length >= MAX_HELD) held = []
    held.push(record)
  }

  function take(record: FactRecord): void {
    if (record.e === epoch && record.n < next) return
    if (record.e !== epoch || record.n > next) {
      hold(record)
      return takeImage(record.e === epoch ? 'facts are missing' : 'another process writes the feed')
    }
    next += 1
    if (!isHeld(record)) line.apply([record.f])
  }

  /** Whether the image had this fact already: it was written while facts went on. */
  function isHeld({ n, f }: FactRecord): boolean {
    if (!image) return false
    const ci = f.gameCi ?? f.game?.ci
    return n <= ((ci === undefined ? undefined : image.holds.get(ci)) ?? image.from)
  }

  function onHeartbeat(beat: Heartbeat): void {
    if (stopped) return
    if (beat.offsetMs > clock.offsetMs()) clock.advance(beat.offsetMs - clock.offsetMs())
    if (beat.e < wantedEpoch || !beat.ready) return
    wantedEpoch = beat.e
    toldLagMs = beat.lagMs
    // A feed that is alive and whose image does not come leaves the book as old as one that is silent.
    if (loading) return
    beatAt = monotonic()
    if (silence !== 'none') return takeImage('the feed is back')
    if (beat.e !== epoch) return takeImage('another process writes the feed')
    if (beat.whole) line.setFilling(false)
    if (beat.whole && partial) return takeImage('the feed has told of everything')
    behind = beat.n >= next ? behind + 1 : 0
    if (behind > BEHIND_BEATS && lastSeen === next) takeImage('facts do not arrive')
    if (lastSeen !== next) behind = 0
    lastSeen = next
  }

  function takeImage(why: string): void {
    if (loading) return
    loading = true
    if (loaded) log.info({ why }, 'the book is taken anew')
    void untilLoaded().finally(() => {
      loading = false
      behind = 0
      const waiting = held
      held = []
      onRecords(waiting)
    })
  }

  async function untilLoaded(): Promise<void> {
    for (let told = false; !stopped; told = true) {
      try {
        const begunAt = performance.now()
        const got = await fetchImage(bus)
        if (got.e < wantedEpoch) throw new Error('a process that no longer writes the feed answered')
        const fetchedAt = performance.now()
        placing = true
        const leftover = await loadImage(line, got.catalog, got.games, turn)
        if (got.whole) await leftover.drop()
        partial = !got.whole && leftover.games > 0
        // A line that was whole stays so meanwhile, by what the old feed told.
        if (got.whole) line.setFilling(false)
        wantedEpoch = epoch = got.e
        next = got.from + 1
        image = got
        got.games = []
        silence = 'none'
        beatAt = monotonic()
        loaded = true
        const [fetchMs, loadMs] = [fetchedAt - begunAt, performance.now() - fetchedAt].map(Math.round)
        log.info({ epoch, games: line.book.games.size, from: got.from, fetchMs, loadMs }, 'the book is in step with the feed')
        return
      } catch (error) {
        if (!told) log.warn({ err: error }, 'no image of the book yet, asking again')
        await new Promise((done) => setTimeout(done, RETRY_MS))
      } finally {
        placing = false
      }
    }
  }

  function watchSilence(): void {
    if (!loaded || placing) return
    const age = monotonic() - beatAt
    if (age > LIVE_SILENCE_MS && silence === 'none') {
      silence = 'live'
      log.warn({ ageMs: Math.round(age) }, 'the feed is silent: live markets are suspended')
      line.apply([...producerFacts('delayed'), ...liveStops()])
    }
    if (age > LINE_SILENCE_MS && silence === 'live') {
      silence = 'all'
      log.warn({ ageMs: Math.round(age) }, 'the feed is lost: all markets are suspended')
      line.apply(producerFacts('down'))
    }
  }

  function producerFacts(state: 'delayed' | 'down'): ResolvedFact[] {
    const producers = new Set([...line.book.producers.keys(), ...[...line.book.games.values()].map((game) => game.provider)])
    const lastAliveAt = clock.now() - Math.round(monotonic() - beatAt)
    return [...producers].map((producer) => guardFact(producer, { t: 'producer', state, lastAliveAt }))
  }

  function liveStops(): ResolvedFact[] {
    return [...line.book.games.values()]
      .filter((game) => game.kind === KIND_LIVE && !isOver(game))
      .map(({ ci }) => ({
        ...guardFact('guard', { t: 'bet.stop', game: String(ci), groups: 'all', to: 'suspended', reason: 'provider_lost' }),
        gameCi: ci,
      }))
  }

  function guardFact(producer: string, body: FactBody): ResolvedFact {
    return { fact: makeFact('guard', producer, clock.now(), body) }
  }

  return {
    async start() {
      bus.on(HEARTBEAT, (payload) => onHeartbeat(payload as Heartbeat))
      line.setFilling(true)
      bus.follow((records) => onRecords(records as FactRecord[]))
      takeImage('start')
      timer = setInterval(watchSilence, 1_000)
      timer.unref()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
    },
    ready: () => loaded,
    feedLagMs: () => Math.round(monotonic() - beatAt) + toldLagMs,
  }
}

async function fetchImage(bus: Bus): Promise<Image> {
  let image: Omit<Image, 'catalog' | 'whole'> = { e: 0, from: 0, holds: new Map(), games: [] }
  let end: Pick<Image, 'catalog' | 'whole'> | null = null
  for await (const bytes of bus.fetch(IMAGE)) {
    const chunk = JSON.parse((await unzipped(bytes)).toString()) as ImageChunk
    switch (chunk.k) {
      case 'start':
        image = { e: chunk.e, from: chunk.n, holds: new Map(), games: [] }
        break
      case 'games':
        for (const game of chunk.games) {
          image.games.push(game)
          if (chunk.n > image.from) image.holds.set(game.ci, chunk.n)
        }
        break
      case 'end':
        end = { catalog: chunk.catalog, whole: chunk.whole }
        break
    }
  }
  if (!end) throw new Error('an image of the book was cut short')
  return { ...image, ...end }
}

/** Other work gets its turn between steps of a load. */
function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done))
}
