/** Numbers of the tree while a list shows some hours or a day only: its counts are those of the lists behind it (XT-64). */
import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { useApi } from '#platform/web/query.ts'
import { champAddress, placeOf, sportAddress, type Place } from '../model/addresses.ts'
import { isZoneFree, readPeriod, spanOf } from '../model/periods.ts'
import { treeQuery, type FeedFilter } from '../model/queries.ts'
import { LINE, type SportNode } from '../model/types.ts'
import { useMounted } from '../model/zone.ts'

/** Sports that have something then, with its number; the open one stays, so that nobody loses his place. */
export function withinPeriod(
  sports: readonly SportNode[],
  then: readonly SportNode[],
  open: Pick<Place, 'sportId' | 'champId'>,
): SportNode[] {
  const counted = new Map(then.map((sport) => [sport.id, sport]))
  return sports
    .filter(({ id }) => counted.has(id) || id === open.sportId)
    .map((sport) => {
      const found = counted.get(sport.id)
      const champs = new Map(found?.champs.map(({ id, count }) => [id, count]))
      return {
        ...sport,
        count: found?.count ?? 0,
        champs: sport.champs
          .filter(({ id }) => champs.has(id) || id === open.champId)
          .map((champ) => ({ ...champ, count: champs.get(champ.id) ?? 0 })),
      }
    })
}

export interface PeriodTree {
  sports: readonly SportNode[]
  /** What links of the tree carry on, '' for all times. */
  suffix: string
}

/** The tree of the line by the period in the address, everywhere else as it is: what is closed to the visitor or by himself is not in it. */
export function usePeriodTree(sports: readonly SportNode[], place: Place, filter: FeedFilter): PeriodTree {
  const { lng } = useSite()
  const isHidden = useHiddenSports()
  const isOpen = useOpenPages()
  const { kind } = place
  const mounted = useMounted()
  const clock = useProductClock()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const inList = place.kind === LINE && place.gameId === null && (placeOf(pathname) !== null || /^\/[a-z]{2}\/?$/.test(pathname))
  const period = inList ? readPeriod(params.get('t')) : 'all'
  // Days begin at the reader's midnight, which the server does not know.
  const chosen = period !== 'all' && (mounted || isZoneFree(period))
  // The clock is read once for a period: another second asks for the same days.
  const span = useMemo(() => (chosen ? spanOf(period, clock()) : {}), [chosen, period, clock])
  const then = useApi(treeQuery(LINE, lng, place.sportId, { ...filter, ...span }), { enabled: chosen, keep: true }).data
  return useMemo(
    () => ({
      sports: (chosen && then ? withinPeriod(sports, then, place) : sports)
        .filter(({ id }) => !isHidden(id, kind) && isOpen(sportAddress(kind, id)))
        .map((sport) => ({
          ...sport,
          champs: sport.champs.filter(({ id, name }) => isOpen(champAddress(kind, sport.id, id, name))),
        })),
      suffix: period === 'all' ? '' : `?t=${period}`,
    }),
    // A place is a new object at each render and says the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [sports, then, chosen, period, isHidden, isOpen, kind, place.sportId, place.champId],
  )
}
