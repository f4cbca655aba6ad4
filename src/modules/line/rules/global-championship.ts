/**
 * Global championships (GLI, globalChampId): all stages, qualifications and long-term bets of one event under one
 * number (wire 4.1, 5.16). The feed says which belong together, else names do: "Country. Event. Stage" is of the event
 * "Country. Event".
 */
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { Book, BookChampionship } from './book.ts'
import { stableHash } from './stable-hash.ts'

export interface GlobalChampionship {
  id: number
  sportId: number
  names: Names
  championships: BookChampionship[]
  weight: number
}

const ids = new WeakMap<Names, number>()
const PARTS = 2
const FIRST_ID = 1_000
const IDS = 2 ** 30

/** The first two parts of a name: country and event. What follows is a stage. */
function eventName(name: string): string {
  return name.split('. ').slice(0, PARTS).join('. ')
}

/** The same name in the same sport gives the same number, in every process and after every restart. */
export function globalChampionshipId(championship: BookChampionship): number {
  if (championship.about?.global) return championship.about.global.id
  let id = ids.get(championship.names)
  if (id === undefined) {
    const name = championship.names['en'] ?? Object.values(championship.names)[0] ?? String(championship.id)
    id = FIRST_ID + (stableHash(`${championship.sportId}|${championship.countryId}|${eventName(name)}`) % IDS)
    ids.set(championship.names, id)
  }
  return id
}

export function championshipsOf(book: Book, id: number): BookChampionship[] {
  return [...book.championships.values()].filter((championship) => globalChampionshipId(championship) === id)
}

/** Groups championships by event; the heaviest championship of an event gives its place. */
export function globalChampionships(championships: Iterable<BookChampionship>): GlobalChampionship[] {
  const byId = new Map<number, GlobalChampionship>()
  for (const championship of championships) {
    const id = globalChampionshipId(championship)
    const known = byId.get(id)
    if (known) {
      known.championships.push(championship)
      known.weight = Math.max(known.weight, championship.weight)
      continue
    }
    const names =
      championship.about?.global?.names ??
      Object.fromEntries(Object.entries(championship.names).map(([lng, name]) => [lng, eventName(name ?? '')]))
    byId.set(id, { id, sportId: championship.sportId, names, championships: [championship], weight: championship.weight })
  }
  return [...byId.values()].toSorted((a, b) => b.weight - a.weight || a.id - b.id)
}
