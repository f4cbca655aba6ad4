import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { zipOf } from './zip.ts'

it('packs beside the event loop: others have their turns', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  const bytes = randomBytes(2_000_000)
  const archive = await zipOf([{ name: 'a.bin', bytes }], new Date('2026-11-21'))
  clearImmediate(next)
  expect(turns).toBeGreaterThan(0)
  const begin = 30 + 'a.bin'.length
  expect(inflateRawSync(archive.subarray(begin, begin + archive.readUInt32LE(18)))).toEqual(bytes)
})
