/** Whose data the games of this installation are made of: what the page of sources names. The table holds facts, the words are texts. */
import table from '#seed/data-sources.json' with { type: 'json' }
import type { PageTexts } from './information.ts'

const FEEDS = ['world', 'replay'] as const
export type SourcedFeed = (typeof FEEDS)[number]

interface Row {
  id: string
  by: string
  url: string
  licence?: string
  licenceUrl?: string
  /** What a feed takes of it: the key of a text. */
  world?: string
  replay?: string
  /** Where its recordings lie in the data pack: without them nothing of it is replayed. */
  shelf?: string
  /** The sentence that its licence asks for, in the language in which it asks. */
  notice?: string
}
const ROWS: readonly Row[] = table

export interface Source {
  by: string
  url: string
  licence: { name: string; url: string } | null
  /** What is made of it and what was changed. */
  uses: string
  notice: string
}

export const isSourced = (feed: string): feed is SourcedFeed => (FEEDS as readonly string[]).includes(feed)

/** "<source>:<feed>" of everything that these feeds show something of; `has` knows the folders of the data pack. */
export function sourcesInUse(feeds: readonly SourcedFeed[], has: (shelf: string) => boolean): string[] {
  const isUsed = (row: Row, feed: SourcedFeed) => row[feed] !== undefined && (feed === 'world' || row.shelf === undefined || has(row.shelf))
  return ROWS.flatMap((row) => feeds.filter((feed) => isUsed(row, feed)).map((feed) => `${row.id}:${feed}`))
}

export function sourceLines(used: readonly string[], texts: PageTexts): Source[] {
  return ROWS.flatMap((row) => {
    const feeds = FEEDS.filter((feed) => used.includes(`${row.id}:${feed}`))
    if (feeds.length === 0) return []
    const uses = [...new Set(feeds.map((feed) => texts[`use_${row[feed]}`] ?? ''))]
    const changed = feeds.includes('replay') ? (texts[`changed_${row.id}`] ?? '') : ''
    const licence = row.licence && row.licenceUrl ? { name: row.licence, url: row.licenceUrl } : null
    return [{ by: row.by, url: row.url, licence, uses: [...uses, changed].filter(Boolean).join(' '), notice: row.notice ?? '' }]
  })
}
