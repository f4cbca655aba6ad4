import type { LineReader } from '#modules/coupon/server/index.ts'
import type { BetCtx, Wanted } from './bet-request.ts'

/** The sides of a leg's game in the visitor's language, '' when the game has gone. */
export function gameName(line: LineReader, ctx: Pick<BetCtx, 'lng'>, wanted: Wanted, index: number): string {
  const selection = wanted.selections[index]
  if (!selection || !line.findGame(selection.gameId)) return ''
  const names = line.names(selection.gameId, selection.t, selection.p, selection.playerId, ctx.lng)
  return [names.opp1, names.opp2].filter(Boolean).join(' – ')
}
