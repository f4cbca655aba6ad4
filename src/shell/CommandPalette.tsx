/** Sports, pages and settings by their names (XT-62). The focus stays in the field; arrows move, Enter goes. */
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { LINE, sportAddress, treeQuery } from '#modules/line/web/index.ts'
import type { MenuItem } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useApi } from '#platform/web/query.ts'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { useDensity, useLight } from '#platform/web/view-preferences.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { SearchField } from '#ui/Field.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { useMenuLabel } from './HeaderNav.tsx'
import { useOpenItems } from './menu.ts'
import { findEntries, type PaletteEntry } from './palette.ts'
import { useOddsFormat } from './odds-format.ts'
import { THEMES, useTheme } from './preferences.ts'
import { goToLanguage, languageName, ODDS_VIEWS } from './SettingSelects.tsx'
import styles from './CommandPalette.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

const DENSITIES = ['compact', 'default', 'comfortable'] as const

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const text = useTexts<ShellTexts>('shell')
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const entries = [...usePlaces(), ...useSettings()]
  const found = findEntries(entries, query)
  const at = Math.min(active, found.length - 1)
  useEffect(() => field?.focus(), [field])
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const go = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((at + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setActive((at - 1 + found.length) % Math.max(1, found.length))
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[at])
    else return
    event.preventDefault()
  }
  return (
    <Modal title={text('palette')} size="small" onClose={onClose} bare>
      <SearchField
        ref={setField}
        label={text('palette')}
        placeholder={text('palette_hint')}
        value={query}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length ? `${id}-${at}` : undefined}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onChange={(next) => {
          setQuery(next)
          setActive(0)
        }}
      />
      {found.length ? (
        <div id={`${id}-list`} role="listbox" aria-label={text('palette')} className={styles.list} data-palette="">
          {found.map((entry, index) => (
            <button
              key={entry.key}
              id={`${id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.entry}
              onClick={() => go(entry)}
            >
              <span>{entry.name}</span>
              <small>{text(`palette_${entry.group}`)}</small>
            </button>
          ))}
        </div>
      ) : (
        <p className={styles.nothing} role="status">
          {text('palette_nothing')}
        </p>
      )}
    </Modal>
  )
}

function withChildren(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) => (item.subMenuItems ? withChildren(item.subMenuItems) : [item]))
}

/** Sports of the line, and every page that the menus offer this visitor. */
function usePlaces(): PaletteEntry[] {
  const { lng } = useSite()
  const navigate = useSiteNavigate()
  const label = useMenuLabel()
  const { header, footer } = useSite().config
  const menus = useMemo(() => [...header.menu, ...footer.menu], [header.menu, footer.menu])
  const items = withChildren(useOpenItems(menus))
  const isClosed = useHiddenSports()
  const sports = (useApi(treeQuery(LINE, lng, null)).data ?? []).filter(({ id }) => !isClosed(id, LINE))
  const links = new Map(items.flatMap((item) => (item.link ? [[item.link, label(item)] as const] : [])))
  return [
    ...sports.map((sport): PaletteEntry => ({
      key: `sport-${sport.id}`,
      group: 'sports',
      name: sport.name,
      run: () => navigate(sportAddress(LINE, sport.id)),
    })),
    ...[...links].map(([link, name]): PaletteEntry => ({ key: link, group: 'pages', name, run: () => navigate(link) })),
  ]
}

function useSettings(): PaletteEntry[] {
  const text = useTexts<ShellTexts>('shell')
  const { lng, config } = useSite()
  const { languages } = config
  const { player } = useSession()
  const [, setTheme] = useTheme()
  const [, setOdds] = useOddsFormat()
  const [, setDensity] = useDensity()
  const [light, setLight] = useLight()
  const setting = (key: string, name: string, run: () => void): PaletteEntry => ({ key, group: 'settings', name, run })
  return [
    ...THEMES.map((theme) => setting(`theme-${theme}`, text(`theme_${theme}`), () => setTheme(theme))),
    ...ODDS_VIEWS.map((view) => setting(`odds-${view}`, `${text('odds_format')}: ${text(`odds_view_${view}`)}`, () => setOdds(view))),
    ...DENSITIES.map((one) => setting(`density-${one}`, `${text('density')}: ${text(`density_${one}`)}`, () => setDensity(one))),
    ...languages.offered
      .filter((code) => code !== lng && !languages.hidden.includes(code))
      .map((code) => setting(`lng-${code}`, `${text('language')}: ${languageName(code)}`, () => goToLanguage(code, player !== null))),
    setting('light', text('light_version'), () => setLight(!light)),
  ]
}
