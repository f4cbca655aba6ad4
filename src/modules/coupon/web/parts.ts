/** The coupon's own code: it comes when the page is idle, or with the first press. */
export { CouponLife } from './CouponLife.tsx'
export { CouponSheet } from './CouponSheet.tsx'
export { CouponTabs } from './CouponTabs.tsx'
export { PartsTexts } from './PartsTexts.tsx'
