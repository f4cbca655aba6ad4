/** Blocks of a multi-bet and of a conditional bet (rules 2.6, 2.8): groups of selections, named by the keys of the legs. */

export interface Block {
  keys: readonly string[]
  /** Conditional bet: stake as the player types it, '' = everything that is available. The first block's is the coupon's. */
  stake: string
}

export interface Arrangement {
  /** Multi-bet: the selections on which all others depend; empty = none. */
  lobby: readonly string[]
  blocks: readonly Block[]
}

export type BlockTarget = number | 'lobby' | 'new'

export const NO_BLOCKS: Arrangement = { lobby: [], blocks: [] }

/** The arrangement for these legs: what is gone is left out, what is new stands in a block of its own at the end. */
export function arranged(legKeys: readonly string[], { lobby, blocks }: Arrangement, withLobby: boolean): Arrangement {
  const free = new Set(legKeys)
  const take = (keys: readonly string[]) => keys.filter((key) => free.delete(key))
  const kept: Arrangement = {
    lobby: withLobby ? take(lobby) : [],
    blocks: blocks.map((block) => ({ ...block, keys: take(block.keys) })).filter((block) => block.keys.length > 0),
  }
  return { ...kept, blocks: [...kept.blocks, ...[...free].map((key) => ({ keys: [key], stake: '' }))] }
}

/** One selection goes into another block, into the lobby or into a block of its own at the end. */
export function movedToBlock({ lobby, blocks }: Arrangement, key: string, target: BlockTarget): Arrangement {
  const without = blocks.map((block) => ({ ...block, keys: block.keys.filter((one) => one !== key) }))
  const put = target === 'lobby' ? without : without.map((block, i) => (i === target ? { ...block, keys: [...block.keys, key] } : block))
  const own = target === 'new' || (typeof target === 'number' && target >= blocks.length) ? [{ keys: [key], stake: '' }] : []
  const rest = lobby.filter((one) => one !== key)
  return {
    lobby: target === 'lobby' ? [...rest, key] : rest,
    blocks: [...put.filter((block) => block.keys.length > 0), ...own],
  }
}

/** The item at one place goes to another, the others close up. */
export function movedItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, item)
}

/** Which block holds the selection. */
export function placeOf({ lobby, blocks }: Arrangement, key: string): number | 'lobby' | null {
  if (lobby.includes(key)) return 'lobby'
  const at = blocks.findIndex((block) => block.keys.includes(key))
  return at < 0 ? null : at
}

/** Blocks as indexes into the legs, the lobby first (EventsIndexes). */
export function blockIndexes({ lobby, blocks }: Arrangement, legKeys: readonly string[]): number[][] {
  const at = new Map(legKeys.map((key, i) => [key, i]))
  const indexes = (keys: readonly string[]) => keys.flatMap((key) => at.get(key) ?? [])
  return [...(lobby.length > 0 ? [indexes(lobby)] : []), ...blocks.map((block) => indexes(block.keys))]
}
