import { useMemo } from 'react'
import { CheckBox } from './Field.tsx'
import { Num } from './Num.tsx'
import { useUi } from './settings.tsx'
import type { UiTextKey } from './settings.tsx'
import styles from './KeyList.module.css'

const KEYS: readonly (readonly [string, UiTextKey])[] = [
  ['/', 'keys_search'],
  ['← → ↑ ↓', 'keys_arrows'],
  ['Enter', 'keys_enter'],
  ['B', 'keys_coupon'],
  ['F', 'keys_favorite'],
  ['O', 'keys_open'],
  ['Ctrl K', 'keys_palette'],
  ['Esc', 'keys_close'],
  ['?', 'keys_list'],
]

/** The list of keys, and the switch for those of a single letter. */
export function KeyList({ enabled, onToggle }: { enabled: boolean; onToggle: (enabled: boolean) => void }) {
  const { text } = useUi()
  const rows = useMemo(() => KEYS.map(([key, name]) => ({ key, name: text(name) })), [text])
  return (
    <div className={styles.keys}>
      <dl>
        {rows.map(({ key, name }) => (
          <div key={key}>
            <dt>
              <kbd>
                <Num>{key}</Num>
              </kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <CheckBox toggle checked={enabled} onChange={onToggle}>
        {text('keys_single')}
      </CheckBox>
    </div>
  )
}
