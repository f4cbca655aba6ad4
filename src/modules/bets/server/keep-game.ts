/** Keeps names and times of games with bets, so that a history can be read when the game has left the book. */
import type { LineReader, Selection } from '#modules/coupon/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { insertGame, outcomeKey, type KeptGame } from './bet-store.ts'

/** Languages that every kept game has; the one of the bet is added. */
const LANGUAGES = ['ru', 'en']
const MAX_KNOWN = 100_000

export type KeepGame = (selection: Pick<Selection, 'gameId' | 't' | 'p' | 'playerId'>, language: string) => void

/** Once a game, outcome of a player, language and process; a failed write is tried again with the next bet on the game. */
export function createGameKeeper(db: Db, line: LineReader, log?: Pick<Logger, 'warn'>): KeepGame {
  const known = new Map<number, { languages: Set<string>; outcomes: Set<string> }>()
  return ({ gameId, t, p, playerId }, language) => {
    const { languages, outcomes } = known.get(gameId) ?? { languages: new Set<string>(), outcomes: new Set<string>() }
    // Only the book knows who a player or a runner is; all other outcomes are named by their numbers.
    const key = playerId > 0 ? outcomeKey({ t, p, pl: playerId }) : null
    if (languages.has(language) && (key === null || outcomes.has(key))) return
    const game = line.findGame(gameId)
    if (!game) return
    if (known.size >= MAX_KNOWN) known.clear()
    for (const lng of [...LANGUAGES, language]) languages.add(lng)
    if (key !== null) outcomes.add(key)
    known.set(gameId, { languages, outcomes })
    const names: KeptGame['names'] = {}
    const named: NonNullable<KeptGame['outcomes']>[string] = {}
    for (const lng of languages) {
      const { outcome, group, player, ...kept } = line.names(gameId, t, p, playerId, lng)
      names[lng] = kept
      named[lng] = { outcome, group, ...(player ? { player } : {}) }
    }
    const kept = {
      sport: game.sportId,
      championship: game.championshipId,
      startsAt: game.startsAt,
      kind: game.kind,
      ...(game.outright ? { outright: true } : {}),
      names,
      ...(key === null ? {} : { outcomes: { [key]: named } }),
    }
    insertGame(db, game, kept).catch((err: unknown) => {
      known.delete(gameId)
      log?.warn({ err, gameId }, 'the names of a game were not kept, and are tried again with its next bet')
    })
  }
}
