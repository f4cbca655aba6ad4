/** How rows of the line look; every choice works at once and is kept in the browser. */
import { usePreference } from '#platform/web/storage.ts'
import { CheckBox } from '#ui/Field.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { SegmentedControl } from '#ui/Tabs.tsx'
import { useSiteTexts } from '../model/texts.ts'
import { useVirtualHidden } from '../model/use-line-filter.ts'
import styles from './Settings.module.css'

const DENSITIES = ['compact', 'default', 'comfortable'] as const
const NAMES = ['short', 'full'] as const

export function ViewSettings({ onClose }: { onClose: () => void }) {
  const text = useSiteTexts()
  const [density, setDensity] = usePreference('density', 'default')
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
    </Modal>
  )
}
