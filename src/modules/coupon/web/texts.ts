import { useTexts } from '#platform/web/i18n.ts'

export type CouponTexts = typeof import('../../../../locales/ru/coupon.json')

export function useCouponTexts() {
  return useTexts<CouponTexts>('coupon')
}
