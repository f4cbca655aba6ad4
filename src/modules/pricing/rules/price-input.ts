/** What a pricing call is given. The same input gives the same markets (feeds 4.1). */
import type { GameStatus, Incident, LiveState, StatusNote } from '#modules/feeds/rules/fact.ts'
import type { MarginTable } from './margin-table.ts'

export interface PriceModel {
  /** Expected difference and sum of what the match counts: goals, points. */
  supremacy: number
  total: number
  rho: number
  /**
   * By engine, see README.md. Where a number belongs to a player its key names him: `goal1@<id>`.
   */
  extra: Record<string, number>
}

export interface Runner {
  /** Competitor id: @player of the outcome key. */
  id: number
  /** Log of the weight in the Plackett–Luce order. */
  strength: number
  /** Starting number. */
  number?: number
}

export interface PriceInput {
  sportId: number
  bestOf?: number
  status: GameStatus
  statusNote?: StatusNote
  model: PriceModel
  live?: LiveState
  incidents?: readonly Incident[]
  runners?: readonly Runner[]
  /** A game of two sides, also in a sport of fields. */
  twoSided?: boolean
  /** Of a field: a race, or a competition that lasts. */
  kind?: 'race' | 'outright' | 'draw'
  /** False where men sent off do not change later goals (the built-in world); true when absent. */
  redCards?: boolean
  margins: MarginTable
  /** Top championships have more lines and scores. */
  top: boolean
  /** Parts to price; absent = all that the sport has. */
  parts?: readonly string[]
}
