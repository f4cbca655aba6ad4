import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSnapshots, type Question, type Snapshots } from './snapshots.ts'

let now = 0
let version = 0
let builds: string[] = []
let snapshots: Snapshots

beforeEach(() => {
  now = 1_000_000
  version = 1
  builds = []
  snapshots = createSnapshots({ now: () => now }, () => version)
})

const TEXT = 'x'.repeat(1_000)

function question(key: string): Question {
  return { key, scope: () => ['s'], build: () => (builds.push(key), { key, version, text: TEXT }) }
}

function asked(url: string, encoding = 'identity'): IncomingMessage {
  return { url, method: 'GET', headers: { 'accept-encoding': encoding } } as unknown as IncomingMessage
}

/** What the fast path sends; null when it leaves the request to the router. */
function fast(url: string, encoding = 'identity'): Buffer | null {
  let sent: Buffer | null = null
  const response = { writeHead: () => {}, end: (bytes: Buffer) => (sent = bytes) } as unknown as ServerResponse
  return snapshots.fastPath(asked(url, encoding), response, '') ? sent : null
}

async function know(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await snapshots.answer(question(key), asked(key))
    snapshots.remember(key, question(key))
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
    for (let i = 0; i < 2 * keys.length; i += 1) await turn()
    expect(builds.toSorted()).toEqual(keys.toSorted())
    for (const key of keys) expect(JSON.parse(String(fast(key)))).toMatchObject({ version: 2 })
  })

  it('bytes older than a second are never sent; whoever waits comes first', async () => {
    await know(keys)
    version = 2
    now += 600
    for (const key of keys) fast(key)
    now += 500
    expect(fast('/q19')).toBeNull()
    const fresh = await snapshots.answer(question('/q19'), asked('/q19'))
    expect(fresh.number).toBe(2)
    expect(builds.indexOf('/q19')).toBeLessThan(3)
  })

  it('an unchanged answer is not built anew while its cache life lasts', async () => {
    await know(['/one'])
    now += 4_000
    expect(fast('/one')).not.toBeNull()
    await turn()
    expect(builds).not.toContain('/one')
  })

  it('an encoding is made when somebody takes it, and from then on with each version', async () => {
    await know(['/one'])
    expect(fast('/one', 'gzip')).toBeNull()
    await snapshots.answer(question('/one'), asked('/one', 'gzip'))
    expect(JSON.parse(String(gunzipSync(fast('/one', 'gzip')!)))).toMatchObject({ version: 1 })
    version = 2
    now += 600
    expect(fast('/one', 'gzip')).not.toBeNull()
    await expect.poll(() => JSON.parse(String(gunzipSync(fast('/one', 'gzip')!))) as unknown).toMatchObject({ version: 2 })
  })

  it('a build that fails leaves the old bytes and is tried again', async () => {
    await know(['/one'])
    version = 2
    now += 600
    const broken: Question = {
      ...question('/one'),
      build: () => {
        throw new Error('broken')
      },
    }
    await expect(snapshots.answer({ ...broken, key: '/two' }, asked('/two'))).rejects.toThrow('broken')
    expect((await snapshots.answer(question('/two'), asked('/two'))).number).toBe(2)
  })
})
