import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { keyFor, keyOf, newKeys, seal, SealError, unseal } from './sealing.ts'

const HEAD = Buffer.from('the head of a file')
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}
async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const reader = newKeys()
const { key, ephemeral } = keyFor(reader.publicKey)
const open = (sealed: Uint8Array, head = HEAD, size = 100_000) =>
  all(unseal(keyOf(reader.secretKey, ephemeral), head, inPieces(sealed, size)))

it('comes back byte for byte, whatever the pieces it is written and read in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 300_000 }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 100, max: 200_000 }),
      async (length, write, read) => {
        const bytes = Buffer.alloc(length, 'a word or two, ')
        const sealed = await all(seal(key, HEAD, inPieces(bytes, Math.max(write, length / 50))))
        expect((await open(sealed, HEAD, read)).equals(bytes)).toBe(true)
        expect(sealed.includes('a word or two')).toBe(false)
      },
    ),
    { numRuns: 60 },
  )
})

const bytes = Buffer.alloc(200_000, 'planted words ')
const sealed = await all(seal(key, HEAD, inPieces(bytes, 50_000)))
const CHUNK = 4 + 65_536 + 16
const chunks = [
  sealed.subarray(0, CHUNK),
  sealed.subarray(CHUNK, 2 * CHUNK),
  sealed.subarray(2 * CHUNK, 3 * CHUNK),
  sealed.subarray(3 * CHUNK),
]
const flipped = (at: number) => {
  const copy = Buffer.from(sealed)
  copy[at]! ^= 1
  return copy
}

/** The chunk before the cut says that it is the last. */
const cutAndMarked = Buffer.from(sealed.subarray(0, 2 * CHUNK))
cutAndMarked[CHUNK]! |= 0x80

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['cut in a chunk', sealed.subarray(0, sealed.length - 1)],
  ['cut at the edge of a chunk', sealed.subarray(0, 3 * CHUNK)],
  ['cut at its first chunk', sealed.subarray(0, CHUNK)],
  ['cut, with a new last chunk', cutAndMarked],
  ['two chunks the other way round', Buffer.concat([chunks[1]!, chunks[0]!, chunks[2]!, chunks[3]!])],
  ['a chunk taken out', Buffer.concat([chunks[0]!, chunks[2]!, chunks[3]!])],
  ['a chunk twice', Buffer.concat([chunks[0]!, chunks[0]!, chunks[1]!, chunks[2]!, chunks[3]!])],
  ['the last chunk twice', Buffer.concat([sealed, chunks[3]!])],
  ['a byte more', Buffer.concat([sealed, Buffer.from('x')])],
  ...[0, 1, 3, 4, 5_000, 65_536 + 5, CHUNK, CHUNK + 3, CHUNK + 4, 3 * CHUNK, sealed.length - 1].map((at): [string, Buffer] => [
    `byte ${at} flipped`,
    flipped(at),
  ]),
])('%s is found', async (_name, changed) => {
  await expect(open(changed)).rejects.toThrow(SealError)
  await expect(open(changed, HEAD, 1_000)).rejects.toThrow(SealError)
})

it('belongs to its head and its key', async () => {
  await expect(open(sealed, Buffer.from('another head'))).rejects.toThrow(SealError)
  const other = newKeys()
  await expect(all(unseal(keyOf(other.secretKey, ephemeral), HEAD, inPieces(sealed, 1_000)))).rejects.toThrow(
    'this key does not open the backup',
  )
  // Who can write cannot read.
  expect(() => keyOf(reader.publicKey, ephemeral)).toThrow('this is not a restore key')
  expect(() => keyFor(reader.secretKey)).toThrow('this is not a public backup key')
})
