/**
 * Ids of transactions and bets: below 2^53 so that every client can hold them, rising with time, unique over
 * processes by the node number. 41 bits of milliseconds since 2025, 4 bits of node, 8 bits of counter.
 */
import type { Clock } from '#lib/time.ts'
import { assert } from '#lib/assert.ts'

const EPOCH = Date.UTC(2025, 0, 1)
const COUNTER_BITS = 8n
const NODE_BITS = 4n
const MAX_COUNTER = 2n ** COUNTER_BITS - 1n

export interface IdSource {
  next(): bigint
}

/** `floor`: the greatest id already given by this node, so that a clock that was set back gives nothing twice. */
export function createIdSource(clock: Clock, node: number, floor = 0n): IdSource {
  assert(Number.isInteger(node) && node >= 0 && node < 16, 'node must be 0..15')
  let millis = floor >> (COUNTER_BITS + NODE_BITS)
  let counter = MAX_COUNTER
  return {
    next() {
      const now = BigInt(clock.now() - EPOCH)
      if (now > millis) {
        millis = now
        counter = 0n
      } else if (counter < MAX_COUNTER) {
        counter += 1n
      } else {
        // More than 256 in a millisecond: the next one lends its numbers.
        millis += 1n
        counter = 0n
      }
      return (((millis << NODE_BITS) | BigInt(node)) << COUNTER_BITS) | counter
    },
  }
}

/** Smallest id a moment can have: to cut ranges of ids by time. */
export function firstIdAt(ms: number): bigint {
  return BigInt(Math.max(0, ms - EPOCH)) << (COUNTER_BITS + NODE_BITS)
}
