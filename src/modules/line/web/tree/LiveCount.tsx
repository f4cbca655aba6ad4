import { useApi } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { Num } from '#ui/Num.tsx'
import { ScreenState } from '../model/ScreenState.tsx'
import { treeQuery } from '../model/queries.ts'
import { LIVE } from '../model/types.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useLineFilter } from '../model/use-line-filter.ts'
import styles from './Tree.module.css'

/** The number of live events, beside the word in the header: the sum of the live tree. */
export function LiveCount() {
  return (
    <ScreenState>
      <Count />
    </ScreenState>
  )
}

function Count() {
  const { lng } = useSite()
  const { data } = useApi(treeQuery(LIVE, lng, null, useLineFilter()))
  const isHidden = useHiddenSports()
  const count = data?.reduce((sum, sport) => (isHidden(sport.id, LIVE) ? sum : sum + sport.count), 0)
  return <small className={styles.liveCount}>{count ? <Num>{count}</Num> : null}</small>
}
