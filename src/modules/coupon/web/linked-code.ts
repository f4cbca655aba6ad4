import { useEffect, useRef } from 'react'
import { hasSheet, type Door } from './door.ts'

/** `?coupon=CODE`: read once, then taken out of the address; what became of it is shown where the coupon has no column. */
export function useLinkedCode(findCode: (code: string) => Promise<void>, setSheetOpen: Door['setSheetOpen']): void {
  const done = useRef(false)
  useEffect(() => {
    const url = new URL(location.href)
    const code = url.searchParams.get('coupon')
    if (!code || done.current) return
    done.current = true
    url.searchParams.delete('coupon')
    history.replaceState(history.state, '', url)
    void findCode(code.slice(0, 20)).then(() => {
      if (hasSheet()) setSheetOpen(true)
    })
  }, [findCode, setSheetOpen])
}
