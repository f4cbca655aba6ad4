/** Door of the coupon's screens. */
export { CouponBarButton } from './CouponBarButton.tsx'
export { CouponColumn } from './CouponColumn.tsx'
export { CouponProvider } from './CouponProvider.tsx'
export { useCouponDoor, type CouponDoor } from './door.ts'
export { BetStatusMark } from './BetStatusMark.tsx'
export { isOpenBet, useLiveBet, type LiveBet } from './live-bet.ts'
export { RichText, useRichText } from './rich-text.tsx'
