/** How rows of the line look; every choice works at once and is kept in the browser. */
import { useQuery } from '@tanstack/react-query'
import { useSite } from '#platform/web/features.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { useDensity } from '#platform/web/view-preferences.ts'
import { IconButton } from '#ui/Button.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { MIXED } from '../model/row-markets.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useVirtualHidden } from '../model/use-line-filter.ts'
import styles from './Settings.module.css'
import { chooseRowMarket, useRowMarkets } from './view-settings.ts'

const DENSITIES = ['compact', 'default', 'comfortable'] as const
const NAMES = ['short', 'full'] as const

export function ViewSettings({ onClose }: { onClose: () => void }) {
  const text = useSiteTexts()
  const [density, setDensity] = useDensity()
  const [names, setNames] = usePreference('marketNames', 'short')
  const [detailed, setDetailed] = usePreference('detailedScore', false)
  const [showId, setShowId] = usePreference('showGameId', false)
  const [virtualHidden, hideVirtual] = useVirtualHidden()
  return (
    <Modal title={text('view_title')} size="small" onClose={onClose}>
      <div className={styles.form}>
        <span className={styles.label}>{text('view_density')}</span>
        <SegmentedControl
          label={text('view_density')}
          value={density}
          onChange={setDensity}
          items={DENSITIES.map((key) => ({ key, label: text(`density_${key}`) }))}
        />
        <span className={styles.label}>{text('view_names')}</span>
        <SegmentedControl
          label={text('view_names')}
          value={names}
          onChange={setNames}
          items={NAMES.map((key) => ({ key, label: text(`view_names_${key}`) }))}
        />
        <CheckBox toggle checked={detailed} onChange={setDetailed}>
          {text('view_detailed')}
        </CheckBox>
        <CheckBox toggle checked={showId} onChange={setShowId}>
          {text('view_ids')}
        </CheckBox>
        <CheckBox toggle checked={!virtualHidden} onChange={(shown) => hideVirtual(!shown)}>
          {text('view_virtual')}
        </CheckBox>
      </div>
      <Columns />
    </Modal>
  )
}

/** Which columns were chosen for which sport, and the way back to the usual ones (XT-60). */
function Columns() {
  const text = useSiteTexts()
  const { lng } = useSite()
  const chosen = [...useRowMarkets()]
  const sports = chosen.map(([sportId]) => sportId)
  const { data: names } = useQuery({
    queryKey: ['sport-names', lng, sports],
    staleTime: Infinity,
    queryFn: async () => {
      const { sportName } = await import('../model/sport-name.ts')
      return sports.map((sportId) => (sportId === MIXED ? text('view_columns_mixed') : sportName(sportId, lng)))
    },
  })
  return (
    <section className={styles.form} aria-label={text('view_columns')}>
      <span className={styles.label}>{text('view_columns')}</span>
      {chosen.length === 0 ? (
        <p className={styles.hint}>{text('view_columns_none')}</p>
      ) : (
        <ul className={styles.columns}>
          {chosen.map(([sportId, market], index) => (
            <li key={sportId}>
              <span>{names?.[index] ?? ''}</span>
              <span className={styles.chosen}>{text(`market_${market}`)}</span>
              <IconButton
                icon="close"
                label={text('view_columns_back', { sport: names?.[index] ?? '' })}
                onClick={() => chooseRowMarket(sportId, null)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
