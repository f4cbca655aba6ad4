import { useTexts, type Texts } from '#platform/web/i18n.ts'

export type SiteTexts = Texts<typeof import('../../../../../locales/ru/site.json')>

/** Texts of the line's screens. */
export function useSiteTexts(): SiteTexts {
  return useTexts<typeof import('../../../../../locales/ru/site.json')>('site')
}
