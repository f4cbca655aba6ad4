/** Sports in a row that scrolls sideways: phones instead of the tree, and the head of live (ux 8). */
import { useEffect, useRef } from 'react'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon, SportIcon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { SideScroll } from '#ui/SideScroll.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { rootOf, sportAddress } from '../model/addresses.ts'
import { treeQuery } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'
import type { Kind, SportNode } from '../model/types.ts'
import { useLineFilter } from '../model/use-line-filter.ts'
import styles from './SportStrip.module.css'
import { usePeriodTree } from './within-period.ts'

const NO_SPORTS: readonly SportNode[] = []

export function SportStrip({ kind, sportId, always }: { kind: Kind; sportId: number | null; always: boolean }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const isOpen = useOpenPages()
  const filter = useLineFilter()
  const { data } = useApi(treeQuery(kind, lng, sportId, filter), { keep: true })
  const { sports, suffix } = usePeriodTree(data ?? NO_SPORTS, { kind, sportId, champId: null, gameId: null }, filter)
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current=page]')
    // Only the strip moves: scrollIntoView would move the page as well.
    if (here && strip.current) strip.current.scrollTo({ left: here.offsetLeft - strip.current.clientWidth / 2 + here.clientWidth / 2 })
  }, [sportId])
  const all = sports.reduce((sum, { count }) => sum + count, 0)
  return (
    <SideScroll over className={always ? undefined : styles.phones}>
      <nav ref={strip} className={styles.strip} data-always={always || undefined} aria-label={text('tree_sports')}>
        {isOpen(rootOf(kind)) ? (
          <SiteLink to={rootOf(kind) + suffix} className={styles.sport} aria-current={sportId === null ? 'page' : undefined}>
            <Icon name="bolt" />
            <span className={styles.name}>{text('strip_top')}</span>
            {always && data ? (
              <small className={styles.count}>
                <Num>{all}</Num>
              </small>
            ) : null}
          </SiteLink>
        ) : null}
        {data ? null : <Coming />}
        {sports.map((sport) => (
          <SiteLink
            key={sport.id}
            to={sportAddress(kind, sport.id) + suffix}
            className={styles.sport}
            aria-current={sport.id === sportId ? 'page' : undefined}
          >
            <SportIcon sportId={sport.id} />
            <span className={styles.name}>{sport.name}</span>
            {always ? (
              <small className={styles.count}>
                <Num>{sport.count}</Num>
              </small>
            ) : null}
          </SiteLink>
        ))}
      </nav>
    </SideScroll>
  )
}

const COMING = 8

function Coming() {
  return Array.from({ length: COMING }, (_, index) => (
    <span key={index} className={styles.sport} aria-hidden>
      <Skeleton width="20px" height="20px" />
      <Skeleton width="44px" height="0.8em" />
    </span>
  ))
}
