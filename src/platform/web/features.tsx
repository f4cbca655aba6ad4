import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import type { SiteConfig } from '#platform/shared/site-config.ts'

/** What the page knows of its site: the public part of the resolved configuration and of the visitor. */
export interface SiteContext {
  brand: string
  lng: string
  /** ISO2 of the visitor's country. */
  country: string
  partner: number
  /** Default view of prices by geo and language. */
  coefView: number
  /** Theme of the document as the server drew it: the visitor's cookie, otherwise the brand's. */
  theme: 'system' | 'paper' | 'flood'
  /** The light version (SH-15): nothing that is only there to be looked at. */
  light: boolean
  /** Columns of the line's rows that the visitor has chosen, as his cookie told them (XT-60). */
  rowMarkets: string
  /** The visitor had decided about cookies when the document was made. */
  consentGiven: boolean
  /** Switched-on features by name. */
  features: Readonly<Record<string, boolean>>
  /** Groups of the configuration (global, header, footer, coupon …) as the server publishes them. */
  config: SiteConfig
  /** Development area is open. */
  development: boolean
}

const Site = createContext<SiteContext | null>(null)

export function SiteProvider({ value, children }: { value: SiteContext; children: ReactNode }) {
  return <Site value={value}>{children}</Site>
}

export function useSite(): SiteContext {
  const site = use(Site)
  // An absent configuration is a developer's mistake (spec 8), not a state of the page.
  if (!site) throw new Error('Configuration is absent: SiteProvider is missing')
  return site
}

/** Is a feature on for this brand, country, language and partner? Unknown features are off. */
export function useFeature(name: string): boolean {
  return useSite().features[name] ?? false
}
