import { useTexts } from '#platform/web/i18n.ts'

type OrderTexts = typeof import('../../../../locales/ru/orders.json')

export const useOrderTexts = () => useTexts<OrderTexts>('orders')
