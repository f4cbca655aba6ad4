/** Choices of language and coefficients, in a file of their own: they come when they are asked for. */
import { withoutLanguage } from '#lib/language-tag.ts'
import type { ReactNode } from 'react'
import type { languageCall } from '#modules/account/contract.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { Icon } from '#ui/Icon.tsx'
import { displayName } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { goElsewhere } from '#ui/own-steps.ts'
import { SelectModal } from '#ui/SelectModal.tsx'
import { useOddsFormat } from './odds-format.ts'
import styles from './SettingButtons.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

/** Views of prices in the order of the choice; 3 is decimal like 0 (rules 6). */
export const ODDS_VIEWS = [0, 1, 2, 4, 5, 6] as const

export function OddsFormatSelect({ onClose }: { onClose: () => void }) {
  const text = useTexts<ShellTexts>('shell')
  const [view, setView] = useOddsFormat()
  return (
    <SelectModal
      title={text('odds_format')}
      options={ODDS_VIEWS.map((value) => ({ value, name: text(`odds_view_${value}`) }))}
      value={view === 3 ? 0 : view}
      onSelect={(value) => setView(Number(value))}
      onClose={onClose}
    />
  )
}

const LANGUAGES: ApiQuery<ReadonlyMap<string, string>> = {
  method: 'GET',
  path: '/translation-api/languages',
  read: (body) => new Map((body as { code: string; title: string }[]).map(({ code, title }) => [code, title])),
  staleMs: 3_600_000,
}

export function LanguageSelect({ onClose }: { onClose: () => void }) {
  const text = useTexts<ShellTexts>('shell')
  const { lng, config } = useSite()
  const { player } = useSession()
  const { languages } = config
  const codes = languages.offered.filter((code) => !languages.hidden.includes(code))
  // Browsers know few languages by their own names; the server knows all.
  const names = useApi(LANGUAGES).data
  return (
    <SelectModal
      title={text('language')}
      searchable
      options={codes.map((code) => ({ value: code, name: names?.get(code) ?? languageName(code) }))}
      value={lng}
      onSelect={(code) => goToLanguage(String(code), player !== null)}
      onClose={onClose}
    />
  )
}

/** A language by its own name, as its speakers look for it. */
export function languageName(code: string): string {
  const own = displayName(code, 'language', code)
  return own.charAt(0).toLocaleUpperCase() + own.slice(1)
}

/** The same page in another language: another document, because direction and texts change with it. To a player letters come in it too. */
export function goToLanguage(code: string, signedIn: boolean): void {
  if (signedIn) void call<typeof languageCall>('POST', '/web-api/user/language', { body: { lng: code }, keepalive: true }).catch(() => {})
  document.cookie = `lng=${code}; path=/; max-age=31536000; samesite=lax`
  const { pathname, search } = location
  goElsewhere(`/${code}${withoutLanguage(pathname)}${search}`)
}

export function SettingRow({
  icon,
  label,
  value,
  onPress,
}: {
  icon: Parameters<typeof Icon>[0]['name']
  label: string
  value: ReactNode
  onPress: () => void
}) {
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <Icon name={icon} />
      <span>{label}</span>
      <span className={styles.value}>{value}</span>
    </button>
  )
}
