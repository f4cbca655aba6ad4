/**
 * The market book (wire §19): which markets a sport has in each unit (match, part, corners …), and for every
 * market its group, short group and outcome types by column. The table is data: seed/market-book.json.
 */
import { must } from '#lib/assert.ts'
import table from '#seed/market-book.json' with { type: 'json' }

export type MarketKey = string

export interface OutcomeType {
  t: number
  /** 1-based column; 0 = the column follows from the parameter (correct score). */
  column: number
  /** Number of the parameter template, wire §18.2. */
  template: number
  en: string
  ru: string
}

export interface MarketType {
  key: MarketKey
  g: number
  gs: number
  columns: number
  en: string
  ru: string
  outcomes: OutcomeType[]
}

type RawKey = {
  g: number
  gs: number
  columns: number
  en: string
  ru: string
  /** Group and outcome types as they were numbered before; bets keep the numbers that they were made with. */
  former?: [g: number, ...types: number[]]
  outcomes: [number, number, number, string, string][]
}

const rawKeys = table.keys as unknown as Record<string, RawKey>
const rawSports = table.sports as unknown as Record<string, Record<string, string[]>>

const types = new Map<MarketKey, MarketType>(
  Object.entries(rawKeys).map(([key, raw]) => [
    key,
    {
      key,
      g: raw.g,
      gs: raw.gs,
      columns: raw.columns,
      en: raw.en,
      ru: raw.ru,
      outcomes: raw.outcomes.map(([t, column, template, en, ru]) => ({ t, column, template, en, ru })),
    },
  ]),
)

export function marketType(key: MarketKey): MarketType {
  return must(types.get(key), `market ${key} is not in the market book`)
}

export function marketTypeOptional(key: MarketKey): MarketType | undefined {
  return types.get(key)
}

export function allMarketTypes(): IterableIterator<MarketType> {
  return types.values()
}

const former = new Map<number, { g: number; t: number }>()
const current = new Map<number, number>()
for (const raw of Object.values(rawKeys)) {
  const [g, ...numbers] = raw.former ?? [0]
  for (const [i, t] of numbers.entries()) {
    former.set(raw.outcomes[i]![0], { g, t })
    current.set(t, raw.outcomes[i]![0])
  }
}

/** The market of an outcome type, also of a former number: the first of the book that has it. */
export function marketOfType(t: number): MarketType | undefined {
  return [...allMarketTypes()].find(({ outcomes }) => outcomes.some((outcome) => outcome.t === currentType(t)))
}

/** The number of an outcome type today; a bet from before it was numbered anew names the former one. */
export function currentType(t: number): number {
  return current.get(t) ?? t
}

/** A type under every number that bets may name it by. */
export function everyNumber(t: number): number[] {
  const before = former.get(t)
  return before ? [t, before.t] : [t]
}

/** How an outcome type was numbered before. */
export function formerType(t: number): { g: number; t: number } | undefined {
  return former.get(t)
}

const STATISTIC_UNITS: ReadonlySet<string> = new Set(['corners', 'cards', 'players', 'shots', 'fouls', 'offsides'])

/** Units: match, tie, part, corners, corners_part (a half's), cards, shots, fouls, offsides, players, aggregate, fight, race, pair, … */
export function unitOf(part: string): string {
  if (part === 'full') return 'match'
  if (STATISTIC_UNITS.has(part)) return part
  return part.startsWith('corners-') ? 'corners_part' : 'part'
}

/** Keys of a sport's unit in the order in which groups stand in GE; empty when the sport is not listed. */
export function marketKeys(sportId: number, unit: string): readonly MarketKey[] {
  return rawSports[sportId]?.[unit] ?? []
}
