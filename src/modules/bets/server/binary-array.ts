/**
 * Arrays in the binary form of the database's protocol (array_recv): numbers and texts go as they are, where the
 * text form would have each of them printed, quoted and read again on both sides.
 */

const BOOL = 16
const INT2 = 21
const INT4 = 23
const INT8 = 20
const TEXT = 25
const UUID = 2950
const JSON_TEXT = 114

const HEAD_BYTES = 20
const LENGTH_BYTES = 4

/** One dimension, counted from 1; no element takes `dataBytes` beyond its length. */
function headOf(element: number, count: number, dataBytes: number, hasNull = false): Buffer {
  if (count === 0) {
    const empty = Buffer.alloc(12)
    empty.writeInt32BE(element, 8)
    return empty
  }
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + count * LENGTH_BYTES + dataBytes)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(hasNull ? 1 : 0, 4)
  bytes.writeInt32BE(element, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
  return bytes
}

/** One pick of each item as smallint[]. */
export function int2Array<T>(items: readonly T[], pick: (item: T) => number): Buffer {
  const bytes = headOf(INT2, items.length, items.length * 2)
  let at = HEAD_BYTES
  for (const item of items) {
    bytes.writeInt32BE(2, at)
    bytes.writeInt16BE(pick(item), at + 4)
    at += 6
  }
  return bytes
}

export function boolArray<T>(items: readonly T[], pick: (item: T) => boolean): Buffer {
  const bytes = headOf(BOOL, items.length, items.length)
  let at = HEAD_BYTES
  for (const item of items) {
    bytes.writeInt32BE(1, at)
    bytes.writeInt8(pick(item) ? 1 : 0, at + 4)
    at += 5
  }
  return bytes
}

export function int4Array<T>(items: readonly T[], pick: (item: T) => number): Buffer {
  const bytes = headOf(INT4, items.length, items.length * 4)
  let at = HEAD_BYTES
  for (const item of items) {
    bytes.writeInt32BE(4, at)
    bytes.writeInt32BE(pick(item), at + 4)
    at += 8
  }
  return bytes
}

export function int8Array<T>(items: readonly T[], pick: (item: T) => bigint | null): Buffer {
  let nulls = 0
  for (const item of items) if (pick(item) === null) nulls += 1
  const bytes = headOf(INT8, items.length, (items.length - nulls) * 8, nulls > 0)
  // A view writes a bigint without taking it apart.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = HEAD_BYTES
  for (const item of items) {
    const value = pick(item)
    view.setInt32(at, value === null ? -1 : 8)
    at += 4
    if (value === null) continue
    view.setBigInt64(at, value)
    at += 8
  }
  return bytes
}

/** 32 hex digits of each item as uuid[]. */
export function uuidArray<T>(items: readonly T[], pick: (item: T) => string): Buffer {
  const bytes = headOf(UUID, items.length, items.length * 16)
  let at = HEAD_BYTES
  for (const item of items) {
    bytes.writeInt32BE(16, at)
    bytes.write(pick(item), at + 4, 16, 'hex')
    at += 20
  }
  return bytes
}

export const textArray = <T>(items: readonly T[], pick: (item: T) => string): Buffer => textsAs(TEXT, items, pick)
export const jsonArray = <T>(items: readonly T[], pick: (item: T) => string): Buffer => textsAs(JSON_TEXT, items, pick)

function textsAs<T>(element: number, items: readonly T[], pick: (item: T) => string): Buffer {
  let dataBytes = 0
  for (const item of items) dataBytes += Buffer.byteLength(pick(item))
  const bytes = headOf(element, items.length, dataBytes)
  let at = HEAD_BYTES
  for (const item of items) {
    const written = bytes.write(pick(item), at + LENGTH_BYTES)
    bytes.writeInt32BE(written, at)
    at += LENGTH_BYTES + written
  }
  return bytes
}
