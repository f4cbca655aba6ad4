import { SiteLink } from '#platform/web/site-link.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { champAddress } from '../model/addresses.ts'
import { hasLine, type RowGroup } from '../model/columns.ts'
import type { FlatItem } from '../model/flat-list.ts'
import { useSiteTexts } from '../model/texts.ts'
import { PlaceStar } from './FavoriteStar.tsx'
import { columnNames } from './names.ts'
import styles from './Table.module.css'

type ChampItem = Extract<FlatItem, { type: 'champ' }>

/** Head of a championship with the captions of its columns: nobody scrolls upwards to read them (ux 3). */
export function ChampHead({ item, order, rowIndex }: { item: ChampItem; order: readonly RowGroup[]; rowIndex: number }) {
  const text = useSiteTexts()
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.champ} data-head={item.champId} data-market={order[0]}>
      <span role="gridcell" className={styles.champName}>
        <PlaceStar type="champ" id={item.champId} sportId={item.sportId} name={item.champ} />
        <SportIcon sportId={item.sportId} size={15} className={styles.champIcon} />
        <SiteLink to={champAddress(item.kind, item.sportId, item.champId, item.champ)} data-nav="" className={styles.champLink}>
          {item.champ}
        </SiteLink>
      </span>
      <span className={styles.groups} role="presentation">
        {(item.sides ? order : []).map((group, slot) => (
          <span key={group} className={styles.group} data-group={group} data-slot={slot} role="presentation">
            {hasLine(group) ? (
              <span role="columnheader" className={styles.line}>
                {text(`column_${group as Exclude<RowGroup, 'result' | 'double' | 'btts'>}`)}
              </span>
            ) : null}
            {columnNames(group, item.draws, text).map((name) => (
              <span role="columnheader" key={name} className={styles.column}>
                {name}
              </span>
            ))}
          </span>
        ))}
      </span>
      <span className={styles.more} role="presentation" />
    </div>
  )
}

/** Groups of lists that have a head. */
type SectionId = 'live' | 'soon' | 'next' | 'later' | 'events' | 'line' | 'own' | 'late'

export function SectionHead({ id, rowIndex }: { id: string; rowIndex: number }) {
  const text = useSiteTexts()
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.section}>
      <span role="gridcell">
        <h2 className={styles.sectionTitle}>{text(`section_${id as SectionId}`)}</h2>
      </span>
    </div>
  )
}

export function NewGames({ count, onShow }: { count: number; onShow: () => void }) {
  const text = useSiteTexts()
  if (count === 0) return null
  return (
    <button type="button" className={styles.fresh} onClick={onShow}>
      {text('new_games', { count })}
    </button>
  )
}
