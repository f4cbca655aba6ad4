/** Keeps names and times of games with bets, so that a history can be read when the game has left the book. */
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { insertGame } from './bet-store.ts'

/** Languages that every kept game has; the one of the bet is added. */
const LANGUAGES = ['ru', 'en']
const MAX_KNOWN = 100_000

/** Once a game, language and process; a failed write is tried again with the next bet on the game. */
export function createGameKeeper(db: Db, line: LineReader): (selection: { gameId: number }, language: string) => void {
  const known = new Map<number, Set<string>>()
  return ({ gameId }, language) => {
    const languages = known.get(gameId) ?? new Set<string>()
    if (languages.has(language)) return
    const game = line.findGame(gameId)
    if (!game) return
    if (known.size >= MAX_KNOWN) known.clear()
    for (const lng of [...LANGUAGES, language]) languages.add(lng)
    known.set(gameId, languages)
    const names = Object.fromEntries(
      [...languages].map((lng) => {
        const { outcome: _outcome, group: _group, ...kept } = line.names(gameId, 0, 0, 0, lng)
        return [lng, kept]
      }),
    )
    const kept = { sport: game.sportId, championship: game.championshipId, startsAt: game.startsAt, kind: game.kind, names }
    void insertGame(db, game, kept).catch(() => known.delete(gameId))
  }
}
