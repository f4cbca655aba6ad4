import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { UiSettings } from '#ui/settings.tsx'
import { useTexts } from './i18n.ts'
import { storage } from './storage.ts'

/**
 * Hands the page's language, texts and view of prices to the kit, which imports none of them. `priceView` is what the
 * server has drawn; a choice made while the page stands goes before it at once.
 */
export function UiBridge({ lng, priceView, children }: { lng: string; priceView: number; children: ReactNode }) {
  const text = useTexts<typeof import('../../../locales/ru/ui.json')>('ui')
  const [chosen, setChosen] = useState<number | null>(null)
  useEffect(() => storage.listen('coefView', (next) => setChosen(typeof next === 'number' ? next : null)), [])
  const view = chosen ?? priceView
  const settings = useMemo<UiSettings>(() => ({ text: text as UiSettings['text'], lng, priceView: view }), [text, lng, view])
  return <UiSettingsProvider value={settings}>{children}</UiSettingsProvider>
}
