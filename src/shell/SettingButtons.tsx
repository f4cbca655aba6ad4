import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { IconButton } from '#ui/Button.tsx'
import { Price } from '#ui/Num.tsx'
import { useSite } from '#platform/web/features.tsx'
import { nextTheme, useTheme } from './preferences.ts'
import styles from './SettingButtons.module.css'

const OddsFormatSelect = lazyPart(async () => (await import('./SettingSelects.tsx')).OddsFormatSelect)
const LanguageSelect = lazyPart(async () => (await import('./SettingSelects.tsx')).LanguageSelect)

type ShellTexts = typeof import('../../locales/ru/shell.json')

const EXAMPLE_PRICE = 1850

function Pill({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.pill} onClick={onPress} aria-haspopup="dialog" data-tip={label}>
      <span className="visually-hidden">{label}: </span>
      {children}
    </button>
  )
}

export function OddsFormatButton() {
  const text = useTexts<ShellTexts>('shell')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Pill label={text('odds_format')} onPress={() => setOpen(true)}>
        <Price milli={EXAMPLE_PRICE} />
      </Pill>
      {open ? (
        <Suspense>
          <OddsFormatSelect onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

export function LanguageButton() {
  const text = useTexts<ShellTexts>('shell')
  const { lng } = useSite()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Pill label={text('language')} onPress={() => setOpen(true)}>
        {lng.toUpperCase()}
      </Pill>
      {open ? (
        <Suspense>
          <LanguageSelect onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

export function ThemeButton() {
  const text = useTexts<ShellTexts>('shell')
  const [theme, setTheme] = useTheme()
  return (
    <IconButton
      icon={theme === 'flood' ? 'moon' : theme === 'paper' ? 'sun' : 'theme'}
      label={text(`theme_${theme}`)}
      onClick={() => setTheme(nextTheme(theme, matchMedia('(prefers-color-scheme: dark)').matches))}
    />
  )
}
