import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GrowingTree, leafHash, pathOf, rootOf } from './merkle.ts'

const digest = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
const leaves = (count: number) => Array.from({ length: count }, (_, i) => leafHash(digest, digest(i.toString(16).padStart(4, '0'))))

/** The tree as it is defined: split at the greatest power of two below the size. */
function defined(nodes: string[]): string {
  if (nodes.length === 1) return nodes[0]!
  let split = 1
  while (split * 2 < nodes.length) split *= 2
  return digest(`01${defined(nodes.slice(0, split))}${defined(nodes.slice(split))}`)
}

it('has the root of the definition, at every size of a growing tree', () => {
  const all = leaves(40)
  const tree = new GrowingTree(digest)
  all.forEach((leaf, i) => {
    tree.add(leaf)
    const expected = defined(all.slice(0, i + 1))
    expect(tree.root()).toBe(expected)
    expect(rootOf(digest, all.slice(0, i + 1))).toBe(expected)
  })
})

it('leads every leaf to the root, and nothing else', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, at) => {
      const all = leaves(size)
      const index = at % size
      const climb = (leaf: string) =>
        pathOf(digest, all, index).reduce((node, { side, hash }) => digest(side === 'l' ? `01${hash}${node}` : `01${node}${hash}`), leaf)
      expect(climb(all[index]!)).toBe(rootOf(digest, all))
      if (size > 1) expect(climb(all[(index + 1) % size]!)).not.toBe(rootOf(digest, all))
    }),
  )
})
