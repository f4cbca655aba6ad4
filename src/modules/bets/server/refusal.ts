/** Refusals that are about one event: which it was, what its price is now, and after a wait what has happened in the game. */
import { wirePrice } from '#lib/price.ts'
import type { LineGame, LineReader } from '#modules/coupon/server/index.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import { gameName, namedProblem } from './game-name.ts'

/** FailInfo of wire 8.7.1, beside `Value` of a refusal. */
export interface FailInfo {
  EventIndex: number
  ErrorCode: number
  /** Price now, 0 when there is none. */
  Coef: number
  /** Parameter that can be bet on now. */
  Param: number
}

export function eventProblem(line: LineReader, ctx: BetCtx, wanted: Wanted, fault: { wire: number; name: string; index: number }): Problem {
  const game = gameName(line, ctx, wanted, fault.index)
  return problem(`bets.${namedProblem(fault.name, game)}`, {
    wire: fault.wire,
    params: { game },
    extra: { FailInfo: failInfo(line, wanted, fault) },
  })
}

function failInfo(line: LineReader, wanted: Wanted, fault: { wire: number; index: number }): FailInfo {
  const { gameId, t, p, playerId } = wanted.selections[fault.index]!
  const found = line.findGame(gameId) ? line.findOutcome(gameId, t, p, playerId) : null
  const lines = fault.wire === 148 ? line.openLines(gameId, t, playerId) : []
  const nearest = lines.reduce<number | null>((best, one) => (best === null || Math.abs(one - p) < Math.abs(best - p) ? one : best), null)
  const at = nearest ?? p
  const outcome = nearest === null ? found : line.findOutcome(gameId, t, at, playerId)
  return { EventIndex: fault.index, ErrorCode: fault.wire, Coef: wirePrice(outcome?.price ?? 0), Param: at }
}

export function failInfoOf(refused: Problem): FailInfo | null {
  return (refused.extra?.['FailInfo'] as FailInfo | undefined) ?? null
}

/** Games as they stood when the bet began to wait. */
export type Before = readonly (readonly [number, number] | null)[]

export function gamesBefore(line: LineReader, wanted: Wanted): Before {
  return wanted.selections.map(({ gameId }) => line.findGame(gameId)?.mainScore ?? null)
}

/** Sports that call a point a goal. */
const GOAL_SPORTS: ReadonlySet<number> = new Set([1, 2, 8, 14])
const TOLD: ReadonlySet<string> = new Set(['goal', 'penalty', 'red_card', 'review', 'match_ended', 'provider_lost'])
/** Refusals that something in the game can have caused. */
const CAUSED: ReadonlySet<number> = new Set([104, 129, 130, 131, 133, 135, 148, 158_150])

/** The refusal after a wait, naming what happened: "a goal at 67′" (key `problem_wait_<what>`, with minute `…_at`). */
export function toldAfterWait(line: LineReader, ctx: BetCtx, wanted: Wanted, before: Before, refused: Problem): Problem {
  const info = failInfoOf(refused)
  if (!info || !CAUSED.has(refused.wire ?? 0)) return refused
  const found = happened(line, wanted, before, info.EventIndex)
  if (!found) return refused
  const { what, game } = found
  const minute = game.clockSec > 0 ? Math.floor(game.clockSec / 60) + 1 : 0
  const params = { ...refused.params, game: gameName(line, ctx, wanted, info.EventIndex), score: game.mainScore.join(':') }
  return minute > 0
    ? { ...refused, code: `bets.wait_${what}_at`, params: { ...params, minute } }
    : { ...refused, code: `bets.wait_${what}`, params }
}

/** What has happened in the game of this event, or of another one that is the same for all legs of the bet. */
function happened(line: LineReader, wanted: Wanted, before: Before, index: number): { what: string; game: LineGame } | null {
  const { gameId, t, p, playerId } = wanted.selections[index]!
  const game = line.findGame(gameId)
  if (game?.kind !== 1) return null
  const reason = line.findOutcome(gameId, t, p, playerId)?.reason
  if (reason && TOLD.has(reason)) return { what: reason, game }
  const was = before[index]
  const isOther = was && (was[0] !== game.mainScore[0] || was[1] !== game.mainScore[1])
  if (isOther) return { what: GOAL_SPORTS.has(game.sportId) ? 'goal' : 'score', game }
  return null
}
