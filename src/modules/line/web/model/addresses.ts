/** Addresses of the line: /line/{sport}/{LI}-{name}/{CI}-{names}, the same under /live (wire 11.6). */
import { slug } from '#lib/text.ts'
import { allSportKinds, sportKind } from '../../rules/sport-kind.ts'
import { LIVE, type Kind, type LineGame } from './types.ts'

let idsBySlug: Map<string, number> | undefined

export function sportSlug(sportId: number): string {
  return slug(sportKind(sportId).name) || String(sportId)
}

/** The sport of an address word; a number is its id. Null when there is none. */
export function sportOfSlug(word: string): number | null {
  idsBySlug ??= new Map([...allSportKinds()].reverse().map(({ id }) => [sportSlug(id), id]))
  const id = idsBySlug.get(word.toLowerCase())
  if (id !== undefined) return id
  return /^\d{1,6}$/.test(word) ? Number(word) : null
}

/** The id before the first hyphen; null when the word does not begin with one, or is the name of a file: no word of ours has a dot or a tilde. */
export function leadingId(word: string | undefined): number | null {
  const match = /^(\d{1,10})(?:-[^.~]*)?$/.exec(word ?? '')
  const id = match ? Number(match[1]) : 0
  return id > 0 && id < 2 ** 31 ? id : null
}

export function rootOf(kind: Kind): '/live' | '/line' {
  return kind === LIVE ? '/live' : '/line'
}

export function sportAddress(kind: Kind, sportId: number): string {
  return `${rootOf(kind)}/${sportSlug(sportId)}`
}

export function champAddress(kind: Kind, sportId: number, champId: number, champ: string): string {
  return `${sportAddress(kind, sportId)}/${champId}-${slug(champ) || 'championship'}`
}

export function gameAddress(game: Pick<LineGame, 'kind' | 'sportId' | 'champId' | 'champ' | 'ci' | 'side1' | 'side2'>): string {
  const sides = slug([game.side1, game.side2].filter(Boolean).join(' ')) || 'game'
  return `${champAddress(game.kind, game.sportId, game.champId, game.champ)}/${game.ci}-${sides}`
}

export interface Place {
  kind: Kind
  sportId: number | null
  champId: number | null
  gameId: number | null
}

/** Where in the line an address stands; null outside of it. */
export function placeOf(pathname: string): Place | null {
  const match = /^\/[a-z]{2}(?:\/(line|live)(?:\/([^/]+))?(?:\/([^/]+))?(?:\/([^/]+))?)?\/?$/.exec(pathname)
  if (!match) return null
  const [, root, sport, champ, game] = match
  return {
    kind: root === 'live' ? 1 : 3,
    sportId: sport ? sportOfSlug(decodeURIComponent(sport)) : null,
    champId: leadingId(champ),
    gameId: leadingId(game),
  }
}
