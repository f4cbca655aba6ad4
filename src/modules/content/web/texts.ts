import { useTexts } from '#platform/web/i18n.ts'

export const useContentTexts = () => useTexts<typeof import('../../../../locales/ru/content.json')>('content')
