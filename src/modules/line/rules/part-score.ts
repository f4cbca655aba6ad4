/** Scores of the parts and statistics of a game of the book. */
import { finalScore, partScore } from '#modules/feeds/rules/parts.ts'
import type { BookGame } from './book.ts'

const OVER: ReadonlySet<BookGame['status']> = new Set(['ended', 'closed', 'abandoned'])

/** 0:0 until something is told. */
export function scoreOfPart({ live }: BookGame, part: string): readonly [number, number] {
  return (live && partScore(part, live)) ?? [0, 0]
}

/** Of a game that is over what nobody has told is not 0:0. */
export function isScoreUnknown({ live, status, statusNote, sportId }: BookGame, part: string): boolean {
  if (part === 'full' || !live || !OVER.has(status)) return false
  return finalScore(sportId, part, { ...live, status, note: statusNote ?? null }) === undefined
}
