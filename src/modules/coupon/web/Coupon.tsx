import type { ReactNode } from 'react'

export function CouponProvider({ children }: { children: ReactNode }) {
  return children
}
export function CouponColumn() {
  return null
}
export function CouponBarButton() {
  return <span />
}
