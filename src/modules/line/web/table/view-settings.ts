import { useKept } from '../model/kept.ts'
import { readRowGroup, type RowGroup } from '../model/columns.ts'

/** The market that leads the rows of every list (LN-23). */
export function useRowMarket(): [RowGroup, (market: RowGroup) => void] {
  return useKept<RowGroup>('row-market', 'result', readRowGroup)
}
