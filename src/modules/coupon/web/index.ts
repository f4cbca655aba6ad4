export { CouponBarButton, CouponColumn, CouponProvider } from './Coupon.tsx'
