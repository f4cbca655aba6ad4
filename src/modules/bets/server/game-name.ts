import type { LineReader } from '#modules/coupon/server/index.ts'
import type { BetCtx, Wanted } from './bet-request.ts'

/** The sides of a leg's game in the visitor's language, also of one that has another id by now; '' when the game has gone. */
export function gameName(line: LineReader, ctx: Pick<BetCtx, 'lng'>, wanted: Wanted, index: number): string {
  const selection = wanted.selections[index]
  const game = selection && (line.findGame(selection.gameId) ?? line.findRetired?.(selection.gameId))
  if (!game) return ''
  const names = line.names(game.gameId, selection.t, selection.p, selection.playerId, ctx.lng)
  return [names.opp1, names.opp2].filter(Boolean).join(' – ')
}

/** What cannot be checked is told by its name where that is known: of ten events of a coupon it is one. */
export function namedProblem(name: string, game: string): string {
  return name === 'event_unknown' && game !== '' ? 'event_unchecked' : name
}
