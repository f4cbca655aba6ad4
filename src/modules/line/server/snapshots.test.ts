import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { versionOf } from './snapshot-version.ts'
import { createSnapshots, type Question, type Snapshots } from './snapshots.ts'

let now = 0
let version = 0
let builds: string[] = []
let snapshots: Snapshots
let routed = false
let broken = false
/** How long an answer takes to build, by a clock that stands otherwise: a slow machine makes none dear. */
let buildMs = 0
vi.useFakeTimers({ toFake: ['performance'] })

beforeEach(() => {
  now = 1_000_000
  version = 1
  builds = []
  routed = false
  broken = false
  buildMs = 0
  snapshots = createSnapshots({ now: () => now }, () => version)
})

const TEXT = 'x'.repeat(10_000)

function question(key: string): Question {
  return {
    key,
    scope: () => ['s'],
    build: () => {
      if (broken) throw new Error('broken')
      builds.push(key)
      vi.advanceTimersByTime(buildMs)
      return { key, version, text: TEXT }
    },
  }
}

function asked(url: string, encoding = 'identity'): IncomingMessage {
  return { url, method: 'GET', headers: { 'accept-encoding': encoding } } as unknown as IncomingMessage
}

let sent: Buffer | null = null

/** What the fast path sends at once; `sent` says what it sends later. */
function fast(url: string, encoding = 'identity'): Buffer | null {
  sent = null
  const response = { writeHead: () => {}, end: (bytes: Buffer) => (sent = bytes) } as unknown as ServerResponse
  return snapshots.fastPath(asked(url, encoding), response, '', () => (routed = true)) ? sent : null
}

async function know(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await snapshots.answer(question(key), asked(key))
    snapshots.remember(key, question(key), 'address')
  }
  builds = []
}

describe('answers as ready bytes', () => {
  const keys = Array.from({ length: 20 }, (_, n) => `/q${n}`)

  it('a burst of answers that are over sends the old bytes at once and builds one a turn', async () => {
    await know(keys)
    version = 2
    now += 600
    for (const key of keys) expect(JSON.parse(String(fast(key)))).toMatchObject({ key, version: 1 })
    expect(builds).toEqual([])
    await turn()
    expect(builds.length).toBeLessThan(keys.length)
    await expect.poll(() => builds.toSorted(), { timeout: 10_000 }).toEqual(keys.toSorted())
    // What was built last is kept a moment later.
    await expect.poll(() => keys.every((key) => String(fast(key)).includes('"version":2'))).toBe(true)
  })

  it('bytes older than a second are never sent; whoever waits comes first', async () => {
    await know(keys)
    version = 2
    now += 600
    for (const key of keys) fast(key)
    now += 500
    expect(fast('/q19')).toBeNull()
    await expect.poll(() => sent && (JSON.parse(String(sent)) as unknown)).toMatchObject({ key: '/q19', version: 2 })
    expect(builds.indexOf('/q19')).toBeLessThan(3)
  })

  it('an unchanged answer is not built anew while its cache life lasts', async () => {
    await know(['/one'])
    now += 4_000
    expect(fast('/one')).not.toBeNull()
    await turn()
    expect(builds).not.toContain('/one')
  })

  it('an answer that takes long to build is built half as often', async () => {
    buildMs = 9
    await know(['/dear'])
    version = 2
    now += 600
    expect(JSON.parse(String(fast('/dear')))).toMatchObject({ version: 1 })
    await turn()
    await turn()
    expect(builds).not.toContain('/dear')
    now += 500
    expect(fast('/dear')).toBeNull()
    await expect.poll(() => builds).toContain('/dear')
  })

  it('an encoding is made when somebody takes it, and from then on with each version', async () => {
    await know(['/one'])
    expect(fast('/one', 'gzip')).toBeNull()
    await expect.poll(() => sent && (JSON.parse(String(gunzipSync(sent))) as unknown)).toMatchObject({ version: 1 })
    version = 2
    now += 600
    expect(fast('/one', 'gzip')).not.toBeNull()
    await expect.poll(() => JSON.parse(String(gunzipSync(fast('/one', 'gzip')!))) as unknown).toMatchObject({ version: 2 })
  })

  it('a request whose answer cannot be built goes to the router; the next one tries again', async () => {
    await know(['/one'])
    version = 2
    now += 1_100
    broken = true
    expect(fast('/one')).toBeNull()
    await expect.poll(() => routed).toBe(true)
    await expect(snapshots.answer(question('/two'), asked('/two'))).rejects.toThrow('broken')
    broken = false
    expect(fast('/one')).toBeNull()
    await expect.poll(() => sent && (JSON.parse(String(sent)) as unknown)).toMatchObject({ version: 2 })
    expect((await snapshots.answer(question('/two'), asked('/two'))).number).toBe(2)
  })
})

it.each([
  ['so many answers', { answers: 2, bytes: 1e9 }, ''],
  ['so many bytes, those of their keys too', { answers: 100, bytes: 50_000 }, 'k'.repeat(5_000)],
])('keeps %s and forgets those that were asked for longest ago', async (_what, most, tail) => {
  snapshots = createSnapshots({ now: () => now }, () => version, most)
  const keys = ['/a', '/b', '/c'].map((key) => key + tail)
  await know(keys.map((key) => key))
  for (const [n, key] of keys.entries()) {
    await snapshots.answer(question(key), asked(key))
    expect(builds, `${n}`).toEqual(keys.slice(0, n + 1))
  }
})

it('is the same answer when nothing but the seconds to the start has changed, and another one when any other number has', () => {
  const tagOf = (value: unknown) => versionOf(JSON.stringify(value), 1, 0, '').etag
  const value = { B: 60, name: 'B', AB: 1, list: [{ B: 7 }, { DB: 8 }] }
  expect(tagOf({ ...value, B: 5, list: [{ B: 100 }, { DB: 8 }] })).toBe(tagOf(value))
  expect(tagOf({ ...value, AB: 2 })).not.toBe(tagOf(value))
  expect(tagOf({ ...value, list: [{ B: 7 }, { DB: 9 }] })).not.toBe(tagOf(value))
})
