/** Live games over those of the line, from one pair of calls. */
import { useMemo, type ReactNode } from 'react'
import { LINE, LIVE, ListView, useLists, type Kind, type LineGame, type ListSegment } from '#modules/line/web/index.ts'
import type { ApiQuery } from '#platform/web/query.ts'

const KINDS: readonly Kind[] = [LIVE, LINE]
/** One call brings all of it. */
const WHOLE = 1000

interface MixedListProps {
  /** Tells one list from another: when it changes the list begins anew. */
  listKey: string
  of(kind: Kind, page: number): ApiQuery<LineGame[]>
  /** Rows of a page, where the list is asked page by page. */
  pageRows?: number
  empty: ReactNode
  heads?: boolean
  kinds?: readonly Kind[]
}

export function MixedList({ listKey, of, pageRows = WHOLE, empty, heads = true, kinds = KINDS }: MixedListProps) {
  const segments = useMemo<readonly ListSegment[]>(
    () => kinds.map((kind) => ({ id: kind === LIVE ? 'live' : 'line', query: (page) => of(kind, page), pageRows })),
    // The key says what is asked; the function is a new one at each render.
    // oxlint-disable-next-line react/exhaustive-deps
    [listKey],
  )
  const lists = useLists(listKey, segments)
  return <ListView listKey={listKey} lists={lists} sectionHeads={heads} empty={empty} />
}
