/** Facts about sports that the wire shows beside the book: names, class, words for the parts of a game. */
import type { Names } from '#modules/feeds/rules/fact.ts'
import table from '#seed/sports.json' with { type: 'json' }
import wire from '#seed/wire-sports.json' with { type: 'json' }
import otherNames from '#seed/names-sports.json' with { type: 'json' }

export interface SportInfo {
  id: number
  names: Names
  /** CID of the wire: 1 top, 2 other, -1 long-term. */
  rank: number
  top: boolean
  /** Word for one part of a game ('half', 'set'), '' when the sport has none. */
  unit: string
  /** Main game counts overtime: V and IV 12 of the wire. */
  overtime: boolean
  /** Row markets of lists (wire 5.1), in order. */
  rowMarkets: readonly string[]
  /** Market tabs (wire 18.5) in order, 1 (all) last. */
  tabs: readonly number[]
  cyber: boolean
  virtual: boolean
}

interface WireSports {
  units: Record<string, string>
  overtime: number[]
  cyber: number[]
  virtual: number[]
  longTerm: number[]
  rows: Record<string, string[]>
  tabs: Record<string, number[]>
}

const rows = table as unknown as [number, string, string, number, number][]
const extra = wire as unknown as WireSports
const languages = otherNames as unknown as Record<string, Names>

const infos = new Map<number, SportInfo>(
  rows.map(([id, en, ru, rank, top]) => [
    id,
    {
      id,
      names: { ...languages[id], en, ru: ru || en },
      rank: extra.longTerm.includes(id) ? -1 : rank,
      top: top === 1,
      unit: extra.units[id] ?? '',
      overtime: extra.overtime.includes(id),
      rowMarkets: extra.rows[id] ?? extra.rows['default']!,
      tabs: extra.tabs[id] ?? extra.tabs['default']!,
      cyber: extra.cyber.includes(id),
      virtual: extra.virtual.includes(id),
    },
  ]),
)

const order = new Map<number, number>(rows.map(([id, , , , top], index) => [id, top === 1 ? index : 10_000 + index]))

export function isKnownSport(id: number): boolean {
  return infos.has(id)
}

/** A sport that the table does not know is shown with its number as a name: it never stops the rest (feeds 2.1). */
export function sportInfo(id: number): SportInfo {
  return (
    infos.get(id) ?? {
      id,
      names: { en: `#${id}` },
      rank: 2,
      top: false,
      unit: '',
      overtime: false,
      rowMarkets: extra.rows['default']!,
      tabs: extra.tabs['default']!,
      cyber: false,
      virtual: false,
    }
  )
}

export function allSports(): IterableIterator<SportInfo> {
  return infos.values()
}

/** Place of a sport in lists when the brand has no order of its own: top sports first. */
export function sportOrder(id: number): number {
  return order.get(id) ?? 100_000 + id
}
