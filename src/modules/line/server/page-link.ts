import { slug } from '#lib/text.ts'
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
  const championship = deps.book.championships.get(game.championshipId)
  const sport = slug(sportInfo(game.sportId).names['en'] ?? String(game.sportId))
  const name = slug(calledIn(deps.book, game, lng)) || 'game'
  const league = slug(nameIn(championship?.names ?? {}, lng)) || 'championship'
  const root = game.kind === KIND_LIVE ? 'live' : 'line'
  return {
    I: part.i,
    CI: part.ci,
    KI: isOver(game) ? 0 : game.kind,
    SI: game.sportId,
    LI: game.championshipId,
    U: `/${root}/${sport}/${game.championshipId}-${league}/${mainPart(game).ci}-${name}`,
  }
}
