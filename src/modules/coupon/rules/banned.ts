/** Outcomes that a kind of coupon may not hold (rules 2.9, 9.1). */
import { EACH_WAY_PLACE } from '#modules/payout/rules/each-way.ts'
import type { Selection } from './selection.ts'
import { VID, type Vid } from './kinds.ts'

export type BannedReason = 'singles_only' | 'quarter_line' | 'each_way_only'

/** Duels have ids, I and CI, above all games of the line; they are singles only (rules 9.1). */
const FIRST_DUEL_ID = 2_000_000_000

export function isDuel(id: number): boolean {
  return id >= FIRST_DUEL_ID
}

/** Types whose parameter is a line that counts are set against: only these can be half won. */
const LINES: ReadonlySet<number> = new Set([
  7, 8, 9, 10, 11, 12, 13, 14, 732, 733, 971, 972, 1850, 1851, 1416, 1417, 2824, 2825, 2826, 2827, 3150, 3151, 3827, 3828, 3829, 3830, 5749,
  5750, 7778, 7779, 7780, 7781,
])

/** A line in quarters: half won or half lost is possible, which an anti-express does not know. */
function isQuarterLine({ t, p }: Pick<Selection, 't' | 'p'>): boolean {
  return LINES.has(t) && Math.abs((Math.round(p * 100) / 50) % 1) === 0.5
}

/** Why the outcome may not stand in a coupon of this kind, or null (IsBannedExpress). */
export function bannedReason(vid: Vid, selection: Pick<Selection, 'gameId' | 't' | 'p'>, eachWay = false): BannedReason | null {
  // Alone, a place at a part of the winner's price can be worth more than it costs.
  if (selection.t === EACH_WAY_PLACE && !eachWay) return 'each_way_only'
  if (isDuel(selection.gameId) && vid !== VID.single && vid !== VID.multiSingle) return 'singles_only'
  if (vid === VID.antiExpress && isQuarterLine(selection)) return 'quarter_line'
  return null
}
