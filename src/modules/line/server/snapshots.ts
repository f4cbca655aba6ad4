/**
 * Answers as ready bytes. A question is built at most every 500 ms, and only when something that it covers has changed;
 * an encoding is made once per version, off the main thread, and only when somebody takes it; a request copies a buffer.
 * (performance §3: stringifying per request costs 25 times as much)
 *
 * Rebuilding waits in a queue that does one answer a turn of the event loop: a hundred addresses that are over in the same
 * moment would otherwise hold every other request until the last of them is built.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { largeMemory } from '#platform/server/large-memory.ts'
import type { Clock } from '#lib/time.ts'
import { jsonOf } from '#platform/server/http.ts'
import { turnOfLoop } from '#platform/server/loop-turns.ts'
import { hasDefaults, type Reach } from './reach.ts'
import type { Encoding } from '#platform/server/http/packed.ts'
import { encoded, encodingFor, sendVersion, versionOf, type Version } from './snapshot-version.ts'

const REBUILD_MS = 500
/** An answer that takes this long to build is built half as often. */
const DEAR_MS = 8
/** While the next version is being made the old one is served, if it is not older than this. */
const STALE_MS = 1_000
/** Answers hold seconds to the start (B), so an unchanged one is rebuilt when its cache life is over. */
const LIFE_MS = 5_000
const MAX_BYTES = 256 * 1024 * 1024
const MAX_URLS = 20_000
const MAX_URL_LENGTH = 2_000
const MAX_ANSWERS = 50_000
/** Headers and what a question holds beside its key, and what encodings take of the plain text, as far as the size of the store is concerned. */
const SIZE_BESIDE = 500
const SIZE_ENCODED = 0.3
/** A key stands in the question and in the store, and says as much as the lists of ids that the question holds. */
const KEPT_KEYS = 3

export interface Question {
  /** Canonical: the same answer has the same key. */
  key: string
  /** Counters that say whether the answer may have changed. */
  scope(): readonly string[]
  /** What an answer waits for, a moment at most, before it is built. */
  prepare?(): Promise<void> | undefined
  /** The value, or its text when that is at hand. */
  build(): unknown
  cacheControl?: string
  /** This answer is not the last word: nobody keeps it. Asked when it has been built. */
  isPassing?(): boolean
}

interface Kept {
  question: Question
  version: Version
  refreshing: Promise<Kept> | null
  /** No rebuild before this age. */
  restMs: number
  /** Encodings that were sent of this version: the next one has them from the start. */
  sent: Set<Encoding>
}

/** An answer that has to be built, and whoever waits for it. */
interface Job {
  question: Question
  encodings: ReadonlySet<Encoding>
  done(kept: Kept): void
  fail(error: unknown): void
}

export interface Snapshots {
  /** The current version in the encoding that the client takes; waits only when there is none young enough. */
  answer(question: Question, request: IncomingMessage): Promise<Version>
  /** Lets `fastPath` find the answer of this address without parsing it again. */
  remember(url: string, question: Question, reach: Reach): void
  /** True when it has taken the request: a known address. `route` gets it back when its answer cannot be built. */
  fastPath(request: IncomingMessage, response: ServerResponse, prefix: string, route: () => void): boolean
}

export function createSnapshots(
  clock: Clock,
  numberOf: (scope: readonly string[]) => number,
  most = { answers: MAX_ANSWERS, bytes: MAX_BYTES },
): Snapshots {
  const kept = new LRUCache<string, Kept>({
    max: most.answers,
    maxSize: most.bytes,
    sizeCalculation: ({ question: { key }, version: { size, keepsPlain } }) =>
      Math.ceil(size * (keepsPlain ? 1 + SIZE_ENCODED : SIZE_ENCODED)) + SIZE_BESIDE + KEPT_KEYS * key.length,
  })
  const urls = largeMemory<string, { key: string; reach: Reach }>(MAX_URLS)
  const starting = new Map<string, Promise<Kept>>()
  const queue = createQueue((job) => build(job))

  async function build({ question, encodings }: Job): Promise<Kept> {
    const preparing = question.prepare?.()
    if (preparing) await preparing
    const number = numberOf(question.scope())
    const builtAt = clock.now()
    const begun = performance.now()
    const text = jsonOf(question.build())
    const version = versionOf(text, number, builtAt, question.isPassing?.() ? 'no-store' : (question.cacheControl ?? 'public,max-age=5'))
    const restMs = performance.now() - begun > DEAR_MS ? 2 * REBUILD_MS : REBUILD_MS
    version.keepsPlain = encodings.has('identity')
    await Promise.all([...encodings].map(async (encoding) => encoded(version, encoding)))
    const one: Kept = { question, version, refreshing: null, restMs, sent: new Set() }
    kept.set(question.key, one)
    return one
  }

  function isCurrent({ question, version, restMs }: Kept, now: number): boolean {
    const age = now - version.builtAt
    if (age < restMs && age >= 0) return true
    return age < LIFE_MS && age >= 0 && numberOf(question.scope()) === version.number
  }

  function refresh(old: Kept, urgent: boolean): Promise<Kept> {
    if (old.refreshing) {
      if (urgent) queue.hurry(old.question)
      return old.refreshing
    }
    const making = queue.add(old.question, old.sent, urgent)
    // A build that failed is tried again by the next request.
    making.catch(() => (old.refreshing = null))
    return (old.refreshing = making)
  }

  function first(question: Question): Promise<Kept> {
    const known = starting.get(question.key)
    if (known) return known
    const making = queue.add(question, new Set(), true).finally(() => starting.delete(question.key))
    starting.set(question.key, making)
    return making
  }

  function current(question: Question): Promise<Kept> | Kept {
    const old = kept.get(question.key)
    return old ? usable(old) : first(question)
  }

  /** This version, or the next one when it is too old to be sent while that is made. */
  function usable(old: Kept): Promise<Kept> | Kept {
    const now = clock.now()
    if (isCurrent(old, now)) return old
    const isYoung = now - old.version.builtAt < STALE_MS
    const next = refresh(old, !isYoung)
    return isYoung ? old : next
  }

  /** The version with the encoding that the client takes. */
  function packed({ version, sent }: Kept, request: IncomingMessage): Promise<Version> | Version {
    const encoding = encodingFor(request, version)
    sent.add(encoding)
    const making = encoded(version, encoding)
    return making ? making.then(() => version) : version
  }

  return {
    answer: async (question, request) => packed(await current(question), request),
    remember: (url, { key }, reach) => {
      if (url.length <= MAX_URL_LENGTH && !urls.has(url)) urls.set(url, { key, reach })
    },
    fastPath(request, response, prefix, route) {
      // Peeking leaves the order of use alone: every rebuild of a used answer puts it in front anyway.
      const known = urls.peek(prefix + request.url!)
      if (!known || (known.reach !== 'address' && hasDefaults(request))) return false
      const { key, reach } = known
      const old = kept.peek(key)
      if (!old) return false
      const ready = usable(old)
      if (ready instanceof Promise) {
        ready.then((one) => packed(one, request)).then((version) => sendVersion(request, response, version, reach), route)
        return true
      }
      const version = packed(ready, request)
      if (version instanceof Promise) version.then((one) => sendVersion(request, response, one, reach), route)
      else sendVersion(request, response, version, reach)
      return true
    },
  }
}

/** One answer a turn of the event loop, those first that somebody waits for. */
function createQueue(build: (job: Job) => Promise<Kept>) {
  const waiting = new Map<string, Job>()
  const urgent = new Map<string, Job>()
  let isScheduled = false

  function next(): Job | undefined {
    const from = urgent.size > 0 ? urgent : waiting
    const found = from.entries().next()
    if (found.done) return undefined
    from.delete(found.value[0])
    return found.value[1]
  }

  function turn(): void {
    isScheduled = false
    const job = next()
    if (!job) return
    build(job).then(job.done, job.fail)
    schedule()
  }

  function schedule(): void {
    if (isScheduled || waiting.size + urgent.size === 0) return
    isScheduled = true
    void turnOfLoop('answer').then(turn)
  }

  return {
    add(question: Question, encodings: ReadonlySet<Encoding>, isUrgent: boolean): Promise<Kept> {
      return new Promise((done, fail) => {
        ;(isUrgent ? urgent : waiting).set(question.key, { question, encodings, done, fail })
        schedule()
      })
    },
    hurry({ key }: Question): void {
      const job = waiting.get(key)
      if (!job) return
      waiting.delete(key)
      urgent.set(key, job)
    },
  }
}
