import { useTexts, type Texts } from '#platform/web/i18n.ts'

export type HubTexts = Texts<typeof import('../../../../locales/ru/hubs.json')>

export function useHubTexts(): HubTexts {
  return useTexts<typeof import('../../../../locales/ru/hubs.json')>('hubs')
}
