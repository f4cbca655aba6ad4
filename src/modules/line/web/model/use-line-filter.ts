/** Whether lists and counts hold virtual games: a choice of the player, kept in the browser (CY-03). */
import { usePreference } from '#platform/web/storage.ts'
import { EVERYTHING, type FeedFilter } from './queries.ts'

const WITHOUT_VIRTUAL: FeedFilter = {}

export function useVirtualHidden(): [boolean, (hidden: boolean) => void] {
  return usePreference('stHideItem-virtual', false)
}

/** What the tree and the lists of sports ask, both the same, so that their numbers agree. */
export function useLineFilter(): FeedFilter {
  const [hidden] = useVirtualHidden()
  return hidden ? WITHOUT_VIRTUAL : EVERYTHING
}
