/**
 * Ids of transactions and bets: below 2^53 so that every client can hold them, rising with time, unique over
 * processes by the node number. 41 bits of milliseconds since 2025, 4 bits of node, 8 bits of counter.
 */
import type { Clock } from '#lib/time.ts'
import { assert } from '#lib/assert.ts'

const EPOCH = Date.UTC(2025, 0, 1)
const COUNTER_BITS = 8n
const NODE_BITS = 4n
const MAX_COUNTER = 255
const IDS_PER_MS = 2 ** 12

export interface IdSource {
  next(): bigint
}

/** `floor`: the greatest id already given by this node, so that a clock that was set back gives nothing twice. */
export function createIdSource(clock: Clock, node: number, floor = 0n): IdSource {
  assert(Number.isInteger(node) && node >= 0 && node < 16, 'node must be 0..15')
  // Numbers hold every id exactly, and cost a bet less than the five bigints of shifts.
  let millis = Number(floor >> (COUNTER_BITS + NODE_BITS))
  let counter = MAX_COUNTER
  return {
    next() {
      const now = clock.now() - EPOCH
      if (now > millis) {
        millis = now
        counter = 0
      } else if (counter < MAX_COUNTER) {
        counter += 1
      } else {
        // More than 256 in a millisecond: the next one lends its numbers.
        millis += 1
        counter = 0
      }
      return BigInt(millis * IDS_PER_MS + node * (MAX_COUNTER + 1) + counter)
    },
  }
}

/** Smallest id a moment can have: to cut ranges of ids by time. */
export function firstIdAt(ms: number): bigint {
  return BigInt(Math.max(0, ms - EPOCH)) << (COUNTER_BITS + NODE_BITS)
}
