import { useTexts, type Texts } from '#platform/web/i18n.ts'

export type HistoryTexts = Texts<typeof import('../../../../locales/ru/history.json')>

export function useHistoryTexts(): HistoryTexts {
  return useTexts<typeof import('../../../../locales/ru/history.json')>('history')
}
