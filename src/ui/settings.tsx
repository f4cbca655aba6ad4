import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

/** Keys of the kit's own texts: locales/<lng>/ui.json. */
type FileKey = keyof typeof import('../../locales/ru/ui.json')
export type UiTextKey = FileKey extends infer K ? (K extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}` ? Base : K) : never

/**
 * What the kit needs from the page around it. The kit imports neither translations nor preferences: the page hands
 * them down once, and tests and the gallery hand down their own.
 */
export interface UiSettings {
  /** Text of the kit in the page's language. */
  text: (key: UiTextKey, params?: Readonly<Record<string, string | number>>) => string
  /** Short language code of the page. */
  lng: string
  /** View of prices (rules 6): 0 decimal, 1 UK, 2 US, 3 decimal, 4 Hong Kong, 5 Indonesian, 6 Malay. */
  priceView: number
}

const UiSettingsContext = createContext<UiSettings>({ text: (key) => key, lng: 'ru', priceView: 0 })

export function UiSettingsProvider({ value, children }: { value: UiSettings; children: ReactNode }) {
  return <UiSettingsContext value={value}>{children}</UiSettingsContext>
}

export function useUi(): UiSettings {
  return useContext(UiSettingsContext)
}
