import { useTexts, type Texts } from '#platform/web/i18n.ts'

export type MessageTexts = typeof import('../../../../locales/ru/messages.json')

export function useMessageTexts(): Texts<MessageTexts> {
  return useTexts<MessageTexts>('messages')
}
