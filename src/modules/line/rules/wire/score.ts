/** Score SC from the live state (wire 4.4, 4.9). */
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import board from '#seed/wire-board.json' with { type: 'json' }
import { type BookGame, isOver } from '../book.ts'
import { statusWord } from '../status-words.ts'
import { partName, type Phase, phaseName } from '../part-names.ts'
import { orNothing, type View } from './view.ts'

interface Pair {
  S1?: number
  S2?: number
}
/** Of cricket only who bats has points: what is empty is left out (wire rule 7). */
interface Points {
  S1?: string
  S2?: string
}
export interface WireScore {
  FS: Pair
  PS: { Key: number; Value: Pair & { NF?: string; N?: string } }[]
  CP?: number
  CPS?: string
  TS?: number
  TR?: -1
  SS?: Points
  P?: 1 | 2
  S: { Key: string; Value: string }[]
  ST?: { Key: 0; Value: { ID: number; N: string | null; S1: string; S2: string }[] }[]
  I: string
  SLS?: string
}

const statIds = board.stats as Record<string, number>

export function wireScore(game: BookGame, state: LiveState, view: View): WireScore {
  const phase = phaseName(state.phase, game.sportId)
  const score: WireScore = { FS: pair(state.score), PS: [], S: [], I: '' } as WireScore
  score.PS = state.periods.map(({ no, code, score: points }) => ({
    Key: no,
    Value: { ...pair(points), ...periodNames(code, game.sportId, view) },
  }))
  const CP = periodNumber(state, game.sportId)
  if (CP) score.CP = CP
  if (phase.kind !== 'before') score.CPS = phaseText(phase, view)
  if (state.clockSec) score.TS = state.clockSec
  if (state.clockRuns === false && state.clockSec !== undefined) score.TR = -1
  const [first, second] = state.points ?? ['', '']
  if (first || second) score.SS = { ...(first ? { S1: first } : {}), ...(second ? { S2: second } : {}) }
  if (state.server) score.P = state.server === 'home' ? 1 : 2
  const stats = wireStats(state, view)
  if (stats.length) score.ST = [{ Key: 0, Value: stats }]
  if (phase.kind !== 'before') score.SLS = view.text(statusKey(game, state))
  return score
}

/** The phase in words; '' before the start. */
export function phaseText(phase: Phase, view: View): string {
  switch (phase.kind) {
    case 'part':
      return view.text(phase.key, { count: phase.count, ordinal: 1 })
    case 'state':
      return view.text(phase.key)
    case 'before':
      return ''
  }
}

function pair([first, second]: readonly [number, number]): Pair {
  const both: Pair = {}
  if (first) both.S1 = first
  if (second) both.S2 = second
  return both
}

/** CP: number of the period that runs, of the last one while none does; 0 before the first. */
export function periodNumber(state: LiveState, sportId: number): number {
  const current = phaseName(state.phase, sportId).kind === 'part' ? currentPeriod(state) : 0
  return current || state.periods.length
}

/** Number of the period that runs: of the phase when the periods name it, else the last one begun. */
function currentPeriod(state: LiveState): number {
  const named = state.periods.find((period) => period.code === state.phase)
  return named?.no ?? state.periods.at(-1)?.no ?? 1
}

function periodNames(code: string, sportId: number, view: View): { NF?: string; N?: string } {
  const { period } = partName(code, sportId)
  if (!period) {
    const phase = phaseName(code, sportId)
    return phase.kind === 'state' ? { NF: view.text(phase.key), N: view.text(phase.key) } : {}
  }
  const NF = view.text(period.key, { count: period.count, ordinal: 1 })
  return period.key === 'part_overtime' ? { NF, N: NF } : { NF }
}

function wireStats(state: LiveState, view: View): { ID: number; N: string | null; S1: string; S2: string }[] {
  const rows = new Map<number, { ID: number; N: string | null; S1: string; S2: string }>()
  for (const [stat, [home, away]] of Object.entries(state.stats)) {
    const ID = statIds[stat]
    if (ID === undefined || rows.has(ID)) continue
    rows.set(ID, { ID, N: orNothing(view.text(`stat_${ID}`)) ?? null, S1: String(home), S2: String(away) })
  }
  return [...rows.values()]
}

function statusKey(game: BookGame, state: LiveState): string {
  if (isOver(game)) return 'state_over'
  const word = statusWord(game.status, game.statusNote)
  if (word) return word
  const phase = phaseName(state.phase, game.sportId)
  return phase.kind === 'state' ? phase.key : 'state_in_play'
}
