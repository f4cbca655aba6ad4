import type { ReactNode } from 'react'

export function AccountProvider({ children }: { player: { id: number } | null; children: ReactNode }) {
  return children
}
