/**
 * The feed's side: every fact that changed the book goes to the log in order, and whoever asks gets an image of
 * the book. A process that takes over the feed builds its book first and speaks when it is whole; until then the
 * others keep what they have.
 */
import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { catalogImage, gameImage, type GameImage, type Line } from '#modules/line/server/index.ts'
import type { AdjustableClock } from '#platform/server/clock.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { HEARTBEAT, IMAGE, type FactRecord, type Heartbeat, type ImageChunk } from './bus-line.ts'

export interface PublisherDeps {
  bus: Bus
  db: Db
  line: Line
  clock: AdjustableClock
  log: Logger
  feedLagMs(): number
  /** The providers have told of everything. */
  whole: Promise<void>
}

export interface Publisher {
  /** Takes the next epoch and begins to show life. */
  begin(): Promise<void>
  /** The book is whole: from now on facts are published and images given. */
  open(): void
  stop(): void
}

const BEAT_MS = 1_000
const CHUNK_TEXT = 800_000
const MAX_RECORD = 850_000
const SLICE_MS = 80
const ATTEMPTS = 5
const zipped = promisify(gzip)

export function createPublisher({ bus, db, line, clock, log, feedLagMs, whole }: PublisherDeps): Publisher {
  let epoch = 0
  let published = 0
  let open = false
  /** Facts that touch games without naming one: an image that straddles such a fact is made again. */
  let sweeping = 0
  let beat: NodeJS.Timeout | undefined
  let isWhole = false
  void whole.then(() => (isWhole = true))

  line.listen((resolved) => {
    if (!open) return
    if (resolved.gameCi === undefined && resolved.fact.t !== 'catalog') sweeping += 1
    published += 1
    const record: FactRecord = { e: epoch, n: published, f: resolved }
    const text = JSON.stringify(record)
    // One that no message can hold leaves a gap in the numbers, and a gap makes followers take an image.
    if (Buffer.byteLength(text) <= MAX_RECORD) bus.append(text)
    else log.warn({ fact: resolved.fact.t }, 'a fact is too large for the bus')
  })

  function tell(): void {
    const heartbeat: Heartbeat = { e: epoch, n: published, ready: open, whole: isWhole, lagMs: feedLagMs(), offsetMs: clock.offsetMs() }
    bus.broadcast(HEARTBEAT, heartbeat)
  }

  async function* image(): AsyncIterable<Uint8Array> {
    const begunAt = performance.now()
    const wasWhole = isWhole
    for (let attempt = 1; ; attempt += 1) {
      const before = sweeping
      yield packed({ k: 'start', e: epoch, n: published })
      yield* gamesOfImage()
      if (sweeping === before || attempt === ATTEMPTS) break
    }
    yield packed({ k: 'end', n: published, catalog: catalogImage(line.book), whole: wasWhole })
    log.info({ ms: Math.round(performance.now() - begunAt), games: line.book.games.size }, 'image given')
  }

  async function* gamesOfImage(): AsyncIterable<Uint8Array> {
    let texts: string[] = []
    let size = 0
    let madeAt = published
    let until = performance.now() + SLICE_MS
    for (const ci of [...line.book.games.keys()]) {
      const game = line.book.games.get(ci)
      if (!game) continue
      const text = JSON.stringify(gameImage(game) satisfies GameImage)
      const holds = published
      // All games of a chunk hold the same facts: none came between them, or the chunk ends here.
      if (size > 0 && (madeAt !== holds || size + text.length > CHUNK_TEXT)) {
        yield zippedText(`{"k":"games","n":${madeAt},"games":[${texts.join(',')}]}`)
        texts = []
        size = 0
      }
      madeAt = holds
      texts.push(text)
      size += text.length
      if (performance.now() > until) {
        await new Promise((done) => setImmediate(done))
        until = performance.now() + SLICE_MS
      }
    }
    if (size > 0) yield zippedText(`{"k":"games","n":${madeAt},"games":[${texts.join(',')}]}`)
  }

  return {
    async begin() {
      const { rows } = await sql<{ epoch: string }>`
        INSERT INTO setting (key, value) VALUES ('feed.epoch', '1'::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = to_jsonb((setting.value #>> '{}')::integer + 1), updated_at = now()
        RETURNING value #>> '{}' AS epoch`.execute(db)
      epoch = Number(rows[0]!.epoch)
      beat = setInterval(tell, BEAT_MS)
      beat.unref()
      tell()
    },
    open() {
      if (open || !beat) return
      open = true
      bus.serve(IMAGE, image)
      tell()
      log.info({ epoch, games: line.book.games.size }, 'this process writes the feed')
    },
    stop() {
      open = false
      clearInterval(beat)
    },
  }
}

function packed(chunk: ImageChunk): Promise<Uint8Array> {
  return zippedText(JSON.stringify(chunk))
}

async function zippedText(text: string): Promise<Uint8Array> {
  return zipped(text, { level: 1 })
}
