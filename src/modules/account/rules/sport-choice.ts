/** The list of sports in the settings, and a switch of it (features AU-36). */
import otherNames from '#seed/names-sports.json' with { type: 'json' }
import table from '#seed/sports.json' with { type: 'json' }

export interface SportLists {
  line: readonly number[]
  live: readonly number[]
}

export interface SportChoice {
  id: number
  /** By language; English and Russian are always there. */
  names: Readonly<Record<string, string>>
  /** Stands in the list before anything is searched for. */
  top: boolean
}

/** Every sport in the order of the table; a name of its own in Russian only where it has one. */
export const SPORT_CHOICES: readonly SportChoice[] = (table as [number, string, string, number, number][]).map(
  ([id, en, ru, rank, top]) => ({
    id,
    names: { en, ru: ru || en, ...(otherNames as Record<string, Record<string, string>>)[id] },
    top: rank === 1 || top === 1,
  }),
)

export function sportChoiceName({ names }: SportChoice, lng: string): string {
  return names[lng] ?? names['en'] ?? ''
}

const MOST_FOUND = 50

/** Without a text: the great sports and those that are closed; with one: what has it in a name. */
export function findSports(text: string, lists: SportLists): SportChoice[] {
  const wanted = text.trim().toLowerCase()
  const closed = new Set([...lists.line, ...lists.live])
  if (wanted === '') return SPORT_CHOICES.filter(({ id, top }) => top || closed.has(id))
  return SPORT_CHOICES.filter(({ names }) => Object.values(names).some((name) => name.toLowerCase().includes(wanted))).slice(0, MOST_FOUND)
}

/** The lists after the sport was switched on or off in one place. */
export function switchSport(lists: SportLists, place: 'line' | 'live', id: number, shown: boolean): SportLists {
  const others = lists[place].filter((other) => other !== id)
  return { ...lists, [place]: shown ? others : [...others, id].sort((a, b) => a - b) }
}
