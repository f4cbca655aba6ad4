import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findOrInstallNats, startNats } from '../../../../tools/nats.ts'
import { createLog } from '../log.ts'
import { natsBus } from './nats.ts'
import type { Bus } from './port.ts'

const nats = findOrInstallNats()

it('a bus that is away at the start is told of once, and ends the start with a sentence', async () => {
  const said: string[] = []
  const log = { warn: (text: string) => said.push(text) }
  await expect(natsBus('nats://127.0.0.1:1', 'a1', log as never, 1_200)).rejects.toThrow('NATS_URL: no bus answers at 127.0.0.1:1')
  expect(said).toEqual(['NATS_URL: no bus answers at 127.0.0.1:1 yet; asking again'])
})

/** What a process hears, as text. */
function hearing(bus: Bus): string[] {
  const heard: string[] = []
  bus.on('clock', (payload) => heard.push(`told ${String(payload)}`))
  bus.follow((records) => heard.push(...records.map((record) => `fact ${String(record)}`)))
  return heard
}

async function imageOf(bus: Bus): Promise<string> {
  let text = ''
  for await (const chunk of bus.fetch('feed.image')) text += Buffer.from(chunk).toString()
  return text
}

it.skipIf(!nats)('two installations on one server hear nothing of each other', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'polosa-bus-'))
  const server = await startNats(nats!, dir)
  const open = (installation: string) => natsBus(server.url, installation, createLog('silent', false))
  const buses = await Promise.all(['a1', 'a1', 'b2', 'b2'].map(open))
  const [one, alsoOne, two, alsoTwo] = buses as [Bus, Bus, Bus, Bus]
  try {
    const [atOne, atTwo] = [hearing(alsoOne), hearing(alsoTwo)]
    one.serve('feed.image', async function* () {
      yield Buffer.from('the book of the first')
    })
    // Said again until it is heard: who listens tells the server so in its own time.
    const say = (bus: Bus, heard: string[], word: string) =>
      expect
        .poll(() => {
          bus.broadcast('clock', word)
          return heard
        })
        .toContain(`told ${word}`)
    await say(one, atOne, 'first')
    one.append('1')
    await expect.poll(() => atOne).toContain('fact 1')
    await say(two, atTwo, 'second')
    two.append('2')
    await expect.poll(() => atTwo).toContain('fact 2')
    expect([new Set(atOne), new Set(atTwo)]).toEqual([new Set(['told first', 'fact 1']), new Set(['told second', 'fact 2'])])
    expect(await imageOf(alsoOne)).toBe('the book of the first')
    await expect(imageOf(two)).rejects.toThrow('nobody serves')
  } finally {
    await Promise.all(buses.map((bus) => bus.close()))
    server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})
