import { useLocation } from 'react-router'

/** Betting pages stand between the tree and the coupon; office and forms have the width to themselves. */
export type Frame = 'betting' | 'page'

const PAGES = /^\/[a-z]{2}\/(office|registration|login|password|password-reset|two-factor|social|oauth|information)(\/|$)/

export function useFrame(): Frame {
  return PAGES.test(useLocation().pathname) ? 'page' : 'betting'
}
