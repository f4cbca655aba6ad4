/** The twelve genres of esports (SH-08) and the disciplines of each: sports of the book by id. */
import table from '#seed/wire-sports.json' with { type: 'json' }

/** In the order of their chips; the words are those of the address. */
export const GENRES = [
  'e-sports',
  'sports-simulators',
  'sports-games',
  'fighting',
  'shooters',
  'strategy',
  'online-rpgs',
  'card',
  'adventure',
  'vehicular-combat',
  'puzzles',
  'others',
] as const
export type Genre = (typeof GENRES)[number]

const disciplines = (table as unknown as { genres: Record<string, readonly number[]> }).genres

export function sportsOfGenre(genre: Genre): readonly number[] {
  return disciplines[genre === 'e-sports' ? 'esports' : genre.replaceAll('-', '_')] ?? []
}

export function readGenre(word: string | null): Genre | null {
  return GENRES.find((genre) => genre === word) ?? null
}

/** Events of each genre, from the counts of the sports. */
export function countGenres(sports: readonly { id: number; count: number }[]): Readonly<Record<Genre, number>> {
  const counts = new Map(sports.map(({ id, count }) => [id, count]))
  return Object.fromEntries(
    GENRES.map((genre) => [genre, sportsOfGenre(genre).reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)]),
  ) as Record<Genre, number>
}
