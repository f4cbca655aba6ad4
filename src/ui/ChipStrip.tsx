import type { ReactNode } from 'react'
import { ChipRow } from './Chip.tsx'
import { SideScroll } from './SideScroll.tsx'

/** A row of more chips than fit. */
export function ChipStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <SideScroll over>
      <ChipRow label={label}>{children}</ChipRow>
    </SideScroll>
  )
}
