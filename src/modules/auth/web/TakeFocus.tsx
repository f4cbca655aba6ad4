import { useEffect } from 'react'

/** The step before had the focus and is gone: what stands in its place takes it over. */
export function TakeFocus({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return null
}
