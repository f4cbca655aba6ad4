/** Which entries of the command palette words find: by their names in the page's language, and by how those are spelt in Latin. */
import { fold, transliterate } from '#lib/text.ts'

export interface PaletteEntry {
  key: string
  group: 'sports' | 'pages' | 'settings'
  name: string
  /** Goes there, or changes the setting. */
  run: () => void
}

const MOST = 40

function latin(text: string): string {
  return fold(transliterate(text))
}

/** Entries that carry every word; those whose name begins with the query come first. */
export function findEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.slice(0, MOST)
  const found = entries.filter(({ name }) => {
    const own = fold(name)
    const spelt = latin(name)
    return words.every((word) => own.includes(word) || spelt.includes(latin(word)))
  })
  const begins = (entry: PaletteEntry) => Number(!fold(entry.name).startsWith(words[0]!) && !latin(entry.name).startsWith(latin(words[0]!)))
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, MOST)
}
