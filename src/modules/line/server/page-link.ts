import { slug } from '#lib/text.ts'
import type { Names } from '#modules/feeds/rules/fact.ts'
import { isOver, KIND_LIVE } from '../rules/book.ts'
import { sportInfo } from '../rules/sport-info.ts'
import { calledIn } from '../rules/wire/called.ts'
import { mainPart } from '../rules/wire/game.ts'
import { nameIn } from '../rules/wire/view.ts'
import type { AnswerDeps } from './selection.ts'

export interface PageLink {
  I: number
  CI: number
  KI: number
  SI: number
  LI: number
  /** Address below the language. */
  U: string
}

/** Where a page with a constant id leads (wire 11.6): a game that is over keeps its page, with its results. One of unknown id leads nowhere. */
export function pageLink(deps: AnswerDeps, ci: number, lng: string): PageLink | null {
  const found = deps.indexes.byCi(ci)
  if (!found) return null
  const { game, part } = found
  const named = {
    live: game.kind === KIND_LIVE,
    sportId: game.sportId,
    championshipId: game.championshipId,
    championship: deps.book.championships.get(game.championshipId)?.names ?? {},
    ci: mainPart(game).ci,
    called: calledIn(deps.book, game, lng),
  }
  return {
    I: part.i,
    CI: part.ci,
    KI: isOver(game) ? 0 : game.kind,
    SI: game.sportId,
    LI: game.championshipId,
    U: gameAddress(named, lng),
  }
}

/** What the address of a game's page is made of. */
export interface NamedGame {
  live: boolean
  sportId: number
  championshipId: number
  championship: Names
  ci: number
  /** In the language of the page. */
  called: string
}

/** Below the language. */
export function gameAddress({ live, sportId, championshipId, championship, ci, called }: NamedGame, lng: string): string {
  const sport = slug(sportInfo(sportId).names['en'] ?? String(sportId))
  const league = slug(nameIn(championship, lng)) || 'championship'
  return `/${live ? 'live' : 'line'}/${sport}/${championshipId}-${league}/${ci}-${slug(called) || 'game'}`
}
