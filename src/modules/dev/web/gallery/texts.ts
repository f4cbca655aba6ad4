import { useTexts } from '#platform/web/i18n.ts'

export const useGalleryTexts = () => useTexts<typeof import('../../../../../locales/ru/dev.json')>('dev')
