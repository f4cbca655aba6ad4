/**
 * The Merkle tree of a day's entries: pairs from the left, a lonely node goes up unchanged, leaves and nodes hashed
 * under different first bytes (the tree of RFC 6962). Everything is lower-case hexadecimal text; who calls brings
 * SHA-256, because a server has it at once and a browser has to wait for it.
 */

/** SHA-256 of bytes written as hexadecimal digits. */
export type Digest = (hex: string) => string

/** A neighbour on the way to the root: `l` stands left of what we have, `r` right of it. */
export interface PathStep {
  side: 'l' | 'r'
  hash: string
}

export const leafHash = (digest: Digest, entryHash: string): string => digest(`00${entryHash}`)
const nodeHash = (digest: Digest, left: string, right: string): string => digest(`01${left}${right}`)

/** All levels above these nodes, theirs first, the root's last. */
function levelsOf(digest: Digest, nodes: readonly string[]): (readonly string[])[] {
  const levels: (readonly string[])[] = [nodes]
  for (let level = nodes; level.length > 1;) {
    const next: string[] = []
    for (let i = 0; i < level.length; i += 2) {
      const right = level[i + 1]
      next.push(right === undefined ? level[i]! : nodeHash(digest, level[i]!, right))
    }
    levels.push(next)
    level = next
  }
  return levels
}

/** Root over leaves, or over roots of whole blocks; there is at least one. */
export function rootOf(digest: Digest, nodes: readonly string[]): string {
  return levelsOf(digest, nodes).at(-1)![0]!
}

/** The way from node `index` to the root. */
export function pathOf(digest: Digest, nodes: readonly string[], index: number): PathStep[] {
  const path: PathStep[] = []
  let at = index
  for (const level of levelsOf(digest, nodes).slice(0, -1)) {
    const hash = level[at ^ 1]
    if (hash !== undefined) path.push({ side: at & 1 ? 'l' : 'r', hash })
    at >>= 1
  }
  return path
}

/** A tree that grows by leaves and knows its root at any size, without keeping the leaves. */
export class GrowingTree {
  readonly digest: Digest
  size = 0
  /** Whole subtrees from the left, each with its height; heights fall. */
  private parts: { height: number; root: string }[] = []

  constructor(digest: Digest) {
    this.digest = digest
  }

  add(leaf: string): void {
    let node = { height: 0, root: leaf }
    for (let last = this.parts.at(-1); last?.height === node.height; last = this.parts.at(-1)) {
      this.parts.pop()
      node = { height: node.height + 1, root: nodeHash(this.digest, last.root, node.root) }
    }
    this.parts.push(node)
    this.size += 1
  }

  /** Of the leaves so far; there must be one. */
  root(): string {
    return this.parts.slice(0, -1).reduceRight((right, { root }) => nodeHash(this.digest, root, right), this.parts.at(-1)!.root)
  }
}
