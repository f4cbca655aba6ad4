/** The same club under the names that different tournaments of the pack have for it: 'PAE Olympiakos SFP' is 'Olympiakos Piräus'. Pure. */
import { shortName } from '#modules/feeds/rules/names/short-name.ts'

/** Second sides of clubs, who are meant only where they are named. */
const RESERVES = /(?:^Jong | (?:B|C|II|III|U\d\d)$)/

interface Words {
  all: ReadonlySet<string>
  /** Without company forms and numbers, where something else is left. */
  core: readonly string[]
}

function wordsOf(name: string): Words {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const core = words.filter((word) => !/^(?:\p{Lu}{1,3}|\p{N}+)$/u.test(word))
  return { all: new Set(words.map(lower)), core: (core.length > 0 ? core : words).map(lower) }
}

const lower = (word: string): string => word.toLowerCase()

/** Finds the club of a list that a name means: by the name, by what is left without company forms, by words that hold the other's; never by guess. */
function clubFinder(names: readonly string[]): (name: string) => string | undefined {
  const exact = new Set(names)
  const byShort = new Map(names.map((name) => [shortName(name), name]))
  const byWords = names.filter((name) => !RESERVES.test(name)).map((name) => ({ name, words: wordsOf(name) }))
  return (name) => {
    if (exact.has(name)) return name
    const short = byShort.get(shortName(name))
    if (short !== undefined) return short
    const wanted = wordsOf(name)
    const holds = (all: ReadonlySet<string>, core: readonly string[]) => core.every((word) => all.has(word))
    const found = byWords.filter(({ words }) => holds(words.all, wanted.core) || holds(wanted.all, words.core))
    return found.length === 1 ? found[0]!.name : undefined
  }
}

/** One league of the fitted table, and what its clubs score and let in beside it, log of goals. */
export interface ClubTable {
  unit: string
  country: string
  clubs: readonly (readonly [name: string, attack: number, defence: number])[]
}

export interface ClubPlace {
  unit: string
  own: readonly [attack: number, defence: number]
}

/** Where a club stands; the first league of its country that has it is its own, undefined = none has it. */
export function clubPlaces(tables: readonly ClubTable[]): (country: string, name: string) => ClubPlace | undefined {
  const countries = new Map(
    [...Map.groupBy(tables, ({ country }) => country)].map(([country, leagues]) => {
      const clubs = new Map<string, ClubPlace>()
      for (const { unit, clubs: rows } of leagues) for (const [name, ...own] of rows) if (!clubs.has(name)) clubs.set(name, { unit, own })
      return [country, { clubs, find: clubFinder([...clubs.keys()]) }]
    }),
  )
  return (country, name) => {
    const known = countries.get(country)
    const found = known?.find(name)
    return found === undefined ? undefined : known!.clubs.get(found)
  }
}
