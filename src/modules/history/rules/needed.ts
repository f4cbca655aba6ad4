/**
 * What an open leg still needs, told from the score alone (XT-24). It never decides anything: results come from
 * settlement. Only outcomes that a score of two numbers says something about have an answer.
 */

export type Needed =
  /** As the score stands it wins; null of `spare`: nothing more can be said. For totals under: how many more it bears. */
  | { now: 'winning'; spare: number | null }
  /** It needs so many more of its side or of both. */
  | { now: 'losing'; more: number }
  /** As it stands the stake comes back. */
  | { now: 'returned' }
  /** Nothing that can still happen takes it away, or brings it back. */
  | { now: 'sure' }
  | { now: 'gone' }

export interface WatchedLeg {
  /** Outcome type of the wire. */
  type: number
  param: number
  score: readonly [number, number]
}

/** Types of wire 18.4 that are read here. */
const WINNER = { 1: 'home', 2: 'draw', 3: 'away' } as const
const DOUBLE = { 4: [1, 2], 5: [1, 3], 6: [2, 3] } as const
const TOTALS: Readonly<Record<number, { over: boolean; of: 'both' | 0 | 1 }>> = {
  9: { over: true, of: 'both' },
  10: { over: false, of: 'both' },
  11: { over: true, of: 0 },
  12: { over: false, of: 0 },
  13: { over: true, of: 1 },
  14: { over: false, of: 1 },
}

/** Null when the score says nothing about this outcome. */
export function neededOf({ type, param, score }: WatchedLeg): Needed | null {
  const total = TOTALS[type]
  if (total) return ofTotal(total.of === 'both' ? score[0] + score[1] : score[total.of], param, total.over)
  const [home, away] = score
  if (type === 7 || type === 8) return ofLead(type === 7 ? home - away : away - home, param)
  if (type in WINNER) return ofWinner(WINNER[type as keyof typeof WINNER], home - away)
  if (type in DOUBLE) return ofDouble(DOUBLE[type as keyof typeof DOUBLE], home - away)
  if (type === 180 || type === 181) return ofBothScore(type === 180, score)
  return null
}

function ofTotal(count: number, line: number, over: boolean): Needed {
  if (over) {
    if (count > line) return { now: 'sure' }
    // Quarter lines pay a half first: what is said is what the whole win needs.
    return count === line ? { now: 'returned' } : { now: 'losing', more: Math.floor(line) + 1 - count }
  }
  if (count > line) return { now: 'gone' }
  return count === line ? { now: 'returned' } : { now: 'winning', spare: Math.max(0, Math.ceil(line) - 1 - count) }
}

/** `lead` of the backed side before its start `line` is added. */
function ofLead(lead: number, line: number): Needed {
  const margin = lead + line
  if (margin > 0) return { now: 'winning', spare: null }
  return margin === 0 ? { now: 'returned' } : { now: 'losing', more: Math.floor(-margin) + 1 }
}

function ofWinner(wanted: 'home' | 'draw' | 'away', lead: number): Needed {
  const behind = wanted === 'draw' ? Math.abs(lead) : wanted === 'home' ? 1 - lead : 1 + lead
  return behind <= 0 ? { now: 'winning', spare: null } : { now: 'losing', more: behind }
}

/** 1 home, 2 draw, 3 away: two of the three. */
function ofDouble(wins: readonly number[], lead: number): Needed {
  const now = lead > 0 ? 1 : lead < 0 ? 3 : 2
  return wins.includes(now) ? { now: 'winning', spare: null } : { now: 'losing', more: wins.includes(2) ? Math.abs(lead) : 1 }
}

function ofBothScore(yes: boolean, [home, away]: readonly [number, number]): Needed {
  const missing = Number(home === 0) + Number(away === 0)
  if (missing === 0) return yes ? { now: 'sure' } : { now: 'gone' }
  return yes ? { now: 'losing', more: missing } : { now: 'winning', spare: null }
}

/** "2:1" → [2, 1]; null for anything longer or other. */
export function readScore(text: string): readonly [number, number] | null {
  const match = /^(\d{1,4}):(\d{1,4})$/.exec(text.trim())
  return match ? [Number(match[1]), Number(match[2])] : null
}
