import type { ReactNode } from 'react'
import { usePartsTexts } from './texts.ts'

/** Waits for the texts of the coupon's parts and for nothing else: no part inside is ever stopped between its own hooks. */
export function PartsTexts({ children }: { children: ReactNode }) {
  usePartsTexts()
  return children
}
