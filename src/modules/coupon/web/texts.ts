import { useTexts } from '#platform/web/i18n.ts'

export type CouponTexts = typeof import('../../../../locales/ru/coupon.json')
/** Texts of the parts that come with the coupon's own code: the first page does not carry them. */
export type CouponPartsTexts = typeof import('../../../../locales/ru/coupon-parts.json')

/** Texts of the calculator's page; they come with its data. */
export function useCalculatorTexts() {
  return useTexts<typeof import('../../../../locales/ru/calculator.json')>('calculator')
}

export function useCouponTexts() {
  return useTexts<CouponTexts>('coupon')
}

export function usePartsTexts() {
  return useTexts<CouponPartsTexts>('coupon-parts')
}
