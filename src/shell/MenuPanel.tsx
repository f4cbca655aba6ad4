import { useState } from 'react'
import { SportsTree } from '#modules/line/web/index.ts'
import { MessagesBell } from '#modules/messages/web/index.ts'
import type { MenuItem } from '#platform/shared/site-config.ts'
import { usePreference } from '#platform/web/storage.ts'
import { useDensity, useLight } from '#platform/web/view-preferences.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Price } from '#ui/Num.tsx'
import { useSite } from '#platform/web/features.tsx'
import { useOpenItems } from './menu.ts'
import { useMenuLabel } from './HeaderNav.tsx'
import { InstallItem } from './InstallItem.tsx'
import { LanguageSelect, OddsFormatSelect, SettingRow } from './SettingSelects.tsx'
import { THEMES, useTheme } from './preferences.ts'
import styles from './MenuPanel.module.css'

const DENSITIES = ['compact', 'default', 'comfortable'] as const
const SIZES = [90, 100, 112, 125] as const

/** Everything that has no place in a narrow header: sections, sports, settings of the page. */
export function MenuPanel({ onDone }: { onDone: () => void }) {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const { lng, config } = useSite()
  const label = useMenuLabel()
  const items = useOpenItems(config.header.menu)
  const [select, setSelect] = useState<'language' | 'odds' | null>(null)
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const [fontSize, setFontSize] = usePreference('fontSize', 100)
  const [light, setLight] = useLight()
  const [keys, setKeys] = usePreference('singleKeys', true)
  return (
    <div className={styles.panel}>
      <nav className={styles.links} aria-label={text('sections')}>
        <MessagesBell wide onPress={onDone} />
        {items.map((item) =>
          item.subMenuItems && item.subMenuItems.length > SHORT_GROUP ? (
            <details key={item.id} className={styles.group}>
              <summary>
                {label(item)}
                <Icon name="chevron-down" size={16} />
              </summary>
              <MenuLinks items={item.subMenuItems} onDone={onDone} />
            </details>
          ) : (
            <MenuLinks key={item.id} items={item.subMenuItems ?? [item]} onDone={onDone} />
          ),
        )}
        <InstallItem onPress={onDone} />
      </nav>
      <details className={styles.settings}>
        <summary>
          <Icon name="settings" />
          {text('settings')}
          <Icon name="chevron-down" size={16} />
        </summary>
        <div className={styles.choices}>
          <SettingRow icon="globe" label={text('language')} value={lng.toUpperCase()} onPress={() => setSelect('language')} />
          <SettingRow icon="chart" label={text('odds_format')} value={<Price milli={1850} />} onPress={() => setSelect('odds')} />
          <Setting label={text('theme')}>
            <SegmentedControl
              label={text('theme')}
              value={theme}
              onChange={setTheme}
              items={THEMES.map((key) => ({ key, label: text(`theme_short_${key}`) }))}
            />
          </Setting>
          <Setting label={text('density')}>
            <SegmentedControl
              label={text('density')}
              value={density}
              onChange={setDensity}
              items={DENSITIES.map((key) => ({ key, label: text(`density_${key}`) }))}
            />
          </Setting>
          <Setting label={text('font_size')}>
            <SegmentedControl
              label={text('font_size')}
              value={String(fontSize)}
              onChange={(key) => setFontSize(Number(key) as (typeof SIZES)[number])}
              items={SIZES.map((size) => ({ key: String(size), label: <bdi dir="ltr">{size}</bdi> }))}
            />
          </Setting>
          <CheckBox checked={light} onChange={setLight} toggle>
            {text('light_version')}
          </CheckBox>
          <CheckBox checked={keys} onChange={setKeys} toggle>
            {text('single_keys')}
          </CheckBox>
        </div>
      </details>
      {/* Later, when the link has had its press: a menu that closes before takes the link away unpressed. */}
      <div onClickCapture={(event) => (event.target as Element).closest('a') && setTimeout(onDone)}>
        <SportsTree />
      </div>
      {select === 'language' ? <LanguageSelect onClose={() => setSelect(null)} /> : null}
      {select === 'odds' ? <OddsFormatSelect onClose={() => setSelect(null)} /> : null}
    </div>
  )
}

/** A group of more items than this is folded: the sports under it stay in reach. */
const SHORT_GROUP = 6

function MenuLinks({ items, onDone }: { items: readonly MenuItem[]; onDone: () => void }) {
  const label = useMenuLabel()
  return items.map((item) => (
    <SiteLink key={item.id} to={item.link ?? '/'} onClick={onDone}>
      {label(item)}
    </SiteLink>
  ))
}

function Setting({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.setting}>
      <span>{label}</span>
      {children}
    </div>
  )
}
