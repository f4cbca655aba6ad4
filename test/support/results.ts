/** An ended game of the statistics as tests write it: who, when, how it ended; the rest is usual. */
import type { Result } from '#modules/statistics/rules/result.ts'

const DAY = 86_400_000

export function resultOf(day: number, homeId: number, awayId: number, score: [number, number], more: Partial<Result> = {}): Result {
  return {
    id: `r${String(day).padStart(5, '0')}`,
    ci: null,
    i: null,
    championshipId: 1,
    homeId,
    awayId,
    startsAt: day * DAY,
    score,
    periods: [],
    round: null,
    status: 'closed',
    note: null,
    ...more,
  }
}
