import { useTexts } from '#platform/web/i18n.ts'

export type PaymentTexts = typeof import('../../../../locales/ru/payments.json')

export function usePaymentTexts() {
  return useTexts<PaymentTexts>('payments')
}
