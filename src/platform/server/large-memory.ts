import { LRUCache } from 'lru-cache'

/**
 * Of many entries, the least lately used of which gives way. A count named to the cache itself has room for all of them made at
 * once, 10 ms for 50,000, and a server keeps a dozen such memories that are empty when it starts: counted as a size, room is
 * made as they come.
 */
export function largeMemory<K extends {}, V extends {}>(
  most: number,
  more: Pick<LRUCache.OptionsBase<K, V, unknown>, 'ttl' | 'dispose'> = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1, ...more })
}
