/**
 * What a coupon of each kind is made of beside its legs: size of a system, blocks, lobby, stakes of blocks (rules 2.1,
 * 2.5–2.8; wire 8.1). One reading for pricing and for placing.
 */
import type { Minor } from '#lib/money.ts'
import { fitsSize, sizeOf, VID, type Size, type Vid } from './kinds.ts'

export interface KindShape {
  /** The kind that counts: a multi-bet whose blocks are all singles and that has no lobby is a system. */
  vid: Vid
  /** k of a system or of the blocks of a multi-bet. */
  size?: number
  blocks?: number[][]
  withLobby?: boolean
  /** Conditional: minor units as text, null = all that is available; the first block always stakes the stake of the bet. */
  blockStakes?: (string | null)[]
}

export interface ShapeAsked {
  vid: Vid
  events: number
  /** `expressNum`, 0 = 2. */
  size: number
  /** `EventsIndexes`; null = every event is a block of its own. */
  blocks: readonly (readonly number[])[] | null
  withLobby: boolean
  /** `GroupsSumms`; null in it = all that is available. */
  stakes: readonly (Minor | null)[] | null
}

/** Key `problem_<name>` of locales/<lng>/coupon.json. */
export interface ShapeFault {
  name:
    | 'bad_size'
    | 'bad_size_only'
    | 'system_size'
    | 'system_size_only'
    | 'block_index'
    | 'block_twice'
    | 'block_missing'
    | 'block_empty'
    | 'few_blocks'
    | 'lobby_small'
    | 'block_stake'
  params?: Record<string, number>
}

export function isShapeFault(found: KindShape | ShapeFault): found is ShapeFault {
  return 'name' in found
}

/** From and to in words; one number where they are the same. */
export function rangeFault(name: 'bad_size' | 'system_size', { min, max }: Size): ShapeFault {
  return { name: min === max ? `${name}_only` : name, params: { min, max } }
}

const LEAST_BESIDE_LOBBY = 3
const USUAL_SIZE = 2

/** The shape, or what is wrong with it (ErrorCode 900001). */
export function kindShape(asked: ShapeAsked): KindShape | ShapeFault {
  const { vid, events } = asked
  if (!fitsSize(vid, events)) return rangeFault('bad_size', sizeOf(vid))
  switch (vid) {
    case VID.system:
      return systemShape(events, asked.size || USUAL_SIZE)
    case VID.multi:
      return multiShape(asked)
    case VID.condition:
      return conditionShape(asked)
    default:
      return { vid }
  }
}

function systemShape(events: number, size: number): KindShape | ShapeFault {
  if (!Number.isInteger(size) || size < USUAL_SIZE || size >= events) {
    return rangeFault('system_size', { min: USUAL_SIZE, max: events - 1 })
  }
  return { vid: VID.system, size }
}

function multiShape({ events, size: asked, blocks: given, withLobby }: ShapeAsked): KindShape | ShapeFault {
  const blocks = blocksOf(given, events)
  const fault = blocksFault(blocks, events)
  if (fault) return fault
  const beside = blocks.length - (withLobby ? 1 : 0)
  const lobby = withLobby ? (blocks[0]?.length ?? 0) : 0
  if (events - lobby < LEAST_BESIDE_LOBBY) return { name: 'lobby_small', params: { min: LEAST_BESIDE_LOBBY } }
  if (beside < USUAL_SIZE) return { name: 'few_blocks', params: { min: USUAL_SIZE } }
  const size = asked || USUAL_SIZE
  if (!withLobby && blocks.every((block) => block.length === 1)) return systemShape(events, size)
  if (!Number.isInteger(size) || size < 1 || size > beside) return rangeFault('system_size', { min: 1, max: beside })
  return { vid: VID.multi, size, blocks, ...(withLobby ? { withLobby } : {}) }
}

function conditionShape({ events, blocks: given, stakes }: ShapeAsked): KindShape | ShapeFault {
  const blocks = blocksOf(given, events)
  const fault = blocksFault(blocks, events)
  if (fault) return fault
  if (blocks.length < USUAL_SIZE) return { name: 'few_blocks', params: { min: USUAL_SIZE } }
  const unstaked = stakes?.findIndex((stake, at) => at >= blocks.length || (stake !== null && stake <= 0n)) ?? -1
  if (unstaked >= 0) return { name: 'block_stake', params: { n: unstaked + 1 } }
  return {
    vid: VID.condition,
    blocks,
    // Only the first stake is debited: it is the stake of the bet and says nothing of its own.
    blockStakes: blocks.map((_, i) => (i === 0 ? null : (stakes?.[i]?.toString() ?? null))),
  }
}

function blocksOf(given: readonly (readonly number[])[] | null, events: number): number[][] {
  return given ? given.map((block) => [...block]) : Array.from({ length: events }, (_, i) => [i])
}

/** Every event stands in exactly one block. */
function blocksFault(blocks: readonly (readonly number[])[], events: number): ShapeFault | null {
  const seen = new Set<number>()
  for (const block of blocks) {
    if (block.length === 0) return { name: 'block_empty' }
    for (const index of block) {
      if (!Number.isInteger(index) || index < 0 || index >= events) return { name: 'block_index', params: { max: events - 1 } }
      if (seen.has(index)) return { name: 'block_twice' }
      seen.add(index)
    }
  }
  return seen.size === events ? null : { name: 'block_missing' }
}

/** Blocks when only the legs `kept` (old indexes, in their new order) are left: emptied blocks go, and with its block the lobby. */
export function blocksOfKept(
  blocks: readonly (readonly number[])[],
  withLobby: boolean,
  kept: readonly number[],
): { blocks: number[][]; withLobby: boolean } {
  const place = new Map(kept.map((old, now) => [old, now]))
  const moved = blocks.map((block) => block.flatMap((index) => place.get(index) ?? []))
  return { blocks: moved.filter((block) => block.length > 0), withLobby: withLobby && (moved[0]?.length ?? 0) > 0 }
}
