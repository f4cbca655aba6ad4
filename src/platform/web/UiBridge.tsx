import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { UiSettings } from '#ui/settings.tsx'
import { useTexts } from './i18n.ts'

/** Hands the page's language, texts and view of prices to the kit, which imports none of them. */
export function UiBridge({ lng, priceView, children }: { lng: string; priceView: number; children: ReactNode }) {
  const text = useTexts<typeof import('../../../locales/ru/ui.json')>('ui')
  const settings = useMemo<UiSettings>(() => ({ text: text as UiSettings['text'], lng, priceView }), [text, lng, priceView])
  return <UiSettingsProvider value={settings}>{children}</UiSettingsProvider>
}
